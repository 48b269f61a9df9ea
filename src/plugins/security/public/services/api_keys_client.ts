/**
 * API keys, one's own and everybody's. Loaded with what shows them. Paths and payloads:
 * `common/api.ts`. All reject with the http service's fetch error.
 */
import type { ApiKeyPermissions, EffectivePermissions } from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import { API_PATHS, type ApiKeyList, type ApiKeyMade, type OwnApiKeys } from '../../common';

/** What is filled in to make a key. */
export interface NewApiKey {
  readonly name: string;
  readonly days: number;
  /** Absent: all that the owner has. */
  readonly roles?: readonly string[];
  /** Absent: what the roles grant. */
  readonly permissions?: ApiKeyPermissions;
  readonly isReadOnly: boolean;
  readonly current_password: string;
}

export class ApiKeysClient {
  constructor(private readonly http: Pick<HttpSetup, 'get' | 'post' | 'delete'>) {}

  own(): Promise<OwnApiKeys> {
    return this.http.get(API_PATHS.ownApiKeys);
  }

  /** What the caller may, of which he gives a key some. */
  permissions(): Promise<EffectivePermissions> {
    return this.http.get(API_PATHS.effective);
  }

  create(key: NewApiKey): Promise<ApiKeyMade> {
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

  /** Anybody's. */
  async revoke(id: string): Promise<void> {
    await this.http.delete(`${API_PATHS.apiKeys}/${id}`);
  }
}
