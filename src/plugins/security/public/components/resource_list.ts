/** List sources of the security configuration: pages that the server searches and sorts. */
import type { FacetOption, ListState, ListSource } from '@sd/ui_kit';
import type { ResourceType } from '@sd/contracts';
import { FIRST_SORT_FIELD, type SearchItem, type SearchQuery } from '../../common';
import type { EntityClient } from '../services/entity_client';
import { resourceKey } from '../services/query_keys';

/** Server-side filter and sort field. */
const CUSTOMIZATION = 'customization';

/** Fields that backends can sort by, in addition to list values. */
const SORT_FIELDS: readonly string[] = ['name', 'description', 'changed', CUSTOMIZATION];

/**
 * @param facets - fields whose values become filters
 * @param sortedBy - additional sort fields
 */
export function resourceSource<R extends ResourceType>(
  entities: Pick<EntityClient, 'search'>,
  resource: R,
  facets: readonly string[],
  sortedBy: readonly string[] = []
): ListSource<SearchItem<R>> {
  return {
    key: resourceKey(resource),
    address: {
      facets: [...facets, CUSTOMIZATION],
      sortField: FIRST_SORT_FIELD,
      sortFields: [...SORT_FIELDS, ...facets, ...sortedBy],
    },
    idOf: ({ name }) => name,
    nameOf: ({ name }) => name,
    read: async (state, signal, isFresh) => {
      const {
        total,
        unfiltered_total: unfilteredTotal,
        items,
        age_seconds: ageSeconds,
      } = await entities.search(
        resource,
        { ...toSearchQuery(state), ...(isFresh && { fresh: 'true' as const }) },
        signal
      );
      return {
        total,
        unfilteredTotal,
        items,
        ...(ageSeconds !== undefined && { ageSeconds }),
      };
    },
    readFacet: async (facet, state, signal) => {
      const { facets: values, facet_counts: counts } = await entities.search(
        resource,
        { ...toSearchQuery(state), page: 1, per_page: 1, facets: facet, counts: 'true' },
        signal
      );
      return (values[facet] ?? []).map((value): FacetOption => {
        const count = counts?.[facet]?.[value];
        return { value, label: value, ...(count !== undefined && { count }) };
      });
    },
  };
}

function toSearchQuery(state: ListState): SearchQuery {
  const hasFilters = Object.keys(state.filters).length > 0;
  return {
    page: state.page,
    per_page: state.perPage,
    sort_field: state.sortField,
    sort_order: state.sortOrder,
    ...(state.search !== '' && { search: state.search }),
    ...(hasFilters && { filters: JSON.stringify(state.filters) }),
  };
}
