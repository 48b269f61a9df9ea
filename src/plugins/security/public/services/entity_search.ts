/** Searches entities. Apart from their client, because the palette needs nothing else of it. */
import type { ResourceType } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import { SEARCH_ENTITIES, type SearchQuery, type SearchResponse } from '../../common';

/** One page; its items are of the type that was searched. */
export const searchEntities = <R extends ResourceType>(
  http: Pick<HttpSetup, 'get'>,
  resource: R,
  query: SearchQuery,
  signal?: AbortSignal
): Promise<SearchResponse<R>> =>
  send(http, SEARCH_ENTITIES, { params: { resource }, query, signal }) as Promise<
    SearchResponse<R>
  >;
