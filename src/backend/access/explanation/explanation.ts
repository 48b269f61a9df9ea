/** Puts an explanation together and cuts its lists to size. */
import { EXPLAIN_LIMITS } from '../../../contracts/limits';
import type { AccessDecision } from '../evaluation/access_decision';
import { TimeSpentError, type CooperativeTask } from '../../scheduling/cooperative_task';
import type { ResponseBudget } from './response_budget';
import type { ExplainContext } from './context';
import { explainRestrictions } from './explained_restrictions';
import { explainGrants } from './grants';
import { nearMisses } from './near_misses';
import { suggestGrants } from './suggestions';
import type { AccessExplanation, ExplainedDecision, NearMiss } from '../../../contracts/api';

/** What the one who asks may see besides the decision and its chain. */
export interface ViewerRights {
  /** May read the configuration. */
  readonly isAdmin: boolean;
  readonly showsHidden: boolean;
}

export function* explanationOf(
  context: ExplainContext,
  user: AccessExplanation['user'],
  { isAdmin, showsHidden }: ViewerRights,
  room: ResponseBudget
): CooperativeTask<AccessExplanation> {
  const { details, request } = context;
  const truncated: string[] = [];
  const cells = details.targets.length * details.indexActions.length;
  if (cells > EXPLAIN_LIMITS.cells) truncated.push('cells');
  /** What is asked for besides the decision gives way to time and size. */
  function* part<T>(name: string, max: number, steps: CooperativeTask<readonly T[]>): CooperativeTask<readonly T[]> {
    let list: readonly T[] = [];
    let isWhole = true;
    try {
      list = yield* steps;
    } catch (error) {
      if (!(error instanceof TimeSpentError)) throw error;
      isWhole = false;
    }
    const shown = room.fitting(list.slice(0, max));
    if (!isWhole || shown.length < list.length) truncated.push(name);
    return shown;
  }
  const roles = room.fitting(user.roles);
  if (roles.length < context.who.subject.roles.length) truncated.push('roles');
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
    decision: decisionOf(details.decision),
    grants: yield* part('grants', maxGrants, explainGrants(context)),
    restrictions: yield* part('restrictions', maxCells, explainRestrictions(context)),
    near_misses: yield* part('near_misses', maxMisses, shortened(nearMisses(context))),
    suggestions: isAdmin
      ? yield* part('suggestions', many, suggestGrants(context, showsHidden))
      : [],
    truncated,
  };
}

/** A near miss shows what an entry lists instead; of thousands the first will do. */
function* shortened(misses: CooperativeTask<readonly NearMiss[]>): CooperativeTask<readonly NearMiss[]> {
  return (yield* misses).map((miss) => ({
    ...miss,
    ...(miss.patterns && { patterns: miss.patterns.slice(0, EXPLAIN_LIMITS.patterns) }),
    ...(miss.missing && { missing: miss.missing.slice(0, EXPLAIN_LIMITS.patterns) }),
  }));
}

/** In the shape of the API. */
export function decisionOf(decision: AccessDecision): ExplainedDecision {
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
