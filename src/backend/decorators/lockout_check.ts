/**
 * The lock-out question for a backend that does not ask it: the change is made in memory first,
 * over what the backend shows the server of users and mappings, and judged there. What the backend
 * would refuse anyway is passed on to it.
 */
import type { EntityByType, ResourceType } from '../../contracts/entities';
import { allowListOf } from '../changes/lockout/allow_list';
import {
  viewOfEntities,
  type ConfigurationView,
  type HeldEntities,
} from '../changes/lockout/configuration_view';
import { isConfirmed, LockoutGuard, mayTakeAccess } from '../changes/lockout/lockout';
import type { EngineSupplies } from '../api/backend';
import type { ConfigurationReader, Engine } from '../api/engine';
import { overrideEngine } from './override_members';
import { backendPrecheck } from './backend_precheck';
import { proposalOf, type ProjectedChanges } from './projected_changes';
import { targetsOf } from './targets';
import { nameOf } from './user_name';

/** @param engine - whose `features.lockoutQuestion` is false */
export const withLockoutCheck = (
  engine: Engine,
  { configuration, settings }: Pick<EngineSupplies, 'configuration' | 'settings'>
): Engine =>
  overrideEngine(engine, {
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
