/**
 * What a list shows, kept in the address: search, filters, sorting and page survive reloading, going back and sharing.
 * Pure, except for the hook at the end.
 */
import queryString from 'query-string';
import { useCallback, useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { SearchQuery } from '../../common';
import { useAdmin } from '../apps/admin/admin_context';
import { type DeviceStorage, deviceStorage } from '../services/device_storage';

export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100];
const FILTER_PREFIX = 'f.';

export interface ListState {
  readonly search: string;
  /** Facet to chosen values; facets without a choice are absent. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** From 1. */
  readonly page: number;
  readonly perPage: number;
  readonly sortField: string;
  readonly sortOrder: 'asc' | 'desc';
}

export function parseListState(search: string, defaultPerPage: number): ListState {
  const query = queryString.parse(search);
  const text = (key: string): string =>
    typeof query[key] === 'string' ? (query[key] as string) : '';
  const perPage = Number(text('size'));
  const filters: Record<string, readonly string[]> = {};
  for (const [key, value] of Object.entries(query)) {
    if (!key.startsWith(FILTER_PREFIX) || value === null) continue;
    const values = [value]
      .flat()
      .filter((item): item is string => typeof item === 'string' && item !== '');
    if (values.length > 0) filters[key.slice(FILTER_PREFIX.length)] = values;
  }
  return {
    search: text('q'),
    filters,
    page: Math.max(1, Math.trunc(Number(text('page'))) || 1),
    perPage: PAGE_SIZES.includes(perPage) ? perPage : defaultPerPage,
    sortField: text('sort') || 'name',
    sortOrder: text('dir') === 'desc' ? 'desc' : 'asc',
  };
}

/** The shortest query for a state: defaults are left out. */
export function formatListState(state: ListState, defaultPerPage: number): string {
  const filters = Object.entries(state.filters).map(([facet, values]) => [
    `${FILTER_PREFIX}${facet}`,
    values,
  ]);
  const query = queryString.stringify(
    {
      q: state.search || undefined,
      page: state.page > 1 ? state.page : undefined,
      size: state.perPage === defaultPerPage ? undefined : state.perPage,
      sort: state.sortField === 'name' ? undefined : state.sortField,
      dir: state.sortOrder === 'desc' ? 'desc' : undefined,
      ...(Object.fromEntries(filters) as Record<string, string[]>),
    },
    { sort: false }
  );
  return query === '' ? '' : `?${query}`;
}

export function toSearchQuery(state: ListState, facets: readonly string[]): SearchQuery {
  const hasFilters = Object.keys(state.filters).length > 0;
  return {
    page: state.page,
    per_page: state.perPage,
    sort_field: state.sortField,
    sort_order: state.sortOrder,
    ...(state.search !== '' && { search: state.search }),
    ...(hasFilters && { filters: JSON.stringify(state.filters) }),
    ...(facets.length > 0 && { facets: facets.join(',') }),
  };
}

const rememberedPageSize = (storage: DeviceStorage): number => {
  const size = storage.get<number>('admin', 'rows_per_page');
  return size !== undefined && PAGE_SIZES.includes(size) ? size : (PAGE_SIZES[0] as number);
};

export type ChangeListState = (change: Partial<ListState>) => void;

/** Any change but one of the page goes back to the first page. */
export function useListState(
  storage: DeviceStorage = deviceStorage
): readonly [ListState, ChangeListState] {
  const { history } = useAdmin();
  const { search, pathname } = useLocation();
  const defaultPerPage = rememberedPageSize(storage);
  const state = useMemo(() => parseListState(search, defaultPerPage), [search, defaultPerPage]);
  const change = useCallback<ChangeListState>(
    (changes) => {
      // The latest address, not the one of the last rendering: changes may come in quick succession.
      const current = parseListState(history.location.search, defaultPerPage);
      if (changes.perPage !== undefined) storage.set('admin', 'rows_per_page', changes.perPage);
      const next = { ...current, page: 1, ...changes };
      const nextDefault = changes.perPage ?? defaultPerPage;
      history.replace({ pathname, search: formatListState(next, nextDefault) });
    },
    [history, pathname, storage, defaultPerPage]
  );
  return [state, change];
}
