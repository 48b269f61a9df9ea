/** GET, PUT and DELETE of the five entity types. */
import { ENTITIES, type Entity, type InternalUser } from '../../../../contracts/entities';
import type { JsonSchema } from '../../../../contracts/schema';
import { omit } from 'lodash';
import {
  hasNamesake,
  maskedFieldFailure,
  missingRoles,
  protection,
  type Resource,
  RESOURCES,
} from './resource';
import { HTTP_LIMITS } from '../../../../contracts/limits';
import { isServiceAccount } from '../../../model/service_account';
import type { EntityStore, StoredEntity } from '../../configuration_store/entity_store';
import type { EngineResponse } from '../../../api/engine';
import {
  guardedWrite,
  queryFlag,
  queryValue,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { CONFIRM_LOCKOUT } from '../../../changes/lockout/lockout';
import {
  checkPassword,
  getHash,
  getName,
  toNotFound,
  getRights,
  rulesFor,
  withoutPassword,
} from './entity_change';
import { refuseMeta } from '../request/meta_name';
import { checkPreconditions, entityTag } from '../responses/entity_tag';
import { patchManyHandler, patchOneHandler } from './entity_patch';
import { entityFrom, readPayload, toBoolean, type Payload } from '../../../model/payload';
import {
  flagWarning,
  missingRoleWarning,
  sameNameWarning,
  withWarnings,
} from '../../../changes/import_warnings';
import { badRequest, json, message, refuseIf, RestError } from '../../../model/responses';

/** JSON Schema of the response to GET of a collection. */
const toResponseSchema = ({ type }: Resource): JsonSchema => ({
  type: 'object',
  description: 'Name to entry',
  additionalProperties: ENTITIES[type].responseSchema,
});

/** Read in batches, so that a large collection does not delay other requests. */
const LIST_STEP = 500;
/** Bytes read and parsed per batch, unless one entity alone is larger. */
const LIST_BYTES = 262_144;

/**
 * Only changes of users and mappings can need a confirmation; the other types accept the parameter
 * without effect.
 */
const changeQuery = ({ type }: Resource): readonly string[] => [
  CONFIRM_LOCKOUT,
  ...(type === 'internalusers' ? [FILTER, MUST_CHANGE] : []),
];
/** A parameter of all requests for users; it has an effect only where users are returned. */
const FILTER = 'filterBy';
/** With PUT of a user: requires a new password at the next login. */
const MUST_CHANGE = 'must_change_password';

export function entityRoutes(deps: RestDeps): readonly Route[] {
  return RESOURCES.flatMap((resource) => {
    const main = `/api/${resource.type}`;
    const paths = resource.alias ? [main, `/api/${resource.alias}`] : [main];
    const { endpoint: access, typeName } = resource;
    return [
      ...paths.flatMap((path) => basicRoutes(deps, resource, path)),
      {
        methods: ['PATCH'],
        path: main,
        access,
        query: changeQuery(resource),
        handler: patchManyHandler(deps, resource),
        doc: {
          summary: `Change several entries (${typeName}), all or nothing`,
          isPatch: true,
          statuses: [404, 409],
        },
      },
      {
        methods: ['PATCH'],
        path: `${main}/{name}`,
        access,
        query: changeQuery(resource),
        handler: patchOneHandler(deps, resource),
        doc: {
          summary: `Change one entry (${typeName})`,
          isPatch: true,
          statuses: [404, 409, 412],
        },
      },
    ] satisfies Route[];
  });
}

function basicRoutes(deps: RestDeps, resource: Resource, path: string): readonly Route[] {
  const { endpoint: access, type, typeName, rules: body } = resource;
  const response = toResponseSchema(resource);
  return [
    {
      methods: ['GET'],
      path,
      access,
      query: type === 'internalusers' ? [FILTER] : [],
      handler: (call) => list(deps, resource, call),
      doc: { summary: `Show all entries (${typeName})`, responseSchema: response },
    },
    {
      methods: ['GET'],
      path: `${path}/{name}`,
      access,
      query: type === 'internalusers' ? [FILTER] : [],
      handler: (call) => get(deps, resource, call),
      doc: { summary: `Show one entry (${typeName})`, responseSchema: response, statuses: [404] },
    },
    {
      methods: ['PUT'],
      path: `${path}/{name}`,
      access,
      query: changeQuery(resource),
      handler: (call) => put(deps, resource, call),
      doc: {
        summary: `Create or replace an entry (${typeName})`,
        body,
        statuses: [201, 404, 409, 412],
      },
    },
    {
      methods: ['DELETE'],
      path: `${path}/{name}`,
      access,
      query: changeQuery(resource),
      handler: (call) => remove(deps, resource, call),
      doc: { summary: `Delete an entry (${typeName})`, statuses: [404, 409, 412] },
    },
  ];
}

async function list(
  deps: RestDeps,
  { type }: Resource,
  call: RequestContext
): Promise<EngineResponse> {
  const matchesFilter = toFilter(type, call);
  const entries: [string, Entity][] = [];
  let bytes = 0;
  for (let after: string | undefined; ;) {
    const next = runningSums(deps.store.sizes(type, after, LIST_STEP));
    if (next.length === 0) return json(200, Object.fromEntries(entries));
    const count = Math.max(1, next.filter((sum) => sum <= LIST_BYTES).length);
    bytes += next[count - 1] ?? 0;
    if (bytes > HTTP_LIMITS.responseBytes) return tooMuch();
    const step: StoredEntity[] = deps.store.page(type, after, count);
    for (const { name, entity } of step) {
      if ((!entity.hidden || call.isSuperAdmin) && matchesFilter(entity))
        entries.push([name, entity]);
    }
    after = step.at(-1)?.name;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const tooMuch = (): EngineResponse =>
  message(
    413,
    `All entries together are larger than ${HTTP_LIMITS.responseBytes} bytes. Ask for single ones.`
  );

function runningSums(sizes: readonly number[]): readonly number[] {
  let sum = 0;
  return sizes.map((size) => (sum += size));
}

function toFilter(
  type: Resource['type'],
  { request }: RequestContext
): (entity: Entity) => boolean {
  if (type !== 'internalusers') return () => true;
  const filterBy = queryValue(request, FILTER);
  const isService = (entity: Entity) => isServiceAccount((entity as InternalUser).attributes);
  if (filterBy === 'service') return isService;
  return filterBy === 'internal' ? (entity) => !isService(entity) : () => true;
}

function get({ store }: RestDeps, resource: Resource, call: RequestContext): EngineResponse {
  const name = getName(resource, call);
  const stored = store.read(resource.type, name);
  if (!stored || (stored.entity.hidden && !call.isSuperAdmin)) return toNotFound(resource, name);
  const entries = toFilter(resource.type, call)(stored.entity) ? { [name]: stored.entity } : {};
  return json(200, entries, { etag: entityTag(stored.revision) });
}

async function put(
  deps: RestDeps,
  resource: Resource,
  call: RequestContext
): Promise<EngineResponse> {
  const name = getName(resource, call);
  refuseMeta(name);
  const isImport = call.slot !== undefined;
  // A cluster reads files with blank names in lists, which match nothing.
  const settings = isImport ? { ...deps.settings, takesBlank: true } : deps.settings;
  const sent = readPayload(call.request, rulesFor(resource, call), settings);
  const flags = isImport && !call.isSuperAdmin ? givenFlags(sent) : [];
  const payload = omit(sent, flags);
  const isUser = resource.type === 'internalusers';
  if (isUser) await checkPassword(deps, call, name, payload);
  if (resource.type === 'roles') refuseIf(maskedFieldFailure(payload));
  const rights = getRights(call);
  // Also checked before the costly hash, so that callers without permission get the error early.
  refuseIf(protection(name, deps.store.read(resource.type, name)?.entity, rights));
  const mustChangePassword = isUser && queryFlag(call.request, MUST_CHANGE, true);
  const hash = isUser ? await getHash(deps, call, payload) : undefined;
  return guardedWrite(deps, call, (store) => {
    const before = store.read(resource.type, name);
    refuseIf(protection(name, before?.entity, rights));
    checkPreconditions(call.request, name, before?.revision);
    refuseIf(resource.check(store, name, payload, rights));
    if (isUser) checkCredential(store, name, before !== undefined, hash);
    const entity = entityFrom(resource.type, payload);
    const warnings = [
      ...missingRoles(store, resource.type, name, payload).map(missingRoleWarning),
      ...flags.map(flagWarning),
      ...(hasNamesake(store, resource.type, name) ? [sameNameWarning(name)] : []),
    ];
    const stored = store.put(resource.type, name, entity, { hash, mustChangePassword });
    const headers = { etag: entityTag(stored.revision) };
    const response = before
      ? message(200, `'${name}' updated.`, headers)
      : message(201, `'${name}' created.`, headers);
    return isImport ? withWarnings(response, warnings) : response;
  });
}

/** Only super administrators set them. */
const givenFlags = (payload: Payload): readonly string[] =>
  ['reserved', 'hidden'].filter((flag) => toBoolean(payload[flag]) !== undefined);

function remove(deps: RestDeps, resource: Resource, call: RequestContext): Promise<EngineResponse> {
  const name = getName(resource, call);
  return guardedWrite(deps, call, (store) => {
    const before = store.read(resource.type, name);
    refuseIf(protection(name, before?.entity, getRights(call)));
    if (!before) return toNotFound(resource, name);
    checkPreconditions(call.request, name, before.revision);
    store.delete(resource.type, name);
    return message(200, `'${name}' deleted.`);
  });
}

function checkCredential(
  store: EntityStore,
  name: string,
  isKnown: boolean,
  hash: string | undefined
): void {
  if (hash !== undefined) return;
  if (!isKnown) {
    throw new RestError(
      badRequest("Please specify either 'hash' or 'password' when creating a new internal user.")
    );
  }
  if (!store.credential(name)) throw new RestError(badRequest(withoutPassword(name)));
}
