/** API keys as a list that the server searches, filters, sorts and pages. */
import type { ListSource } from '@sd/ui_kit';
import type { ApiKey } from '../../../../common';
import type { ApiKeysClient } from '../../../services/api_keys_client';
import { SECURITY_KEY } from '../../../services/query_keys';

export const API_KEYS_KEY = [...SECURITY_KEY, 'api-keys'] as const;

/** @param user - limits the list to one user */
export const apiKeySource = (
  client: Pick<ApiKeysClient, 'list'>,
  user?: string
): ListSource<ApiKey> => ({
  key: [...API_KEYS_KEY, user ?? ''],
  address: {
    facets: ['status'],
    sortField: 'created',
    sortFields: ['created', 'expires', 'used', 'name', 'user', 'roles'],
    sortOrder: 'desc',
    perPage: 25,
  },
  idOf: ({ id }) => id,
  nameOf: ({ name, user: owner }) => (user === undefined ? `${name} (${owner})` : name),
  read: ({ search, filters, page, perPage, sortField, sortOrder }, signal) => {
    const [status, other] = filters['status'] ?? [];
    return client.list(
      {
        page,
        per_page: perPage,
        sort: sortField,
        order: sortOrder,
        ...(search.trim() !== '' && { search: search.trim() }),
        // Selecting both values means no filter.
        ...(status !== undefined && other === undefined && { status }),
        ...(user !== undefined && { user }),
      },
      signal
    );
  },
});
