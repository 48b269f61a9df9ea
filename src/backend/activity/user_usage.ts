/** What one user did, which of their roles grant it, and which of them they never needed. */
import type { UserUsageReport } from '../../contracts/api/role_usage';
import { ACTIVITY_LIMITS } from '../../contracts/limits';
import { simulatedFrom, toSubject } from '../access/evaluation/access_service';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import type { UsedPermission } from './recorded_activity';
import { findGrants, usedGrants } from './role_proposal';
import { getCoverage, getExamples } from './role_report';
import { roleUsage, type UsageRequest } from './role_usage';

export interface UserRequest extends Omit<UsageRequest, 'role'> {
  /** Roles that may change the configuration by the REST API, which no event names. */
  readonly apiRoles: readonly string[];
}

type UsedRow = UserUsageReport['used'][number];
type RoleRow = UserUsageReport['roles'][number];

/** Runs in time slices. */
export function* userReport(request: UserRequest): CooperativeTask<UserUsageReport> {
  const { name, rules, users, activity } = request;
  const isOwn = ({ user }: UsedPermission): boolean => user === name;
  const own = { ...activity, used: activity.used.filter(isOwn) };
  const denied = activity.denied.filter(isOwn);
  const record = users.find(name);
  const subject = toSubject(rules, record ? simulatedFrom(record, undefined) : { name });
  const grantedBy = new Map<UsedPermission, string[]>(own.used.map((used) => [used, []]));
  const roles: RoleRow[] = [];
  for (const one of subject.roles) {
    yield;
    const row = yield* roleRow(one, { ...request, activity: own }, grantedBy);
    if (row) roles.push(row);
  }
  return {
    ...getCoverage(activity),
    is_internal: record !== undefined,
    used: yield* usedRows(grantedBy),
    roles,
    denied: {
      uses: denied.reduce((sum, { count }) => sum + count, 0),
      examples: yield* getExamples(denied.map((used) => ({ used, subject }))),
    },
  };
}

function* roleRow(
  name: string,
  request: UserRequest,
  grantedBy: ReadonlyMap<UsedPermission, string[]>
): CooperativeTask<RoleRow | undefined> {
  const { rules, apiRoles } = request;
  const role = rules.role(name);
  if (!role || role.hidden) return undefined;
  const usage = yield* roleUsage({ ...request, name, role });
  let [count, lastMs] = [0, 0];
  for (const { used } of usage.relevant) {
    yield;
    count += used.count;
    lastMs = Math.max(lastMs, used.lastMs);
    grantedBy.get(used)?.push(name);
  }
  const isPlaced = usage.cluster.size > 0 || usage.entries.some(({ actions }) => actions.size > 0);
  return {
    name,
    count,
    ...(count > 0 && { last: lastMs }),
    grants: { now: yield* findGrants(role, rules), used: usedGrants(usage) },
    unused: role.index_permissions
      .filter((_, at) => {
        const entry = usage.entries[at];
        return entry?.actions.size === 0 && entry.unplaced.size === 0;
      })
      .map(({ index_patterns: patterns }) => patterns),
    is_uncertain: count > 0 && !isPlaced,
    unrecorded: [
      ...(role.tenant_permissions.length > 0 ? (['tenants'] as const) : []),
      ...(apiRoles.includes(name) ? (['administration'] as const) : []),
    ],
  };
}

/** One row for each action, in alphabetical order. */
function* usedRows(
  grantedBy: ReadonlyMap<UsedPermission, readonly string[]>
): CooperativeTask<UsedRow[]> {
  const byAction = new Map<
    string,
    { count: number; last: number; readonly indices: Set<string>; readonly roles: Set<string> }
  >();
  for (const [{ action, index, count, lastMs }, roles] of grantedBy) {
    yield;
    const row = byAction.get(action) ?? { count: 0, last: 0, indices: new Set(), roles: new Set() };
    byAction.set(action, row);
    row.count += count;
    row.last = Math.max(row.last, lastMs);
    if (index !== undefined) row.indices.add(index);
    for (const role of roles) row.roles.add(role);
  }
  return [...byAction]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { indices, roles, ...row }]) => ({
      name,
      ...row,
      index_count: indices.size,
      roles: [...roles].sort(),
      indices: [...indices].sort().slice(0, ACTIVITY_LIMITS.namesShown),
    }));
}
