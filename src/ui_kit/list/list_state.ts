/**
 * What a list shows, and how an address says so: it survives reloading, going back and sharing.
 * Pure.
 */
import { parseQueryParams, stringifyQueryParams } from '@sd/core/public';

export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100];

/** What a list shows: the question to the server. */
export interface ListState {
  /** As typed. */
  readonly search: string;
  /** Facet to chosen values; facets without a choice are absent. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** From 1. */
  readonly page: number;
  /** Rows on a page, one of 10, 25, 50 and 100 unless the list's address says another number. */
  readonly perPage: number;
  /** One of `sortFields` of the list's address. */
  readonly sortField: string;
  /** Of the values; `asc` begins with the smallest. */
  readonly sortOrder: 'asc' | 'desc';
}

/** How a list is addressed; a constant of the list. */
export interface ListAddress {
  /** Names of the facets that can be filtered by. */
  readonly facets: readonly string[];
  /** In front of a facet's name in the address; default `f.`. */
  readonly facetPrefix?: string;
  /** Sorted by it until somebody chooses another one; the address leaves it out. */
  readonly sortField: string;
  /** Fields that can be sorted by; what the address says beyond them counts as absent. */
  readonly sortFields: readonly string[];
  /** Default `asc`. */
  readonly sortOrder?: 'asc' | 'desc';
  /** Rows per page until somebody chooses; one of {@link PAGE_SIZES}, default the smallest. */
  readonly perPage?: number;
}

export function parseListState(
  search: string,
  address: ListAddress,
  defaultPerPage: number
): ListState {
  const query = parseQueryParams(search);
  const perPage = Number(query.get('size'));
  const sortField = query.get('sort') ?? '';
  const dir = query.get('dir');
  const filters = address.facets.map(
    (facet) => [facet, query.getAll(parameterOf(facet, address)).filter(isGiven)] as const
  );
  return {
    search: query.get('q') ?? '',
    filters: Object.fromEntries(filters.filter(([, values]) => values.length > 0)),
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    perPage: PAGE_SIZES.includes(perPage) ? perPage : defaultPerPage,
    sortField: address.sortFields.includes(sortField) ? sortField : address.sortField,
    sortOrder: dir === 'asc' || dir === 'desc' ? dir : (address.sortOrder ?? 'asc'),
  };
}

/** The shortest query for a state: defaults are left out. */
export function formatListState(
  state: ListState,
  address: ListAddress,
  defaultPerPage: number
): string {
  const filters = Object.entries(state.filters).map(
    ([facet, values]) => [parameterOf(facet, address), values] as const
  );
  const text = stringifyQueryParams({
    q: state.search === '' ? undefined : state.search,
    page: state.page > 1 ? String(state.page) : undefined,
    size: state.perPage === defaultPerPage ? undefined : String(state.perPage),
    sort: state.sortField === address.sortField ? undefined : state.sortField,
    dir: state.sortOrder === (address.sortOrder ?? 'asc') ? undefined : state.sortOrder,
    ...Object.fromEntries(filters),
  });
  return text === '' ? '' : `?${text}`;
}

export const isFiltered = ({ search, filters }: ListState): boolean =>
  search !== '' || Object.keys(filters).length > 0;

const parameterOf = (facet: string, { facetPrefix = 'f.' }: ListAddress): string =>
  `${facetPrefix}${facet}`;
const isGiven = (value: string): boolean => value !== '';
