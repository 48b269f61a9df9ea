/** Data source and addresses of the saved objects list. */
import type { ListAddress, ListSource } from '@sd/ui_kit';
import type { ManagedType } from '../../common';
import { type ObjectRow, type ObjectsApi, SORT_FIELDS } from './objects_api';

export const OBJECTS_KEY = ['management', 'objects'] as const;

/** Last reachable row. Counting more costs the server more than paging there is worth. */
const MAX_REACHABLE = 10_000;

const ADDRESS: ListAddress = {
  facets: ['type'],
  facetPrefix: '',
  sortField: 'updatedAt',
  sortFields: Object.keys(SORT_FIELDS),
  sortOrder: 'desc',
  perPage: 25,
};

/** @param readTypes - loads the types, which the list query needs */
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
