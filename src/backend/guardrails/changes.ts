/** Checks whether changes of the configuration newly break a promise. */
import { isEqual, pickBy } from 'lodash';
import type { GuardrailPromise } from '../../contracts/entities/documents';
import type { Entity, InternalUser, ResourceType, RoleMapping } from '../../contracts/entities';
import { ENGINE_ERRORS, englishText } from '../../contracts/errors';
import { MappingIndex } from '../access/evaluation/mapping_index';
import { OverlayRules, type RuleChanges } from '../access/evaluation/overlay_rules';
import type { RuleView } from '../access/evaluation/rule_view';
import { changedRoles } from '../access/explanation/change_impact';
import { possibleHolders } from '../access/explanation/possible_holders';
import type { UserSource } from '../access/user_source';
import { type Change, entityChanges, type EntityChange, isEntityType } from '../api/change';
import { requestTrace } from '../api/request_trace';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import {
  AccessState,
  holdersAmong,
  mappedCandidates,
  findNewBreach,
  toCandidate,
  type Breach,
  type Comparison,
  type KnownGrants,
} from './breaches';
import { CompiledPromise } from './promise';

type Promises = Readonly<Record<string, unknown>>;

/** @param body - the stored document, name to promise */
export const getPromises = (
  body: Promises | undefined,
  apiRoles: readonly string[]
): readonly CompiledPromise[] =>
  Object.entries(body ?? {}).map(
    ([name, promise]) => new CompiledPromise(name, promise as GuardrailPromise, apiRoles)
  );

/**
 * The promises of changes that replace promises as well: those before and those after. Otherwise
 * one set of changes could drop a promise and break it.
 */
export const promisesAround = (
  before: Promises | undefined,
  after: Promises | undefined,
  apiRoles: readonly string[]
): readonly CompiledPromise[] => [
  ...getPromises(before, apiRoles),
  ...getPromises(
    pickBy(after, (promise, name) => !isEqual(promise, before?.[name])),
    apiRoles
  ),
];

/** Those that the current work must keep: with a reason, only those that no reason lets pass. */
export const keptNow = (promises: readonly CompiledPromise[]): readonly CompiledPromise[] =>
  requestTrace.getStore()?.reason === undefined
    ? promises
    : promises.filter(({ promise }) => promise.on_breach !== 'ask');

/** The rules and internal users that changes concern. */
export interface ChangedConfiguration {
  readonly rules: RuleView;
  /** Whether `rules` have the changes already. Default: they are those before the changes. */
  readonly hasChanges?: boolean;
  /** Before or after the changes. */
  readonly users: UserSource;
}

/** The changed rules, in the state before or after the changes. */
export function changedRules(
  changes: readonly Change[],
  stateOf: (change: EntityChange) => Entity | undefined
): RuleChanges {
  const states = (type: ResourceType): ReadonlyMap<string, never> =>
    new Map(
      entityChanges(changes)
        .filter((change) => change.type === type)
        .map((change) => [change.name, stateOf(change) as never])
    );
  return {
    roles: states('roles'),
    rolesmapping: states('rolesmapping'),
    actiongroups: states('actiongroups'),
  };
}

