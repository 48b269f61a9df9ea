/** Gained and lost access of users with the same roles, between two states of the rules. */
import type { AffectedUser, ImpactPermission } from '../../../contracts/api';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { type ActionSet, expandActions } from '../evaluation/action_groups';
import {
  type DecisionSettings,
  type DecisionSubject,
  restrictionsFor,
} from '../evaluation/access_decision';
import {
  type CompiledIndexPermission,
  isExplicitAction,
  renderPattern,
  type SubjectPatterns,
  TENANT_WRITE_ACTION,
} from '../evaluation/compiled_role';
import { matchesTarget } from '../evaluation/permission_check';
import type { IndexTarget } from '../evaluation/index_targets';
import type { RuleView } from '../evaluation/rule_view';
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import { findDoubtful } from '../evaluation/access_service';
import type { Subject } from '../evaluation/attributes';
import { RoleSetAccess } from '../evaluation/role_set_access';

/**
 * The form of an action or pattern. Other names are unresolved action groups, which grant nothing.
 */
const ACTION_FORM = /[:*?]|^\/.*\/$/;

interface Granted extends ImpactPermission {
  /** Actions of each listed entry. */
  readonly members: ReadonlyMap<string, readonly string[]>;
}

/** All permissions that a role grants, with patterns as written. */
function* findGrants(rules: RuleView, name: string): CooperativeTask<readonly Granted[]> {
  const role = rules.role(name);
  if (!role) return [];
  const listMembers = (group: string) => rules.actionGroup(group)?.allowed_actions;
  const listActions = (listed: readonly string[]): readonly string[] =>
    expandActions(listed, listMembers).filter(
      (action) => ACTION_FORM.test(action) && listMembers(action) === undefined
    );
  const findGrant = (
    kind: ImpactPermission['kind'],
    on: string,
    listed: readonly string[]
  ): Granted => ({
    kind,
    on,
    listed,
    actions: listActions(listed),
    members: new Map(listed.map((entry) => [entry, listActions([entry])])),
  });
  const grants: Granted[] = [];
  const cluster = findGrant('cluster', '', role.cluster_permissions);
  if (cluster.actions.length > 0) grants.push(cluster);
  for (const { index_patterns: patterns, allowed_actions: listed } of role.index_permissions) {
    const grant = findGrant('index', '', listed);
    for (const on of grant.actions.length > 0 ? patterns : []) grants.push({ ...grant, on });
    yield;
  }
  for (const { tenant_patterns: patterns, allowed_actions: listed } of role.tenant_permissions) {
    const isWrite = expandActions(listed, listMembers).includes(TENANT_WRITE_ACTION);
    const actions = isWrite ? ['read', 'write'] : ['read'];
    for (const on of patterns)
      grants.push({ kind: 'tenant', on, listed, actions, members: new Map() });
    yield;
  }
  return grants;
}

/** The listed entries that grant any of the actions. */
function listedFor({ members }: Granted, actions: readonly string[]): readonly string[] {
  const gained = new Set(actions);
  return [...members]
    .filter(([, granted]) => granted.some((action) => gained.has(action)))
    .map(([entry]) => entry)
    .slice(0, impactActions);
}

/** The actions of a permission that the subject lacks. */
function findLacking(
  { kind, on, actions }: ImpactPermission,
  who: DecisionSubject,
  nowMs: number
): readonly string[] {
  const { roles } = who.access;
  if (kind === 'cluster')
    return actions.filter((action) => !who.access.isClusterActionGranted(action));
  const target = getTarget(on, who, nowMs);
  const isOn = (patterns: SubjectPatterns): boolean =>
    patterns.patterns.includes(on) || matchesTarget(patterns, target, who.subject, nowMs);
  if (kind === 'tenant') {
    const tenantActions = roles.flatMap(({ tenantPermissions }) =>
      tenantPermissions.filter(({ patterns }) => isOn(patterns))
    );
    const canWrite = tenantActions.some((permission) => permission.canWrite);
    return actions.filter((action) => !(action === 'write' ? canWrite : tenantActions.length > 0));
  }
  const sets = roles.flatMap(({ indexPermissions }) =>
    indexPermissions.filter(({ patterns }) => isOn(patterns)).map((entry) => entry.actions)
  );
  return actions.filter((action) => !sets.some((set) => grants(set, action)));
}

const grants = (set: ActionSet, action: string): boolean =>
  isExplicitAction(action) ? set.matchesExplicitly(action) : set.matches(action);

/** The target of a request for exactly this pattern. */
function getTarget(
  pattern: string,
  { subject }: Pick<DecisionSubject, 'subject'>,
  nowMs: number
): IndexTarget {
  const name = renderPattern(pattern, subject, nowMs) ?? pattern;
  return { name, kind: /[*?]|^\/.*\/$/.test(name) ? 'expression' : 'index' };
}

