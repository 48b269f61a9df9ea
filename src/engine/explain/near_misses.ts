/** For a denial: what the user has that nearly fits. Bounded by the caller. */
import { hasPlaceholder } from '../evaluation/attributes';
import { renderPattern } from '../evaluation/compiled_role';
import { GLOBAL_TENANT } from '../evaluation/tenant_access';
import { queryProblem } from '../evaluation/restrictions';
import type { IndexPermission } from '../model/entity_types';
import { ActionPaths } from './action_path';
import { cellsOf, ownRoles, type Cell, type ExplainContext } from './context';
import { restrictionSources } from './grants';
import { findIndexMatch } from './index_match';
import type { NearMiss } from './types';

/** The closest first, at most one of each kind per entry and cell. */
export function nearMisses(context: ExplainContext): readonly NearMiss[] {
  const { decision } = context.details;
  if (decision.outcome === 'allowed') return [];
  const found = [
    ...missingRoles(context),
    ...tenantMisses(context),
    ...clusterMisses(context),
    ...indexMisses(context),
    ...restrictionMisses(context),
  ];
  return found.sort((a, b) => b.closeness - a.closeness || compare(a.role, b.role));
}

const missingRoles = ({ rules, who }: ExplainContext): readonly NearMiss[] =>
  who.subject.roles
    .filter((role) => rules.role(role) === undefined)
    .map((role) => ({ code: 'role_missing', role, closeness: 0 }));

function clusterMisses(context: ExplainContext): readonly NearMiss[] {
  const { who, details, rules } = context;
  return details.clusterActions
    .filter((action) => !who.access.isClusterActionGranted(action))
    .flatMap((action) =>
      ownRoles(context).map(({ name, role }): NearMiss => {
        const listed = role.cluster_permissions;
        const isOnlyStar = new ActionPaths(rules, 'cluster:any').find(listed)?.pattern === '*';
        return {
          code: isOnlyStar ? 'explicit_only' : 'permission_missing',
          role: name,
          requested_action: action,
          patterns: listed,
          closeness: isOnlyStar ? 1 : closestOf(listed, action) / 2,
        };
      })
    );
}

function indexMisses(context: ExplainContext): readonly NearMiss[] {
  const paths = new Map<string, ActionPaths>();
  return cellsOf(context).missing.flatMap((cell) => {
    const known = paths.get(cell.action) ?? new ActionPaths(context.rules, cell.action);
    paths.set(cell.action, known);
    return ownRoles(context).flatMap(({ name, role }) => {
      const misses = role.index_permissions
        .map((entry, position) => entryMiss(context, cell, known, name, entry, position))
        .filter((miss) => miss !== undefined);
      const lacking = { role: name, requested_action: cell.action, index: cell.target.name };
      return misses.length > 0
        ? misses
        : [{ code: 'permission_missing', ...lacking, closeness: 0 } as const];
    });
  });
}

function entryMiss(
  { who, nowMs, request }: ExplainContext,
  { action, target }: Cell,
  paths: ActionPaths,
  role: string,
  entry: IndexPermission,
  position: number
): NearMiss | undefined {
  const { index_patterns: patterns, allowed_actions: listed } = entry;
  const { subject } = who;
  const match = findIndexMatch(patterns, target, subject, nowMs, request.knownIndices);
  const path = paths.find(listed);
  const place = { role, entry: position, requested_action: action, index: target.name };
  if (match && !path) {
    const isOnlyStar = listed.includes('*');
    return {
      code: isOnlyStar ? 'explicit_only' : 'action_missing',
      ...place,
      index_match: match,
      patterns: listed,
      closeness: 0.5 + closestOf(listed, action) / 2,
    };
  }
  if (!path) return undefined;
  const unresolved = patterns.filter((pattern) =>
    hasPlaceholder(renderPattern(pattern, subject, nowMs) ?? '')
  );
  return {
    code: unresolved.length > 0 ? 'attribute_missing' : 'index_pattern_missing',
    ...place,
    action: path,
    patterns,
    ...(unresolved.length > 0 && { missing: unresolved.flatMap(placeholdersOf) }),
    closeness: 0.5 + closestOf(patterns, target.name) / 2,
  };
}

const placeholdersOf = (pattern: string): readonly string[] => pattern.match(/\$\{[^}]*\}/g) ?? [];

function tenantMisses(context: ExplainContext): readonly NearMiss[] {
  const { details, who, nowMs } = context;
  const { tenant, reason } = details.decision;
  if (reason !== 'tenant_not_granted' && reason !== 'tenant_read_only') return [];
  const name = tenant?.kind === 'global' ? GLOBAL_TENANT : (tenant?.name ?? '');
  return ownRoles(context).flatMap(({ name: role, role: { tenant_permissions: entries } }) =>
    entries.map((entry, position): NearMiss => {
      const { tenant_patterns: patterns } = entry;
      const match = findIndexMatch(patterns, { name }, who.subject, nowMs);
      return {
        code: match ? 'tenant_read_only' : 'tenant_not_granted',
        role,
        entry: position,
        patterns,
        closeness: match ? 1 : closestOf(patterns, name) / 2,
      };
    })
  );
}

function restrictionMisses(context: ExplainContext): readonly NearMiss[] {
  const { details, who } = context;
  const { reason } = details.decision;
  if (reason !== 'restriction_error' && reason !== 'refused_under_restrictions') return [];
  const targets = details.targets.flatMap((target) => target.members ?? [target]);
  return targets.flatMap((target) =>
    restrictionSources(context, target).flatMap((source): readonly NearMiss[] => {
      const { role, entry, dls, fls, masked_fields: masked } = source;
      const place = { role, entry, index: target.name, closeness: 1 };
      if (reason === 'refused_under_restrictions') {
        const isFree = dls === undefined && fls.length === 0 && masked.length === 0;
        return isFree ? [] : [{ code: 'restriction_in_force', ...place }];
      }
      const problem = dls === undefined ? undefined : queryProblem(dls, who.subject);
      if (!problem) return [];
      return problem.code === 'invalid_query'
        ? [{ code: 'restriction_invalid', ...place }]
        : [{ code: 'restriction_unresolved', ...place, missing: placeholdersOf(problem.query) }];
    })
  );
}

/** Share of the wanted text that the best pattern has from the start. */
function closestOf(patterns: readonly string[], wanted: string): number {
  const shares = patterns.map((pattern) => {
    let shared = 0;
    while (shared < wanted.length && pattern[shared] === wanted[shared]) shared++;
    return shared / Math.max(1, wanted.length);
  });
  return Math.round(Math.max(0, ...shares) * 100) / 100;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