/** Looks only at those who have, or had, a role that changes. */
export function* breachOfChanges(
  { rules, hasChanges = false, users }: ChangedConfiguration,
  promises: readonly CompiledPromise[],
  changes: readonly Change[],
  known: KnownGrants = new WeakMap()
): CooperativeTask<Breach | undefined> {
  if (promises.length === 0 || !changes.some(concernsAccess)) return undefined;
  const other = new OverlayRules(
    rules,
    changedRules(changes, (change) => (hasChanges ? change.before : change.after))
  );
  const [before, after] = hasChanges ? [other, rules] : [rules, other];
  const changed = changedRules(changes, ({ after }) => after);
  const states = [before, after];
  const roles = yield* changedRolesIn(states, changed);
  const comparison: Comparison = {
    promises,
    before: new AccessState(before, promises, known),
    after: new AccessState(after, promises, known),
    changedRoles: roles,
    mappings: changedMappings(changes),
  };
  const changedUsers = new Set<string>();
  for (const { type, name, before: old, after: next } of changes) {
    if (type !== 'internalusers') continue;
    changedUsers.add(name);
    const then = old && toCandidate(name, old as InternalUser);
    const now = next && toCandidate(name, next as InternalUser);
    const breach = now && (yield* findNewBreach(comparison, then, now));
    if (breach) return breach;
    yield;
  }
  const concerned = new Set([...roles, ...changed.rolesmapping.keys()]);
  if (concerned.size === 0) return undefined;
  const isUser = (name: string): boolean => users.find(name) !== undefined;
  const isConcerned = holdersAmong(concerned, states);
  for (const candidate of yield* mappedCandidates(after, promises, isUser, isConcerned)) {
    const breach = yield* findNewBreach(comparison, candidate, candidate);
    if (breach) return breach;
    yield;
  }
  for (const name of yield* possibleHolders(users, concerned, states)) {
    const record = changedUsers.has(name) ? undefined : users.find(name);
    const candidate = record && toCandidate(name, record.user);
    const breach = candidate && (yield* findNewBreach(comparison, candidate, candidate));
    if (breach) return breach;
    yield;
  }
  return undefined;
}

/** A changed action group can name others, so its roles are sought in both states. */
function* changedRolesIn(
  states: readonly RuleView[],
  changes: RuleChanges
): CooperativeTask<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const rules of states)
    for (const role of yield* changedRoles({ rules, changes })) found.add(role);
  return found;
}

/** The changed mappings alone, before and after. */
function changedMappings(changes: readonly Change[]): Comparison['mappings'] {
  const mappings = { before: new MappingIndex(), after: new MappingIndex() };
  const seen = new Set<string>();
  for (const { type, name, before, after } of changes) {
    if (type !== 'rolesmapping') continue;
    // Of several changes of one mapping, the first has the state before all of them.
    if (before && !seen.has(name)) mappings.before.set(name, before as RoleMapping);
    seen.add(name);
    if (after) mappings.after.set(name, after as RoleMapping);
    else mappings.after.delete(name);
  }
  return mappings;
}

/** Descriptions and passwords do not concern access. */
const ACCESS_KEYS: Readonly<Record<ResourceType, readonly string[]>> = {
  internalusers: ['backend_roles', 'opendistro_security_roles', 'attributes'],
  roles: ['cluster_permissions', 'index_permissions'],
  rolesmapping: ['users', 'backend_roles', 'and_backend_roles', 'hosts'],
  actiongroups: ['allowed_actions'],
  tenants: [],
};

export const concernsAccess = ({ type, before, after }: Change): boolean =>
  isEntityType(type) &&
  ACCESS_KEYS[type].some((key) => {
    const [one, other] = [before, after].map((entity) =>
      JSON.stringify((entity as Readonly<Record<string, unknown>> | undefined)?.[key])
    );
    return one !== other;
  });

/** The English text for the author of the change. */
export function breachText({ guardrail, userName, way }: Breach): string {
  const { name, promise } = guardrail;
  const action = [promise.action, promise.index].filter(Boolean).join(' ');
  const { guardrailGrant, guardrailGrantAsks, guardrailLoss, guardrailLossAsks } = ENGINE_ERRORS;
  const asks = promise.on_breach === 'ask';
  return promise.rule === 'always'
    ? englishText(asks ? guardrailLossAsks : guardrailLoss, { name, action, user: userName })
    : englishText(asks ? guardrailGrantAsks : guardrailGrant, {
        name,
        action,
        way: way.join(' → '),
      });
}

const BY_API = '(with the API: in the header x-change-reason)';

/** For a command line. @param text - the text about a breach, also of a server */
export const withReasonOption = (text: string): string =>
  text.replace(BY_API, 'with --reason=TEXT');
