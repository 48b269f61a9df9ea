/**
 * The lockout check for a backend without one: applies the change in memory, to the users and
 * mappings that the backend shows the server, and checks the result.
 */
import type { EntityByType, ResourceType } from '../../contracts/entities';
import { isConfirmed, LockoutGuard, mayTakeAccess } from '../changes/lockout/lockout';
import { type Change, documentChanges, type EntityChange, entityChanges } from '../api/change';
import type { ConfigurationReader, Engine } from '../api/engine';
import { proposalOf } from './proposed_changes';
import { targetsOf } from './targets';
import { allowListOf } from '../changes/lockout/allow_list';
import {
  type ConfigurationView,
  type StoredEntities,
  viewOfEntities,
} from '../changes/lockout/configuration_view';
import type { EngineSupplies } from '../api/backend';
import { backendPrecheck } from './backend_precheck';
import { nameOf } from './user_name';

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
    const changes = (await proposalOf(request, targets, configuration)) ?? [];
    const needsAllowList = changes.some(({ type, before }) => type === 'allowlist' || before);
    const list = needsAllowList ? await allowListIn(changes, configuration) : undefined;
    const entities = entityChanges(changes);
    const isAboutAccess = entities.some((change) => mayTakeAccess(change, settings));
    if (!isAboutAccess && !allowListOf(list).enabled) return engine.request(caller, request);
    const identity = await engine.identify(caller);
    if (!identity) return engine.request(caller, request);
    const view = await viewOf(entities, configuration, list);
    const hostNamesOf = (address: string | undefined) => (address === undefined ? [] : [address]);
    const guard = new LockoutGuard(view, settings, hostNamesOf);
    const error = guard.denial({ request, caller, identity }, changes);
    if (!error) return engine.request(caller, request);
    const [target] = targets;
    if (target?.kind !== 'entity') return error;
    const { type, name } = target;
    const about = entities.length > 1 ? { type } : { type, name, present: entities[0]?.before };
    return (await backendPrecheck(engine, settings, caller, request, about)) ?? error;
  },
});

const allowListIn = async (changes: readonly Change[], configuration: ConfigurationReader) =>
  documentChanges(changes).find(({ type }) => type === 'allowlist')?.after ??
  (await configuration.document('allowlist'));

/** The entities that determine the administrators, after the change. */
async function viewOf(
  changes: readonly EntityChange[],
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
