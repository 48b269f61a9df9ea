/** The tenant's newest saved objects. */
import type { HttpStart, SavedObject } from '@sd/core/public';
import { SAVED_OBJECT_TYPES } from '../../common';

export interface ObjectRow {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** ISO 8601. */
  readonly changedAt?: string;
}

interface FindResponse {
  readonly total: number;
  readonly saved_objects: ReadonlyArray<SavedObject<{ title?: unknown }>>;
}

const NEWEST = 5;

export interface NewestObjects {
  /** Number of objects in the tenant. */
  readonly total: number;
  /** At most five, newest first. */
  readonly newest: readonly ObjectRow[];
}

export async function readNewestObjects(
  http: HttpStart,
  signal: AbortSignal
): Promise<NewestObjects> {
  const { total, saved_objects: found } = await http.get<FindResponse>('/api/saved_objects/_find', {
    signal,
    query: {
      type: SAVED_OBJECT_TYPES,
      fields: ['title'],
      page: 1,
      per_page: NEWEST,
      sort_field: 'updated_at',
      sort_order: 'desc',
    },
  });
  return { total, newest: found.map(toRow) };
}

const toRow = ({
  id,
  type,
  attributes,
  updated_at: changedAt,
}: FindResponse['saved_objects'][number]): ObjectRow => ({
  id,
  type,
  title: typeof attributes.title === 'string' ? attributes.title : id,
  ...(changedAt !== undefined && { changedAt }),
});
