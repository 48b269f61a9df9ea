/**
 * Document previews for a DLS query, a role or a user, and suggestions of index and field names
 * (`contracts/api`): `POST /api/v1/dls/preview`, `GET /api/v1/suggestions/indices`, `GET
 * /api/v1/suggestions/fields`.
 *
 * Needs API access. On a cluster all requests use the caller's own permissions; an engine without
 * indices says so (`answered_by`, `source`). Errors: 400 invalid request or limit, 401, 403 denied
 * by the engine, 404 unknown user or role, 501 the preview needs indices.
 */
import {
  DLS_PREVIEW,
  DLS_PREVIEW_BODY,
  ENGINE_ERRORS,
  FIELDS_QUERY,
  NAMES_QUERY,
  PREVIEW_LIMITS,
  SUGGESTED_FIELDS,
  SUGGESTED_NAMES,
} from '@sd/contracts';
import { ACCESS_PATHS, SECURITY_ERRORS } from '../../../common';
import { withEngineErrors, resultOf } from '../shared/engine_requests';
import { listOf, QueryValueError } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

/** A preview takes up to ten cluster searches; suggestions are requested while the user types. */
const PREVIEW = { access: 'admin', rights: 'each', reads: true, rateLimitPerMinute: 120 } as const;
const SUGGEST = { access: 'admin', rights: 'each', rateLimitPerMinute: 600 } as const;

export function registerIndexRoutes(deps: RouteDeps): void {
  const { router, asScoped } = deps;
  router.post(
    {
      path: ACCESS_PATHS.dlsPreview,
      validate: { body: DLS_PREVIEW_BODY },
      doc: {
        summary: 'Validate a DLS query, and preview the documents that it, a role or a user sees',
        responses: { 200: DLS_PREVIEW },
        errors: [ENGINE_ERRORS.notFound, SECURITY_ERRORS.featureUnsupported],
      },
      options: PREVIEW,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () =>
        response.ok({ body: await resultOf(asScoped(request).indices.preview(request.body)) })
      )
  );

  router.get(
    {
      path: ACCESS_PATHS.suggestedIndices,
      validate: { query: NAMES_QUERY },
      doc: {
        summary: 'Indices, aliases and data streams that the caller may see',
        responses: { 200: SUGGESTED_NAMES },
      },
      options: SUGGEST,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () =>
        response.ok({ body: await resultOf(asScoped(request).indices.names(request.query)) })
      )
  );

  router.get(
    {
      path: ACCESS_PATHS.suggestedFields,
      validate: { query: FIELDS_QUERY },
      doc: {
        summary: 'Fields of the indices that patterns match',
        responses: { 200: SUGGESTED_FIELDS },
        errors: [SECURITY_ERRORS.invalidQueryValue],
      },
      options: SUGGEST,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { index, ...rest } = request.query;
        const patterns = listOf(index);
        if (patterns.length === 0 || patterns.length > PREVIEW_LIMITS.patterns)
          throw new QueryValueError('index', `expected 1 to ${PREVIEW_LIMITS.patterns} patterns`);
        const pending = asScoped(request).indices.fields({ ...rest, index: patterns });
        return response.ok({ body: await resultOf(pending) });
      })
  );
}
