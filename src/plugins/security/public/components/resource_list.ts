/**
 * Lists of the security configuration: one page of a collection, searched and sorted by the server.
 */
import type { FacetOption, ListState, ListSource } from '@sd/ui_kit';
import type { ResourceType } from '@sd/contracts';
import type { SearchItem, SearchQuery } from '../../common';
import type { EntityClient } from '../services/entity_client';
import { resourceKey } from '../services/query_keys';

/** Asked of the server by its own name, and answered without values. */
const CUSTOMIZATION = 'customization';

/** By which backends sort; the rest of the columns are lists. */
const SORT_FIELDS: readonly string[] = ['name', 'description', 'changed'];

/** @param facets - whose values the filters offer */
export function resourceSource<R extends ResourceType>(
  entities: Pick<EntityClient, 'search'>,
  resource: R,
  facets: readonly string[]
): ListSource<SearchItem<R>> {
  return {
    key: resourceKey(resource),
    address: { facets: [...facets, CUSTOMIZATION], sortField: 'name', sortFields: SORT_FIELDS },
    idOf: ({ name }) => name,
    nameOf: ({ name }) => name,
    read: async (state, signal, isFresh) => {
      const {
        total,
        items,
        facets: values,
        age_seconds: ageSeconds,
      } = await entities.search(
        resource,
        { ...toSearchQuery(state, facets), ...(isFresh && { fresh: 'true' as const }) },
        signal
      );
      return {
        ...{ total, items, facets: mapValues(values, (names) => names.map(toOption)) },
        ...(ageSeconds !== undefined && { ageSeconds }),
      };
    },
  };
}

function toSearchQuery(state: ListState, facets: readonly string[]): SearchQuery {
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

const toOption = (value: string): FacetOption => ({ value, label: value });

const mapValues = <V, W>(
  record: Readonly<Record<string, V>>,
  change: (value: V) => W
): Record<string, W> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
