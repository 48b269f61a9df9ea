/**
 * The lockout check for a backend without one: applies the change in memory, to the users and
 * mappings that the backend shows the server, and checks the result.
 */
import type { EntityByType, ResourceType } from '../../contracts/entities';
import { isConfirmed, LockoutGuard, mayTakeAccess } from '../changes/lockout/lockout';
import type { ConfigurationReader, Engine } from '../api/engine';
import { type ProjectedChanges, proposalOf } from './proposed_changes';
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

const NOTHING: ProjectedChanges = { changes: [], documents: [] };

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
    const proposal = (await proposalOf(request, targets, configuration)) ?? NOTHING;
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
