/**
 * API keys of the caller and of all users. Loaded with the pages that show them. Paths and
 * payloads: `common/api.ts`. All methods reject with the HTTP service's fetch error.
 */
import type { ApiKeyPermissions, EffectivePermissions } from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { API_PATHS, type ApiKeyList, type CreatedApiKey, type OwnApiKeys } from '../../common';

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

export class ApiKeysClient {
  constructor(private readonly http: Pick<HttpSetup, 'get' | 'post' | 'delete'>) {}

  own(): Promise<OwnApiKeys> {
    return this.http.get(API_PATHS.ownApiKeys);
  }

  /** Permissions of the caller, from which a key can get a part. */
  permissions(): Promise<EffectivePermissions> {
    return this.http.get(API_PATHS.effective);
  }

  create(key: NewApiKey): Promise<CreatedApiKey> {
    return this.http.post(API_PATHS.ownApiKeys, { body: JSON.stringify(key) });
  }

  async revokeOwn(id: string): Promise<void> {
    await this.http.delete(`${API_PATHS.ownApiKeys}/${id}`);
  }

  list(
    query: Readonly<Record<string, string | number>>,
    signal?: AbortSignal
  ): Promise<ApiKeyList> {
    return this.http.get(API_PATHS.apiKeys, { query, signal });
  }

  /** Revokes the key of any user. */
  async revoke(id: string): Promise<void> {
    await this.http.delete(`${API_PATHS.apiKeys}/${id}`);
  }
}
