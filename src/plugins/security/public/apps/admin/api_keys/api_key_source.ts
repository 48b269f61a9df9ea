/** API keys as a list that the server searches, filters, sorts and pages. */
import { type HttpSetup, send } from '@sd/core/public';
import type { ListSource } from '@sd/ui_kit';
import { type ApiKey, LIST_API_KEYS } from '../../../../common';
import { SECURITY_KEY } from '../../../services/query_keys';

export const API_KEYS_KEY = [...SECURITY_KEY, 'api-keys'] as const;

const SORT_FIELDS = ['created', 'expires', 'used', 'name', 'user', 'roles'] as const;
const STATUSES = ['active', 'expired'] as const;

/** @param user - limits the list to one user */
export const apiKeySource = (http: Pick<HttpSetup, 'get'>, user?: string): ListSource<ApiKey> => ({
  key: [...API_KEYS_KEY, user ?? ''],
  address: {
    facets: ['status'],
    sortField: 'created',
    sortFields: SORT_FIELDS,
    sortOrder: 'desc',
    perPage: 25,
  },
  idOf: ({ id }) => id,
  nameOf: ({ name, user: owner }) => (user === undefined ? `${name} (${owner})` : name),
  read: ({ search, filters, page, perPage, sortField, sortOrder }, signal) => {
    const [status, other] = filters['status'] ?? [];
    return send(http, LIST_API_KEYS, {
      query: {
        page,
        per_page: perPage,
        sort: SORT_FIELDS.find((field) => field === sortField),
        order: sortOrder,
        ...(search.trim() !== '' && { search: search.trim() }),
        // Selecting both values means no filter.
        ...(other === undefined && { status: STATUSES.find((one) => one === status) }),
        ...(user !== undefined && { user }),
      },
      signal,
    });
  },
});
