/**
 * `POST /api/{type}/{name}/_rename`, an addition of this engine: gives an entity another name, with
 * everything that refers to it, in one transaction and one history entry.
 */
import { uniq } from 'lodash';
import { RENAME_BODY, RENAME_RESPONSE, type RenameResponse } from '../../../../contracts/api';
import type { ResourceType } from '../../../../contracts/entities';
import { ENGINE_ERRORS, englishText } from '../../../../contracts/errors';
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import { CONFIRM_LOCKOUT } from '../../../changes/lockout/lockout';
import {
  namedInConfiguration,
  REFERENCES,
  RENAMABLE,
  renamedIn,
  renamedTenancy,
  withTenancy,
  type Renamable,
} from '../../../changes/rename/references';
import { readPayload, type Payload } from '../../../model/payload';
import { PAYLOAD_RULES } from '../../../model/payload_rules';
import type { EngineResponse } from '../../../api/engine';
import type { StoredEntity } from '../../configuration_store/entity_store';
import type { Transaction } from '../../configuration_store/configuration_writer';
import type { ApiAccess } from '../request/api_access';
import {
  guardedWrite,
  queryFlag,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { checkPreconditions, entityTag } from '../responses/entity_tag';
import { forbid, json, message, refuseIf, RestError } from '../../../model/responses';
import { readRequiredRoles, writeRequiredRoles } from '../../authentication/factors/required_roles';
import { checkName, getName, toNotFound, getRights } from './entity_change';
import { protection, getResource } from './resource';

const DRY_RUN = 'dry_run';

export function renameRoutes(deps: RestDeps, access: ApiAccess): readonly Route[] {
  return RENAMABLE.map((type) => ({
    methods: ['POST'],
    path: `/api/${type}/{name}/_rename`,
    access: getResource(type).endpoint,
    query: [CONFIRM_LOCKOUT, DRY_RUN],
    permission: ({ caller, identity }) => {
      if (caller.kind === 'internal' || caller.kind === 'certificate') return undefined;
      const [denial] = REFERENCES[type].endpoints.flatMap(
        (endpoint) => access.denialMessage(identity, endpoint, 'PUT', caller.tls) ?? []
      );
      return denial === undefined ? undefined : forbid(denial);
    },
    handler: (call) => rename(deps, type, call),
    doc: {
      rights: REFERENCES[type].endpoints.map((endpoint) => `PUT ${endpoint}` as const),
      summary: `Rename an entry (${getResource(type).typeName}) with everything that refers to it`,
      ownBody: RENAME_BODY,
      responseSchema: RENAME_RESPONSE,
      statuses: [404, 409, 412, 413],
    },
  }));
}

async function rename(
  deps: RestDeps,
  type: Renamable,
  call: RequestContext
): Promise<EngineResponse> {
  const resource = getResource(type);
  const from = getName(resource, call);
  const to = readPayload(call.request, PAYLOAD_RULES.rename, deps.settings)['to'] as string;
  const isDryRun = queryFlag(call.request, DRY_RUN, true);
  checkName(resource, to);
  const objects = type === 'tenants' ? deps.tenantObjects.count(from) : 0;
  const rights = getRights(call);
  const response = await guardedWrite(deps, call, (store) => {
    const before = store.read(type, from);
    refuseIf(protection(from, before?.entity, rights));
    if (!before) throw new RestError(toNotFound(resource, from));
    const { apiRoles, secondFactor } = deps.settings;
    refuseIf(namedInConfiguration(type, from, [...apiRoles, ...secondFactor.requiredRoles]));
    checkPreconditions(call.request, from, before.revision);
    if (isTaken(deps, store, type, to)) throw new RestError(message(409, `'${to}' exists.`));
    // One marker tells a restart which move to finish.
    if (objects > 0 && deps.store.meta(TENANT_MOVE))
      throw new RestError(message(409, englishText(ENGINE_ERRORS.tenantMoving)));
    refuseIf(resource.check(store, to, before.entity as unknown as Payload, rights));
    const after = store.put(type, to, before.entity, { renamedFrom: from });
    const moved = new Map<string, number>();
    const entries: Record<string, string[]> = {};
    const add = (kind: ResourceType, name: string) => {
      const names = (entries[kind] ??= []);
      moved.set(kind, names.push(name));
    };
    if (type === 'roles') {
      if (moveMapping(store, from, to, rights)) add('rolesmapping', from);
      const required = readRequiredRoles(store);
      if (required.includes(from))
        // The list may name a role that was deleted.
        writeRequiredRoles(store, uniq(required.map((role) => (role === from ? to : role))));
    }
    for (const reference of referencesTo(store, type, from)) {
      refuseIf(protection(reference.name, reference.entity, rights));
      store.put(
        reference.type,
        reference.name,
        renamedIn(reference.entity, REFERENCES[type].fields, from, to)
      );
      add(reference.type, reference.name);
    }
    const keys = store.changeApiKeys(from, (scope) =>
      renamedIn(scope, REFERENCES[type].fields, from, to)
    );
    if (keys > 0) moved.set('apikeys', keys);
    if (type === 'tenants') {
      if (renameInTenancy(store, from, to)) moved.set('config', 1);
      if (objects > 0) {
        moved.set('objects', objects);
        store.setMeta(TENANT_MOVE, JSON.stringify({ from, to }));
      }
    }
    store.delete(type, from);
    const renamed: RenameResponse = {
      message: `'${from}' renamed to '${to}'.`,
      moved: Object.fromEntries(moved),
      entries,
    };
    const done = json(200, renamed, { etag: entityTag(after.revision) });
    // Rolls everything back.
    if (isDryRun) throw new RestError(done);
    return done;
  });
  if (objects > 0) await finishTenantMove(deps);
  return response;
}

/** Where a restart finds a move of objects that has not finished. */
const TENANT_MOVE = 'tenant_move';

/** Moves the objects of a renamed tenant; also after a crash, so that none stays behind. */
export async function finishTenantMove({
  store,
  writer,
  tenantObjects,
}: Pick<RestDeps, 'store' | 'writer' | 'tenantObjects'>): Promise<void> {
  const pending = store.meta(TENANT_MOVE);
  if (!pending) return;
  const { from, to } = JSON.parse(pending) as { readonly from: string; readonly to: string };
  await tenantObjects.move(from, to);
  await writer.write((open) => open.setMeta(TENANT_MOVE, ''));
}

/** A tenant that was deleted may have left objects, which must not mix with others. */
function isTaken(deps: RestDeps, store: Transaction, type: Renamable, to: string): boolean {
  if (store.has(type, to)) return true;
  if (type === 'roles') return store.has('rolesmapping', to);
  return type === 'tenants' && deps.tenantObjects.count(to) > 0;
}

function moveMapping(
  store: Transaction,
  from: string,
  to: string,
  rights: ReturnType<typeof getRights>
): boolean {
  const mapping = store.read('rolesmapping', from)?.entity;
  if (!mapping) return false;
  refuseIf(protection(from, mapping, rights));
  store.put('rolesmapping', to, mapping);
  store.delete('rolesmapping', from);
  return true;
}

/** @throws {RestError} 413 if there are more than one transaction may change */
function referencesTo(store: Transaction, type: Renamable, name: string): readonly StoredEntity[] {
  const { types, fields } = REFERENCES[type];
  const most = ENGINE_LIMITS.renameReferences;
  const found = types.flatMap((one) =>
    store
      .mentioning(one, name, most + 1)
      .filter(({ entity }) => renamedIn(entity, fields, name, '') !== entity)
  );
  if (found.length > most)
    throw new RestError(
      message(413, `More than ${most} entries refer to '${name}'. Remove some of them first.`)
    );
  return found;
}

/** @returns whether the tenancy settings name the tenant */
function renameInTenancy(store: Transaction, from: string, to: string): boolean {
  const document = store.document('config')?.body;
  const tenancy = renamedTenancy(document, from, to);
  if (tenancy) store.putDocument('config', withTenancy(document, tenancy));
  return tenancy !== undefined;
}
