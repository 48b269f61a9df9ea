/**
 * Clients that only the admin app uses. Paths and payloads: `common/api.ts`. All methods reject
 * with the HTTP service's fetch error.
 */
import type { TenancyConfig } from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import type { Version } from '@sd/ui_kit';
import {
  API_PATHS,
  type AuditConfig,
  type ChangeResponse,
  type OwnLogin,
  type SecurityConfig,
  type SecurityConfigResponse,
  type LoginChanges,
  type LoginRights,
  type LoginDryRunResponse,
  type LoginDryRunBody,
} from '../../common';
import { headersOf, readVersioned } from './entity_client';
import { json } from './http_helpers';
import { type ConfirmLockout, withLockoutConfirmation } from './lockout_confirmation';

/** Audit and tenancy configuration, and the cache. With an `etag`, saves only that version. */
export const configurationClient = (http: HttpSetup) => ({
  async auditConfig(signal?: AbortSignal): Promise<Version<AuditConfig>> {
    const path = `${API_PATHS.configuration}/audit`;
    const { entity, etag } = await readVersioned<{ config: AuditConfig }>(http, path, signal);
    return { entity: entity.config, etag };
  },
  saveAuditConfig: (config: object, etag: string | undefined) =>
    http.post<ChangeResponse>(`${API_PATHS.configuration}/audit/config`, {
      ...json(config),
      headers: headersOf({ etag }),
    }),
  tenancyConfig: (signal?: AbortSignal) =>
    readVersioned<TenancyConfig>(http, API_PATHS.tenancyConfig, signal),
  saveTenancyConfig: (config: object, etag: string | undefined) =>
    http.put<TenancyConfig>(API_PATHS.tenancyConfig, {
      ...json(config),
      headers: headersOf({ etag }),
    }),
  purgeCache: () => http.delete<ChangeResponse>(API_PATHS.cache),
});
export type ConfigurationClient = ReturnType<typeof configurationClient>;

/** Authentication domains. A change that would lock administrators out needs confirmation. */
export const domainClient = (
  http: Pick<HttpSetup, 'get' | 'post'>,
  confirmLockout: ConfirmLockout
) => ({
  async config(signal?: AbortSignal): Promise<Version<SecurityConfig>> {
    const path = API_PATHS.securityConfig;
    const { entity, etag } = await readVersioned<SecurityConfigResponse>(http, path, signal);
    return { entity: entity.data, etag };
  },
  /** Whether the caller may change and dry-run domains. */
  mayChange: async (signal?: AbortSignal) =>
    (await http.get<LoginRights>(API_PATHS.loginDryRun, { signal })).allowed,
  /** Dry run: saves nothing and opens no session. */
  try: (request: LoginDryRunBody) =>
    http.post<LoginDryRunResponse>(API_PATHS.loginDryRun, json(request)),
  /** @param etag - version of the configuration to change */
  change: (changes: LoginChanges, etag: string | undefined) =>
    withLockoutConfirmation(confirmLockout, (query) =>
      http.post<ChangeResponse>(API_PATHS.securityConfig, {
        ...json(changes),
        query,
        headers: headersOf({ etag }),
      })
    ),
  /** Details of the caller's own login. */
  own: (signal?: AbortSignal) => http.get<OwnLogin>(API_PATHS.ownLogin, { signal }),
});
export type DomainClient = ReturnType<typeof domainClient>;
