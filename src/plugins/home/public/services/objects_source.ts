/** Lists the tenant's saved objects; the server searches, sorts and pages them. */
import type { HttpStart, SavedObject } from '@sd/core/public';
import { type ListAddress, type ListSource, toPrefixSearch } from '@sd/ui_kit';
import { SAVED_OBJECT_TYPES } from '../../common';

export interface ObjectRow {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** ISO 8601. */
  readonly changedAt?: string;
}

/** Last reachable row. Counting more costs the server more than paging there is worth. */
const MAX_REACHABLE = 10_000;

/** Sort field in the address to the root-level field that all types share. */
const SORT_FIELDS: Readonly<Record<string, string>> = {
  title: 'display_title',
  type: 'type',
  changed: 'updated_at',
};

const ADDRESS: ListAddress = {
  facets: [],
  sortField: 'changed',
  sortFields: Object.keys(SORT_FIELDS),
  sortOrder: 'desc',
};

interface FindResponse {
  readonly total: number;
  readonly saved_objects: ReadonlyArray<SavedObject<{ title?: unknown; description?: unknown }>>;
}

export const objectsSource = (http: HttpStart): ListSource<ObjectRow> => ({
  key: ['home', 'objects'],
  address: ADDRESS,
  idOf: ({ type, id }) => `${type}/${id}`,
  nameOf: ({ title }) => title,
  maxReachable: MAX_REACHABLE,
  read: async (state, signal) => {
    const search = toPrefixSearch(state.search);
    const response = await http.get<FindResponse>('/api/saved_objects/_find', {
      signal,
      query: {
        type: SAVED_OBJECT_TYPES,
        fields: ['title', 'description'],
        page: state.page,
        per_page: state.perPage,
        sort_field: SORT_FIELDS[state.sortField],
        sort_order: state.sortOrder,
        ...(search !== '' && {
          search,
          search_fields: ['title', 'description'],
          default_search_operator: 'AND',
        }),
      },
    });
    return { total: response.total, items: response.saved_objects.map(toRow) };
  },
});

const toRow = ({
  id,
  type,
  attributes,
  updated_at: changedAt,
}: FindResponse['saved_objects'][number]): ObjectRow => ({
  id,
  type,
  title: typeof attributes.title === 'string' ? attributes.title : id,
  description: typeof attributes.description === 'string' ? attributes.description : '',
  ...(changedAt !== undefined && { changedAt }),
});
