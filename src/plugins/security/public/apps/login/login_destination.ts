/**
 * Where a sign-in leads. Pure. Source: docs/reference/security-app.md#login-page and #next-address:
 * links carry the tenant and survive the login, hash included.
 */
import { parseQueryParams } from '@sd/core/public';
import {
  GLOBAL_TENANT,
  NEXT_URL_PARAMETER,
  PRIVATE_TENANT,
  safeNextUrl,
  TENANT_QUERY_KEYS,
} from '../../../common';

export interface LoginDestinationFacts {
  /** Query of the login page's address. */
  readonly search: string;
  /** Its fragment: browsers carry it over redirects, servers never see it. */
  readonly hash: string;
  /** '' or `/prefix`. */
  readonly basePath: string;
  /** Wire name remembered on this device; `undefined` also when multi-tenancy is off. */
  readonly savedTenant: string | undefined;
}

export function loginDestination({
  search,
  hash,
  basePath,
  savedTenant,
}: LoginDestinationFacts): string {
  const next = safeNextUrl(parseQueryParams(search).get(NEXT_URL_PARAMETER), basePath);
  const [address = '', ownHash] = splitAt(next, '#');
  const withTenant = savedTenant === undefined ? address : appendTenant(address, savedTenant);
  return `${withTenant}${ownHash === undefined ? hash : `#${ownHash}`}`;
}

function appendTenant(address: string, tenant: string): string {
  const [path = '', query = ''] = splitAt(address, '?');
  const parameters = parseQueryParams(query);
  if (TENANT_QUERY_KEYS.some((key) => parameters.has(key)) || parameters.has('securityTenant_'))
    return address;
  const parameter = `${TENANT_QUERY_KEYS[0]}=${encodeURIComponent(nameInUrl(tenant))}`;
  return `${path}?${query === '' ? '' : `${query}&`}${parameter}`;
}

/** As in share links: specification section 5. */
function nameInUrl(tenant: string): string {
  if (tenant === GLOBAL_TENANT) return 'global';
  return tenant === PRIVATE_TENANT ? 'private' : tenant;
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
