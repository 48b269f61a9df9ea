/**
 * Typed client for requests of every page; the admin app has its own clients. Paths and payloads:
 * `common/api.ts`. All methods reject with the HTTP service's fetch error; reading methods accept
 * an abort signal.
 */

import type { LoginStepRequest, PasskeyStep } from '@sd/contracts';
import type { HttpSetup } from '@sd/core/public';
import {
  type AccountInfo,
  type AccountResponse,
  API_PATHS,
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

  /** Tenancy and the password rule. */
  dashboardsInfo(): Promise<DashboardsInfo> {
    return this.http.get(API_PATHS.dashboardsInfo);
  }

  login(credentials: LoginRequest): Promise<LoginResponse> {
    return this.http.post(API_PATHS.login, { body: JSON.stringify(credentials) });
  }

  completeStep(response: LoginStepRequest): Promise<LoginResponse> {
    return this.http.post(API_PATHS.loginStep, { body: JSON.stringify(response) });
  }

  /** First login step with a passkey alone. */
  beginPasskey(): Promise<PasskeyStep> {
    return this.http.post(API_PATHS.loginPasskey);
  }

  async logout(): Promise<void> {
    await this.http.post(API_PATHS.logout);
  }

  /** Requests by the page only read the state; requests by the user extend the session. */
  sessionState(trigger: 'timer' | 'user'): Promise<SessionState> {
    return this.http.get(API_PATHS.sessionState, { asSystemRequest: trigger === 'timer' });
  }

  changePassword(password: string, currentPassword: string): Promise<ChangeResponse> {
    const body = JSON.stringify({ password, current_password: currentPassword });
    return this.http.post(API_PATHS.account, { body });
  }

  /** Background request: it shows no loading indicator and does not extend the session. */
  tenancyState(signal?: AbortSignal): Promise<TenancyState> {
    return this.http.get(API_PATHS.tenancyState, { signal, asSystemRequest: true });
  }

  /** Wire name of the current tenant. */
  tenant(): Promise<string> {
    return this.http.get(API_PATHS.tenant);
  }

  selectTenant(request: SelectTenantRequest): Promise<string> {
    return this.http.post(API_PATHS.tenant, { body: JSON.stringify(request) });
  }
}
