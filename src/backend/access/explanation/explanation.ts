/** Assembles an explanation and truncates its lists to their limits. */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import { isServiceSubject } from '../evaluation/attributes';
import { matchesTarget } from '../evaluation/permission_check';
import { GLOBAL_TENANT } from '../evaluation/tenant_access';
import { type CooperativeTask, TimeSpentError } from '../../scheduling/cooperative_task';
import { ActionPaths } from './action_path';
import type { ExplainContext } from './context';
import type { AccessExplanation, ExplainedDecision, Grant, NearMiss } from '../../../contracts/api';
import type { AccessDecision } from '../evaluation/access_decision';
import { explainRestrictions } from './explained_restrictions';
import { indexDependence } from './index_dependence';
import { nearMisses } from './near_misses';
import { suggestGrants } from './suggestions';

/** One more than the limit, to detect truncation. */
const ENOUGH = EXPLAIN_LIMITS.grants + 1;

function* explainGrants(context: ExplainContext): CooperativeTask<readonly Grant[]> {
  const grants: Grant[] = [];
  yield* addClusterGrants(context, grants);
  yield* addTenantGrants(context, grants);
  yield* addIndexGrants(context, grants);
  return grants;
}

function* addClusterGrants(
  { details, rules, own, who }: ExplainContext,
  to: Grant[]
): CooperativeTask<void> {
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
        const location = { role: name, entry: position, requested_action };
        to.push({ kind: 'index', ...location, action, index: target.name, index_match });
        if (to.length >= ENOUGH) return;
      }
    }
  }
}

/** Matching tenant entries, with or without write access. */
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
      const location = { role, entry, requested_action: request.action };
      to.push({ kind: 'tenant', ...location, tenant: name, tenant_pattern: match.pattern });
      if (to.length >= ENOUGH) return;
    }
  }
}

/** Tracks the remaining size of a response. */
export class ResponseBudget {
  private remaining: number = EXPLAIN_LIMITS.responseLength;

  /** The leading items that fit into the remaining size. */
  takeFitting<T>(list: readonly T[]): readonly T[] {
    const beyond = list.findIndex((item) => !this.take(item));
    return beyond < 0 ? list : list.slice(0, beyond);
  }

  /** Reserves the size of an item. Returns `false` if it does not fit. */
  take(item: unknown): boolean {
    const length = JSON.stringify(item).length;
    if (length > this.remaining) return false;
    this.remaining -= length;
    return true;
  }
}

/** Details that the caller may see besides the decision and its grants. */
export interface ViewerRights {
  /** Whether the caller may read the configuration. */
  readonly isAdmin: boolean;
  readonly showsHidden: boolean;
}

export function* getExplanation(
  context: ExplainContext,
  user: AccessExplanation['user'],
  { isAdmin, showsHidden }: ViewerRights,
  budget: ResponseBudget
): CooperativeTask<AccessExplanation> {
  const { details, request } = context;
  const truncated: string[] = [];
  const cells = details.targets.length * details.indexActions.length;
  if (cells > EXPLAIN_LIMITS.cells) truncated.push('cells');
  /** Evaluates a list besides the decision. Truncates it when time or size runs out. */
  function* part<T>(
    name: string,
    max: number,
    steps: CooperativeTask<readonly T[]>
  ): CooperativeTask<readonly T[]> {
    let list: readonly T[] = [];
    let isWhole = true;
    try {
      list = yield* steps;
    } catch (error) {
      if (!(error instanceof TimeSpentError)) throw error;
      isWhole = false;
    }
    const included = budget.takeFitting(list.slice(0, max));
    if (!isWhole || included.length < list.length) truncated.push(name);
    return included;
  }
  const roles = budget.takeFitting(user.roles);
  if (roles.length < context.who.subject.roles.length) truncated.push('roles');
  const [dependence] = yield* part('depends_on_indices', 1, indexDependence(context));
  const { grants: maxGrants, nearMisses: maxMisses, cells: maxCells } = EXPLAIN_LIMITS;
  const many = Number.MAX_SAFE_INTEGER;
  return {
    user: { ...user, roles },
    question: {
      action: request.action,
      cluster_actions: details.clusterActions,
      index_actions: details.indexActions,
      indices: details.targets.map(({ name }) => name),
    },
    decision: toDecision(details.decision),
    ...(dependence && { depends_on_indices: dependence }),
    grants: yield* part('grants', maxGrants, explainGrants(context)),
    restrictions: yield* part('restrictions', maxCells, explainRestrictions(context)),
    near_misses: yield* part('near_misses', maxMisses, shorten(nearMisses(context))),
    suggestions: isAdmin
      ? yield* part('suggestions', many, suggestGrants(context, showsHidden))
      : [],
    truncated,
  };
}

/** A near miss lists the patterns of its entry. The first few of thousands are enough. */
function* shorten(
  misses: CooperativeTask<readonly NearMiss[]>
): CooperativeTask<readonly NearMiss[]> {
  return (yield* misses).map((miss) => ({
    ...miss,
    ...(miss.patterns && { patterns: miss.patterns.slice(0, EXPLAIN_LIMITS.patterns) }),
    ...(miss.missing && { missing: miss.missing.slice(0, EXPLAIN_LIMITS.patterns) }),
  }));
}

/** Converts a decision to the shape of the API. */
export function toDecision(decision: AccessDecision): ExplainedDecision {
  const { tenant } = decision;
  return {
    outcome: decision.outcome,
    effect: decision.effect,
    reason: decision.reason,
    missing_actions: decision.missingActions,
    allowed_indices: decision.allowedIndices,
    denied_indices: decision.deniedIndices,
    ...(tenant && {
      tenant: {
        name: tenant.name,
        kind: tenant.kind,
        access: tenant.access,
        needed: tenant.needed,
        allowed: tenant.isAllowed,
        ...(tenant.reason && { reason: tenant.reason }),
        index: tenant.index,
      },
    }),
  };
}
