/** Near misses of a denial: permission entries that match in part. */
import { variablesIn } from '../../../contracts/entities';
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import { hasPlaceholder, isServiceSubject } from '../evaluation/attributes';
import { matchesTarget } from '../evaluation/permission_check';
import { queryProblem } from '../evaluation/restrictions';
import { GLOBAL_TENANT } from '../evaluation/tenant_access';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { ActionPaths } from './action_path';
import type { Cell, ExplainContext, OwnRole } from './context';
import { restrictionSources } from './explained_restrictions';
import type { NearMiss } from '../../../contracts/api';

/** One more than the limit, to detect truncation. */
const ENOUGH = EXPLAIN_LIMITS.nearMisses + 1;

/** Closest first, at most one of each kind per entry and cell. */
export function* nearMisses(context: ExplainContext): CooperativeTask<readonly NearMiss[]> {
  const { decision } = context.details;
  if (decision.outcome === 'allowed') return [];
  const closest = new Closest();
  for (const misses of [missingRoles, tenantMisses, clusterMisses, indexMisses, restrictionMisses])
    yield* misses(context, closest);
  return closest.take();
}

/** Keeps only the closest of thousands of misses; among equals, earlier ones. */
class Closest {
  private closest: NearMiss[] = [];
  /** Misses with a lower closeness are no longer kept. */
  private floor = 0;

  admits(closeness: number): boolean {
    return closeness >= this.floor;
  }

  add(miss: NearMiss): void {
    if (!this.admits(miss.closeness)) return;
    this.closest.push(miss);
    if (this.closest.length >= 10 * ENOUGH) this.take();
  }

  take(): readonly NearMiss[] {
    this.closest = this.closest
      .sort((a, b) => b.closeness - a.closeness || compare(a.role, b.role))
      .slice(0, ENOUGH);
    if (this.closest.length === ENOUGH) this.floor = this.closest.at(-1)?.closeness ?? 0;
    return this.closest;
  }
}

function* missingRoles({ rules, who }: ExplainContext, closest: Closest): CooperativeTask<void> {
  for (const role of who.subject.roles) {
    if (rules.role(role) === undefined) closest.add({ code: 'role_missing', role, closeness: 0 });
    yield;
  }
}

function* clusterMisses(context: ExplainContext, closest: Closest): CooperativeTask<void> {
  const { who, details, rules, own } = context;
  if (isServiceSubject(who.subject)) return;
  const anything = new ActionPaths(rules, 'cluster:any');
  for (const action of details.clusterActions) {
    if (who.access.isClusterActionGranted(action)) continue;
    for (const { name, role } of own) {
      const listed = role.cluster_permissions;
      const isOnlyStar = anything.find(listed)?.pattern === '*';
      closest.add({
        code: isOnlyStar ? 'explicit_only' : 'permission_missing',
        role: name,
        requested_action: action,
        patterns: listed,
        closeness: isOnlyStar ? 1 : findClosest(listed, action) / 2,
      });
      yield;
    }
  }
}

function* indexMisses(context: ExplainContext, closest: Closest): CooperativeTask<void> {
  const paths = new Map<string, ActionPaths>();
  for (const cell of context.cells.missing) {
    const known = paths.get(cell.action) ?? new ActionPaths(context.rules, cell.action);
    paths.set(cell.action, known);
    for (const own of context.own) {
      let hasMiss = false;
      for (const position of own.role.index_permissions.keys()) {
        hasMiss = addEntryMiss(context, closest, cell, known, own, position) || hasMiss;
        yield;
      }
      if (hasMiss || !closest.admits(0)) continue;
      const lacking = { requested_action: cell.action, index: cell.target.name, closeness: 0 };
      closest.add({ code: 'permission_missing', role: own.name, ...lacking });
      yield;
    }
  }
}

