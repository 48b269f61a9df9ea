/** The use of a role as callers see it (`security usage --json`). */
import { orderBy } from 'lodash';
import type {
  PermissionUse,
  ProposalSetting,
  RecordedUse,
  RoleUsageReport,
} from '../../contracts/api/role_usage';
import { ACTIVITY_LIMITS } from '../../contracts/limits';
import { patchBase } from '../model/entity_shape';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { proposeRole, replay } from './role_proposal';
import type { RecordedActivity } from './recorded_activity';
import { lostRequests, type EarlierRole } from './lost_requests';
import { roleUsage, type Relevant, type Use, type UsageRequest } from './role_usage';

/**
 * @param earlier - the role before changes of the last days, whose denials are listed. Runs in time
 *   slices.
 */
export function* roleReport(
  request: UsageRequest,
  setting: ProposalSetting,
  earlier?: EarlierRole
): CooperativeTask<RoleUsageReport> {
  const { name, rules, activity, nowMs } = request;
  const usage = yield* roleUsage(request);
  const { role, grants } = yield* proposeRole(usage, setting, rules);
  const { uses, denied } = yield* replay(usage, name, role, rules, nowMs);
  const lost = earlier && (yield* lostRequests(request, earlier));
  return {
    ...getCoverage(activity),
    cluster_actions: listUses(usage.cluster),
    entries: usage.entries.map(({ actions, indices, unplaced }, at) => ({
      index_patterns: usage.role.index_permissions[at]?.index_patterns ?? [],
      actions: listUses(actions),
      indices: listUses(indices),
      unplaced: [...unplaced].sort(),
    })),
    grants,
    ...(role && { proposal: patchBase(role) }),
    replay: {
      uses,
      denied: denied.reduce((sum, { used }) => sum + used.count, 0),
      examples: yield* getExamples(denied),
    },
    ...(lost && {
      denied: {
        since: lost.sinceMs,
        uses: lost.requests.reduce((sum, { used }) => sum + used.count, 0),
        examples: yield* getExamples(lost.requests),
        ...(lost.role && { give_back: patchBase(lost.role) }),
      },
    }),
  };
}

export const getCoverage = ({ events, period, isPartial }: RecordedActivity) => ({
  events,
  ...(period && { period: { from: period.fromMs, to: period.toMs } }),
  is_partial: isPartial,
});

const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  a.name < b.name ? -1 : 1;

const listUses = (uses: ReadonlyMap<string, Use>): PermissionUse[] =>
  [...uses]
    .map(([name, { count, lastMs, users, indices }]) => ({
      name,
      count,
      last: lastMs,
      user_count: users.size,
      users: [...users].sort().slice(0, ACTIVITY_LIMITS.namesShown),
      indices: [...indices].sort().slice(0, ACTIVITY_LIMITS.namesShown),
    }))
    .sort(byName);

const SORTED_AT_ONCE = 500;

/** The most frequent ones. There may be tens of thousands, so they are sorted in slices. */
export function* getExamples(
  denied: readonly Relevant[]
): CooperativeTask<RoleUsageReport['replay']['examples']> {
  let examples: RecordedUse[] = [];
  for (let from = 0; from < denied.length; from += SORTED_AT_ONCE) {
    const more = denied.slice(from, from + SORTED_AT_ONCE).map(({ used }) => {
      const { user, action, index, count, lastMs } = used;
      return { user, action, count, last: lastMs, ...(index !== undefined && { index }) };
    });
    examples = orderBy(
      [...examples, ...more],
      ['count', 'user', 'action', 'index'],
      ['desc', 'asc', 'asc', 'asc']
    ).slice(0, ACTIVITY_LIMITS.deniedShown);
    yield;
  }
  return examples;
}
