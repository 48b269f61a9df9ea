import type { SavedObject } from '../../common';
import { cloneData } from '../ui_settings/clone_data';
import { HttpFetchError } from '../http/http_fetch_error';
import type { HttpFetchOptions, HttpFetchQuery, HttpStart } from '../http/types';
import { SimpleSavedObject } from './simple_saved_object';
import type {
  SavedObjectsBatchResponse,
  SavedObjectsClientContract,
  SavedObjectsCreateOptions,
  SavedObjectsFindOptions,
  SavedObjectsFindResponse,
  SavedObjectsStart,
  SimpleSavedObjectContract,
} from './types';

/**
 * Single reads are collected for 100 ms and sent as one request. Source: specification section 9
 * "saved-object get batching 100 ms".
 */
const BATCH_WINDOW_MS = 100;

interface ObjectIdentity {
  readonly id: string;
  readonly type: string;
}
type PartialObject = Partial<SavedObject> & ObjectIdentity;
interface Waiting extends ObjectIdentity {
  resolve(object: PartialObject): void;
  reject(reason: unknown): void;
}

class GetBatcher {
  private waiting: Waiting[] = [];

  constructor(
    private readonly fetchAll: (
      objects: readonly ObjectIdentity[]
    ) => Promise<readonly PartialObject[]>
  ) {}

  /**
   * Each caller gets its own copy. Objects unknown to the server are returned with id and type
   * only.
   */
  get(type: string, id: string): Promise<PartialObject> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ type, id, resolve, reject });
      if (this.waiting.length === 1) setTimeout(() => void this.flush(), BATCH_WINDOW_MS);
    });
  }

  private async flush(): Promise<void> {
    const callers = this.waiting;
    this.waiting = [];
    try {
      const distinct = new Map(callers.map(({ id, type }) => [toKey({ id, type }), { id, type }]));
      const found = new Map(
        (await this.fetchAll([...distinct.values()])).map((object) => [toKey(object), object])
      );
      for (const { id, type, resolve } of callers)
        resolve(cloneData(found.get(toKey({ id, type })) ?? { id, type }));
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }
}

const toKey = ({ type, id }: ObjectIdentity): string => JSON.stringify([type, id]);

const API_PATH = '/api/saved_objects/';

/** Names of the find options in the query; options not listed here are not sent. */
const FIND_QUERY_NAMES = {
  defaultSearchOperator: 'default_search_operator',
  fields: 'fields',
  hasReference: 'has_reference',
  page: 'page',
  perPage: 'per_page',
  search: 'search',
  searchFields: 'search_fields',
  sortField: 'sort_field',
  type: 'type',
  filter: 'filter',
  namespaces: 'namespaces',
  preference: 'preference',
} as const satisfies Record<keyof SavedObjectsFindOptions, string>;

type ObjectOnWire<T = Record<string, unknown>> = Partial<SavedObject<T>> & {
  readonly type: string;
  readonly id: string;
};
interface BatchOnWire {
  readonly saved_objects: readonly ObjectOnWire[];
}
interface FindOnWire<T> {
  readonly saved_objects: ReadonlyArray<ObjectOnWire<T>>;
  readonly total: number;
  readonly per_page: number;
  readonly page: number;
}

export class SavedObjectsClient implements SavedObjectsClientContract {
  private readonly batcher = new GetBatcher(
    async (objects) => (await this.requestBulkGet(objects)).saved_objects
  );

  constructor(private readonly http: Pick<HttpStart, 'fetch'>) {}

  create = async <T = Record<string, unknown>>(
    type: string,
    attributes: T,
    { id, overwrite, migrationVersion, references }: SavedObjectsCreateOptions = {}
  ): Promise<SimpleSavedObjectContract<T>> => {
    if (!type || !attributes) throw new Error('requires type and attributes');
    const object = await this.request<ObjectOnWire<T>>(id ? [type, id] : [type], {
      method: 'POST',
      query: { overwrite },
      body: JSON.stringify({ attributes, migrationVersion, references }),
    });
    return this.wrap(object);
  };

  bulkCreate = async (
    objects: ReadonlyArray<Partial<SavedObject> & { type: string }> = [],
    { overwrite = false }: { overwrite?: boolean } = {}
  ): Promise<SavedObjectsBatchResponse> =>
    this.wrapAll(
      await this.request<BatchOnWire>(['_bulk_create'], {
        method: 'POST',
        query: { overwrite },
        body: JSON.stringify(objects),
      })
    );

