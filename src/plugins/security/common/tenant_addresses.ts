/** Tenants in addresses: links carry the tenant in which they were created. */
import { HTTP_LIMITS } from '@sd/contracts';
import { isSafeNextUrl, NEXT_URL_PARAMETER } from './next_url';
import { GLOBAL_TENANT, PRIVATE_TENANT, TENANT_QUERY_KEYS } from './tenants';

/** The key of newer OpenSearch Dashboards is read but never written. */
const READABLE_KEYS = [...TENANT_QUERY_KEYS, 'securityTenant_'] as const;
/** Path in the error app: the tenant cannot be used. */
export const UNAVAILABLE_TENANT_PATH = '/tenant';
/**
 * Path in the error app: asks for confirmation before a link on another site switches the tenant.
 */
export const TENANT_SWITCH_PATH = '/tenant_question';
/** Path in the error app: the user has no tenant. */
export const NO_TENANT_PATH = '/no-tenant';
/** Query parameter of these pages: the tenant as written in the address. */
export const TENANT_PARAMETER = 'tenant';

const parametersOf = (search: string): readonly string[] =>
  search.replace(/^\?/, '').split('&', HTTP_LIMITS.queryKeys);

function isTenantParameter(parameter: string): boolean {
  const [key = ''] = parameter.split('=', 1);
  try {
    return (READABLE_KEYS as readonly string[]).includes(decodeURIComponent(key));
  } catch {
    return false;
  }
}

/** Whether a query names a tenant, which then overrides the remembered one. */
export const namesTenant = (search: string): boolean =>
  parametersOf(search).some(isTenantParameter);

/** Converts a wire name to its form in links: `global`, `private` or the tenant's name. */
function tenantInLink(tenant: string): string {
  if (tenant === GLOBAL_TENANT) return 'global';
  return tenant === PRIVATE_TENANT ? 'private' : tenant;
}

/** Converts the form in links to the wire name. */
export function tenantOfLink(name: string): string {
  if (name === 'global') return GLOBAL_TENANT;
  return name === 'private' ? PRIVATE_TENANT : name;
}

/**
 * Adds the tenant to an address, unless it already names one. The parameter goes before the
 * fragment, where servers can read it.
 */
export function withTenant(address: string, tenant: string): string {
  const [beforeHash = '', hash] = splitAt(address, '#');
  const [, query = ''] = splitAt(beforeHash, '?');
  if (namesTenant(query)) return address;
  const mark = beforeHash.includes('?') ? (query === '' || query.endsWith('&') ? '' : '&') : '?';
  const parameter = `${TENANT_QUERY_KEYS[0]}=${encodeURIComponent(tenantInLink(tenant))}`;
  return `${beforeHash}${mark}${parameter}${hash === undefined ? '' : `#${hash}`}`;
}

/** Removes the tenant from an address, so that the current tenant applies. */
export function withoutTenant(address: string): string {
  const [beforeHash = '', hash] = splitAt(address, '#');
  const [path = '', query = ''] = splitAt(beforeHash, '?');
  const search = parametersOf(query)
    .filter((parameter) => !isTenantParameter(parameter))
    .join('&');
  return `${path}${search === '' ? '' : `?${search}`}${hash === undefined ? '' : `#${hash}`}`;
}

/**
 * Address of a page about the tenant in a link.
 * @param page - `UNAVAILABLE_TENANT_PATH` or `TENANT_SWITCH_PATH`
 * @param tenant - as written in the address
 * @param target - address to continue without the tenant; omitted if unsafe
 */
export function tenantPageUrl(
  basePath: string,
  page: string,
  tenant: string,
  target: string
): string {
  const next = isSafeNextUrl(target, basePath)
    ? `&${NEXT_URL_PARAMETER}=${encodeURIComponent(target)}`
    : '';
  return `${basePath}/app/customerror${page}?${TENANT_PARAMETER}=${encodeURIComponent(tenant)}${next}`;
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
