/** Puts an explanation together and cuts its lists to size. */
import type { AccessDecision } from '../evaluation/access_decision';
import { MAX_CELLS, type ExplainContext } from './context';
import { explainGrants, explainRestrictions } from './grants';
import { nearMisses } from './near_misses';
import { suggestGrants } from './suggestions';
import type { AccessExplanation, ExplainedDecision } from './types';

const LIMITS = { roles: 1_000, grants: 200, restrictions: 100, near_misses: 20 } as const;

/** What the one who asks may see besides the decision and its chain. */
export interface ViewerRights {
  /** May read the configuration. */
  readonly isAdmin: boolean;
  readonly showsHidden: boolean;
}

export function explanationOf(
  context: ExplainContext,
  user: AccessExplanation['user'],
  { isAdmin, showsHidden }: ViewerRights
): AccessExplanation {
  const { details, request } = context;
  const isManyCells = details.targets.length * details.indexActions.length > MAX_CELLS;
  const truncated: string[] = isManyCells ? ['cells'] : [];
  const cut = <T>(name: keyof typeof LIMITS, list: readonly T[]): readonly T[] => {
    if (list.length > LIMITS[name]) truncated.push(name);
    return list.slice(0, LIMITS[name]);
  };
  return {
    user: { ...user, roles: cut('roles', user.roles) },
    question: {
      action: request.action,
      cluster_actions: details.clusterActions,
      index_actions: details.indexActions,
      indices: details.targets.map(({ name }) => name),
    },
    decision: decisionOf(details.decision),
    grants: cut('grants', explainGrants(context)),
    restrictions: cut('restrictions', explainRestrictions(context)),
    near_misses: cut('near_misses', nearMisses(context)),
    suggestions: isAdmin ? suggestGrants(context, showsHidden) : [],
    truncated,
  };
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