/** Whether an entry depends on the user. */
const isPersonal = ({ patterns }: Pick<CompiledIndexPermission, 'patterns'>): boolean =>
  patterns.dependsOnSubject;

type Part = Omit<AffectedUser, 'name'>;

export interface Difference {
  readonly gained: Part | undefined;
  readonly lost: Part | undefined;
  readonly seesOther: boolean;
}

const { impactRoles, impactPermissions, impactActions } = EXPLAIN_LIMITS;

/** A subject under one state of the rules. */
interface Side {
  readonly state: RuleState;
  readonly who: DecisionSubject;
}

/** One state of the rules, with cached properties of its roles. */
export class RuleState {
  private readonly grants = new Map<string, readonly Granted[]>();
  private readonly personal = new Map<string, boolean>();

  constructor(readonly rules: RuleView) {}

  /** Keeps the roles that exist. Others grant nothing. */
  existing(names: readonly string[]): readonly string[] {
    return names.filter((name) => this.rules.role(name) !== undefined);
  }

  *findGrants(role: string): CooperativeTask<readonly Granted[]> {
    const known = this.grants.get(role) ?? (yield* findGrants(this.rules, role));
    this.grants.set(role, known);
    return known;
  }

  /** Whether the grants of a role depend on the user. */
  isPersonal(role: string): boolean {
    const known = this.personal.get(role) ?? this.computeIsPersonal(role);
    this.personal.set(role, known);
    return known;
  }

  private computeIsPersonal(name: string): boolean {
    const role = this.rules.compiledRole(name);
    return (
      role !== undefined && [...role.indexPermissions, ...role.tenantPermissions].some(isPersonal)
    );
  }

  side(subject: Subject): Side {
    const { rules } = this;
    const who: DecisionSubject = {
      subject,
      access: new RoleSetAccess(rules.compiledRoles(subject.roles)),
      tenants: () => rules.tenantsFor(subject),
      doubtfulRoles: findDoubtful(rules, subject),
    };
    return { state: this, who };
  }
}

/** @param candidates - roles of both states that may differ */
export function* findDifference(
  before: Side,
  after: Side,
  candidates: ReadonlySet<string>,
  settings: DecisionSettings,
  nowMs: number
): CooperativeTask<Difference> {
  return {
    gained: yield* more(after, before, candidates, nowMs),
    lost: yield* more(before, after, candidates, nowMs),
    seesOther: yield* seesOther(before, after, candidates, settings, nowMs),
  };
}

/** Roles and permissions that one side has and the other lacks; `undefined` if there are none. */
function* more(
  { state, who }: Side,
  other: Side,
  candidates: ReadonlySet<string>,
  nowMs: number
): CooperativeTask<Part | undefined> {
  const own = state.existing(who.subject.roles);
  const others = new Set(other.state.existing(other.who.subject.roles));
  const roles = own.filter((role) => !others.has(role));
  const permissions: ImpactPermission[] = [];
  const seen = new Set<string>();
  for (const role of own) {
    if (!candidates.has(role)) continue;
    for (const grant of yield* state.findGrants(role)) {
      yield;
      if (permissions.length === impactPermissions) break;
      const lacking = findLacking(grant, other.who, nowMs);
      const { kind, on } = grant;
      const actions = lacking.slice(0, impactActions);
      const key = JSON.stringify([kind, on, actions]);
      if (actions.length === 0 || seen.has(key)) continue;
      seen.add(key);
      permissions.push({ kind, on, actions, listed: listedFor(grant, lacking) });
    }
  }
  const isNothing = roles.length === 0 && permissions.length === 0;
  return isNothing ? undefined : { roles: roles.slice(0, impactRoles), permissions };
}

/** Whether other documents or fields become visible in indices that both sides can access. */
function* seesOther(
  before: Side,
  after: Side,
  candidates: ReadonlySet<string>,
  settings: DecisionSettings,
  nowMs: number
): CooperativeTask<boolean> {
  const patterns = new Set<string>();
  for (const { state, who } of [before, after]) {
    for (const role of who.subject.roles) {
      if (!candidates.has(role)) continue;
      for (const { kind, on } of yield* state.findGrants(role))
        if (kind === 'index') patterns.add(on);
    }
  }
  for (const pattern of patterns) {
    yield;
    const [then, now] = [before, after].map(({ who }) => {
      const target = getTarget(pattern, who, nowMs);
      return who.access.entriesOn(target, who.subject, nowMs).length === 0
        ? undefined
        : JSON.stringify(restrictionsFor(who, target, settings, nowMs));
    });
    if (then !== undefined && now !== undefined && then !== now) return true;
  }
  return false;
}
