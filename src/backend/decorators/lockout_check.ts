/**
 * The lockout check for a backend without one: applies the change in memory, to the users and
 * mappings that the backend shows the server, and checks the result.
 */
import { isJsonObject, patchBase } from '../model/entity_shape';
import type { Entity, EntityByType, ResourceType } from '../../contracts/entities';
import {
  type EntityChange,
  isConfirmed,
  LockoutGuard,
  mayTakeAccess,
} from '../changes/lockout/lockout';
import { applyPatch, parsePatch } from '../changes/json_patch';
import { normaliseEntity, type Payload, readBody, toBoolean } from '../model/payload';
import type { ConfigurationReader, Engine, EngineRequest } from '../api/engine';
import { entityOf, type Target, targetsOf } from './targets';
import { allowListOf } from '../changes/lockout/allow_list';
import {
  type ConfigurationView,
  type StoredEntities,
  viewOfEntities,
} from '../changes/lockout/configuration_view';
import type { EngineSupplies } from '../api/backend';
import { backendPrecheck } from './backend_precheck';
import { nameOf } from './user_name';

/** The changes that a request would make, as far as they can be predicted. */
interface ProjectedChanges {
  readonly changes: readonly EntityChange[];
  readonly documents: ReadonlyArray<{ readonly id: 'allowlist'; readonly body: Payload }>;
}

const NOTHING: ProjectedChanges = { changes: [], documents: [] };

/** Empty for invalid requests, which the backend rejects. */
async function proposalOf(
  request: EngineRequest,
  targets: readonly Target[],
  configuration: ConfigurationReader
): Promise<ProjectedChanges> {
  const entities = targets.filter((target) => target.kind === 'entity');
  const before = new Map<string, Entity | undefined>();
  for (const { type, name } of entities) before.set(name, await configuration.entity(type, name));
  const isList = targets.some((target) => target.kind === 'document' && target.id === 'allowlist');
  const list = isList ? ((await configuration.document('allowlist')) ?? {}) : {};
  try {
    if (isList)
      return { changes: [], documents: [{ id: 'allowlist', body: listAfter(request, list) }] };
    const type = entities[0]?.type;
    return type === undefined
      ? NOTHING
      : { changes: changesOf(request, type, before), documents: [] };
  } catch {
    return NOTHING;
  }
}

function changesOf(
  request: EngineRequest,
  type: ResourceType,
  entities: ReadonlyMap<string, Entity | undefined>
): readonly EntityChange[] {
  const single = entityOf(request)?.name;
  if (request.method === 'DELETE') return changeOf(type, single, entities, undefined);
  const body = readBody(request);
  if (request.method === 'PUT') return changeOf(type, single, entities, body as Payload);
  if (request.method !== 'PATCH') return [];
  const operations = parsePatch(body);
  const documents = [...entities].map(([name, entity]) => [name, entity] as const);
  const patched = patchedBy((shape) =>
    single === undefined
      ? applyPatch(
          Object.fromEntries(
            documents.flatMap(([name, entity]) => (entity ? [[name, shape(entity)]] : []))
          ),
          operations
        )
      : { [single]: applyPatch(shape(entities.get(single) as Entity), operations) }
  );
  return [...entities.keys()].flatMap((name) =>
    changeOf(type, name, entities, Object.hasOwn(patched, name) ? patched[name] : undefined)
  );
}

/**
 * Patches apply to entities without default values. If that fails, try with defaults, because some
 * backends keep them.
 */
function patchedBy(
  apply: (shape: (entity: Entity) => Payload) => unknown
): Record<string, Payload> {
  const lean = (entity: Entity): Payload => ({
    ...('hash' in entity && { hash: '' }),
    ...patchBase(entity),
  });
  try {
    return apply(lean) as Record<string, Payload>;
  } catch {
    return apply((entity) => ({ ...entity })) as Record<string, Payload>;
  }
}

