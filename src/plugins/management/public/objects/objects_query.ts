/** What the list shows, kept in the address: it survives reloading, going back and sharing. Pure, but for the hook. */
import { useCallback, useEffect, useState } from 'react';
import type { ScopedHistoryContract } from '@sd/core/public';

export type ObjectSortField = 'title' | 'type' | 'updatedAt';

export interface ObjectsQuery {
  /** As typed. */
  readonly search: string;
  /** None means all. */
  readonly types: readonly string[];
  readonly sortField: ObjectSortField;
  readonly sortOrder: 'asc' | 'desc';
  /** From 0. */
  readonly pageIndex: number;
  readonly pageSize: number;
}

export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100];
const SORT_FIELDS: readonly ObjectSortField[] = ['title', 'type', 'updatedAt'];
const DEFAULTS: ObjectsQuery = {
  search: '',
  types: [],
  sortField: 'updatedAt',
  sortOrder: 'desc',
  pageIndex: 0,
  pageSize: 25,
};

/** What makes no sense in an address counts as absent. */
export function parseQuery(search: string): ObjectsQuery {
  const query = new URLSearchParams(search);
  const sortField = SORT_FIELDS.find((field) => field === query.get('sort'));
  const pageSize = Number(query.get('size'));
  const dir = query.get('dir');
  return {
    search: query.get('q') ?? '',
    types: query.getAll('type'),
    sortField: sortField ?? DEFAULTS.sortField,
    sortOrder: dir === 'asc' || dir === 'desc' ? dir : DEFAULTS.sortOrder,
    pageIndex: Math.max(0, Math.trunc(Number(query.get('page')) || 1) - 1),
    pageSize: PAGE_SIZES.includes(pageSize) ? pageSize : DEFAULTS.pageSize,
  };
}

/** The shortest address for a query: defaults are left out. */
export function formatQuery(query: ObjectsQuery): string {
  const { search, types, sortField, sortOrder, pageIndex, pageSize } = query;
  const parts = new URLSearchParams();
  if (search !== '') parts.set('q', search);
  for (const type of types) parts.append('type', type);
  if (sortField !== DEFAULTS.sortField) parts.set('sort', sortField);
  if (sortOrder !== DEFAULTS.sortOrder) parts.set('dir', sortOrder);
  if (pageIndex > 0) parts.set('page', String(pageIndex + 1));
  if (pageSize !== DEFAULTS.pageSize) parts.set('size', String(pageSize));
  const text = parts.toString();
  return text === '' ? '' : `?${text}`;
}

export type ChangeQuery = (change: Partial<ObjectsQuery>) => void;

/** Any change but one of the page goes back to the first page. */
export function useObjectsQuery(
  history: ScopedHistoryContract
): readonly [ObjectsQuery, ChangeQuery] {
  const [query, setQuery] = useState(() => parseQuery(history.location.search));
  useEffect(() => history.listen((location) => setQuery(parseQuery(location.search))), [history]);
  const change = useCallback<ChangeQuery>(
    (changes) => {
      // The latest address, not the one of the last rendering: changes may come in quick succession.
      const { pathname, search } = history.location;
      const next = { ...parseQuery(search), pageIndex: 0, ...changes };
      history.replace({ pathname, search: formatQuery(next) });
    },
    [history]
  );
  return [query, change];
}
