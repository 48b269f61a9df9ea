/**
 * Permission names for endpoints of the management API: those of REST administration where they
 * exist (docs/reference/engine.md#management-api-access), and the same form for the others.
 */

/**
 * Endpoints of the management API. The caller's own account and public requests need no permission.
 */
export const PERMITTED_ENDPOINTS = [
  'ACTIONGROUPS',
  'ALLOWLIST',
  'AUDIT',
  'AUTHTOKEN',
  'CACHE',
  'CONFIG',
  'INTERNALUSERS',
  'MIGRATE',
  'NODESDN',
  'PERMISSIONSINFO',
  'RATELIMITERS',
  'ROLES',
  'ROLESMAPPING',
  'SSL',
  'TENANTS',
  'VALIDATE',
] as const;

const LONGER: Readonly<Record<string, string>> = {
  CONFIG: 'config/update',
  SSL: 'ssl/certs/info',
};

/** @param endpoint - in upper case, as `permissionsinfo` names it */
export const endpointPermission = (endpoint: string): string =>
  `restapi:admin/${LONGER[endpoint] ?? endpoint.toLowerCase()}`;

export const ENDPOINT_PERMISSIONS: readonly string[] = PERMITTED_ENDPOINTS.map(endpointPermission);