  delete = async (
    type: string,
    id: string,
    { force = false }: { force?: boolean } = {}
  ): Promise<unknown> => {
    if (!type || !id) throw new Error('requires type and id');
    return this.request([type, id], { method: 'DELETE', query: { force } });
  };

  find = async <T = Record<string, unknown>>(
    options: SavedObjectsFindOptions
  ): Promise<SavedObjectsFindResponse<T>> => {
    const response = await this.request<FindOnWire<T>>(['_find'], {
      method: 'GET',
      query: findQuery(options),
    });
    return {
      savedObjects: response.saved_objects.map((object) => this.wrap(object)),
      total: response.total,
      perPage: response.per_page,
      page: response.page,
    };
  };

  get = async <T = Record<string, unknown>>(
    type: string,
    id: string
  ): Promise<SimpleSavedObjectContract<T>> => {
    if (!type || !id) throw new Error('requires type and id');
    return this.wrap((await this.batcher.get(type, id)) as ObjectOnWire<T>);
  };

  bulkGet = async (
    objects: ReadonlyArray<{ id: string; type: string }> = []
  ): Promise<SavedObjectsBatchResponse> => this.wrapAll(await this.requestBulkGet(objects));

  update = async <T = Record<string, unknown>>(
    type: string,
    id: string,
    attributes: T,
    {
      version,
      migrationVersion,
      references,
    }: Parameters<SavedObjectsClientContract['update']>[3] = {}
  ): Promise<SimpleSavedObjectContract<T>> => {
    if (!type || !id || !attributes) throw new Error('requires type, id and attributes');
    const object = await this.request<ObjectOnWire<T>>([type, id], {
      method: 'PUT',
      body: JSON.stringify({ attributes, migrationVersion, references, version }),
    });
    return this.wrap(object);
  };

  bulkUpdate = async (
    objects: Parameters<SavedObjectsClientContract['bulkUpdate']>[0] = []
  ): Promise<SavedObjectsBatchResponse> =>
    this.wrapAll(
      await this.request<BatchOnWire>(['_bulk_update'], {
        method: 'PUT',
        body: JSON.stringify(objects),
      })
    );

  /** Splits a request in halves, sequentially, if the response would be too large. */
  private async requestBulkGet(
    objects: ReadonlyArray<{ id: string; type: string }>
  ): Promise<BatchOnWire> {
    const identities = objects.map(({ id, type }) => ({ id, type }));
    try {
      return await this.request<BatchOnWire>(['_bulk_get'], {
        method: 'POST',
        body: JSON.stringify(identities),
      });
    } catch (error) {
      if (objects.length < 2 || !isTooLarge(error)) throw error;
      const half = Math.ceil(objects.length / 2);
      const first = await this.requestBulkGet(objects.slice(0, half));
      const second = await this.requestBulkGet(objects.slice(half));
      return { saved_objects: [...first.saved_objects, ...second.saved_objects] };
    }
  }

  private request<T>(segments: readonly string[], options: HttpFetchOptions): Promise<T> {
    return this.http.fetch<T>(API_PATH + segments.map(encodeURIComponent).join('/'), options);
  }

  private wrap<T>(object: ObjectOnWire<T>): SimpleSavedObject<T> {
    return new SimpleSavedObject<T>(this, object);
  }

  private wrapAll({ saved_objects: objects }: BatchOnWire): SavedObjectsBatchResponse {
    return { savedObjects: objects.map((object) => this.wrap(object)) };
  }
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof HttpFetchError && error.response?.status === 413;

function findQuery(options: SavedObjectsFindOptions): HttpFetchQuery {
  const query: Record<string, HttpFetchQuery[string]> = {};
  for (const [option, name] of Object.entries(FIND_QUERY_NAMES) as Array<
    [keyof SavedObjectsFindOptions, string]
  >) {
    const value = options[option];
    if (value === undefined) continue;
    query[name] =
      option === 'hasReference' ? JSON.stringify(value) : (value as HttpFetchQuery[string]);
  }
  return query;
}

/** Provides the saved-objects client. Source: specification section 7 "Saved objects". */
export class SavedObjectsService {
  start({ http }: { readonly http: Pick<HttpStart, 'fetch'> }): SavedObjectsStart {
    return { client: new SavedObjectsClient(http) };
  }
}
