/**
 * Typed client for requests of every page (`common/api.ts`). All methods reject with the HTTP
 * service's fetch error; reading methods accept an abort signal.
 */

import type { LoginStepRequest, PasskeyStep } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import {
  type AccountResponse,
  API_PATHS,
  type ChangeResponse,
  type DashboardsInfo,
  type LoginRequest,
  type LoginResponse,
  READ_SESSION_STATE,
  type RestApiInfo,
  type SelectTenantRequest,
  type TenancyState,
} from '../../common';
import { json } from './http_helpers';

export const securityClient = (http: HttpSetup) => ({
  account: async (signal?: AbortSignal) =>
    (await http.get<AccountResponse>(API_PATHS.account, { signal })).data,
  restApiInfo: () => http.get<RestApiInfo>(API_PATHS.restApiInfo),
  /** Tenancy and the password rule. */
  dashboardsInfo: () => http.get<DashboardsInfo>(API_PATHS.dashboardsInfo),
  login: (credentials: LoginRequest) =>
    http.post<LoginResponse>(API_PATHS.login, json(credentials)),
  completeStep: (response: LoginStepRequest) =>
    http.post<LoginResponse>(API_PATHS.loginStep, json(response)),
  /** First login step with a passkey alone. */
  beginPasskey: () => http.post<PasskeyStep>(API_PATHS.loginPasskey),
  logout: () => http.post<void>(API_PATHS.logout),
  /** Requests by the page only read the state; requests by the user extend the session. */
  sessionState: (trigger: 'timer' | 'user') =>
    send(http, READ_SESSION_STATE, { asSystemRequest: trigger === 'timer' }),
  changePassword: (password: string, current_password: string) =>
    http.post<ChangeResponse>(API_PATHS.account, json({ password, current_password })),
  /** Background request: it shows no loading indicator and does not extend the session. */
  tenancyState: (signal?: AbortSignal) =>
    http.get<TenancyState>(API_PATHS.tenancyState, { signal, asSystemRequest: true }),
  /** Wire name of the current tenant. */
  tenant: () => http.get<string>(API_PATHS.tenant),
  selectTenant: (request: SelectTenantRequest) =>
    http.post<string>(API_PATHS.tenant, json(request)),
});
export type SecurityClient = ReturnType<typeof securityClient>;
