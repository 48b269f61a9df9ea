/** Documents of the configuration: audit, tenancy, authentication domains; and the cache. */
import {
  AUDIT_RESPONSE,
  CACHE_RESPONSE,
  CHANGE_RESPONSE,
  CONFIRM_QUERY,
  defineCall,
  DOMAIN_LIMITS,
  ENGINE_ERRORS,
  LOGIN_CHANGES,
  LOGIN_DRY_RUN_BODY,
  LOGIN_DRY_RUN_RESPONSE,
  LOGIN_RIGHTS,
  OWN_LOGIN,
  SECURITY_CONFIG_RESPONSE,
  TENANCY_CHANGES,
  TENANCY_CONFIG,
  PRECONDITIONS,
} from '@sd/contracts';
import { Type } from '@sinclair/typebox';
import { SECURITY_ERRORS } from '../errors';

export const READ_AUDIT_CONFIG = defineCall({
  method: 'GET',
  path: '/api/v1/configuration/audit',
  forClusters: true,
  summary: 'Show the audit configuration',
  access: 'admin',
  rights: ['GET AUDIT'],
  responses: { 200: AUDIT_RESPONSE },
});

export const SAVE_AUDIT_CONFIG = defineCall({
  method: 'POST',
  path: '/api/v1/configuration/audit/config',
  forClusters: true,
  summary: 'Replace the audit configuration',
  access: 'admin',
  rights: ['PUT AUDIT'],
  body: Type.Unknown(),
  responses: { 200: CHANGE_RESPONSE },
  errors: [SECURITY_ERRORS.staleAudit],
  headers: PRECONDITIONS,
});

export const READ_SECURITY_CONFIG = defineCall({
  method: 'GET',
  path: '/api/v1/configuration/securityconfig',
  forClusters: true,
  summary: 'Show the security configuration',
  access: 'admin',
  rights: ['GET CONFIG'],
  responses: { 200: SECURITY_CONFIG_RESPONSE },
});

export const LIST_CACHED_USERS = defineCall({
  method: 'GET',
  path: '/api/v1/configuration/cache',
  forClusters: true,
  summary: 'List the cached users; empty where the engine does not list them',
  access: 'admin',
  rights: 'any',
  responses: { 200: CACHE_RESPONSE },
});

export const PURGE_CACHE = defineCall({
  method: 'DELETE',
  path: '/api/v1/configuration/cache',
  forClusters: true,
  summary: 'Purge the cache',
  access: 'admin',
  rights: ['DELETE CACHE'],
  responses: { 200: CHANGE_RESPONSE },
});

export const READ_TENANCY_CONFIG = defineCall({
  method: 'GET',
  path: '/api/v1/configuration/tenancy/config',
  forClusters: true,
  summary: 'Show the tenancy settings',
  access: 'admin',
  rights: ['GET TENANTS'],
  responses: { 200: TENANCY_CONFIG },
});

export const SAVE_TENANCY_CONFIG = defineCall({
  method: 'PUT',
  path: '/api/v1/configuration/tenancy/config',
  forClusters: true,
  summary: 'Change the tenancy settings',
  access: 'admin',
  rights: ['PUT TENANTS'],
  body: TENANCY_CHANGES,
  responses: { 200: TENANCY_CONFIG },
  headers: PRECONDITIONS,
});

export const READ_LOGIN_RIGHTS = defineCall({
  method: 'GET',
  path: '/api/v1/configuration/securityconfig/trial',
  forClusters: true,
  summary: 'Whether the caller may change authentication domains, and try them',
  access: 'admin',
  rights: ['GET CONFIG'],
  responses: { 200: LOGIN_RIGHTS },
  errors: [SECURITY_ERRORS.featureUnsupported],
});

export const TRY_LOGIN = defineCall({
  method: 'POST',
  path: '/api/v1/configuration/securityconfig/trial',
  forClusters: true,
  summary: 'Test a login with unsaved authentication domains; opens no session',
  access: 'admin',
  rights: ['POST CONFIG'],
  body: LOGIN_DRY_RUN_BODY,
  responses: { 200: LOGIN_DRY_RUN_RESPONSE },
  limits: { perMinute: DOMAIN_LIMITS.trialsPerMinute },
});

export const CHANGE_DOMAINS = defineCall({
  method: 'POST',
  path: '/api/v1/configuration/securityconfig',
  forClusters: true,
  summary: 'Change the authentication domains and the trusted proxies',
  access: 'admin',
  rights: ['POST CONFIG', 'PATCH CONFIG'],
  query: CONFIRM_QUERY,
  body: LOGIN_CHANGES,
  responses: { 200: CHANGE_RESPONSE },
  errors: [
    SECURITY_ERRORS.unusableDomain,
    SECURITY_ERRORS.staleSecurityConfig,
    SECURITY_ERRORS.locksOut,
    ENGINE_ERRORS.noWayIn,
    ENGINE_ERRORS.ownWayIn,
  ],
  headers: { 'if-match': PRECONDITIONS['if-match'] },
});

export const READ_OWN_LOGIN = defineCall({
  method: 'GET',
  path: '/api/v1/auth/signin',
  summary: "The identity and roles from the caller's own login; empty without one",
  access: 'optional',
  responses: { 200: OWN_LOGIN },
});
