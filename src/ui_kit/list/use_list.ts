/** Data, state and selection of a list: one page that the server searches, filters and sorts. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Read, type ReadKey, useServerQuery } from '../queries/use_server_query';
import type { FacetOption } from './facet_types';
import { type ListAddress, type ListState, PAGE_SIZES } from './list_state';
import { type ChangeListState, useListState } from './use_list_state';

/** Actions on more items would take minutes. */
export const MAX_SELECTED = 5_000;

const LARGEST_PAGE = Math.max(...PAGE_SIZES);

/** One page, as returned by the server. */
export interface ListPageData<T> {
  /** Total across all pages. */
  readonly total: number;
  /** Total without search and filters; absent if the server does not count it. */
  readonly unfilteredTotal?: number;
  /** Items of this page, in order. */
  readonly items: readonly T[];
  /** Possible values by filter. */
  readonly facets?: Readonly<Record<string, readonly FacetOption[]>>;
  /** Age of the data on arrival; absent if it is always current. */
  readonly ageSeconds?: number;
}

/** Data source of a list; a constant, or recreated only if the query changes. */
export interface ListSource<T> {
  /** Key prefix in the cache; invalidating it reloads the list. */
  readonly key: ReadKey;
  /** URL parameters of the list. */
  readonly address: ListAddress;
  /** Returns the id of an item, unique in the collection. */
  readonly idOf: (item: T) => string;
  /** Returns the display name of an item, for its checkbox and menu. */
  readonly nameOf: (item: T) => string;
  /**
   * Requests a page from the server and rejects if the request fails. The signal aborts it when the
   * query changes.
   * @param isFresh - bypasses data that the server has cached
   */
  readonly read: (
    state: ListState,
    signal: AbortSignal,
    isFresh?: boolean
  ) => Promise<ListPageData<T>>;
  /**
   * Loads the values of a filter when it is opened. Absent: the page's values are used. Counts
   * reflect the search and the other filters.
   */
  readonly readFacet?: (
    facet: string,
    state: ListState,
    signal: AbortSignal
  ) => Promise<readonly FacetOption[]>;
  /** Highest item number that pages can reach. Default: all. */
  readonly maxReachable?: number;
}

/** State of a list and its selection. `T`: an item. */
export interface List<T> extends Omit<Read<ListPageData<T>>, 'data'> {
  /** The given data source. */
  readonly source: ListSource<T>;
  /** The current query; `page` may still show the previous one. */
  readonly state: ListState;
  /** Changes the query. */
  readonly change: ChangeListState;
  /** The last page received, kept while the next one loads. */
  readonly page: ListPageData<T> | undefined;
  /** Reloads the list, bypassing caches. */
  readonly refresh: () => void;
  /** Selected items of all visited pages, in the order of selection. */
  readonly selection: readonly T[];
  /** Number of selected items that are not on the current page. */
  readonly hiddenCount: number;
  /** Selects exactly these items on the current page, without changing other pages. */
  readonly selectOnPage: (items: readonly T[]) => void;
  /** Selects all results, at most {@link MAX_SELECTED}. Rejects if a page cannot be read. */
  readonly selectAll: () => Promise<void>;
  /** Removes items from the selection. @param ids - default: all */
  readonly deselect: (ids?: readonly string[]) => void;
}

/**
 * Reads one page of a collection according to the URL, and keeps the selection across pages. Every
 * change updates the URL.
 */
export function useList<T>(source: ListSource<T>): List<T> {
  const { idOf } = source;
  const [state, change] = useListState(source.address);
  const wantsNewest = useRef(false);
  // The key contains the query: a late response belongs to another key and is never shown.
  const { data, ...read } = useServerQuery(
    [...source.key, 'list', state],
    (signal) => {
      const isFresh = wantsNewest.current;
      wantsNewest.current = false;
      return source.read(state, signal, isFresh);
    },
    { keepsPrevious: true }
  );
  const [selected, setSelected] = useState<ReadonlyMap<string, T>>(new Map());
  useLastPage(state, change, read.isLoading ? undefined : data);
  const { reload } = read;
  const refresh = useCallback(() => {
    wantsNewest.current = true;
    reload();
  }, [reload]);
  const onPage = new Map(data?.items.map((item) => [idOf(item), item]));
  return {
    ...read,
    source,
    state,
    change,
    page: data,
    refresh,
    // Uses the item as the page shows it now, not as it was when it was selected.
    selection: [...selected].map(([id, item]) => onPage.get(id) ?? item),
    hiddenCount: [...selected.keys()].filter((id) => !onPage.has(id)).length,
    selectOnPage: (items) => {
      const others = [...selected].filter(([id]) => !onPage.has(id));
      setSelected(new Map([...others, ...items.map((item) => [idOf(item), item] as const)]));
    },
    selectAll: async () => {
      const found = new Map<string, T>();
      const { signal } = new AbortController();
      for (let page = 1, total = Infinity; found.size < total; page++) {
        const next = await source.read({ ...state, page, perPage: LARGEST_PAGE }, signal);
        total = Math.min(next.total, MAX_SELECTED);
        for (const item of next.items) if (found.size < total) found.set(idOf(item), item);
        if (next.items.length === 0) break;
      }
      setSelected(found);
    },
    deselect: (ids) =>
      setSelected(
        ids ? new Map([...selected].filter(([id]) => !ids.includes(id))) : new Map<string, T>()
      ),
  };
}

/** Moves to the last existing page after its last items were deleted, or for an old link. */
function useLastPage<T>(
  { page, perPage }: ListState,
  change: ChangeListState,
  data: ListPageData<T> | undefined
): void {
  const isBeyond = data !== undefined && data.items.length === 0 && data.total > 0 && page > 1;
  const lastPage = Math.max(1, Math.ceil((data?.total ?? 0) / perPage));
  useEffect(() => {
    if (isBeyond && lastPage < page) change({ page: lastPage });
  }, [isBeyond, lastPage, page, change]);
}
