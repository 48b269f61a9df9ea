/** Data and selection of a list page: one page of a collection, searched and sorted by the server. */
import { type RequestState, useRequest } from '@sd/core/public';
import { useState } from 'react';
import type { ResourceName, SearchItem, SearchResponse } from '../../common';
import { useAdmin } from '../apps/admin/admin_context';
import { type ChangeListState, type ListState, toSearchQuery, useListState } from './list_state';

export interface ResourceList<R extends ResourceName> {
  readonly state: ListState;
  readonly change: ChangeListState;
  readonly request: RequestState<SearchResponse<R>>;
  readonly selection: ReadonlyArray<SearchItem<R>>;
  readonly select: (items: ReadonlyArray<SearchItem<R>>) => void;
}

/** @param facets - names of the facets whose values the filters offer; a constant */
export function useResourceList<R extends ResourceName>(
  resource: R,
  facets: readonly string[]
): ResourceList<R> {
  const { client } = useAdmin();
  const [state, change] = useListState();
  const query = toSearchQuery(state, facets);
  const request = useRequest(JSON.stringify(query), (signal) =>
    client.search(resource, query, signal)
  );
  const [selected, select] = useState<ReadonlyArray<SearchItem<R>>>([]);
  // What is not on the page cannot be acted upon unseen.
  const selection = (request.data?.items ?? []).filter((item) =>
    selected.some(({ name }) => name === item.name)
  );
  return { state, change, request, selection, select };
}
