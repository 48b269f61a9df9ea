/** What one person, or all who have the same roles, gain and lose between two states of rules. */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type { AffectedUser, ImpactPermission } from '../../../contracts/api';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import {
  restrictionsFor,
  type DecisionSettings,
  type DecisionSubject,
} from '../evaluation/access_decision';
import { doubtfulOf } from '../evaluation/access_service';
import type { Subject } from '../evaluation/attributes';
import { RoleSetAccess } from '../evaluation/role_set_access';
import type { RuleView } from '../evaluation/rule_view';
import { grantsOf, isPersonal, lackingOf, targetOf } from './impact_grants';

type Part = Omit<AffectedUser, 'name'>;

export interface Difference {
  readonly gained: Part | undefined;
  readonly lost: Part | undefined;
  readonly seesOther: boolean;
}

const { impactRoles, impactPermissions, impactActions } = EXPLAIN_LIMITS;

/** Somebody under one state of the rules. */
interface Side {
  readonly state: RuleState;
  readonly who: DecisionSubject;
}

/** One state of the rules, with what was found out about its roles. */
export class RuleState {
  private readonly grants = new Map<string, readonly ImpactPermission[]>();
  private readonly personal = new Map<string, boolean>();

  constructor(readonly rules: RuleView) {}

  /** Of roles that exist: a name alone gives nothing. */
  existing(names: readonly string[]): readonly string[] {
    return names.filter((name) => this.rules.role(name) !== undefined);
  }

  *grantsOf(role: string): CooperativeTask<readonly ImpactPermission[]> {
    const known = this.grants.get(role) ?? (yield* grantsOf(this.rules, role));
    this.grants.set(role, known);
    return known;
  }

  /** Whether what a role permits is another thing for each of those who have it. */
  isPersonal(role: string): boolean {
    const known = this.personal.get(role) ?? this.looksPersonal(role);
    this.personal.set(role, known);
    return known;
  }

  private looksPersonal(name: string): boolean {
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
      doubtfulRoles: doubtfulOf(rules, subject),
    };
    return { state: this, who };
  }
}

/** @param looked - of the roles before and after, those in which there may be a difference */
export function* differenceOf(
  before: Side,
  after: Side,
  looked: ReadonlySet<string>,
  settings: DecisionSettings,
  nowMs: number
): CooperativeTask<Difference> {
  return {
    gained: yield* more(after, before, looked, nowMs),
    lost: yield* more(before, after, looked, nowMs),
    seesOther: yield* seesOther(before, after, looked, settings, nowMs),
  };
}

/** What one side has more than the other; `undefined` for nothing. */
function* more(
  { state, who }: Side,
  other: Side,
  looked: ReadonlySet<string>,
  nowMs: number
): CooperativeTask<Part | undefined> {
  const own = state.existing(who.subject.roles);
  const others = new Set(other.state.existing(other.who.subject.roles));
  const roles = own.filter((role) => !others.has(role));
  const permissions: ImpactPermission[] = [];
  const seen = new Set<string>();
  for (const role of own) {
    if (!looked.has(role)) continue;
    for (const grant of yield* state.grantsOf(role)) {
      yield;
      if (permissions.length === impactPermissions) break;
      const actions = lackingOf(grant, other.who, nowMs).slice(0, impactActions);
      const key = JSON.stringify([grant.kind, grant.on, actions]);
      if (actions.length === 0 || seen.has(key)) continue;
      seen.add(key);
      permissions.push({ ...grant, actions });
    }
  }
  const isNothing = roles.length === 0 && permissions.length === 0;
  return isNothing ? undefined : { roles: roles.slice(0, impactRoles), permissions };
}

/** Of indices that both sides reach, whether other documents or fields are visible. */
function* seesOther(
  before: Side,
  after: Side,
  looked: ReadonlySet<string>,
  settings: DecisionSettings,
  nowMs: number
): CooperativeTask<boolean> {
  const patterns = new Set<string>();
  for (const { state, who } of [before, after]) {
    for (const role of who.subject.roles) {
      if (!looked.has(role)) continue;
      for (const { kind, on } of yield* state.grantsOf(role))
        if (kind === 'index') patterns.add(on);
    }
  }
  for (const pattern of patterns) {
    yield;
    const [then, now] = [before, after].map(({ who }) => {
      const target = targetOf(pattern, who, nowMs);
      return who.access.entriesOn(target, who.subject, nowMs).length === 0
        ? undefined
        : JSON.stringify(restrictionsFor(who, target, settings, nowMs));
    });
    if (then !== undefined && now !== undefined && then !== now) return true;
  }
  return false;
}
