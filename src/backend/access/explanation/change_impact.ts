/**
 * Impact of unsaved changes on internal users: those who may have a changed role, or change
 * themselves. Users with the same roles are evaluated once, unless the roles depend on attributes.
 */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type { AffectedUser, ChangeImpact } from '../../../contracts/api';
import { TimeSpentError, type CooperativeTask } from '../../scheduling/cooperative_task';
import type { DecisionSettings } from '../evaluation/access_decision';
import {
  toMappingSubject,
  simulatedFrom,
  toSubject,
  type SimulatedSubject,
} from '../evaluation/access_service';
import { expandActions } from '../evaluation/action_groups';
import { OverlayRules, type RuleChanges } from '../evaluation/overlay_rules';
import type { RuleView } from '../evaluation/rule_view';
import type { UserSource } from '../user_source';
import { changedSubject } from './subject_resolver';
import { possibleHolders } from './possible_holders';
import { getMembership } from './membership';
import { RuleState, findDifference, type Difference } from './impact_difference';
import type { ReadChanges } from './request_validation';

export interface ImpactRequest {
  readonly rules: RuleView;
  readonly users: UserSource;
  readonly changes: ReadChanges;
  readonly showsHidden: boolean;
  readonly settings: DecisionSettings;
  readonly nowMs: number;
}

/** Role sets with a cached result. */
const MAX_REMEMBERED = 5_000;
const MANY_BACKEND_ROLES = 20;

/** Runs in time slices. */
export function* changeImpact(request: ImpactRequest): CooperativeTask<ChangeImpact> {
  const walk = new ImpactWalk(request);
  try {
    yield* walk.everybody();
  } catch (error) {
    if (error instanceof TimeSpentError) return walk.result(false);
    throw error;
  }
  return walk.result(true);
}

class ImpactWalk {
  private readonly before: RuleState;
  private readonly after: RuleState;
  private readonly remembered = new Map<string, Difference>();
  private readonly gains: AffectedUser[] = [];
  private readonly loses: AffectedUser[] = [];
  private readonly others: string[] = [];
  private readonly hosts = { gain: new Set<string>(), lose: new Set<string>() };
  private readonly totals = { gains: 0, loses: 0, others: 0 };

  constructor(private readonly request: ImpactRequest) {
    this.before = new RuleState(request.rules);
    this.after = new RuleState(new OverlayRules(request.rules, request.changes));
  }

  result(complete: boolean): ChangeImpact {
    const { totals, hosts } = this;
    const first = (names: ReadonlySet<string>) => [...names].slice(0, EXPLAIN_LIMITS.patterns);
    return {
      gains: { total: totals.gains, people: this.gains, hosts: first(hosts.gain) },
      loses: { total: totals.loses, people: this.loses, hosts: first(hosts.lose) },
      sees_other: { total: totals.others, names: this.others },
      complete,
    };
  }

  *everybody(): CooperativeTask<void> {
    const { users, changes } = this.request;
    const changed = yield* changedRoles(this.request);
    const { internalusers } = changes;
    yield* this.compareHosts(changed);
    const isAboutUsersOnly =
      changed.size === 0 && changes.rolesmapping.size === 0 && internalusers.size > 0;
    if (!isAboutUsersOnly) {
      const roles = new Set([...changed, ...changes.rolesmapping.keys()]);
      const states = [this.before.rules, this.after.rules];
      for (const name of yield* possibleHolders(users, roles, states)) {
        yield;
        const isOther = !internalusers.has(name) && users.find(name) !== undefined;
        if (isOther) yield* this.compareUser(name, changed);
      }
    }
    for (const name of internalusers.keys()) yield* this.compareUser(name, changed);
  }

  /** A mapping by hosts gives its role to everyone who connects from there. */
  private *compareHosts(changed: ReadonlySet<string>): CooperativeTask<void> {
    const { before, after, request, hosts } = this;
    for (const role of new Set([...request.changes.rolesmapping.keys(), ...changed])) {
      yield;
      const then = getMembership(before.rules, role).hosts;
      const now = getMembership(after.rules, role).hosts;
      for (const host of now) if (!then.includes(host)) hosts.gain.add(host);
      for (const host of then) if (!now.includes(host)) hosts.lose.add(host);
      const kept = now.filter((host) => then.includes(host));
      if (kept.length === 0 || !changed.has(role)) continue;
      const holder = { name: '', securityRoles: [role] };
      const found = yield* findDifference(
        before.side(toSubject(before.rules, holder)),
        after.side(toSubject(after.rules, holder)),
        new Set([role]),
        request.settings,
        request.nowMs
      );
      for (const host of kept) {
        if (found.gained) hosts.gain.add(host);
        if (found.lost) hosts.lose.add(host);
      }
    }
  }

