/**
 * Document previews for a DLS query, a role or a user, and suggestions of index and field names
 * (`contracts/api`): `POST /api/v1/dls/preview`, `GET /api/v1/suggestions/indices`, `GET
 * /api/v1/suggestions/fields`.
 *
 * Needs API access. On a cluster all requests use the caller's own permissions; an engine without
 * indices says so (`answered_by`, `source`). Errors: 400 invalid request or limit, 401, 403 denied
 * by the engine, 404 unknown user or role, 501 the preview needs indices.
 */
import { PREVIEW_LIMITS } from '@sd/contracts';
import { PREVIEW_DOCUMENTS, SUGGEST_FIELDS, SUGGEST_INDICES } from '../../../common';
import { toResult } from '../../engine_requests';
import { toList, QueryValueError } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

export function registerIndexRoutes(deps: RouteDeps): void {
  const { handle } = deps;
  handle(PREVIEW_DOCUMENTS, ({ body, engine }) => toResult(engine.indices.preview(body)));

  handle(SUGGEST_INDICES, ({ query, engine }) => toResult(engine.indices.names(query)));

  handle(SUGGEST_FIELDS, ({ query, engine }) => {
    const { index, ...rest } = query;
    const patterns = toList(index);
    if (patterns.length === 0 || patterns.length > PREVIEW_LIMITS.patterns)
      throw new QueryValueError('index', `expected 1 to ${PREVIEW_LIMITS.patterns} patterns`);
    const pending = engine.indices.fields({ ...rest, index: patterns });
    return toResult(pending);
  });
}
