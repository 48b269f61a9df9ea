/** Initial query of the configuration lists, so that the server can preload its response. */
import type { ResourceType, SearchQuery } from '@sd/contracts';
import { SEARCH_ENTITIES } from './calls';

export const FIRST_SORT_FIELD = 'name';

/** Keys in the order in which the lists send them. */
const FIRST_QUERY = {
  page: 1,
  per_page: 10,
  sort_field: FIRST_SORT_FIELD,
  sort_order: 'asc',
} as const satisfies SearchQuery;

/** The query, and its address without the base path. */
export const getFirstPage = (resource: ResourceType) => ({
  query: FIRST_QUERY,
  path: `${SEARCH_ENTITIES.path.replace('{resource}', resource)}?${Object.entries(FIRST_QUERY)
    .map(([key, value]) => `${key}=${value}`)
    .join('&')}`,
});
