/** State of a list in the URL, so that it survives reload, back navigation and sharing. */
import { parseQueryParams, stringifyQueryParams } from '@sd/core/public';

export const PAGE_SIZES: readonly number[] = [10, 25, 50, 100];

/** State of a list: the query to the server. */
export interface ListState {
  /** As typed. */
  readonly search: string;
  /** Selected values by filter; filters without a selection are absent. */
  readonly filters: Readonly<Record<string, readonly string[]>>;
  /** Starts at 1. */
  readonly page: number;
  /** Rows per page: 10, 25, 50 or 100, unless the list's `ListAddress` sets another number. */
  readonly perPage: number;
  /** One of `sortFields` in the list's `ListAddress`. */
  readonly sortField: string;
  /** Sort order of the values; `asc` starts with the smallest. */
  readonly sortOrder: 'asc' | 'desc';
}

/** URL parameters of a list; constant for each list. */
export interface ListAddress {
  /** Names of the filters. */
  readonly facets: readonly string[];
  /** Prefix of filter names in the URL. Default: `f.`. */
  readonly facetPrefix?: string;
  /** Default sort field, which is omitted from the URL. */
  readonly sortField: string;
  /** Fields that can be sorted by; other fields in the URL are ignored. */
  readonly sortFields: readonly string[];
  /** Default: `asc`. */
  readonly sortOrder?: 'asc' | 'desc';
  /** Initial number of rows per page, one of {@link PAGE_SIZES}. Default: the smallest. */
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
    (facet) => [facet, query.getAll(parameterName(facet, address)).filter(isGiven)] as const
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

/** Returns the shortest query for a state: defaults are omitted. */
export function formatListState(
  state: ListState,
  address: ListAddress,
  defaultPerPage: number
): string {
  const filters = Object.entries(state.filters).map(
    ([facet, values]) => [parameterName(facet, address), values] as const
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

const parameterName = (facet: string, { facetPrefix = 'f.' }: ListAddress): string =>
  `${facetPrefix}${facet}`;
const isGiven = (value: string): boolean => value !== '';
