/**
 * `GET /api/v1/audit/events`: a page of the audit log, newest first (`common/api.ts`). Needs API
 * access, and access to the audit configuration endpoint, which the engine checks. Errors: 400
 * query, 401, 403, 501 the engine keeps no events.
 */
import { Type, type Static } from '@sinclair/typebox';
import { AUDIT_EVENTS_RESPONSE, AUDIT_LIMITS } from '@sd/contracts';
import type { AuditPage, AuditQuery } from '@sd/core/server';
import {
  AUDIT_PAGES_REACH,
  AUDIT_PATHS,
  SECURITY_ERRORS,
  type AuditEvent,
  type AuditEventsResponse,
} from '../../../common';
import { withEngineErrors, resultOf } from '../shared/engine_requests';
import {
  LIST_VALUE,
  NAME_VALUE,
  PAGE_VALUE,
  PER_PAGE_VALUE,
  TIME_VALUE,
} from '../../../common/call_parts';
import { DEFAULT_PER_PAGE, listOf, periodOf, QueryValueError } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

const query = Type.Object({
  from: TIME_VALUE,
  to: TIME_VALUE,
  categories: LIST_VALUE,
  user: NAME_VALUE,
  remote: NAME_VALUE,
  server: Type.Optional(
    Type.Literal('hidden', {
      description: "Leaves out what the server's own account does on a cluster, except refusals.",
    })
  ),
  search: Type.Optional(Type.String({ maxLength: 1_000 })),
  cursor: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  page: PAGE_VALUE,
  per_page: PER_PAGE_VALUE,
  spans: Type.Optional(Type.Integer({ minimum: 1, maximum: AUDIT_LIMITS.spans })),
});

export function registerAuditEventsRoute(deps: RouteDeps): void {
  const { router, asScoped } = deps;
  router.get(
    {
      path: AUDIT_PATHS.events,
      validate: { query },
      doc: {
        summary: 'A page of the audit log, newest first',
        responses: { 200: AUDIT_EVENTS_RESPONSE },
        errors: [SECURITY_ERRORS.featureUnsupported],
      },
      options: { access: 'admin', rights: ['GET AUDIT'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const query = queryOf(request.query);
        const page = await resultOf(asScoped(request).auditEvents(query));
        const body = toBody(page, query.perPage);
        return response.ok({ body });
      })
  );
}

/** @throws {QueryValueError} */
function queryOf(given: Static<typeof query>): AuditQuery & { readonly perPage: number } {
  const { user, remote, search, cursor, page, spans } = given;
  const perPage = given.per_page ?? DEFAULT_PER_PAGE;
  if (spans !== undefined && (given.from === undefined || given.to === undefined))
    throw new QueryValueError('spans', 'needs [from] and [to]');
  if (page !== undefined && cursor !== undefined)
    throw new QueryValueError('page', 'cannot be given together with [cursor]');
  if (page !== undefined && (page - 1) * perPage >= AUDIT_PAGES_REACH)
    throw new QueryValueError(
      'page',
      `pages reach the newest ${AUDIT_PAGES_REACH} events; go on with [cursor], or set [to]`
    );
  const categories = listOf(given.categories);
  return {
    ...periodOf(given),
    perPage,
    ...(categories.length > 0 && { categories }),
    ...(user !== undefined && { user }),
    ...(remote !== undefined && { remote }),
    ...(given.server === 'hidden' && { hidesServer: true }),
    ...(search !== undefined && { search }),
    ...(cursor !== undefined && { cursor }),
    ...(page !== undefined && { page }),
    ...(spans !== undefined && { spans }),
  };
}

const toBody = (
  { events, total, totalRelation, nextCursor, spans, serverUser }: AuditPage,
  perPage: number
): AuditEventsResponse => ({
  events: events as readonly AuditEvent[],
  per_page: perPage,
  ...(total !== undefined && { total }),
  ...(totalRelation !== undefined && { total_relation: totalRelation }),
  ...(nextCursor !== undefined && { next_cursor: nextCursor }),
  ...(spans && {
    spans: spans.map(({ fromMs, count, isMore }) => ({
      from: fromMs,
      count,
      ...(isMore && { is_more: true }),
    })),
  }),
  ...(serverUser !== undefined && { server_user: serverUser }),
});
