/** Reads and writes documents of the cluster. */
import {
  requestJson,
  reportedError,
  toClusterError,
  type SendRequest,
  type Json,
  type ReportedError,
} from './responses';

/** A document with the values needed for a conditional write. */
export interface StoredDocument<T = Json> {
  readonly _index: string;
  readonly _id: string;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _version: number;
  readonly _source: T;
}

/** The result for one of several requested documents. */
export type DocumentResult<T = Json> =
  | ({ readonly found: true } & StoredDocument<T>)
  | { readonly found: false; readonly _index: string };

/** Condition that a document has not changed since it was read. */
export const ifUnchanged = ({
  _seq_no,
  _primary_term,
}: Pick<StoredDocument, '_seq_no' | '_primary_term'>) => ({
  if_seq_no: _seq_no,
  if_primary_term: _primary_term,
});

interface RawDocumentResult extends Partial<StoredDocument> {
  readonly _index: string;
  readonly found?: boolean;
  readonly error?: unknown;
}

/**
 * Current documents by id, in the order of `ids`. A missing index counts as empty.
 * @throws {RefusedCall} also if only some documents could be read
 */
export async function getDocuments<T = Json>(
  send: SendRequest,
  index: string,
  ids: readonly string[],
  maxBytes?: number
): Promise<DocumentResult<T>[]> {
  const { body } = await requestJson<{ docs: readonly RawDocumentResult[] }>(send, {
    method: 'POST',
    path: `/${index}/_mget`,
    body: { ids },
    isRepeatable: true,
    ...(maxBytes !== undefined && { maxBytes }),
  });
  return body.docs.map((doc) => {
    if (doc.found) return doc as { found: true } & StoredDocument<T>;
    const error = doc.error === undefined ? undefined : reportedError(doc.error);
    if (error && error.type !== 'index_not_found_exception')
      throw toClusterError(error.type === 'security_exception' ? 403 : 503, error);
    return { found: false, _index: doc._index };
  });
}

export interface BulkAction {
  readonly action: 'create' | 'index' | 'delete';
  readonly id: string;
  /** `if_seq_no` and `if_primary_term`. */
  readonly condition?: Readonly<Record<string, number>>;
  /** The document as JSON; absent with `delete`. */
  readonly source?: string;
}

/** The outcome of one action. */
export interface BulkItem {
  readonly _index: string;
  readonly _id: string;
  readonly status: number;
  readonly result?: string;
  readonly error?: ReportedError;
  readonly _seq_no: number;
  readonly _primary_term: number;
  readonly _version: number;
}

export interface BulkOptions {
  readonly refresh?: 'wait_for' | 'true';
  /** Prevents a write from recreating a deleted index. */
  readonly requireAlias?: boolean;
}

type RawItem = Omit<BulkItem, 'error'> & { readonly error?: unknown };

/** Runs the actions in order. Each has its own outcome; there is no transaction. */
export async function bulk(
  send: SendRequest,
  index: string,
  actions: readonly BulkAction[],
  { refresh, requireAlias }: BulkOptions = {}
): Promise<BulkItem[]> {
  const lines: string[] = [];
  for (const { action, id, condition, source } of actions) {
    lines.push(JSON.stringify({ [action]: { _index: index, _id: id, ...condition } }));
    if (source !== undefined) lines.push(source);
  }
  const { body } = await requestJson<{ items: readonly Record<string, RawItem>[] }>(send, {
    method: 'POST',
    path: '/_bulk',
    query: { refresh, require_alias: requireAlias ? 'true' : undefined },
    headers: { 'content-type': 'application/x-ndjson' },
    rawBody: `${lines.join('\n')}\n`,
  });
  return body.items.map((item) => {
    const { error, ...done } = Object.values(item)[0] as RawItem;
    return { ...done, ...(error ? { error: reportedError(error) } : {}) };
  });
}

export interface SearchResult<T = Json> {
  readonly timed_out: boolean;
  readonly hits: {
    readonly total?: { readonly value: number };
    readonly hits: ReadonlyArray<StoredDocument<T> & { readonly sort?: readonly unknown[] }>;
  };
}
