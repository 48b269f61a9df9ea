/**
 * The lock-out question for a backend that does not ask it: the change is made in memory first,
 * over what the backend shows the server of users and mappings, and judged there. What the backend
 * would refuse anyway is passed on to it.
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
  type HeldEntities,
  viewOfEntities,
} from '../changes/lockout/configuration_view';
import type { EngineSupplies } from '../api/backend';
import { backendPrecheck } from './backend_precheck';
import { nameOf } from './user_name';

/** What the configuration would be after a call, as far as it can be said without the backend. */
interface ProjectedChanges {
  readonly changes: readonly EntityChange[];
  readonly documents: ReadonlyArray<{ readonly id: 'allowlist'; readonly body: Payload }>;
}

const NOTHING: ProjectedChanges = { changes: [], documents: [] };

/** Nothing for what cannot be read or applied: the backend refuses it. */
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
 * Patches work on entities without defaults; a backend that keeps them applies what fails there.
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

/** @param engine - whose `features.lockoutQuestion` is false */
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
    const isListAsked = documents.length > 0 || changes.some(({ before }) => before);
    const list = isListAsked ? await allowListIn(proposal, configuration) : undefined;
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

/** Everything that decides who administers, as it would be. */
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
  // Roles decide about the allow list alone.
  const isListOn = allowListOf(list).enabled;
  const held: HeldEntities = {
    internalusers: await after('internalusers'),
    rolesmapping: await after('rolesmapping'),
    ...(isListOn && { roles: await after('roles'), actiongroups: await after('actiongroups') }),
  };
  return viewOfEntities(held, list);
}
