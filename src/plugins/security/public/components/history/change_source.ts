/** Change lists, filtered and paged by the server, newest first. */
import type { SentQuery } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import type { ListAddress, ListSource, ListState } from '@sd/ui_kit';
import { type HistoryItem, type HistoryTypeName, LIST_CHANGES } from '../../../common';
import { SECURITY_KEY } from '../../services/query_keys';
import { toSpan, PERIOD_FACETS } from '../period/period';
import { type Act, groupActs } from './acts';
import { subjectLabel } from './change_texts';

/** Below the general key, because saving an entity changes its history. */
export const HISTORY_KEY = [...SECURITY_KEY, 'history'] as const;

const ADDRESS: ListAddress = {
  facets: ['type', 'action', 'actor', 'name', ...PERIOD_FACETS],
  sortField: 'changed_at',
  sortFields: ['changed_at'],
  sortOrder: 'desc',
  perPage: 25,
};

/** Limits the list to one entity. A role includes the changes of its mapping. */
export interface HistorySubject {
  readonly types: readonly HistoryTypeName[];
  readonly name: string;
}

export const changeSource = (
  http: Pick<HttpSetup, 'get'>,
  subject?: HistorySubject
): ListSource<Act<HistoryItem>> => ({
  key: subject ? [...HISTORY_KEY, ...subject.types, subject.name] : HISTORY_KEY,
  address: ADDRESS,
  idOf: ({ main }) => String(main.id),
  nameOf: ({ main }) => subjectLabel(main),
  read: async (state, signal) => {
    const query = { ...toQuery(state), ...(subject && subjectQuery(subject)) };
    const { total, items } = await send(http, LIST_CHANGES, { query, signal });
    return { total, items: groupActs(items, ({ request }) => request) };
  },
});

type ChangesQuery = SentQuery<typeof LIST_CHANGES>;

const subjectQuery = ({ types, name }: HistorySubject): ChangesQuery => ({
  type: types.join(','),
  name,
});

function toQuery({ search, filters, page, perPage }: ListState): ChangesQuery {
  const { type = [], action = [], actor = [], name = [] } = filters;
  return {
    page,
    per_page: perPage,
    ...(search.trim() !== '' && { search: search.trim() }),
    ...(type.length > 0 && { type: type.join(',') }),
    ...(action.length > 0 && { action: action.join(',') }),
    ...(actor[0] !== undefined && { actor: actor[0] }),
    ...(name[0] !== undefined && { name: name[0] }),
    ...toSpan(filters, new Date()),
  };
}