function changeOf(
  type: ResourceType,
  name: string | undefined,
  entities: ReadonlyMap<string, Entity | undefined>,
  payload: Payload | undefined
): readonly EntityChange[] {
  if (name === undefined) return [];
  const before = entities.get(name);
  const flags = { reserved: before?.reserved, hidden: before?.hidden, static: before?.static };
  const after = payload && normaliseEntity(type, payload, flags);
  const isSecretSent = [payload?.['password'], payload?.['hash']].some(
    (secret) => typeof secret === 'string' && secret !== ''
  );
  const isCredentialChanged = isSecretSent || (type === 'internalusers' && payload === undefined);
  return before === undefined && after === undefined
    ? []
    : [{ type, name, before, after, isCredentialChanged }];
}

function listAfter(request: EngineRequest, list: Payload): Payload {
  const body = readBody(request);
  const next =
    request.method === 'PATCH'
      ? (applyPatch({ config: list }, parsePatch(body)) as { config: unknown }).config
      : body;
  if (!isJsonObject(next)) throw new TypeError('no allow list');
  return { ...next, enabled: toBoolean(next['enabled']) ?? false };
}

/** @param engine - an engine with `features.lockoutQuestion` false */
export const withLockoutCheck = (
  engine: Engine,
  { configuration, settings }: Pick<EngineSupplies, 'configuration' | 'settings'>
): Engine => ({
  ...engine,
  features: { ...engine.features, lockoutQuestion: true },
  request: async (caller, request) => {
    const targets = targetsOf(request, nameOf(caller));
    if (targets.length === 0 || isConfirmed({ request })) return engine.request(caller, request);
    const proposal = await proposalOf(request, targets, configuration);
    const { changes, documents } = proposal;
    const needsAllowList = documents.length > 0 || changes.some(({ before }) => before);
    const list = needsAllowList ? await allowListIn(proposal, configuration) : undefined;
    const isAboutAccess = changes.some((change) => mayTakeAccess(change, settings));
    if (!isAboutAccess && !allowListOf(list).enabled) return engine.request(caller, request);
    const identity = await engine.identify(caller);
    if (!identity) return engine.request(caller, request);
    const view = await viewOf(proposal, configuration, list);
    const hostNamesOf = (address: string | undefined) => (address === undefined ? [] : [address]);
    const guard = new LockoutGuard(view, settings, hostNamesOf);
    const error = guard.denial({ request, caller, identity }, changes, documents);
    if (!error) return engine.request(caller, request);
    const [target] = targets;
    if (target?.kind !== 'entity') return error;
    const { type, name } = target;
    const about = changes.length > 1 ? { type } : { type, name, present: changes[0]?.before };
    return (await backendPrecheck(engine, settings, caller, request, about)) ?? error;
  },
});

const allowListIn = async ({ documents }: ProjectedChanges, configuration: ConfigurationReader) =>
  documents.find(({ id }) => id === 'allowlist')?.body ??
  (await configuration.document('allowlist'));

/** The entities that determine the administrators, after the change. */
async function viewOf(
  { changes }: ProjectedChanges,
  configuration: ConfigurationReader,
  list: ReturnType<ConfigurationView['allowList']>
): Promise<ConfigurationView> {
  const after = async <T extends ResourceType>(
    type: T
  ): Promise<ReadonlyMap<string, EntityByType[T]>> => {
    const entities = new Map(await configuration.entities(type));
    for (const change of changes.filter((one) => one.type === type)) {
      if (change.after) entities.set(change.name, change.after as EntityByType[T]);
      else entities.delete(change.name);
    }
    return entities;
  };
  // Roles are needed only for the allow list.
  const isListOn = allowListOf(list).enabled;
  const stored: StoredEntities = {
    internalusers: await after('internalusers'),
    rolesmapping: await after('rolesmapping'),
    ...(isListOn && { roles: await after('roles'), actiongroups: await after('actiongroups') }),
  };
  return viewOfEntities(stored, list);
}
