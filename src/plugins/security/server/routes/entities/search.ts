/**
 * `GET /api/v1/search/{resource}`: a page of a collection, searched, filtered and sorted by the
 * engine. Needs API access. Errors: 400 invalid query, and the engine's.
 */
import type { ResourceType } from '@sd/contracts';
import type { FindQuery, FindResult, FoundEntity } from '@sd/core/server';
import { SEARCH_ENTITIES, type SearchItem, type SearchResponse } from '../../../common';
import { toResult } from '../../engine_requests';
import { QueryValueError } from '../shared/query_values';
import type { RouteDeps } from '../shared/route_deps';

const DEFAULT_PER_PAGE = 20;

export function registerSearchRoute({ handle }: RouteDeps): void {
  handle(SEARCH_ENTITIES, async ({ params, query, engine }) => {
    const { search, sort_field: sortField, sort_order: sortOrder, facets } = query;
    const { page = 1, per_page: perPage = DEFAULT_PER_PAGE } = query;
    const filters = query.filters === undefined ? {} : parseFilters(query.filters);
    if (!filters)
      throw new QueryValueError('filters', 'expected JSON of facet names with lists of values');
    const found = await toResult(
      engine.find({
        marksChangesOutside: true,
        type: params.resource,
        page,
        perPage,
        filters,
        ...(search !== undefined && { search }),
        ...(query.counts && { countsFacets: true }),
        ...(query.fresh && { isFresh: true }),
        ...(sortField !== undefined && { sortField }),
        ...(sortOrder !== undefined && { sortOrder: sortOrder as 'asc' | 'desc' }),
        ...(facets !== undefined && { facets: facets.split(',').filter((name) => name !== '') }),
      })
    );
    return toSearchResponse(found, page, perPage);
  });
}

/** Converts one page to the response format. */
export function toSearchResponse(
  { total, unfilteredTotal, items, facets, facetCounts, ageMs }: FindResult,
  page: number,
  perPage: number
): SearchResponse<ResourceType> {
  return {
    total,
    page,
    per_page: perPage,
    items: items.map(toItem),
    unfiltered_total: unfilteredTotal,
    facets,
    ...(facetCounts && { facet_counts: facetCounts }),
    ...(ageMs !== undefined && { age_seconds: Math.floor(ageMs / 1_000) }),
  };
}

function toItem({
  name,
  entity,
  version,
  mapping,
  userCount,
  roles,
  changedAtMs,
  isChangedOutside,
  isMappingChangedOutside,
}: FoundEntity): SearchItem<ResourceType> {
  return {
    name,
    entity: entity as unknown as SearchItem<ResourceType>['entity'],
    version,
    ...(mapping && { mapping }),
    ...(userCount !== undefined && { user_count: userCount }),
    ...(roles && { roles }),
    ...(changedAtMs !== undefined && { changed_at: changedAtMs }),
    ...(isChangedOutside && { changed_outside: true }),
    ...(isMappingChangedOutside && { mapping_changed_outside: true }),
  };
}

/** Parses `{ [facet]: values }`; `undefined` for anything else. */
function parseFilters(text: string): FindQuery['filters'] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const isList = (list: unknown) =>
    Array.isArray(list) && list.every((item) => typeof item === 'string');
  return Object.values(value).every(isList) ? (value as FindQuery['filters']) : undefined;
}
