/**
 * Distinguished names of nodes, for super administrators only, and only if the setting enables the
 * routes. This engine has no nodes; the list is stored for clients and exports.
 */
import { isEqual } from 'lodash';
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import { isJsonObject } from '../../../model/entity_shape';
import type { Transaction } from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { EngineResponse } from '../../../api/engine';
import {
  guardedWrite,
  queryFlag,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { apply, noChange, readPatch } from '../request/document_patch';
import { entityTag } from '../responses/entity_tag';
import { putVersion, refuseGrowth } from './document_routes';
import { firstSegments, replacesWhole } from '../../../changes/json_patch';
import { refuseMeta } from '../request/meta_name';
import {
  checkPayload,
  getObject,
  readPayload,
  readTexts,
  type Payload,
} from '../../../model/payload';
import { patternFailure } from '../request/pattern_validation';
import { PAYLOAD_RULES, toSchema } from '../../../model/payload_rules';
import {
  accessDenied,
  badRequest,
  forbid,
  json,
  message,
  notFound,
  refuseIf,
  RestError,
} from '../../../model/responses';

type Entries = Readonly<Record<string, unknown>>;

const STATIC_NAME = 'STATIC_OPENSEARCH_YML_NODES_DN';
const BODY = PAYLOAD_RULES.nodesdn;
const RESPONSE_SCHEMA = { type: 'object', additionalProperties: toSchema(BODY) } as const;
const MAX_NAME_LENGTH = 256;

export function nodesDnRoutes(deps: RestDeps): readonly Route[] {
  if (!deps.settings.hasNodesDnApi) return [];
  const all = { path: '/api/nodesdn', access: 'NODESDN' } as const;
  const one = { path: '/api/nodesdn/{name}', access: 'NODESDN' } as const;
  const guard =
    (handler: (call: RequestContext) => EngineResponse | Promise<EngineResponse>) =>
    (call: RequestContext) => (call.isSuperAdmin ? handler(call) : accessDenied());
  return [
    {
      ...all,
      methods: ['GET'],
      query: ['show_all'],
      handler: guard((call) => list(deps, call)),
      doc: { summary: 'Show all distinguished names', responseSchema: RESPONSE_SCHEMA },
    },
    {
      ...all,
      methods: ['PATCH'],
      handler: guard((call) => patchMany(deps, call)),
      doc: { summary: 'Change several entries', isPatch: true, statuses: [412] },
    },
    {
      ...one,
      methods: ['GET'],
      query: ['show_all'],
      handler: guard((call) => get(deps, call)),
      doc: { summary: 'Show one entry', responseSchema: RESPONSE_SCHEMA, statuses: [404] },
    },
    {
      ...one,
      methods: ['PUT'],
      handler: guard((call) => put(deps, call)),
      doc: { summary: 'Create or replace an entry', body: BODY, statuses: [201, 412] },
    },
    {
      ...one,
      methods: ['PATCH'],
      handler: guard((call) => patchOne(deps, call)),
      doc: { summary: 'Change an entry', isPatch: true, statuses: [404, 412] },
    },
    {
      ...one,
      methods: ['DELETE'],
      handler: guard((call) => remove(deps, call)),
      doc: { summary: 'Delete an entry', statuses: [404, 412] },
    },
  ];
}

const listEntries = (store: EntityStore): Entries => store.document('nodesdn')?.body ?? {};

/** With `show_all`, includes the names from the settings. */
function withStaticNames({ settings }: RestDeps, call: RequestContext, entries: Entries): Entries {
  const showsAll = queryFlag(call.request, 'show_all', true);
  return { ...entries, ...(showsAll && { [STATIC_NAME]: { nodes_dn: settings.nodesDn } }) };
}

function list(deps: RestDeps, call: RequestContext): EngineResponse {
  const document = deps.store.document('nodesdn');
  return json(
    200,
    withStaticNames(deps, call, listEntries(deps.store)),
    document ? { etag: entityTag(document.revision) } : {}
  );
}

function get(deps: RestDeps, call: RequestContext): EngineResponse {
  const name = getName(call);
  const entries = listEntries(deps.store);
  if (!Object.hasOwn(entries, name)) return unknown(name);
  return json(200, withStaticNames(deps, call, { [name]: entries[name] }));
}

async function put(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  const payload = readPayload(call.request, BODY, deps.settings);
  const name = writableName(getName(call));
  return guardedWrite(deps, call, (store) => {
    const before = listEntries(store);
    const entry = asTexts(payload);
    save(store, call, Object.fromEntries([...Object.entries(before), [name, entry]]));
    return Object.hasOwn(before, name)
      ? message(200, `'${name}' updated.`)
      : message(201, `'${name}' created.`);
  });
}

const remove = (deps: RestDeps, call: RequestContext): Promise<EngineResponse> =>
  guardedWrite(deps, call, (store) => {
    const name = writableName(getName(call));
    const before = listEntries(store);
    if (!Object.hasOwn(before, name)) refuseIf(unknown(name));
    save(store, call, Object.fromEntries(Object.entries(before).filter(([key]) => key !== name)));
    return message(200, `'${name}' deleted.`);
  });

async function patchOne(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  const operations = readPatch(call);
  const name = writableName(getName(call));
  return guardedWrite(deps, call, (store) => {
    const before = listEntries(store);
    if (!Object.hasOwn(before, name)) refuseIf(unknown(name));
    const base = toPatchBase(before[name]);
    const after = apply(base, operations);
    if (isEqual(base, after)) return noChange();
    const entry = checkedEntry(deps, after);
    save(store, call, Object.fromEntries([...Object.entries(before), [name, entry]]));
    return message(200, `'${name}' updated.`);
  });
}

async function patchMany(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  const operations = readPatch(call);
  firstSegments(operations).forEach(refuseMeta);
  return guardedWrite(deps, call, (store) => {
    const before = listEntries(store);
    const base = Object.fromEntries(
      Object.entries(before).map(([key, entry]) => [key, toPatchBase(entry)])
    );
    const after = apply(base, operations);
    if (replacesWhole(operations) || !isJsonObject(after))
      throw new RestError(badRequest('Replacing the whole collection is not supported'));
    if (isEqual(base, after)) return noChange();
    const patched = Object.entries(after).map(([name, entry]) => {
      if (isEqual(base[name], entry)) return [name, before[name]] as const;
      return [writableName(name), checkedEntry(deps, entry)] as const;
    });
    save(store, call, Object.fromEntries(patched));
    return message(200, 'Resource updated.');
  });
}

function checkedEntry({ settings }: RestDeps, entry: unknown): Payload {
  const payload = getObject(entry, BODY);
  checkPayload(payload, BODY, settings);
  return asTexts(payload);
}

/** Converts numbers and flags to text, as for entities. */
const asTexts = ({ nodes_dn: names }: Payload): Payload => ({
  nodes_dn: readTexts(names, 'nodes_dn'),
});

/** Patches see entries without empty lists. */
const toPatchBase = (entry: unknown): unknown =>
  isJsonObject(entry) && isEqual(entry['nodes_dn'], []) ? {} : entry;

const getName = ({ params }: RequestContext): string => checkedName(params['name'] ?? '');

function checkedName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH) return name;
  throw new RestError(badRequest(`nodesdn name exceeds maximum length of ${MAX_NAME_LENGTH}.`));
}

function writableName(name: string): string {
  if (name === STATIC_NAME) throw new RestError(forbid(`Resource '${STATIC_NAME}' is read-only.`));
  refuseMeta(name);
  return checkedName(name);
}

const unknown = (name: string): EngineResponse => notFound(`nodesdn '${name}' not found.`);

function save(store: Transaction, call: RequestContext, entries: Entries): void {
  const { nodesDn } = ENGINE_LIMITS;
  refuseGrowth(listEntries(store), entries, nodesDn, `There are at most ${nodesDn} entries.`);
  refuseIf(patternFailure('nodesdn', entries));
  putVersion(store, call, { id: 'nodesdn', label: 'nodesdn' }, () => entries);
}
