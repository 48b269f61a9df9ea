/** Which permissions of a role its holders used, according to recorded activity. */
import type { Role } from '../../contracts/entities';
import { simulatedFrom, toSubject } from '../access/evaluation/access_service';
import type { Subject } from '../access/evaluation/attributes';
import type { CompiledRole } from '../access/evaluation/compiled_role';
import { requiredActions } from '../access/evaluation/required_actions';
import type { RuleView } from '../access/evaluation/rule_view';
import type { UserSource } from '../access/user_source';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import type { RecordedActivity, UsedPermission } from './recorded_activity';

/** Uses of one permission of the role. */
export interface Use {
  /** One for each index of a request. */
  count: number;
  /** Epoch milliseconds. */
  lastMs: number;
  readonly users: Set<string>;
  /** Without requests that name none. */
  readonly indices: Set<string>;
}

export interface EntryUsage {
  /** By action, as recorded. */
  readonly actions: ReadonlyMap<string, Use>;
  /** By name of an index. */
  readonly indices: ReadonlyMap<string, Use>;
  /**
   * Actions whose events name no index, such as those of bulk requests. They may have been used
   * wherever the entry allows them.
   */
  readonly unplaced: ReadonlySet<string>;
}

export interface RoleUsage {
  readonly role: Role;
  /** Cluster actions that the role grants and its holders used. */
  readonly cluster: ReadonlyMap<string, Use>;
  /** In the order of `index_permissions`. */
  readonly entries: readonly EntryUsage[];
  /** What holders, or users who may be holders, did with a permission of the role. */
  readonly relevant: readonly Relevant[];
}

export interface Relevant {
  readonly used: UsedPermission;
  readonly subject: Subject;
}

const BULK = 'indices:data/write/bulk';
/** What the items of a bulk request may need; its event does not say which. */
const BULK_ITEMS = [
  'indices:data/write/bulk[s]',
  'indices:data/write/index',
  'indices:data/write/update',
  'indices:data/write/delete',
];
/** Their steps are recorded as well, with the names of indices. */
const RECORDED_BY_STEP: ReadonlySet<string> = new Set([
  'indices:data/read/msearch',
  'indices:data/read/msearch/template',
  'indices:data/read/mget',
  'indices:data/read/mtv',
]);
/** Index actions that a use without the name of an index may have needed. */
const unplacedActions = (action: string): readonly string[] => {
  if (action === BULK) return BULK_ITEMS;
  return RECORDED_BY_STEP.has(action) ? [] : requiredActions(action).index;
};

export interface UsageRequest {
  readonly name: string;
  readonly role: Role;
  readonly rules: RuleView;
  readonly users: Pick<UserSource, 'find'>;
  readonly activity: RecordedActivity;
  readonly nowMs: number;
}

/** Runs in time slices. */
export function* roleUsage(request: UsageRequest): CooperativeTask<RoleUsage> {
  const { name, role, rules, activity, nowMs } = request;
  const compiled = rules.compiledRole(name);
  const holders = new Holders(request);
  const cluster = new Map<string, Use>();
  const entries = role.index_permissions.map(() => ({
    actions: new Map<string, Use>(),
    indices: new Map<string, Use>(),
    unplaced: new Set<string>(),
  }));
  const relevant: Relevant[] = [];
  for (const used of activity.used) {
    yield;
    const subject = holders.subjectOf(used.user);
    if (!compiled || !subject) continue;
    let isRelevant = false;
    for (const action of requiredActions(used.action).cluster) {
      if (!compiled.clusterActions.matches(action)) continue;
      note(cluster, action, used);
      isRelevant = true;
    }
    for (const [at, { actions, patterns }] of compiled.indexPermissions.entries()) {
      const entry = entries[at] as (typeof entries)[number];
      if (used.index === undefined) {
        const unplaced = unplacedActions(used.action).filter((one) => actions.matches(one));
        for (const action of unplaced) entry.unplaced.add(action);
        isRelevant ||= unplaced.length > 0;
        continue;
      }
      if (!patterns.matches(used.index, subject, nowMs)) continue;
      const granted = requiredActions(used.action).index.filter((one) => actions.matches(one));
      for (const action of granted) note(entry.actions, action, used);
      if (granted.length > 0) note(entry.indices, used.index, used);
      isRelevant ||= granted.length > 0;
    }
    if (isRelevant) relevant.push({ used, subject });
  }
  return { role, cluster, entries, relevant };
}

function note(uses: Map<string, Use>, key: string, used: UsedPermission): void {
  const use = uses.get(key) ?? { count: 0, lastMs: 0, users: new Set(), indices: new Set() };
  uses.set(key, use);
  use.count += used.count;
  use.lastMs = Math.max(use.lastMs, used.lastMs);
  use.users.add(used.user);
  if (used.index !== undefined) use.indices.add(used.index);
}

/** Users of the events who hold the role. */
export class Holders {
  private readonly known = new Map<string, Subject | undefined>();
  private readonly mayComeFromElsewhere: boolean;

  constructor(private readonly request: UsageRequest) {
    const mapping = request.rules.mapping(request.name);
    const lists = [mapping?.backend_roles, mapping?.and_backend_roles, mapping?.hosts];
    this.mayComeFromElsewhere = lists.some((list) => (list?.length ?? 0) > 0);
  }

  subjectOf(user: string): Subject | undefined {
    if (!this.known.has(user)) this.known.set(user, this.find(user));
    return this.known.get(user);
  }

  private find(user: string): Subject | undefined {
    const { users, rules, name } = this.request;
    const record = users.find(user);
    const subject = toSubject(rules, record ? simulatedFrom(record, undefined) : { name: user });
    if (subject.roles.includes(name)) return subject;
    // Events do not say which backend roles other users had.
    if (record || !this.mayComeFromElsewhere) return undefined;
    return { ...subject, roles: [...subject.roles, name] };
  }
}

/** Whether the roles together grant what was recorded. */
export function isGranted(
  roles: readonly CompiledRole[],
  { used, subject }: Relevant,
  nowMs: number
): boolean {
  const { cluster, index } = requiredActions(used.action);
  const { index: name } = used;
  const isOnCluster = (action: string): boolean =>
    roles.some(({ clusterActions }) => clusterActions.matches(action));
  const isOnIndex = (action: string): boolean =>
    roles.some((role) =>
      role
        .entriesGranting(action)
        .some(({ patterns }) => name === undefined || patterns.matches(name, subject, nowMs))
    );
  return cluster.every(isOnCluster) && (name === undefined || index.every(isOnIndex));
}
