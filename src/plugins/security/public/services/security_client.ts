/**
 * Typed client for requests of every page (`common/api.ts`). All methods reject with the HTTP
 * service's fetch error; reading methods accept an abort signal.
 */

import type { LoginStepRequest, PasskeyStep } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import {
  API_PATHS,
  CHANGE_PASSWORD,
  type LoginRequest,
  type LoginResponse,
  READ_ACCOUNT,
  READ_DASHBOARDS_INFO,
  READ_REST_API_INFO,
  READ_SESSION_STATE,
  READ_TENANCY_STATE,
  READ_TENANT,
  SELECT_TENANT,
  type SelectTenantRequest,
} from '../../common';
import { json } from './http_helpers';

export const securityClient = (http: HttpSetup) => ({
  account: async (signal?: AbortSignal) => (await send(http, READ_ACCOUNT, { signal })).data,
  restApiInfo: () => send(http, READ_REST_API_INFO),
  /** Tenancy and the password rule. */
  dashboardsInfo: () => send(http, READ_DASHBOARDS_INFO),
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
    send(http, CHANGE_PASSWORD, { body: { password, current_password } }),
  /** Background request: it shows no loading indicator and does not extend the session. */
  tenancyState: (signal?: AbortSignal) =>
    send(http, READ_TENANCY_STATE, { signal, asSystemRequest: true }),
  /** Wire name of the current tenant. */
  tenant: () => send(http, READ_TENANT),
  selectTenant: (body: SelectTenantRequest) => send(http, SELECT_TENANT, { body }),
});
export type SecurityClient = ReturnType<typeof securityClient>;
