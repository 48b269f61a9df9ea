/** The list of saved objects: where it comes from, and how it is addressed. */
import type { ListAddress, ListSource } from '@sd/ui_kit';
import type { ManagedType } from '../../common';
import { type ObjectRow, type ObjectsApi, SORT_FIELDS } from './objects_api';

export const OBJECTS_KEY = ['management', 'objects'] as const;

/** Beyond it the server would have to count more than people turn pages. */
const MAX_REACHABLE = 10_000;

const ADDRESS: ListAddress = {
  facets: ['type'],
  facetPrefix: '',
  sortField: 'updatedAt',
  sortFields: Object.keys(SORT_FIELDS),
  sortOrder: 'desc',
  perPage: 25,
};

/** @param readTypes - the types there are, which the list cannot be read without */
export const objectsSource = (
  api: ObjectsApi,
  readTypes: () => Promise<readonly ManagedType[]>
): ListSource<ObjectRow> => ({
  key: OBJECTS_KEY,
  address: ADDRESS,
  idOf: ({ key }) => key,
  nameOf: ({ title }) => title,
  maxReachable: MAX_REACHABLE,
  read: async (state, signal) => {
    const { total, rows } = await api.find(state, await readTypes(), signal);
    return { total, items: rows };
  },
});
