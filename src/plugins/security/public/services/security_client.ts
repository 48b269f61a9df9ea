/**
 * Typed client for requests of every page (`common/calls`). All methods reject with the HTTP
 * service's fetch error; reading methods accept an abort signal.
 */

import type { LoginStepRequest } from '@sd/contracts';
import { type HttpSetup, send } from '@sd/core/public';
import {
  BEGIN_PASSKEY_LOGIN,
  CHANGE_PASSWORD,
  COMPLETE_LOGIN_STEP,
  LOG_IN,
  LOG_OUT,
  type LoginRequest,
  READ_ACCOUNT,
  READ_DASHBOARDS_INFO,
  READ_REST_API_INFO,
  READ_SESSION_STATE,
  READ_TENANCY_STATE,
  READ_TENANT,
  SELECT_TENANT,
  type SelectTenantRequest,
} from '../../common';

export const securityClient = (http: HttpSetup) => ({
  account: async (signal?: AbortSignal) => (await send(http, READ_ACCOUNT, { signal })).data,
  restApiInfo: () => send(http, READ_REST_API_INFO),
  /** Tenancy and the password rule. */
  dashboardsInfo: () => send(http, READ_DASHBOARDS_INFO),
  login: (body: LoginRequest) => send(http, LOG_IN, { body }),
  completeStep: (body: LoginStepRequest) => send(http, COMPLETE_LOGIN_STEP, { body }),
  /** First login step with a passkey alone. */
  beginPasskey: () => send(http, BEGIN_PASSKEY_LOGIN),
  logout: () => send(http, LOG_OUT),
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
