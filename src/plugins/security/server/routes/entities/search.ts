/**
 * `GET /api/v1/search/{resource}`: a page of a collection, searched, filtered and sorted by the
 * engine. Needs API access. Errors: 400 invalid query, and the engine's.
 */
import { Type } from '@sinclair/typebox';
import type { FindQuery, FindResult, FoundEntity } from '@sd/core/server';
import { RESOURCE_TYPES, SEARCH_RESPONSE, SEARCH_QUERY, type ResourceType } from '@sd/contracts';
import { API_PATHS, SECURITY_ERRORS, type SearchItem, type SearchResponse } from '../../../common';
import { refused } from '../../errors';
import { withEngineErrors, resultOf } from '../shared/engine_requests';
import type { RouteDeps } from '../shared/route_deps';

const DEFAULT_PER_PAGE = 20;

const params = Type.Object({
  resource: Type.Union(RESOURCE_TYPES.map((name) => Type.Literal(name))),
});
export function registerSearchRoute(deps: RouteDeps): void {
  const { router, asScoped } = deps;
  router.get(
    {
      path: `${API_PATHS.search}/{resource}`,
      validate: { params, query: SEARCH_QUERY },
      doc: { summary: 'A page of a collection', responses: { 200: SEARCH_RESPONSE } },
      options: { access: 'admin', rights: 'each' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { search, sort_field: sortField, sort_order: sortOrder, facets } = request.query;
        const { page = 1, per_page: perPage = DEFAULT_PER_PAGE } = request.query;
        const filters =
          request.query.filters === undefined ? {} : parseFilters(request.query.filters);
        if (!filters) {
          return refused(response, SECURITY_ERRORS.invalidQueryValue, {
            key: 'filters',
            problem: 'expected JSON of facet names with lists of values',
          });
        }
        const found = await resultOf(
          asScoped(request).find({
            type: request.params.resource as ResourceType,
            page,
            perPage,
            filters,
            ...(search !== undefined && { search }),
            ...(request.query.counts && { countsFacets: true }),
            ...(request.query.fresh && { isFresh: true }),
            ...(sortField !== undefined && { sortField }),
            ...(sortOrder !== undefined && { sortOrder: sortOrder as 'asc' | 'desc' }),
            ...(facets !== undefined && {
              facets: facets.split(',').filter((name) => name !== ''),
            }),
          })
        );
        return response.ok({ body: toSearchResponse(found, page, perPage) });
      })
  );
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
}: FoundEntity): SearchItem<ResourceType> {
  return {
    name,
    entity: entity as unknown as SearchItem<ResourceType>['entity'],
    version,
    ...(mapping && { mapping }),
    ...(userCount !== undefined && { user_count: userCount }),
    ...(roles && { roles }),
    ...(changedAtMs !== undefined && { changed_at: changedAtMs }),
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
