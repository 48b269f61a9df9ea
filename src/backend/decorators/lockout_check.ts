/**
 * The lockout check for a backend without one: applies the change in memory, to the users and
 * mappings that the backend shows the server, and checks the result.
 */
import type { EntityByType, ResourceType } from '../../contracts/entities';
import type { EngineSupplies } from '../api/backend';
import { type Change, documentChanges, type EntityChange, entityChanges } from '../api/change';
import type { ConfigurationReader, Engine } from '../api/engine';
import type { CheckError } from '../changes/checks';
import { getAllowList } from '../changes/lockout/allow_list';
import {
  type ConfigurationView,
  type StoredEntities,
  viewOfEntities,
} from '../changes/lockout/configuration_view';
import { isConfirmed, LockoutGuard, mayTakeAccess } from '../changes/lockout/lockout';
import { backendErrorOr } from './backend_precheck';
import type { PendingChange } from './pending_change';

type AllowList = ReturnType<ConfigurationView['allowList']>;

export async function lockoutError(
  engine: Pick<Engine, 'identify' | 'request'>,
  { configuration, settings }: Pick<EngineSupplies, 'configuration' | 'settings'>,
  pending: PendingChange
): Promise<CheckError> {
  const { caller, parsed } = pending;
  const { request, targets } = parsed;
  if (targets.length === 0 || isConfirmed(parsed)) return undefined;
  const changes = (await pending.predict()) ?? [];
  const list = await allowListAfter(changes, configuration);
  const entities = entityChanges(changes);
  const isAboutAccess = entities.some((change) => mayTakeAccess(change, settings));
  if (!isAboutAccess && !getAllowList(list).enabled) return undefined;
  const identity = await engine.identify(caller);
  if (!identity) return undefined;
  const view = await viewAfter(entities, configuration, list);
  const hostNames = (address: string | undefined) => (address === undefined ? [] : [address]);
  const guard = new LockoutGuard(view, settings, hostNames);
  const denial = guard.denial({ request, caller, identity }, changes);
  return denial && backendErrorOr(engine, settings, pending, denial);
}

/** `undefined` if the changes do not concern it. */
async function allowListAfter(
  changes: readonly Change[],
  configuration: ConfigurationReader
): Promise<AllowList> {
  const replaced = documentChanges(changes).find(({ type }) => type === 'allowlist');
  if (replaced) return replaced.after;
  return changes.some(({ before }) => before) ? configuration.document('allowlist') : undefined;
}

/** The entities that determine the administrators, after the change. */
async function viewAfter(
  changes: readonly EntityChange[],
  configuration: ConfigurationReader,
  list: AllowList
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
  const isListOn = getAllowList(list).enabled;
  const stored: StoredEntities = {
    internalusers: await after('internalusers'),
    rolesmapping: await after('rolesmapping'),
    ...(isListOn && { roles: await after('roles'), actiongroups: await after('actiongroups') }),
  };
  return viewOfEntities(stored, list);
}
