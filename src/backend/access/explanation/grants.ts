/** Why something is granted: every permission entry that does. */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import { isServiceSubject } from '../evaluation/attributes';
import { matchesTarget } from '../evaluation/permission_check';
import { GLOBAL_TENANT } from '../evaluation/tenant_access';
import type { CooperativeTask } from '../../scheduling/cooperative_task';
import { ActionPaths } from './action_path';
import type { ExplainContext } from './context';
import type { Grant } from '../../../contracts/api';

/** One more than are shown, so that it can be said that there are more. */
const ENOUGH = EXPLAIN_LIMITS.grants + 1;

export function* explainGrants(context: ExplainContext): CooperativeTask<readonly Grant[]> {
  const grants: Grant[] = [];
  yield* addClusterGrants(context, grants);
  yield* addTenantGrants(context, grants);
  yield* addIndexGrants(context, grants);
  return grants;
}

function* addClusterGrants({ details, rules, own, who }: ExplainContext, to: Grant[]): CooperativeTask<void> {
  if (isServiceSubject(who.subject)) return;
  for (const requested_action of details.clusterActions) {
    const paths = new ActionPaths(rules, requested_action);
    for (const { name, role } of own) {
      const action = paths.find(role.cluster_permissions);
      if (action) to.push({ kind: 'cluster', role: name, requested_action, action });
      if (to.length >= ENOUGH) return;
      yield;
    }
  }
}

function* addIndexGrants(context: ExplainContext, to: Grant[]): CooperativeTask<void> {
  const { details, rules, own, cells, patterns, who, nowMs } = context;
  const paths = new Map(
    details.indexActions.map((action) => [action, new ActionPaths(rules, action)])
  );
  for (const { action: requested_action, target } of cells.granted) {
    for (const { name, role, compiled } of own) {
      for (const [position, entry] of role.index_permissions.entries()) {
        const compiledEntry = compiled.indexPermissions[position];
        const isMatch =
          compiledEntry && matchesTarget(compiledEntry.patterns, target, who.subject, nowMs);
        const action = isMatch && paths.get(requested_action)?.find(entry.allowed_actions);
        const index_match = action && patterns.find(entry.index_patterns, target);
        yield;
        if (!index_match) continue;
        const place = { role: name, entry: position, requested_action };
        to.push({ kind: 'index', ...place, action, index: target.name, index_match });
        if (to.length >= ENOUGH) return;
      }
    }
  }
}

/** Tenant entries that fit, whether or not the write is among them. */
function* addTenantGrants(
  { details, own, patterns, request }: ExplainContext,
  to: Grant[]
): CooperativeTask<void> {
  const { tenant } = details.decision;
  if (!tenant || tenant.access === 'none' || tenant.kind === 'private') return;
  const name = tenant.kind === 'global' ? GLOBAL_TENANT : tenant.name;
  for (const { name: role, role: content } of own) {
    for (const [entry, { tenant_patterns }] of content.tenant_permissions.entries()) {
      const match = patterns.find(tenant_patterns, { name });
      yield;
      if (!match) continue;
      const place = { role, entry, requested_action: request.action };
      to.push({ kind: 'tenant', ...place, tenant: name, tenant_pattern: match.pattern });
      if (to.length >= ENOUGH) return;
    }
  }
}