/** @returns whether the entry is a near miss */
function addEntryMiss(
  { who, nowMs, patterns: indexPatterns }: ExplainContext,
  closest: Closest,
  { action, target }: Cell,
  paths: ActionPaths,
  { name, role, compiled }: OwnRole,
  position: number
): boolean {
  const entry = role.index_permissions[position];
  const matching = compiled.indexPermissions[position]?.patterns;
  if (!entry || !matching) return false;
  const { index_patterns: patterns, allowed_actions: listed } = entry;
  const path = paths.find(listed);
  const location = { role: name, entry: position, requested_action: action, index: target.name };
  const isMatch = matchesTarget(matching, target, who.subject, nowMs);
  const match = isMatch && !path ? indexPatterns.find(patterns, target) : undefined;
  if (match) {
    const isOnlyStar = listed.includes('*');
    closest.add({
      code: isOnlyStar ? 'explicit_only' : 'action_missing',
      ...location,
      index_match: match,
      patterns: listed,
      closeness: 0.5 + findClosest(listed, action) / 2,
    });
    return true;
  }
  if (!path) return false;
  const closeness = 0.5 + findClosest(patterns, target.name) / 2;
  if (!closest.admits(closeness)) return true;
  const unresolved = patterns.filter(
    (pattern) => hasPlaceholder(pattern) && hasPlaceholder(indexPatterns.rendered(pattern) ?? '')
  );
  closest.add({
    code: unresolved.length > 0 ? 'attribute_missing' : 'index_pattern_missing',
    ...location,
    action: path,
    patterns,
    ...(unresolved.length > 0 && { missing: unresolved.flatMap(variablesIn) }),
    closeness,
  });
  return true;
}

function* tenantMisses(
  { details, own, patterns: indexPatterns }: ExplainContext,
  closest: Closest
): CooperativeTask<void> {
  const { tenant, reason } = details.decision;
  if (reason !== 'tenant_not_granted' && reason !== 'tenant_read_only') return;
  const name = tenant?.kind === 'global' ? GLOBAL_TENANT : (tenant?.name ?? '');
  for (const { name: role, role: content } of own) {
    for (const [entry, { tenant_patterns: patterns }] of content.tenant_permissions.entries()) {
      const match = indexPatterns.find(patterns, { name });
      closest.add({
        code: match ? 'tenant_read_only' : 'tenant_not_granted',
        role,
        entry,
        patterns,
        closeness: match ? 1 : findClosest(patterns, name) / 2,
      });
      yield;
    }
  }
}

function* restrictionMisses(context: ExplainContext, closest: Closest): CooperativeTask<void> {
  const { details, who } = context;
  const { reason } = details.decision;
  if (reason !== 'restriction_error' && reason !== 'refused_under_restrictions') return;
  for (const target of details.targets.flatMap((one) => one.members ?? [one])) {
    for (const source of restrictionSources(context, target)) {
      const { role, entry, dls, fls, masked_fields: masked, displaced } = source;
      const location = { role, entry, index: target.name, closeness: 1 };
      if (reason === 'refused_under_restrictions') {
        const isFree = dls === undefined && fls.length === 0 && masked.length === 0;
        if (!isFree) closest.add({ code: 'restriction_in_force', ...location });
      } else {
        const isInForce = dls !== undefined && !displaced?.includes('dls');
        const problem = isInForce ? queryProblem(dls, who.subject) : undefined;
        if (problem?.code === 'invalid_query')
          closest.add({ code: 'restriction_invalid', ...location });
        else if (problem)
          closest.add({
            code: 'restriction_unresolved',
            ...location,
            missing: variablesIn(problem.query),
          });
      }
      yield;
    }
  }
}

/** The longest prefix that a pattern shares with the requested text, as a share of its length. */
function findClosest(patterns: readonly string[], requested: string): number {
  let best = 0;
  for (const pattern of patterns) {
    let shared = 0;
    while (shared < requested.length && pattern[shared] === requested[shared]) shared++;
    best = Math.max(best, shared);
  }
  return Math.round((best / Math.max(1, requested.length)) * 100) / 100;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
