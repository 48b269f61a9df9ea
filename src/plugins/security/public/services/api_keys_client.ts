/**
 * API keys of the caller and of all users. Loaded with the pages that show them. Paths and
 * payloads: `common/api.ts`. All methods reject with the HTTP service's fetch error.
 */
import type { ApiKeyPermissions } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import {
  API_PATHS,
  type ApiKeyList,
  type CreatedApiKey,
  type OwnApiKeys,
  READ_EFFECTIVE_PERMISSIONS,
} from '../../common';
import { json } from './http_helpers';

/** Form values of a new API key. */
export interface NewApiKey {
  readonly name: string;
  readonly days: number;
  /** If absent, all roles of the owner. */
  readonly roles?: readonly string[];
  /** If absent, the permissions of the roles. */
  readonly permissions?: ApiKeyPermissions;
  readonly isReadOnly: boolean;
  readonly current_password: string;
}

export const apiKeysClient = (http: Pick<HttpSetup, 'get' | 'post' | 'delete'>) => ({
  own: () => http.get<OwnApiKeys>(API_PATHS.ownApiKeys),
  /** Permissions of the caller, from which a key can get a part. */
  permissions: () => send(http, READ_EFFECTIVE_PERMISSIONS),
  create: (key: NewApiKey) => http.post<CreatedApiKey>(API_PATHS.ownApiKeys, json(key)),
  revokeOwn: (id: string) => http.delete<void>(`${API_PATHS.ownApiKeys}/${id}`),
  list: (query: Readonly<Record<string, string | number>>, signal?: AbortSignal) =>
    http.get<ApiKeyList>(API_PATHS.apiKeys, { query, signal }),
  /** Revokes the key of any user. */
  revoke: (id: string) => http.delete<void>(`${API_PATHS.apiKeys}/${id}`),
});
export type ApiKeysClient = ReturnType<typeof apiKeysClient>;
