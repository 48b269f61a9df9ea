/** Requests that an earlier state of a role granted and that were denied since. */
import type { IndexPermission, Role } from '../../contracts/entities';
import { SubjectPatterns, type CompiledRole } from '../access/evaluation/compiled_role';
import { OverlayRules } from '../access/evaluation/overlay_rules';
import { requiredActions } from '../access/evaluation/required_actions';
import type { CooperativeTask } from '../scheduling/cooperative_task';
import { Holders, isGranted, type Relevant, type UsageRequest } from './role_usage';

export interface EarlierRole {
  readonly role: Role;
  /** When it was changed, in epoch milliseconds. */
  readonly untilMs: number;
}

export interface LostRequests {
  /** Epoch milliseconds. */
  readonly sinceMs: number;
  readonly requests: readonly Relevant[];
  /** The role with what these requests need of the earlier one; absent if there are none. */
  readonly role?: Role;
}

/** Runs in time slices. */
export function* lostRequests(
  request: UsageRequest,
  { role: earlier, untilMs }: EarlierRole
): CooperativeTask<LostRequests> {
  const { name, rules, activity, nowMs } = request;
  const none = new Map<string, never>();
  const before = new OverlayRules(rules, {
    roles: new Map([[name, earlier]]),
    rolesmapping: none,
    actiongroups: none,
  });
  const holders = new Holders(request);
  const given = new GivenBack(request.role, earlier, before.compiledRole(name));
  const requests: Relevant[] = [];
  for (const used of activity.denied) {
    yield;
    const subject = used.lastMs < untilMs ? undefined : holders.subjectOf(used.user);
    if (!subject) continue;
    const one = { used, subject };
    const { roles } = subject;
    if (isGranted(rules.compiledRoles(roles), one, nowMs)) continue;
    if (!isGranted(before.compiledRoles(roles), one, nowMs)) continue;
    requests.push(one);
    given.add(one, nowMs);
  }
  return { sinceMs: untilMs, requests, ...(requests.length > 0 && { role: given.role }) };
}

/** Collects the permissions of the earlier role that requests need. */
class GivenBack {
  private readonly cluster = new Set<string>();
  /** Actions and patterns by position of the earlier entry. */
  private readonly entries = new Map<number, Record<'actions' | 'patterns', Set<string>>>();

  /** Each pattern of an earlier entry by itself, by position of the entry. */
  private readonly compiledPatterns: Array<
    ReadonlyArray<readonly [string, SubjectPatterns]> | undefined
  > = [];

  constructor(
    private readonly now: Role,
    private readonly earlier: Role,
    private readonly compiled: CompiledRole | undefined
  ) {}

  add({ used, subject }: Relevant, nowMs: number): void {
    const { cluster, index: actions } = requiredActions(used.action);
    for (const action of cluster)
      if (this.compiled?.clusterActions.matches(action)) this.cluster.add(action);
    const { index } = used;
    if (index === undefined) return;
    for (const [at, entry] of (this.compiled?.indexPermissions ?? []).entries()) {
      const granted = actions.filter((action) => entry.actions.matches(action));
      if (granted.length === 0 || !entry.patterns.matches(index, subject, nowMs)) continue;
      const patterns = this.getPatterns(at).filter(([, set]) => set.matches(index, subject, nowMs));
      const known = this.entries.get(at) ?? { actions: new Set(), patterns: new Set() };
      this.entries.set(at, known);
      for (const action of granted) known.actions.add(action);
      for (const [pattern] of patterns) known.patterns.add(pattern);
    }
  }

  private getPatterns(at: number): ReadonlyArray<readonly [string, SubjectPatterns]> {
    const patterns =
      this.compiledPatterns[at] ??
      this.earlier.index_permissions[at]?.index_patterns.map(
        (one) => [one, new SubjectPatterns([one])] as const
      ) ??
      [];
    return (this.compiledPatterns[at] = patterns);
  }

  get role(): Role {
    const { now, earlier, cluster, entries } = this;
    const back = [...entries].flatMap(([at, { actions, patterns }]): IndexPermission[] => {
      const entry = earlier.index_permissions[at];
      if (!entry) return [];
      const lists = { index_patterns: [...patterns].sort(), allowed_actions: [...actions].sort() };
      return [{ ...entry, ...lists }];
    });
    return {
      ...now,
      cluster_permissions: [...new Set([...now.cluster_permissions, ...cluster])],
      index_permissions: [...now.index_permissions, ...back],
    };
  }
}
