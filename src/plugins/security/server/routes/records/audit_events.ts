/**
 * `GET /api/v1/audit/events`: a page of the audit log, newest first (`common/api.ts`). Needs API
 * access, and access to the audit configuration endpoint, which the engine checks. Errors: 400
 * query, 401, 403, 501 the engine keeps no events.
 */
import type { CallQuery } from '@sd/contracts';
import type { AuditPage, AuditQuery } from '@sd/core/server';
import {
  AUDIT_PAGES_REACH,
  type AuditEvent,
  type AuditEventsResponse,
  LIST_AUDIT_EVENTS,
} from '../../../common';
import { toResult } from '../../engine_requests';
import { DEFAULT_PER_PAGE, toList, getPeriod, QueryValueError } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

export function registerAuditEventsRoute({ handle }: RouteDeps): void {
  handle(LIST_AUDIT_EVENTS, async ({ engine, request }) => {
    const query = toQuery(request.query);
    const page = await toResult(engine.auditEvents(query));
    return toBody(page, query.perPage);
  });
}

/** @throws {QueryValueError} */
function toQuery(
  given: CallQuery<typeof LIST_AUDIT_EVENTS>
): AuditQuery & { readonly perPage: number } {
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
  const categories = toList(given.categories);
  return {
    ...getPeriod(given),
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
