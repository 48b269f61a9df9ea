/**
 * Names of permissions on endpoints of the management API: those of REST administration, which some
 * endpoints have (docs/reference/engine.md#management-api-access), and the same for the others.
 */

/** Of the management API; a caller's own account and calls for everybody need none. */
const ENDPOINTS = [
  'ACTIONGROUPS', 'ALLOWLIST', 'AUDIT', 'AUTHTOKEN', 'CACHE', 'CONFIG', 'INTERNALUSERS', 'MIGRATE', 'NODESDN',
  'PERMISSIONSINFO', 'RATELIMITERS', 'ROLES', 'ROLESMAPPING', 'SSL', 'TENANTS', 'VALIDATE',
] as const; // prettier-ignore

const LONGER: Readonly<Record<string, string>> = {
  CONFIG: 'config/update',
  SSL: 'ssl/certs/info',
};

/** @param endpoint - in capitals, as `permissionsinfo` names it */
export const endpointPermission = (endpoint: string): string =>
  `restapi:admin/${LONGER[endpoint] ?? endpoint.toLowerCase()}`;

export const ENDPOINT_PERMISSIONS: readonly string[] = ENDPOINTS.map(endpointPermission);