  private *compareUser(name: string, changed: ReadonlySet<string>): CooperativeTask<void> {
    const { users, changes, showsHidden } = this.request;
    yield;
    const record = users.find(name);
    if (record?.user.hidden && !showsHidden) return;
    const then = record ? simulatedFrom(record, undefined) : { name };
    const user = { simulated: then, exists: record !== undefined };
    const now = changedSubject(user, undefined, changes)?.simulated ?? { name };
    const found = yield* this.difference(then, now, changed, changes.internalusers.has(name));
    if (found) this.add(name, found);
  }

  /** @param isChanged - whether the user's own entry changes (attributes, roles) */
  private *difference(
    then: SimulatedSubject,
    now: SimulatedSubject,
    changed: ReadonlySet<string>,
    isChanged: boolean
  ): CooperativeTask<Difference | undefined> {
    const { before, after, request } = this;
    const rolesBefore = yield* listRoles(before.rules, then);
    const isSame = !isChanged && request.changes.rolesmapping.size === 0;
    const rolesAfter = isSame ? rolesBefore : yield* listRoles(after.rules, now);
    const candidates = new Set(
      [...rolesBefore, ...rolesAfter].filter(
        (role) =>
          isChanged ||
          changed.has(role) ||
          !rolesBefore.includes(role) ||
          !rolesAfter.includes(role)
      )
    );
    if (candidates.size === 0) return undefined;
    let isOwn = isChanged;
    for (const role of new Set([...rolesBefore, ...rolesAfter])) {
      isOwn = [before, after].some((state) => state.isPersonal(role)) || isOwn;
      yield;
    }
    const key = isOwn ? undefined : JSON.stringify([rolesBefore, rolesAfter]);
    const known = key === undefined ? undefined : this.remembered.get(key);
    if (known) return known;
    const found = yield* findDifference(
      before.side(toSubject(before.rules, then)),
      after.side(toSubject(after.rules, now)),
      candidates,
      request.settings,
      request.nowMs
    );
    if (key !== undefined && this.remembered.size < MAX_REMEMBERED) this.remembered.set(key, found);
    return found;
  }

  private add(name: string, { gained, lost, seesOther }: Difference): void {
    const { impactPeople: impactUsers } = EXPLAIN_LIMITS;
    if (gained && this.totals.gains++ < impactUsers) this.gains.push({ name, ...gained });
    if (lost && this.totals.loses++ < impactUsers) this.loses.push({ name, ...lost });
    if (seesOther && this.totals.others++ < impactUsers) this.others.push(name);
  }
}

/** Roles whose permissions change, directly or through an action group. Runs in time slices. */
export function* changedRoles({
  rules,
  changes,
}: Pick<ImpactRequest, 'rules'> & { readonly changes: RuleChanges }): CooperativeTask<
  ReadonlySet<string>
> {
  const changed = new Set(changes.roles.keys());
  if (changes.actiongroups.size === 0) return changed;
  const listMembers = (group: string) => rules.actionGroup(group)?.allowed_actions;
  const isConcerned = (listed: readonly string[]): boolean =>
    expandActions(listed, listMembers).some((name) => changes.actiongroups.has(name));
  for (const name of rules.roleNames()) {
    const role = rules.role(name);
    const lists = [
      role?.cluster_permissions ?? [],
      ...[...(role?.index_permissions ?? []), ...(role?.tenant_permissions ?? [])].map(
        ({ allowed_actions: listed }) => listed
      ),
    ];
    if (lists.some(isConcerned)) changed.add(name);
    yield;
  }
  return changed;
}

/**
 * Pattern results are cached per backend role, so evaluating them one by one first keeps the final
 * call fast.
 */
function* listRoles(rules: RuleView, who: SimulatedSubject): CooperativeTask<readonly string[]> {
  const mapped = toMappingSubject(who);
  const { userName, backendRoles } = mapped;
  if (backendRoles.length > MANY_BACKEND_ROLES) {
    for (const backendRole of backendRoles) {
      rules.mappedRoles({ userName, backendRoles: [backendRole] });
      yield;
    }
  }
  return rules.roleNamesFor(mapped, who.securityRoles ?? []);
}
