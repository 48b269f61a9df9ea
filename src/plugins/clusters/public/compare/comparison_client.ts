/** Comparisons on the server. Makes one when it is needed, and again when the server dropped it. */
import type {
  ComparisonEntry,
  ComparisonRequest,
  ComparisonRow,
  ComparisonSide,
  ConfigurationFile,
  PromotionSelection,
  SelectionRequest,
} from '@sd/contracts';
import { getErrorCode, type HttpSetup, send } from '@sd/core/public';
import type { ListAddress, ListSource, ListState } from '@sd/ui_kit';
import {
  CLUSTER_ERRORS,
  COMPARE,
  READ_COMPARED_ENTRY,
  READ_COMPARISON,
  READ_COMPARISON_TABLE,
  SELECT_COMPARED_ENTRIES,
} from '../../common';

const SORT_FIELDS = ['kind', 'name', 'state'] as const;
const ADDRESS: ListAddress = {
  facets: ['kind', 'state'],
  facetPrefix: '',
  // What differs stands first.
  sortField: 'state',
  sortFields: SORT_FIELDS,
  perPage: 25,
};

interface MadeComparison {
  readonly id: string;
}

export class ComparisonClient {
  private made: Promise<MadeComparison> | undefined;

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
          ...toQuery(state),
          page: state.page,
          per_page: state.perPage,
        };
        const page = await this.withId((params) =>
          send(this.http, READ_COMPARISON, { params, query, signal })
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
    return this.withId((params) =>
      send(this.http, READ_COMPARED_ENTRY, { params, query: { kind, name }, signal })
    );
  }

  table(state: ListState): Promise<ConfigurationFile> {
    return this.withId((params) =>
      send(this.http, READ_COMPARISON_TABLE, { params, query: toQuery(state) })
    );
  }

  select(request: SelectionRequest, signal: AbortSignal): Promise<PromotionSelection> {
    return this.withId((params) =>
      send(this.http, SELECT_COMPARED_ENTRIES, { params, body: request, signal })
    );
  }

  private async withId<T>(ask: (params: MadeComparison) => Promise<T>): Promise<T> {
    const made = await this.make();
    try {
      return await ask(made);
    } catch (error) {
      if (getErrorCode(error) !== CLUSTER_ERRORS.noComparison.code) throw error;
      this.made = undefined;
      return ask(await this.make());
    }
  }

  private make(): Promise<MadeComparison> {
    if (this.made) return this.made;
    const made = send(this.http, COMPARE, { body: this.sides }).then(({ id }) => ({ id }));
    this.made = made;
    made.catch(() => (this.made = undefined));
    return made;
  }
}

const toQuery = ({ search, filters, sortField, sortOrder }: ListState) => ({
  ...(search.trim() !== '' && { search: search.trim() }),
  ...(filters['kind'] && { kind: filters['kind'].join(',') }),
  ...(filters['state'] && { state: filters['state'].join(',') }),
  sort: SORT_FIELDS.find((field) => field === sortField),
  order: sortOrder,
});

/** The side that an error is about. */
export function getSide(error: unknown): ComparisonSide | undefined {
  const { params } =
    ((error ?? {}) as { body?: { attributes?: { params?: { side?: unknown } } } }).body
      ?.attributes ?? {};
  return params?.side === 'left' || params?.side === 'right' ? params.side : undefined;
}
