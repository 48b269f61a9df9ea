/**
 * What the lists of the configuration ask for before anybody has chosen anything, so that the
 * server can put the answer into the page.
 */
import type { ResourceType, SearchQuery } from '@sd/contracts';
import { API_PATHS } from './api';

/** What somebody made comes before what came with the product. */
export const FIRST_SORT_FIELD = 'customization';

/** In the order in which lists ask. */
const FIRST_QUERY = {
  page: 1,
  per_page: 10,
  sort_field: FIRST_SORT_FIELD,
  sort_order: 'asc',
} as const satisfies SearchQuery;

/** The question, and its address without base path. */
export const firstPageOf = (resource: ResourceType) => ({
  query: FIRST_QUERY,
  path: `${API_PATHS.search}/${resource}?${Object.entries(FIRST_QUERY)
    .map(([key, value]) => `${key}=${value}`)
    .join('&')}`,
});
