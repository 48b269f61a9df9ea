/** Tenants in addresses: links carry the tenant in which they were created. */
import { HTTP_LIMITS } from '@sd/contracts';
import { isSafeNextUrl, NEXT_URL_PARAMETER, queryValues } from './next_url';
import { GLOBAL_TENANT, PRIVATE_TENANT } from './tenants';

const WRITTEN_KEY = 'security_tenant';
/** Newest spelling first, which counts. */
const READABLE_KEYS = ['securityTenant_', 'securitytenant', WRITTEN_KEY] as const;
/** Path in the error app: the tenant cannot be used. */
export const UNAVAILABLE_TENANT_PATH = '/tenant';
/** Path in the error app: the user has no tenant. */
export const NO_TENANT_PATH = '/no-tenant';
/** Query parameter of these pages: the tenant as written in the address. */
export const TENANT_PARAMETER = 'tenant';

/**
 * Who named the tenant of an address: the user, a link of this product, or another website. Over
 * HTTP, browsers do not say where a typed address or a link comes from: `unknown`.
 */
export const TENANT_SOURCES = ['typed', 'link', 'site', 'unknown'] as const;
export type TenantSource = (typeof TENANT_SOURCES)[number];
/** Query parameter of the error page and of login addresses. Only own requests are believed. */
export const TENANT_SOURCE_PARAMETER = 'tenant_source';

const getParameters = (search: string): readonly string[] =>
  search.replace(/^\?/, '').split('&', HTTP_LIMITS.queryKeys);

function isTenantParameter(parameter: string): boolean {
  const [key = ''] = parameter.split('=', 1);
  try {
    return (READABLE_KEYS as readonly string[]).includes(decodeURIComponent(key));
  } catch {
    return false;
  }
}

/** The tenant that an address names, as written there. */
export function tenantInAddress(address: string): string | undefined {
  return READABLE_KEYS.flatMap((key) => queryValues(address, key).slice(0, 1))[0];
}

/** Whether a query names a tenant, which then overrides the remembered one. */
export const namesTenant = (search: string): boolean =>
  getParameters(search).some(isTenantParameter);

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
  const parameter = `${WRITTEN_KEY}=${encodeURIComponent(tenantInLink(tenant))}`;
  return `${beforeHash}${mark}${parameter}${hash === undefined ? '' : `#${hash}`}`;
}

/** Removes the tenant from an address, so that the current tenant applies. */
export function withoutTenant(address: string): string {
  const [beforeHash = '', hash] = splitAt(address, '#');
  const [path = '', query = ''] = splitAt(beforeHash, '?');
  const search = getParameters(query)
    .filter((parameter) => !isTenantParameter(parameter))
    .join('&');
  return `${path}${search === '' ? '' : `?${search}`}${hash === undefined ? '' : `#${hash}`}`;
}

/**
 * Address of a page about the tenant in a link.
 * @param page - `UNAVAILABLE_TENANT_PATH` or `TENANT_SWITCH_PATH`
 * @param tenant - as written in the address
 * @param target - address to continue without the tenant; omitted if unsafe
 * @param source - who named the tenant
 */
export function tenantPageUrl(
  basePath: string,
  page: string,
  tenant: string,
  target: string,
  source: TenantSource
): string {
  const next = isSafeNextUrl(target, basePath)
    ? `&${NEXT_URL_PARAMETER}=${encodeURIComponent(target)}`
    : '';
  const by = `&${TENANT_SOURCE_PARAMETER}=${source}`;
  return `${basePath}/app/customerror${page}?${TENANT_PARAMETER}=${encodeURIComponent(tenant)}${next}${by}`;
}

function splitAt(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
