/** Tries a grant before it is suggested: the same decision with a role more, or a role changed. */
import {
  decideAccess,
  restrictionsFor,
  type DecisionDetails,
  type DecisionSubject,
} from '../evaluation/access_decision';
import { OverlayRules } from '../evaluation/overlay_rules';
import { RoleSetAccess } from '../evaluation/role_set_access';
import type { RuleView } from '../evaluation/rule_view';
import type { Role } from '../model/entity_types';
import type { ExplainContext } from './context';

export interface Trial {
  readonly isAllowed: boolean;
  /** The user would see other documents or fields of what he was already permitted. */
  readonly changesRestrictions: boolean;
}

export const tryRole = (context: ExplainContext, role: string): Trial =>
  tryUnder(context, context.rules, role);

/** @param role - its new content; the user gets the role if he lacks it */
export function tryChangedRole(context: ExplainContext, name: string, role: Role): Trial {
  const none = new Map<string, never>();
  const roles = new Map([[name, role]]);
  const rules = new OverlayRules(context.rules, { roles, rolesmapping: none, actiongroups: none });
  return tryUnder(context, rules, name);
}

function tryUnder(context: ExplainContext, rules: RuleView, role: string): Trial {
  const { request, settings, nowMs } = context;
  const old = context.who.subject;
  const roles = old.roles.includes(role) ? old.roles : [...old.roles, role].sort();
  const subject = { ...old, roles };
  const who: DecisionSubject = {
    subject,
    access: new RoleSetAccess(rules.compiledRoles(roles)),
    tenants: () => rules.tenantsFor(subject),
  };
  const details = decideAccess(who, request, settings, (name) => rules.hasTenant(name), nowMs);
  return {
    isAllowed: details.decision.outcome === 'allowed',
    changesRestrictions: hasOtherRestrictions(context, who, details),
  };
}

function hasOtherRestrictions(
  { who: before, details: old, settings, nowMs }: ExplainContext,
  after: DecisionSubject,
  { targets }: DecisionDetails
): boolean {
  return targets
    .filter(({ name }) => old.decision.allowedIndices.includes(name))
    .some(
      (target) =>
        JSON.stringify(restrictionsFor(before, target, settings, nowMs)) !==
        JSON.stringify(restrictionsFor(after, target, settings, nowMs))
    );
}
