/**
 * Simulates a grant before it is suggested: the same decision with an additional or a changed role.
 */
import {
  decisionSteps,
  restrictionsFor,
  type DecisionDetails,
} from '../evaluation/access_decision';
import { OverlayRules } from '../evaluation/overlay_rules';
import type { RuleView } from '../evaluation/rule_view';
import type { Role } from '../../../contracts/entities';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { listTenants, type ExplainContext, type ExplainSubject } from './context';
import { ExtendedAccess, MemoizedAccess } from './memoized_access';

export interface Simulation {
  readonly isAllowed: boolean;
  /** Whether the user would see other documents or fields of indices that are already permitted. */
  readonly changesRestrictions: boolean;
}

export const simulateRole = (context: ExplainContext, role: string): CooperativeTask<Simulation> =>
  tryUnder(context, context.rules, role);

/**
 * @param role - the new content, including all previous content; assigned to the user if missing
 */
export function tryChangedRole(
  context: ExplainContext,
  name: string,
  role: Role
): CooperativeTask<Simulation> {
  const none = new Map<string, never>();
  const roles = new Map([[name, role]]);
  const rules = new OverlayRules(context.rules, { roles, rolesmapping: none, actiongroups: none });
  return tryUnder(context, rules, name);
}

function* tryUnder(
  context: ExplainContext,
  rules: RuleView,
  role: string
): CooperativeTask<Simulation> {
  const { request, settings, nowMs } = context;
  const who = subjectWith(context, rules, role);
  const details = yield* decisionSteps(
    who,
    request,
    settings,
    (name) => rules.hasTenant(name),
    nowMs
  );
  return {
    isAllowed: details.decision.outcome === 'allowed',
    changesRestrictions: yield* hasOtherRestrictions(context, who, details),
  };
}

function subjectWith({ who }: ExplainContext, rules: RuleView, role: string): ExplainSubject {
  const { subject: old, access: base } = who;
  const compiled = rules.compiledRole(role);
  const names = old.roles.includes(role) ? old.roles : [...old.roles, role].sort();
  const subject = { ...old, roles: names };
  const access =
    !compiled || base.dependsOnRoleNames(old)
      ? new MemoizedAccess(rules.compiledRoles(names))
      : new ExtendedAccess(base, old, compiled);
  return { ...who, subject, access, tenants: () => listTenants(rules, subject, access.roles) };
}

function* hasOtherRestrictions(
  { who: before, details: old, settings, nowMs }: ExplainContext,
  after: ExplainSubject,
  { targets }: DecisionDetails
): CooperativeTask<boolean> {
  const wasAllowed = new Set(old.decision.allowedIndices);
  for (const target of targets) {
    if (!wasAllowed.has(target.name)) continue;
    const one = restrictionsFor(before, target, settings, nowMs);
    const other = restrictionsFor(after, target, settings, nowMs);
    if (JSON.stringify(one) !== JSON.stringify(other)) return true;
    yield;
  }
  return false;
}
