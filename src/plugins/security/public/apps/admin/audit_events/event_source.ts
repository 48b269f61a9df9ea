/** Audit event list, filtered and paged by the server, newest first. */
import type { SentQuery } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import type { ListAddress, ListSource, ListState } from '@sd/ui_kit';
import { AUDIT_PAGES_REACH, LIST_AUDIT_EVENTS } from '../../../../common';
import { PERIOD_FACETS, periodName, toSpan } from '../../../components/period/period';
import { SECURITY_KEY } from '../../../services/query_keys';
import { listActs, actSummary, type EventAct } from './event_fields';

export const EVENTS_KEY = [...SECURITY_KEY, 'audit-events'] as const;
/** Value of the filter `server`. */
export const SHOWN = 'shown';
/** Default period; counting all events of years would be slow. */
export const DEFAULT_PERIOD = '24h';

const ADDRESS: ListAddress = {
  facets: ['category', 'user', 'remote', 'server', ...PERIOD_FACETS],
  sortField: '@timestamp',
  sortFields: ['@timestamp'],
  sortOrder: 'desc',
  perPage: 25,
};

/** @param onServerUser - receives the account of the server, if the backend has events of it */
export const eventSource = (
  http: Pick<HttpSetup, 'get'>,
  onServerUser: (name: string | undefined) => void
): ListSource<EventAct> => ({
  key: EVENTS_KEY,
  address: ADDRESS,
  idOf: ({ main }) => main._id,
  nameOf: actSummary,
  maxReachable: AUDIT_PAGES_REACH,
  read: async (state, signal) => {
    const { page, perPage } = state;
    const query = { ...eventQuery(state, new Date()), page, per_page: perPage };
    const response = await send(http, LIST_AUDIT_EVENTS, { query, signal });
    const { events, total, next_cursor: next, server_user: serverUser } = response;
    onServerUser(serverUser);
    const loaded = (page - 1) * perPage + events.length;
    // Text searches return no total; assume one more item if there is a next page.
    return { items: listActs(events), total: total ?? loaded + (next === undefined ? 0 : 1) };
  },
});

export type EventsQuery = SentQuery<typeof LIST_AUDIT_EVENTS>;

/**
 * Query without paging.
 * @param now - end of the period if it is open
 */
export function eventQuery(
  { search, filters }: Pick<ListState, 'search' | 'filters'>,
  now: Date
): EventsQuery {
  const { category = [], user = [], remote = [], server = [] } = filters;
  const named = periodName(filters) ? filters : { ...filters, period: [DEFAULT_PERIOD] };
  return {
    to: String(now.getTime()),
    ...toSpan(named, now),
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(category.length > 0 && { categories: category.join(',') }),
    ...(user[0] !== undefined && { user: user[0] }),
    ...(remote[0] !== undefined && { remote: remote[0] }),
    // The server reads the cluster all the time, which would bury what users do.
    ...(server[0] !== SHOWN && { server: 'hidden' }),
  };
}
