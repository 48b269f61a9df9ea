/**
 * Every call of the browser part but those about entities (`entity_client.ts`), typed. Paths and
 * payloads: `common/api.ts`. All methods reject with the http service's fetch error; reading
 * methods take an abort signal.
 */

import type { LoginRoundRequest, PasskeyRound, TenancyConfig } from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import type { Version } from '@sd/ui_kit';
import {
  type AccountInfo,
  type AccountResponse,
  API_PATHS,
  type AuditConfig,
  type ChangeResponse,
  type DashboardsInfo,
  type LoginRequest,
  type LoginResponse,
  type RestApiInfo,
  type SelectTenantRequest,
  type SessionState,
  type TenancyState,
} from '../../common';

export class SecurityClient {
  constructor(private readonly http: HttpSetup) {}

  async account(signal?: AbortSignal): Promise<AccountInfo> {
    return (await this.http.get<AccountResponse>(API_PATHS.account, { signal })).data;
  }

  restApiInfo(): Promise<RestApiInfo> {
    return this.http.get(API_PATHS.restApiInfo);
  }

  /** Tenancy, and the rule for passwords. */
  dashboardsInfo(): Promise<DashboardsInfo> {
    return this.http.get(API_PATHS.dashboardsInfo);
  }

  login(credentials: LoginRequest): Promise<LoginResponse> {
    return this.http.post(API_PATHS.login, { body: JSON.stringify(credentials) });
  }

  answerRound(answer: LoginRoundRequest): Promise<LoginResponse> {
    return this.http.post(API_PATHS.loginRound, { body: JSON.stringify(answer) });
  }

  /** The first round of a passkey alone. */
  beginPasskey(): Promise<PasskeyRound> {
    return this.http.post(API_PATHS.loginPasskey);
  }

  async logout(): Promise<void> {
    await this.http.post(API_PATHS.logout);
  }

  /** Of itself the page only looks; asked for by a person, the session lasts longer. */
  sessionState(asked: 'by_page' | 'by_person'): Promise<SessionState> {
    return this.http.get(API_PATHS.sessionState, { asSystemRequest: asked === 'by_page' });
  }

  changePassword(password: string, currentPassword: string): Promise<ChangeResponse> {
    const body = JSON.stringify({ password, current_password: currentPassword });
    return this.http.post(API_PATHS.account, { body });
  }

  /** Nobody asked for it: it neither shows as loading nor keeps a session alive. */
  tenancyState(signal?: AbortSignal): Promise<TenancyState> {
    return this.http.get(API_PATHS.tenancyState, { signal, asSystemRequest: true });
  }

  /** Wire name of the tenant in force. */
  tenant(): Promise<string> {
    return this.http.get(API_PATHS.tenant);
  }

  selectTenant(request: SelectTenantRequest): Promise<string> {
    return this.http.post(API_PATHS.tenant, { body: JSON.stringify(request) });
  }

  async auditConfig(signal?: AbortSignal): Promise<Version<AuditConfig>> {
    const answer = await this.http.get<{ readonly config: AuditConfig }>(
      `${API_PATHS.configuration}/audit`,
      { signal, asResponse: true }
    );
    return {
      entity: (answer.body as { readonly config: AuditConfig }).config,
      etag: answer.response?.headers.get('etag') ?? undefined,
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
