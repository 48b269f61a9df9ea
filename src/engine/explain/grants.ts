/** Why something is granted: every permission entry that does. */
import { GLOBAL_TENANT } from '../evaluation/tenant_access';
import { ActionPaths } from './action_path';
import { cellsOf, MAX_CELLS, ownRoles, type Cell, type ExplainContext } from './context';
import { findIndexMatch } from './index_match';
import type { ExplainedRestrictions, Grant, RestrictionSource } from './types';
import { restrictionsFor } from '../evaluation/access_decision';
import type { IndexTarget } from '../evaluation/index_targets';

export function explainGrants(context: ExplainContext): readonly Grant[] {
  const { details, rules } = context;
  const cluster = details.clusterActions.flatMap((action) =>
    clusterGrants(context, new ActionPaths(rules, action))
  );
  const paths = new Map(
    details.indexActions.map((action) => [action, new ActionPaths(rules, action)])
  );
  const index = cellsOf(context).granted.flatMap((cell) =>
    indexGrants(context, cell, paths.get(cell.action) as ActionPaths)
  );
  return [...cluster, ...tenantGrants(context), ...index];
}

const clusterGrants = (context: ExplainContext, paths: ActionPaths): readonly Grant[] =>
  ownRoles(context).flatMap(({ name, role }): readonly Grant[] => {
    const action = paths.find(role.cluster_permissions);
    return action ? [{ kind: 'cluster', role: name, requested_action: paths.action, action }] : [];
  });

function indexGrants(
  context: ExplainContext,
  { target }: Cell,
  paths: ActionPaths
): readonly Grant[] {
  const { who, nowMs, request } = context;
  return ownRoles(context).flatMap(({ name, role }) =>
    role.index_permissions.flatMap((entry, position): readonly Grant[] => {
      const action = paths.find(entry.allowed_actions);
      const match =
        action &&
        findIndexMatch(entry.index_patterns, target, who.subject, nowMs, request.knownIndices);
      if (!action || !match) return [];
      const place = { role: name, entry: position, requested_action: paths.action };
      return [{ kind: 'index', ...place, action, index: target.name, index_match: match }];
    })
  );
}

/** Tenant entries that fit, whether or not the write is among them. */
function tenantGrants(context: ExplainContext): readonly Grant[] {
  const { tenant } = context.details.decision;
  if (!tenant || tenant.access === 'none' || tenant.kind === 'private') return [];
  const name = tenant.kind === 'global' ? GLOBAL_TENANT : tenant.name;
  const { who, nowMs, request } = context;
  return ownRoles(context).flatMap(({ name: roleName, role }) =>
    role.tenant_permissions.flatMap((entry, position): readonly Grant[] => {
      const match = findIndexMatch(entry.tenant_patterns, { name }, who.subject, nowMs);
      if (!match) return [];
      const place = { role: roleName, entry: position, requested_action: request.action };
      return [{ kind: 'tenant', ...place, tenant: name, tenant_pattern: match.pattern }];
    })
  );
}

/** What documents and fields of the permitted indices are seen, and which entries say so. */
export function explainRestrictions(context: ExplainContext): readonly ExplainedRestrictions[] {
  const { details, who, settings, nowMs } = context;
  const { allowedIndices, reason } = details.decision;
  const isRelevant = (name: string): boolean =>
    allowedIndices.includes(name) ||
    reason === 'restriction_error' ||
    reason === 'refused_under_restrictions';
  if (details.isByTenant || details.indexActions.length === 0) return [];
  return details.targets
    .filter(({ name, kind }) => kind !== 'remote' && isRelevant(name))
    .flatMap((target) => target.members ?? [target])
    .slice(0, MAX_CELLS)
    .map((target) => ({
      index: target.name,
      ...restrictionsFor(who, target, settings, nowMs),
      sources: restrictionSources(context, target),
    }));
}

export function restrictionSources(
  context: ExplainContext,
  target: IndexTarget
): readonly RestrictionSource[] {
  const { who, nowMs } = context;
  return ownRoles(context).flatMap(({ name, role }) =>
    role.index_permissions.flatMap((entry, position) => {
      if (!findIndexMatch(entry.index_patterns, target, who.subject, nowMs)) return [];
      const { dls, fls, masked_fields } = entry;
      return [{ role: name, entry: position, ...(dls && { dls }), fls, masked_fields }];
    })
  );
}
