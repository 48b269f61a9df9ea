/**
 * Decisions about cluster and index actions. There are no deny rules: permissions of entries and roles
 * add up. Source: reference 4.4 and 4.5.
 */
import { checkedAction, isClusterAction } from './action_kind';
import type { Subject } from './attributes';
import type { CompiledRole } from './compiled_role';

export interface IndexTarget {
  /** Concrete name. */
  readonly name: string;
  /** Names under which permissions also hold: its data stream, its aliases. */
  readonly otherNames?: readonly string[];
}

export interface IndexDecision {
  readonly outcome: 'allowed' | 'partial' | 'denied';
  /** Names for which every action is granted, in request order. */
  readonly allowedIndices: readonly string[];
  /** Actions that no index, or not every index, has; in request order. */
  readonly missingActions: readonly string[];
}

export function isClusterActionAllowed(roles: readonly CompiledRole[], action: string): boolean {
  const checked = checkedAction(action);
  return roles.some((role) => role.clusterActions.matches(checked));
}

/** A bare `*` does not count: REST administration and system indices. */
export function isClusterActionExplicit(roles: readonly CompiledRole[], action: string): boolean {
  return roles.some((role) => role.clusterActions.matchesExplicitly(action));
}

/** Every action on every index is one cell; a cell is granted by any entry of any role. */
export function decideIndexActions(
  roles: readonly CompiledRole[],
  subject: Subject,
  actions: readonly string[],
  targets: readonly IndexTarget[]
): IndexDecision {
  const checked = actions.map(checkedAction);
  const missing = new Set<string>();
  const allowedIndices: string[] = [];
  for (const target of targets) {
    const lacking = checked.filter((action) => !isCellGranted(roles, subject, action, target));
    if (lacking.length === 0) allowedIndices.push(target.name);
    lacking.forEach((action) => missing.add(action));
  }
  return {
    outcome: outcomeOf(allowedIndices.length, targets.length),
    allowedIndices,
    missingActions: checked.filter((action) => missing.has(action)),
  };
}

function outcomeOf(allowed: number, wanted: number): IndexDecision['outcome'] {
  if (allowed === wanted && wanted > 0) return 'allowed';
  return allowed > 0 ? 'partial' : 'denied';
}

function isCellGranted(
  roles: readonly CompiledRole[],
  subject: Subject,
  action: string,
  target: IndexTarget
): boolean {
  const names = [target.name, ...(target.otherNames ?? [])];
  return roles.some((role) =>
    role.indexPermissions.some(
      ({ patterns, actions }) => actions.matches(action) && names.some((name) => patterns.matches(name, subject))
    )
  );
}

/** One question for either kind of action. Index actions without a target are denied. */
export function isActionAllowed(
  roles: readonly CompiledRole[],
  subject: Subject,
  action: string,
  targets: readonly IndexTarget[] = []
): boolean {
  return isClusterAction(checkedAction(action))
    ? isClusterActionAllowed(roles, action)
    : decideIndexActions(roles, subject, [action], targets).outcome === 'allowed';
}
