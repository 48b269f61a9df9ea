/** Audit and tenancy configuration, and the cache: for the admin app alone. */
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

  /** Replaces the whole configuration; with `etag`, only that version of it. */
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

  /** With `etag`, only that version of it. */
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
