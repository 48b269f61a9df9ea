/**
 * Data, state and selection of a list: one page of a collection, searched, filtered and sorted by
 * the server.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Read, type ReadKey, useServerQuery } from '../queries/use_server_query';
import type { FacetOption } from './facet_types';
import type { ListAddress, ListState } from './list_state';
import { type ChangeListState, useListState } from './use_list_state';

/** One page, as the server cut it. */
export interface ListPageData<T> {
  /** Of all pages. */
  readonly total: number;
  /** Without search and filters; absent when the server does not count them. */
  readonly unfilteredTotal?: number;
  /** Of this page, in their order. */
  readonly items: readonly T[];
  /** Facet to the values it can be filtered by. */
  readonly facets?: Readonly<Record<string, readonly FacetOption[]>>;
  /** Of what the page is made of, when it arrived; absent when that is always the newest. */
  readonly ageSeconds?: number;
}

/** Where a list comes from; a constant, or made anew only when the question changes. */
export interface ListSource<T> {
  /** First parts of the keys in the cache: telling that they changed reads the list again. */
  readonly key: ReadKey;
  /** Which questions there are, and how the address has them. */
  readonly address: ListAddress;
  /** Identity of an item, unique in the collection. */
  readonly idOf: (item: T) => string;
  /** What people call an item: names its checkbox and its menu. */
  readonly nameOf: (item: T) => string;
  /**
   * Asks the server; rejects as a request does. Given up by the signal when the question changes.
   * @param isFresh - what the server has of an earlier time shall not do
   */
  readonly read: (
    state: ListState,
    signal: AbortSignal,
    isFresh?: boolean
  ) => Promise<ListPageData<T>>;
  /**
   * Values of a filter, asked for when it is opened; without it, those that come with the page.
   * Numbers are of what the other filters and the search let pass.
   */
  readonly readFacet?: (
    facet: string,
    state: ListState,
    signal: AbortSignal
  ) => Promise<readonly FacetOption[]>;
  /** Items that pages can be turned to; default: all. */
  readonly maxReachable?: number;
}

/** What a list shows and what is chosen in it. `T`: an item. */
export interface List<T> extends Omit<Read<ListPageData<T>>, 'data'> {
  /** As given. */
  readonly source: ListSource<T>;
  /** The question, of which `page` may not be the answer yet. */
  readonly state: ListState;
  /** Asks another question. */
  readonly change: ChangeListState;
  /** The last page that arrived; stays while the next one loads. */
  readonly page: ListPageData<T> | undefined;
  /** Asks again, for what there is now. */
  readonly refresh: () => void;
  /** Of all pages that were looked at, in the order of choosing. */
  readonly selection: readonly T[];
  /** How many of the chosen ones are not on the page. */
  readonly hiddenCount: number;
  /** Chooses exactly these on the page, and leaves the other pages' as they are. */
  readonly selectOnPage: (items: readonly T[]) => void;
  /** Takes items out of the selection. @param ids - default: all */
  readonly deselect: (ids?: readonly string[]) => void;
}

/**
 * Reads one page of a collection by what the address says, and keeps the selection while pages are
 * turned. The address follows every change.
 */
export function useList<T>(source: ListSource<T>): List<T> {
  const { idOf } = source;
  const [state, change] = useListState(source.address);
  const wantsNewest = useRef(false);
  // The key holds the question: an answer that was overtaken belongs to another key and is never
  // shown.
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
    // As the page shows it now, not as it was when it was chosen.
    selection: [...selected].map(([id, item]) => onPage.get(id) ?? item),
    hiddenCount: [...selected.keys()].filter((id) => !onPage.has(id)).length,
    selectOnPage: (items) => {
      const others = [...selected].filter(([id]) => !onPage.has(id));
      setSelected(new Map([...others, ...items.map((item) => [idOf(item), item] as const)]));
    },
    deselect: (ids) =>
      setSelected(
        ids ? new Map([...selected].filter(([id]) => !ids.includes(id))) : new Map<string, T>()
      ),
  };
}

/**
 * Whoever deletes the last items of the last page, or follows an old link, is taken to the page
 * that is there.
 */
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
