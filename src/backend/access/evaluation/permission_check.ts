/** Decides cluster and index actions. No deny rules: permissions of entries and roles add up. */
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { checkedAction } from './action_kind';
import type { Subject } from './attributes';
import type { CompiledRole, SubjectPatterns } from './compiled_role';
import type { IndexTarget } from './index_targets';

export type { IndexTarget } from './index_targets';

export interface IndexDecision {
  readonly outcome: 'allowed' | 'partial' | 'denied';
  /** Names with a grant for every action, in the order of the request. */
  readonly allowedIndices: readonly string[];
  /** Actions that are not granted on every index, in the order of the request. */
  readonly missingActions: readonly string[];
}

export function isClusterActionAllowed(roles: readonly CompiledRole[], action: string): boolean {
  const checked = checkedAction(action);
  return roles.some((role) => role.clusterActions.matches(checked));
}

/** REST administration and system indices need an explicit grant; a bare `*` does not count. */
export function isClusterActionExplicit(roles: readonly CompiledRole[], action: string): boolean {
  return roles.some((role) => role.clusterActions.matchesExplicitly(action));
}

/**
 * The table of docs/reference/engine.md#index-permissions, with one cell per action and index.
 * Callers supply the check of a cell.
 */
export function* decideCells(
  actions: readonly string[],
  targets: readonly IndexTarget[],
  isGranted: (action: string, target: IndexTarget) => boolean
): CooperativeTask<IndexDecision> {
  const missing = new Set<string>();
  const allowedIndices: string[] = [];
  for (const target of targets) {
    let isWhole = true;
    for (const action of actions) {
      if (isGranted(action, target)) continue;
      isWhole = false;
      missing.add(action);
    }
    if (isWhole) allowedIndices.push(target.name);
    yield;
  }
  return {
    outcome: toOutcome(allowedIndices.length, targets.length),
    allowedIndices,
    missingActions: actions.filter((action) => missing.has(action)),
  };
}

function toOutcome(allowed: number, requested: number): IndexDecision['outcome'] {
  if (allowed === requested && requested > 0) return 'allowed';
  return allowed > 0 ? 'partial' : 'denied';
}

/** Whether patterns match a target by its name, its data stream or one of its aliases. */
export function matchesTarget(
  patterns: SubjectPatterns,
  target: IndexTarget,
  subject: Subject,
  nowMs: number
): boolean {
  if (target.kind === 'expression') return patterns.covers(target.name, subject, nowMs);
  if (patterns.matches(target.name, subject, nowMs)) return true;
  return target.otherNames?.some((name) => patterns.matches(name, subject, nowMs)) ?? false;
}

/** Like `matchesTarget`, but undecided patterns count as matches. For restrictions. */
export const mayMatchTarget = (
  patterns: SubjectPatterns,
  target: IndexTarget,
  subject: Subject,
  nowMs: number
): boolean =>
  [target.name, ...(target.otherNames ?? [])].some((name) =>
    patterns.mayMatch(name, subject, nowMs)
  );
