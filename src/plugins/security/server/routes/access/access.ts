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
import { Type, type Static } from '@sinclair/typebox';
import type { EngineResult, RouteRequest, ResponseFactory, RouteResponse } from '@sd/core/server';
import {
  ACCESS_COMPARISON,
  ACCESS_EXPLANATION,
  ACCESS_MATRIX,
  CHANGE_IMPACT,
  EFFECTIVE_PERMISSIONS,
  EFFECTIVE_QUERY,
  ENGINE_ERRORS,
  EXPLAIN_BODY,
  EXPLAIN_QUERY,
  IMPACT_BODY,
  MATRIX_BODY,
  type AccessComparison,
  type AccessExplanation,
  type AccessMatrix,
  type ExplainRequest,
  type ChangeImpact,
  type EffectivePermissions,
  type ProposedChanges,
} from '@sd/contracts';
import { ACCESS_PATHS, SECURITY_ERRORS } from '../../../common';
import { withEngineErrors, resultOf } from '../shared/engine_requests';
import type { RouteDeps } from '../shared/route_deps';

const USER = { access: 'user' } as const;
/**
 * The engine serves users alternately; the rate limit keeps one address from filling the queues.
 */
const EXPLAIN = { ...USER, reads: true, rateLimitPerMinute: 600 };

const ERRORS = [
  ENGINE_ERRORS.userOrSubject,
  ENGINE_ERRORS.notFound,
  SECURITY_ERRORS.featureUnsupported,
];

export function registerAccessRoutes(deps: RouteDeps): void {
  const { router } = deps;
  router.get(
    {
      path: ACCESS_PATHS.explain,
      validate: { query: EXPLAIN_QUERY },
      doc: {
        summary: 'Why access is granted or denied',
        responses: { 200: ACCESS_EXPLANATION },
        errors: ERRORS,
      },
      options: EXPLAIN,
    },
    (request, response) => {
      const { user, api_key, action, index, tenant } = request.query;
      const names = index?.split(',').filter((name) => name !== '') ?? [];
      return explain(deps, request, response, {
        action,
        ...(user !== undefined && { user }),
        ...(api_key !== undefined && { api_key }),
        ...(names.length > 0 && { index: names }),
        ...(tenant !== undefined && { tenant }),
      });
    }
  );

  router.post(
    {
      path: ACCESS_PATHS.explain,
      validate: { body: EXPLAIN_BODY },
      doc: {
        summary: 'Why access is granted or denied, also for other subjects and unsaved changes',
        responses: { 200: Type.Union([ACCESS_EXPLANATION, ACCESS_COMPARISON]) },
        errors: ERRORS,
      },
      options: EXPLAIN,
    },
    (request, response) => explain(deps, request, response, requestOf(request.body))
  );

  router.post(
    {
      path: ACCESS_PATHS.impact,
      validate: { body: IMPACT_BODY },
      doc: {
        summary: 'Impact of unsaved changes: who gains and loses access',
        responses: { 200: CHANGE_IMPACT },
        errors: [SECURITY_ERRORS.featureUnsupported],
      },
      options: EXPLAIN,
    },
    (request, response) =>
      result<ChangeImpact>(deps, response, () =>
        deps.asScoped(request).impact(request.body.changes as ProposedChanges)
      )
  );

  router.post(
    {
      path: ACCESS_PATHS.matrix,
      validate: { body: MATRIX_BODY },
      doc: {
        summary: 'Access matrix of users or roles',
        responses: { 200: ACCESS_MATRIX },
        errors: [SECURITY_ERRORS.featureUnsupported],
      },
      options: EXPLAIN,
    },
    (request, response) =>
      result<AccessMatrix>(deps, response, () => deps.asScoped(request).matrix(request.body))
  );

  router.get(
    {
      path: ACCESS_PATHS.effective,
      validate: { query: EFFECTIVE_QUERY },
      doc: {
        summary: 'Effective permissions of a user',
        responses: { 200: EFFECTIVE_PERMISSIONS },
        errors: ERRORS,
      },
      options: EXPLAIN,
    },
    (request, response) => {
      const { user } = request.query;
      return result<EffectivePermissions>(deps, response, () =>
        deps.asScoped(request).effectivePermissions(user)
      );
    }
  );
}

function explain(
  deps: RouteDeps,
  request: RouteRequest,
  response: ResponseFactory,
  query: ExplainRequest
): Promise<RouteResponse> {
  return result<AccessExplanation | AccessComparison>(deps, response, () =>
    deps.asScoped(request).explain(query)
  );
}

function result<T>(
  deps: RouteDeps,
  response: ResponseFactory,
  send: () => Promise<EngineResult<T>>
): Promise<RouteResponse> {
  return withEngineErrors(deps, response, async () =>
    response.ok({ body: await resultOf(send()) })
  );
}

/** Accepts a single index name instead of an array. */
function requestOf({ index, ...rest }: Static<typeof EXPLAIN_BODY>): ExplainRequest {
  const names = typeof index === 'string' ? [index] : index;
  return { ...rest, ...(names && { index: names }) } as ExplainRequest;
}
