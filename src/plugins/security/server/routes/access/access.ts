/**
 * Explanations of access, effective permissions and the impact of changes (`contracts/api`): `GET`
 * and `POST /api/v1/access/explain`, `POST /api/v1/access/impact`, `GET /api/v1/access/effective`,
 * `POST /api/v1/access/matrix`.
 *
 * Every logged-in user may ask about themselves; requests about other users, subjects and unsaved
 * changes need API access. The engine checks this. Errors: 400 invalid request or limit, 401, 403,
 * 404 unknown user, 429 too many concurrent requests (with `retry-after`), 501 the engine has no
 * explanations.
 */
import type { AccessExplanation, ExplainRequest, ProposedChanges } from '@sd/contracts';
import {
  EXPLAIN_ACCESS,
  EXPLAIN_ACCESS_BY_QUERY,
  READ_ACCESS_MATRIX,
  READ_CHANGE_IMPACT,
  READ_EFFECTIVE_PERMISSIONS,
} from '../../../common';
import { toResult } from '../../engine_requests';
import type { RouteDeps } from '../shared/route_deps';

export function registerAccessRoutes({ handle }: RouteDeps): void {
  handle(EXPLAIN_ACCESS_BY_QUERY, ({ query, engine }) => {
    const { index, ...rest } = query;
    const names = index?.split(',').filter((name) => name !== '') ?? [];
    const question = { ...rest, ...(names.length > 0 && { index: names }) };
    return toResult(engine.explain(question)) as Promise<AccessExplanation>;
  });

  handle(EXPLAIN_ACCESS, ({ body, engine }) => {
    const { index, ...rest } = body;
    // A single name instead of an array is accepted as well.
    const names = typeof index === 'string' ? [index] : index;
    return toResult(engine.explain({ ...rest, ...(names && { index: names }) } as ExplainRequest));
  });

  handle(READ_CHANGE_IMPACT, async ({ body, engine }) => {
    const changes =
      'reverts' in body
        ? await toResult(engine.history.revertProposal(body.reverts))
        : (body.changes as ProposedChanges);
    return toResult(engine.impact(changes));
  });

  handle(READ_ACCESS_MATRIX, ({ body, engine }) => toResult(engine.matrix(body)));

  handle(READ_EFFECTIVE_PERMISSIONS, ({ query, engine }) =>
    toResult(engine.effectivePermissions(query.user))
  );
}
