/** A page of the tenant's saved objects: searched, sorted and cut on the server. */
import type { HttpStart, SavedObject } from '@sd/core/public';
import { SAVED_OBJECT_TYPES } from '../../common';

export type ObjectSortField = 'title' | 'type' | 'updated_at';

export interface ObjectsQuery {
  /** As typed. */
  readonly search: string;
  readonly sortField: ObjectSortField;
  readonly sortOrder: 'asc' | 'desc';
  /** From 0. */
  readonly pageIndex: number;
  readonly pageSize: number;
}

export interface ObjectRow {
  readonly key: string;
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** ISO 8601. */
  readonly changedAt?: string;
}

export interface ObjectsPage {
  readonly total: number;
  /** How many come before the first row. */
  readonly offset: number;
  readonly rows: readonly ObjectRow[];
}

/** Beyond it the server would have to count more than people turn pages. */
export const MAX_REACHABLE = 10_000;

/** How many pages can be turned to. */
export const pageCountOf = (total: number, pageSize: number): number =>
  Math.ceil(Math.min(total, MAX_REACHABLE) / pageSize);

/** Root field by which objects of several types are sorted by title. */
const SORT_FIELDS: Readonly<Record<ObjectSortField, string>> = {
  title: 'display_title',
  type: 'type',
  updated_at: 'updated_at',
};

interface FindAnswer {
  readonly total: number;
  readonly saved_objects: ReadonlyArray<SavedObject<{ title?: unknown; description?: unknown }>>;
}

/** Rejects like `http.get`; an aborted request rejects with `AbortError`. */
export async function readObjectsPage(
  http: HttpStart,
  query: ObjectsQuery,
  signal: AbortSignal
): Promise<ObjectsPage> {
  const search = toPrefixSearch(query.search);
  const answer = await http.get<FindAnswer>('/api/saved_objects/_find', {
    signal,
    query: {
      type: SAVED_OBJECT_TYPES,
      fields: ['title', 'description'],
      page: query.pageIndex + 1,
      per_page: query.pageSize,
      sort_field: SORT_FIELDS[query.sortField],
      sort_order: query.sortOrder,
      ...(search !== '' && {
        search,
        search_fields: ['title', 'description'],
        default_search_operator: 'AND',
      }),
    },
  });
  return {
    total: answer.total,
    offset: query.pageIndex * query.pageSize,
    rows: answer.saved_objects.map(toRow),
  };
}

/** Each word is the beginning of one: `mon clo` finds "Monthly closing". Operators become plain text. */
export const toPrefixSearch = (text: string): string =>
  text
    .split(/[\s"+|()*~\\-]+/)
    .filter((word) => word !== '')
    .map((word) => `${word}*`)
    .join(' ');

const toRow = ({
  id,
  type,
  attributes,
  updated_at: changedAt,
}: FindAnswer['saved_objects'][number]): ObjectRow => ({
  key: `${type}/${id}`,
  id,
  type,
  title: typeof attributes.title === 'string' ? attributes.title : id,
  description: typeof attributes.description === 'string' ? attributes.description : '',
  ...(changedAt !== undefined && { changedAt }),
});
