/**
 * Authentication domains, for the screens that change and dry-run them. A change that would lock
 * administrators out needs confirmation. All methods reject with the HTTP service's fetch error.
 */
import type { HttpSetup } from '@sd/core/public';
import type { Version } from '@sd/ui_kit';
import {
  API_PATHS,
  type ChangeResponse,
  type OwnLogin,
  type SecurityConfig,
  type SecurityConfigResponse,
  type LoginChanges,
  type LoginRights,
  type LoginDryRunResponse,
  type LoginDryRunBody,
} from '../../common';
import { type ConfirmLockout, withLockoutConfirmation } from './lockout_confirmation';

export class DomainClient {
  constructor(
    private readonly http: Pick<HttpSetup, 'get' | 'post'>,
    private readonly confirmLockout: ConfirmLockout
  ) {}

  async config(signal?: AbortSignal): Promise<Version<SecurityConfig>> {
    const { body, response } = await this.http.get<SecurityConfigResponse>(
      API_PATHS.securityConfig,
      { signal, asResponse: true }
    );
    return {
      entity: (body as SecurityConfigResponse).data,
      etag: response?.headers.get('etag') ?? undefined,
    };
  }

  /** Whether the caller may change and dry-run domains. */
  async mayChange(signal?: AbortSignal): Promise<boolean> {
    return (await this.http.get<LoginRights>(API_PATHS.loginDryRun, { signal })).allowed;
  }

  /** Dry run: saves nothing and logs nobody in. */
  try(request: LoginDryRunBody): Promise<LoginDryRunResponse> {
    return this.http.post(API_PATHS.loginDryRun, { body: JSON.stringify(request) });
  }

  /** @param etag - version of the configuration to change */
  change(changes: LoginChanges, etag: string | undefined): Promise<ChangeResponse> {
    return withLockoutConfirmation(this.confirmLockout, (query) =>
      this.http.post<ChangeResponse>(API_PATHS.securityConfig, {
        body: JSON.stringify(changes),
        query,
        ...(etag !== undefined && { headers: { 'if-match': etag } }),
      })
    );
  }

  /** Details of the caller's own login. */
  own(signal?: AbortSignal): Promise<OwnLogin> {
    return this.http.get(API_PATHS.ownLogin, { signal });
  }
}
