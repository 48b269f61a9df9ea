/** API client of the section. Every method rejects like `http.fetch`. */
import type { ImportResponse, ImportRetry, SavedObject } from '@sd/contracts';
import { type HttpStart, send } from '@sd/core/public';
import { type ListState, toPrefixSearch } from '@sd/ui_kit';
import {
  COPY_TO_TENANT,
  type CopyRequest,
  type CopyResponse,
  type ManagedType,
  type ObjectKey,
  READ_MANAGED_TYPES,
} from '../../common';

const BASE = '/api/saved_objects';

export interface ObjectRow extends ObjectKey {
  readonly key: string;
  readonly title: string;
  /** ISO 8601. */
  readonly updatedAt?: string;
}

export interface ObjectsPageData {
  readonly total: number;
  readonly rows: readonly ObjectRow[];
}

export type ExportRequest = {
  readonly includeReferencesDeep: boolean;
} & ({ readonly objects: readonly ObjectKey[] } | { readonly type: readonly string[] });

/** Sort field in the address to the root-level field that all types share. */
export const SORT_FIELDS: Readonly<Record<string, string>> = {
  title: 'display_title',
  type: 'type',
  updatedAt: 'updated_at',
};

interface FindResponse {
  readonly total: number;
  readonly saved_objects: readonly SavedObject[];
}

export class ObjectsApi {
  constructor(private readonly http: HttpStart) {}

  async readTypes(signal: AbortSignal): Promise<readonly ManagedType[]> {
    return (await send(this.http, READ_MANAGED_TYPES, { signal })).types;
  }

  /** @param types - all visible types; the filter selects among them */
  async find(
    state: ListState,
    types: readonly ManagedType[],
    signal: AbortSignal
  ): Promise<ObjectsPageData> {
    const titleFields = new Map(types.map(({ name, titleField }) => [name, titleField]));
    const chosen = (state.filters['type'] ?? []).filter((name) => titleFields.has(name));
    const search = toPrefixSearch(state.search);
    const fields = [...new Set(titleFields.values())];
    const response = await this.http.get<FindResponse>(`${BASE}/_find`, {
      signal,
      query: {
        type: chosen.length > 0 ? chosen : [...titleFields.keys()],
        fields,
        page: state.page,
        per_page: state.perPage,
        sort_field: SORT_FIELDS[state.sortField],
        sort_order: state.sortOrder,
        ...(search !== '' && {
          search,
          search_fields: [...fields, 'description'],
          default_search_operator: 'AND',
        }),
      },
    });
    const rows = response.saved_objects.map((object) =>
      toRow(object, titleFields.get(object.type))
    );
    return { total: response.total, rows };
  }

  get({ type, id }: ObjectKey, signal: AbortSignal): Promise<SavedObject> {
    return this.http.get<SavedObject>(getPath(type, id), { signal });
  }

  /**
   * Those that exist and that the user may see, each once, in the order of the keys.
   * @param fields - the attributes that are needed
   */
  async getMany(
    keys: readonly ObjectKey[],
    fields: readonly string[],
    signal: AbortSignal
  ): Promise<readonly SavedObject[]> {
    if (keys.length === 0) return [];
    const distinct = new Map(keys.map((key) => [toKey(key), key]));
    const { saved_objects: found } = await this.http.post<{
      readonly saved_objects: ReadonlyArray<SavedObject & { readonly error?: unknown }>;
    }>(`${BASE}/_bulk_get`, {
      signal,
      body: JSON.stringify([...distinct.values()].map(({ type, id }) => ({ type, id, fields }))),
    });
    return found.filter(({ error }) => error === undefined);
  }

  async delete({ type, id }: ObjectKey): Promise<void> {
    await this.http.delete(getPath(type, id), { query: { force: false } });
  }

  export(request: ExportRequest): Promise<Blob> {
    return this.http.post<Blob>(`${BASE}/_export`, { body: JSON.stringify(request) });
  }

  import(
    file: File,
    query: { overwrite: boolean; createNewCopies: boolean }
  ): Promise<ImportResponse> {
    return this.upload('_import', query, file);
  }

  resolveImportErrors(
    file: File,
    createNewCopies: boolean,
    retries: readonly ImportRetry[]
  ): Promise<ImportResponse> {
    return this.upload('_resolve_import_errors', { createNewCopies }, file, retries);
  }

  copy(request: CopyRequest): Promise<CopyResponse> {
    return send(this.http, COPY_TO_TENANT, { body: request });
  }

  private upload(
    route: string,
    query: Record<string, boolean>,
    file: File,
    retries?: readonly ImportRetry[]
  ): Promise<ImportResponse> {
    const body = new FormData();
    body.append('file', file);
    if (retries) body.append('retries', JSON.stringify(retries));
    // The browser sets the content type with its boundary.
    return this.http.post<ImportResponse>(`${BASE}/${route}`, {
      query,
      body,
      headers: { 'Content-Type': undefined },
    });
  }
}

const getPath = (type: string, id: string): string =>
  `${BASE}/${encodeURIComponent(type)}/${encodeURIComponent(id)}`;

export const toKey = ({ type, id }: ObjectKey): string => JSON.stringify([type, id]);

function toRow(object: SavedObject, titleField = 'title'): ObjectRow {
  const { type, id, attributes, updated_at: updatedAt } = object;
  const title = attributes[titleField];
  return {
    key: toKey(object),
    type,
    id,
    title: typeof title === 'string' && title !== '' ? title : `${type} [${id}]`,
    ...(updatedAt !== undefined && { updatedAt }),
  };
}
