/**
 * Document previews and suggestions of index and field names, requested from the cluster with the
 * caller's own credentials, never with those of the server.
 */
import { PREVIEW_LIMITS } from '../../../contracts/limits';
import type {
  DlsPreview,
  DlsPreviewRequest,
  FieldsRequest,
  NamesRequest,
  PreviewedIndex,
  SuggestedFields,
  SuggestedNames,
} from '../../../contracts/api';
import type { KnownIndex } from '../../access/evaluation/index_targets';
import { unsearchableFields } from '../../access/explanation/unsearchable_fields';
import { withinLimits } from '../../changes/within_limits';
import type { EngineIndices, EngineResult, RequestCaller } from '../../api/engine';
import { dlsProblem } from '../../model/dls_query';
import type { NotConsidered } from '../../../contracts/api';
import { isJsonObject } from '../../model/entity_shape';
import { toKey, TtlCache, type ClusterClient } from '../client';
import { requestIndices, listNames } from './index_list';
import { QueryProblem, Searcher, visibleFields } from './preview_search';
import { orPreviewError, PreviewError } from './preview_error';
import { Views, type View, type ViewsDeps } from './views';

export interface ClusterIndicesDeps extends ViewsDeps {
  readonly client: Pick<ClusterClient, 'asCaller'>;
  /** What of the cluster is not modelled; asked once its configuration is read. */
  readonly notConsidered: () => NotConsidered;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow: () => number;
}

type Suggested = SuggestedNames | SuggestedFields;

const DEFAULT_DOCUMENTS = 5;
const DEFAULT_NAMES = 20;
const NOTHING = 'no-index-is-called-like-this';

export class ClusterIndices implements EngineIndices {
  private readonly views: Views;
  private readonly recent: TtlCache<EngineResult<Suggested>>;

  constructor(private readonly deps: ClusterIndicesDeps) {
    this.views = new Views(deps);
    this.recent = new TtlCache(deps.monotonicNow, PREVIEW_LIMITS.remembered);
  }

  /** Clears cached suggestions after permissions have changed. */
  clear(): void {
    this.recent.clear();
  }

  preview(caller: RequestCaller, request: DlsPreviewRequest): Promise<EngineResult<DlsPreview>> {
    return orPreviewError(() =>
      withinLimits(async () => {
        const view = await this.views.of(caller, request);
        const problem = request.query === undefined ? undefined : dlsProblem(request.query);
        if (problem !== undefined) return refusedQuery(problem);
        try {
          const preview = await this.makePreview(caller, request, view);
          const left = this.deps.notConsidered();
          return left.length > 0 ? { ...preview, not_considered: left } : preview;
        } catch (error) {
          if (error instanceof QueryProblem) return refusedQuery(error.message);
          throw error;
        }
      })
    );
  }

  names(caller: RequestCaller, request: NamesRequest): Promise<EngineResult<SuggestedNames>> {
    return this.cacheResult(caller, ['names', request], async () => {
      const { search = '', limit = DEFAULT_NAMES } = request;
      const listed = await listNames(this.deps.client, caller, [wildcard(search.toLowerCase())]);
      const names = [
        ...listed.aliases.map((name) => ({ name, kind: 'alias' as const })),
        ...listed.dataStreams.map((name) => ({ name, kind: 'data_stream' as const })),
        ...listed.indices.map(({ name }) => ({ name, kind: 'index' as const })),
      ];
      const sorted = startingFirst(names, search.toLowerCase());
      const entries = sorted.slice(0, limit).map((one) => ({ ...one, source: 'cluster' as const }));
      return { names: entries, is_cut: entries.length < sorted.length };
    });
  }

  fields(caller: RequestCaller, request: FieldsRequest): Promise<EngineResult<SuggestedFields>> {
    return this.cacheResult(caller, ['fields', request], async () => {
      const { index, search = '', limit = DEFAULT_NAMES } = request;
      const { client } = this.deps;
      const { indices } = await listNames(client, caller, index);
      if (indices.length === 0) return { fields: [], is_cut: false };
      const some = indices.slice(0, PREVIEW_LIMITS.fieldsOfIndices);
      const path = `/${some.map(({ name }) => encodeURIComponent(name)).join(',')}/_field_caps`;
      const query = { fields: wildcard(search), ignore_unavailable: 'true' };
      const { fields } = await requestIndices(client, caller, path, query);
      const found = startingFirst(fieldsIn(fields), search);
      const entries = found.slice(0, limit);
      return {
        fields: entries,
        is_cut: entries.length < found.length || some.length < indices.length,
      };
    });
  }

  private async makePreview(
    caller: RequestCaller,
    { documents = DEFAULT_DOCUMENTS }: DlsPreviewRequest,
    view: View
  ): Promise<DlsPreview> {
    const { client } = this.deps;
    const search = new Searcher(client, caller);
    const { indices } = await listNames(client, caller, view.patterns);
    const some = indices.slice(0, PREVIEW_LIMITS.indices);
    // Without matching indices, the search only validates the query.
    if (some.length === 0) await previewIndex(search, { name: NOTHING }, view, 0);
    const previews = await Promise.all(
      some.map((index) =>
        previewIndex(search, index, view, documents).catch((error: unknown) => {
          if (error instanceof PreviewError && error.response.statusCode === 403) return error;
          throw error;
        })
      )
    );
    const readable = previews.flatMap((one) => (one instanceof PreviewError ? [] : [one]));
    const denial = previews.find((one) => one instanceof PreviewError);
    if (readable.length === 0 && denial) throw denial;
    const isCut = readable.length < indices.length;
    return { answered_by: 'cluster', is_valid: true, indices: readable, is_cut: isCut };
  }

  /** @param request - everything besides the caller that the response depends on */
  private cacheResult<T extends Suggested>(
    caller: RequestCaller,
    request: unknown,
    load: () => Promise<T>
  ): Promise<EngineResult<T>> {
    const key = `${toKey(caller)} ${JSON.stringify(request)}`;
    const response = this.recent.get(key, () => orPreviewError(() => withinLimits(load)));
    return response as Promise<EngineResult<T>>;
  }
}

async function previewIndex(
  search: Searcher,
  index: KnownIndex,
  view: View,
  size: number
): Promise<PreviewedIndex> {
  const restrictions = view.restrictionsOn(index);
  return {
    index: index.name,
    documents_access: { ...restrictions.documents, ...unsearchableFields(restrictions) },
    fields_access: restrictions.fields,
    masked_fields: restrictions.masking.fields,
    ...(await visibleFields(search, index.name, restrictions, size, view.showsFieldsOfObjects)),
  };
}

const refusedQuery = (problem: string): DlsPreview => ({
  answered_by: 'cluster',
  is_valid: false,
  problem,
  indices: [],
  is_cut: false,
});

/** Matches part of the name, unless the search has a wildcard. */
const wildcard = (search: string): string => (search.includes('*') ? search : `*${search}*`);

function startingFirst<T extends { readonly name: string }>(
  found: readonly T[],
  search: string
): readonly T[] {
  const isStart = ({ name }: T): boolean => name.startsWith(search);
  return [...found.filter(isStart), ...found.filter((one) => !isStart(one))];
}

/** `fields` of a response to `_field_caps`, ascending, without metadata fields. */
function fieldsIn(fields: unknown): SuggestedFields['fields'] {
  if (!isJsonObject(fields)) return [];
  return Object.entries(fields)
    .filter(([name]) => !name.startsWith('_'))
    .map(([name, types]) => ({
      name,
      types: isJsonObject(types) ? Object.keys(types).sort() : [],
      source: 'cluster' as const,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}
