/** Client for audit and tenancy configuration and the cache, used by the admin app only. */
import type { TenancyConfig } from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import type { Version } from '@sd/ui_kit';
import { API_PATHS, type AuditConfig, type ChangeResponse } from '../../common';

export class ConfigurationClient {
  constructor(private readonly http: HttpSetup) {}

  async auditConfig(signal?: AbortSignal): Promise<Version<AuditConfig>> {
    const response = await this.http.get<{ readonly config: AuditConfig }>(
      `${API_PATHS.configuration}/audit`,
      { signal, asResponse: true }
    );
    return {
      entity: (response.body as { readonly config: AuditConfig }).config,
      etag: response.response?.headers.get('etag') ?? undefined,
    };
  }

  /** Replaces the configuration; with `etag` only if it still has that version. */
  saveAuditConfig(config: object, etag: string | undefined): Promise<ChangeResponse> {
    return this.http.post(`${API_PATHS.configuration}/audit/config`, {
      body: JSON.stringify(config),
      ...(etag !== undefined && { headers: { 'if-match': etag } }),
    });
  }

  async tenancyConfig(signal?: AbortSignal): Promise<Version<TenancyConfig>> {
    const { body, response } = await this.http.get<TenancyConfig>(API_PATHS.tenancyConfig, {
      signal,
      asResponse: true,
    });
    return {
      entity: body as TenancyConfig,
      etag: response?.headers.get('etag') ?? undefined,
    };
  }

  /** With `etag`, saves only if the configuration still has that version. */
  saveTenancyConfig(config: object, etag: string | undefined): Promise<TenancyConfig> {
    return this.http.put(API_PATHS.tenancyConfig, {
      body: JSON.stringify(config),
      ...(etag !== undefined && { headers: { 'if-match': etag } }),
    });
  }

  purgeCache(): Promise<ChangeResponse> {
    return this.http.delete(API_PATHS.cache);
  }
}
