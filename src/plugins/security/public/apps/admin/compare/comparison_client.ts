/** Comparisons on the server. Makes one when it is needed, and again when the server dropped it. */
import type {
  ComparisonEntry,
  ComparisonPage,
  ComparisonRequest,
  ComparisonRow,
  ComparisonSide,
  ComparisonSummary,
  ConfigurationFile,
  PromotionSelection,
  SelectionRequest,
} from '@sd/contracts';
import { codeOf, type HttpSetup } from '@sd/core/public';
import type { ListAddress, ListSource, ListState } from '@sd/ui_kit';
import { COMPARISON_PATHS, COMPARISONS_PATH, CLUSTER_ERRORS } from '../../../../common';
import { json } from '../../../services/http_helpers';

const ADDRESS: ListAddress = {
  facets: ['kind', 'state'],
  facetPrefix: '',
  // What differs stands first.
  sortField: 'state',
  sortFields: ['kind', 'name', 'state'],
  perPage: 25,
};

export class ComparisonClient {
  private made: Promise<string> | undefined;

  constructor(
    private readonly http: Pick<HttpSetup, 'get' | 'post'>,
    private readonly sides: ComparisonRequest
  ) {}

  /** @param key - unique for the sides */
  source(key: string): ListSource<ComparisonRow> {
    return {
      key: ['comparison', key],
      address: ADDRESS,
      idOf: ({ kind, name }) => `${kind}/${name}`,
      nameOf: ({ name }) => name,
      read: async (state, signal, isFresh = false) => {
        if (isFresh) this.made = undefined;
        const query = {
          ...queryOf(state),
          page: state.page,
          per_page: state.perPage,
        };
        const page = await this.withId((path) =>
          this.http.get<ComparisonPage>(path, { query, signal })
        );
        return {
          total: page.total,
          unfilteredTotal: page.unfiltered_total,
          items: page.items,
          ageSeconds: Math.max(0, Math.floor((Date.now() - page.compared_at) / 1_000)),
        };
      },
    };
  }

  entry({ kind, name }: ComparisonRow, signal: AbortSignal): Promise<ComparisonEntry> {
    return this.withId((path) =>
      this.http.get(`${path}/${COMPARISON_PATHS.entry}`, { query: { kind, name }, signal })
    );
  }

  table(state: ListState): Promise<ConfigurationFile> {
    return this.withId((path) =>
      this.http.get(`${path}/${COMPARISON_PATHS.csv}`, { query: queryOf(state) })
    );
  }

  select(request: SelectionRequest, signal: AbortSignal): Promise<PromotionSelection> {
    return this.withId((path) =>
      this.http.post(`${path}/${COMPARISON_PATHS.selection}`, { ...json(request), signal })
    );
  }

  private async withId<T>(send: (path: string) => Promise<T>): Promise<T> {
    const made = await this.make();
    try {
      return await send(made);
    } catch (error) {
      if (codeOf(error) !== CLUSTER_ERRORS.noComparison.code) throw error;
      this.made = undefined;
      return send(await this.make());
    }
  }

  private make(): Promise<string> {
    if (this.made) return this.made;
    const made = this.http
      .post<ComparisonSummary>(COMPARISONS_PATH, json(this.sides))
      .then(({ id }) => `${COMPARISONS_PATH}/${id}`);
    this.made = made;
    made.catch(() => (this.made = undefined));
    return made;
  }
}

const queryOf = ({ search, filters, sortField, sortOrder }: ListState) => ({
  ...(search.trim() !== '' && { search: search.trim() }),
  ...(filters['kind'] && { kind: filters['kind'].join(',') }),
  ...(filters['state'] && { state: filters['state'].join(',') }),
  sort: sortField,
  order: sortOrder,
});

/** The side that an error is about. */
export function sideOf(error: unknown): ComparisonSide | undefined {
  const { params } =
    ((error ?? {}) as { body?: { attributes?: { params?: { side?: unknown } } } }).body
      ?.attributes ?? {};
  return params?.side === 'left' || params?.side === 'right' ? params.side : undefined;
}
