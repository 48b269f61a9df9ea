/**
 * Stored credentials of a connected cluster do for a person only what that person may do at home.
 * Calls are refused before they are sent, in the form of the cluster's own refusals.
 */
import { BACKEND_ERRORS, englishText } from '../../contracts/errors';
import { hasRight, isFullAdministrator, type Right } from '../../contracts/api';
import type { CallerLimits, RequestCaller } from '../api';
import { isJsonObject } from '../model/entity_shape';
import { LEGACY_PREFIX, PREFIX } from '../model/paths';
import type { ClusterCall, ClusterResponse } from './client';

/** Endpoints by the first segment of a path below `/api`. */
const ENDPOINTS: Readonly<Record<string, Uppercase<string>>> = {
  actiongroup: 'ACTIONGROUPS',
  actiongroups: 'ACTIONGROUPS',
  allowlist: 'ALLOWLIST',
  audit: 'AUDIT',
  authfailurelisteners: 'RATELIMITERS',
  cache: 'CACHE',
  certificates: 'SSL',
  guardrails: 'CONFIG',
  internalusers: 'INTERNALUSERS',
  nodesdn: 'NODESDN',
  roles: 'ROLES',
  rolesmapping: 'ROLESMAPPING',
  securityconfig: 'CONFIG',
  ssl: 'SSL',
  tenancy: 'TENANTS',
  tenants: 'TENANTS',
  user: 'INTERNALUSERS',
};
const METHODS: Readonly<Record<string, string>> = { HEAD: 'GET' };
const PERMISSIONS_INFO = 'api/permissionsinfo';
/** About the credentials themselves. */
const OPEN: ReadonlySet<string> = new Set([
  'GET authinfo',
  'GET dashboardsinfo',
  'GET health',
  'GET whoami',
  'GET api/account',
  // No release lists it.
  'GET api/cache',
  `GET ${PERMISSIONS_INFO}`,
]);
const EVERYTHING = 'the rights of a full administrator';

/** @returns what the person lacks at home for a call; `undefined` if nothing, or without limits */
export function missingRight(
  limits: CallerLimits | undefined,
  call: Pick<ClusterCall, 'method' | 'path' | 'right'>
): string | undefined {
  if (!limits || OPEN.has(`${call.method} ${getLocalPath(call)}`)) return undefined;
  const { disabledEndpoints: disabled } = limits;
  const right = call.right ?? getRight(call);
  if (right === undefined) return isFullAdministrator(disabled) ? undefined : EVERYTHING;
  return hasRight(disabled, right) ? undefined : right;
}

export function forbiddenResponse(right: string): ClusterResponse {
  const message = englishText(BACKEND_ERRORS.clusterLimits, { right });
  return jsonResponse(403, { status: 'FORBIDDEN', message });
}

/** Adds what the person lacks at home to what the cluster reports about the credentials. */
export function withinLimits(
  caller: RequestCaller,
  call: Pick<ClusterCall, 'method' | 'path'>,
  response: ClusterResponse
): ClusterResponse {
  const limits = caller.kind === 'certificate' ? undefined : caller.limits;
  if (!limits || getLocalPath(call) !== PERMISSIONS_INFO || response.statusCode !== 200)
    return response;
  const info = isJsonObject(response.json) ? response.json : {};
  const there = info['disabled_endpoints'];
  const disabled = new Map(Object.entries(isJsonObject(there) ? there : {}));
  for (const [endpoint, methods] of Object.entries(limits.disabledEndpoints)) {
    const known = disabled.get(endpoint);
    disabled.set(endpoint, [...(Array.isArray(known) ? known : []), ...methods]);
  }
  return jsonResponse(200, { ...info, disabled_endpoints: Object.fromEntries(disabled) });
}

const jsonResponse = (statusCode: number, json: object): ClusterResponse => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  text: JSON.stringify(json),
  json,
});

function getRight({ method, path }: Pick<ClusterCall, 'method' | 'path'>): Right | undefined {
  const [api, segment = ''] = getLocalPath({ path })?.split('/') ?? [];
  const endpoint = api === 'api' && Object.hasOwn(ENDPOINTS, segment) && ENDPOINTS[segment];
  return endpoint ? (`${METHODS[method] ?? method} ${endpoint}` as Right) : undefined;
}

/** Without the prefix of the security API; `undefined` for other paths. */
function getLocalPath({ path }: Pick<ClusterCall, 'path'>): string | undefined {
  const prefix = [PREFIX, LEGACY_PREFIX].find((one) => path.startsWith(`${one}/`));
  return prefix && path.slice(prefix.length + 1).replace(/\/+$/, '');
}
