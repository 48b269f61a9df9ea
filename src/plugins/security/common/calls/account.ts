/** The caller: account, session, tenant, permissions. */
import {
  ACCOUNT_RESPONSE,
  AUTH_INFO_RESPONSE,
  CHANGE_RESPONSE,
  DASHBOARDS_INFO_RESPONSE,
  defineCall,
  ENGINE_ERRORS,
  PASSWORD_BODY,
  REST_API_INFO_RESPONSE,
  SELECT_TENANT_BODY,
  SESSION_STATE_RESPONSE,
  TENANCY_INFO_RESPONSE,
  TENANCY_STATE_RESPONSE,
  TENANT_RESPONSE,
} from '@sd/contracts';
import { LOGIN_LIMITS } from '@sd/core/common';
import { SECURITY_ERRORS } from '../errors';

export const READ_ACCOUNT = defineCall({
  method: 'GET',
  path: '/api/v1/configuration/account',
  summary: "Show the caller's own account",
  access: 'user',
  responses: { 200: ACCOUNT_RESPONSE },
});

export const READ_SESSION_STATE = defineCall({
  method: 'GET',
  path: '/api/v1/account/session',
  summary: "Remaining lifetime of the caller's session; requests of users extend it",
  access: 'user',
  responses: { 200: SESSION_STATE_RESPONSE },
});

export const CHANGE_PASSWORD = defineCall({
  method: 'POST',
  path: '/api/v1/configuration/account',
  summary: "Change the caller's own password and end the user's other sessions",
  access: 'user',
  body: PASSWORD_BODY,
  responses: { 200: CHANGE_RESPONSE },
  errors: [
    ENGINE_ERRORS.wrongCurrentPassword,
    ENGINE_ERRORS.weakPassword,
    ENGINE_ERRORS.passwordRule,
    ENGINE_ERRORS.similarPassword,
    ENGINE_ERRORS.tokenPassword,
    SECURITY_ERRORS.loginBlocked,
  ],
  limits: { perMinute: LOGIN_LIMITS.passwordChangesPerMinute },
});

export const READ_TENANT = defineCall({
  method: 'GET',
  path: '/api/v1/multitenancy/tenant',
  summary: 'The current tenant',
  access: 'user',
  responses: { 200: TENANT_RESPONSE },
  errors: [SECURITY_ERRORS.noTenant],
});

export const READ_TENANCY_STATE = defineCall({
  method: 'GET',
  path: '/api/v1/multitenancy/state',
  summary: 'Available tenants and the current one',
  access: 'user',
  responses: { 200: TENANCY_STATE_RESPONSE },
});

export const SELECT_TENANT = defineCall({
  method: 'POST',
  path: '/api/v1/multitenancy/tenant',
  summary: 'Switch the tenant',
  access: 'user',
  body: SELECT_TENANT_BODY,
  responses: { 200: TENANT_RESPONSE },
  errors: [
    SECURITY_ERRORS.tenantWithoutSession,
    SECURITY_ERRORS.tenantOfAnother,
    SECURITY_ERRORS.tenantRefused,
    SECURITY_ERRORS.sessionEnded,
  ],
});

export const READ_AUTH_INFO = defineCall({
  method: 'GET',
  path: '/api/v1/auth/authinfo',
  summary: 'Who the caller is',
  access: 'user',
  responses: { 200: AUTH_INFO_RESPONSE },
});

export const READ_DASHBOARDS_INFO = defineCall({
  method: 'GET',
  path: '/api/v1/auth/dashboardsinfo',
  summary: 'Tenancy settings and password rule',
  access: 'user',
  responses: { 200: DASHBOARDS_INFO_RESPONSE },
});

export const READ_REST_API_INFO = defineCall({
  method: 'GET',
  path: '/api/v1/restapiinfo',
  summary: 'Management endpoints that the caller may use',
  access: 'user',
  responses: { 200: REST_API_INFO_RESPONSE },
  errors: [SECURITY_ERRORS.permissionsUnknown],
});

export const READ_TENANCY_INFO = defineCall({
  method: 'GET',
  path: '/api/v1/multitenancy/info',
  summary: 'Whether multitenancy is on',
  access: 'user',
  responses: { 200: TENANCY_INFO_RESPONSE },
});
