/**
 * Tenants in addresses: links carry the tenant they were made in. Source: specification sections 5
 * ("Share links") and 9.
 */
import { HTTP_LIMITS } from '@sd/contracts';
import { isSafeNextUrl, NEXT_URL_PARAMETER } from './next_url';
import { GLOBAL_TENANT, PRIVATE_TENANT, TENANT_QUERY_KEYS } from './tenants';

/** The spelling of the newer generation is understood, never written. */
const UNDERSTOOD_KEYS = [...TENANT_QUERY_KEYS, 'securityTenant_'] as const;
/** Of the app that shows error pages: says that a tenant cannot be used. */
export const UNAVAILABLE_TENANT_PATH = '/tenant';
/** Of the same app: asks before a link on a page of another site switches the tenant. */
export const TENANT_SWITCH_PATH = '/tenant_question';
/** Of the same app: says that the user has no tenant. */
export const NO_TENANT_PATH = '/no-tenant';
/** Query of these pages: the tenant as the address had it. */
export const TENANT_PARAMETER = 'tenant';

const parametersOf = (search: string): readonly string[] =>
  search.replace(/^\?/, '').split('&', HTTP_LIMITS.queryKeys);

function isTenantParameter(parameter: string): boolean {
  const [key = ''] = parameter.split('=', 1);
  try {
    return (UNDERSTOOD_KEYS as readonly string[]).includes(decodeURIComponent(key));
  } catch {
    return false;
  }
}

/** Whether a query names a tenant, which then rules over what was remembered. */
export const namesTenant = (search: string): boolean =>
  parametersOf(search).some(isTenantParameter);

/** A wire name as links carry it: `global`, `private` or the tenant's name. */
function tenantInLink(tenant: string): string {
  if (tenant === GLOBAL_TENANT) return 'global';
  return tenant === PRIVATE_TENANT ? 'private' : tenant;
}

/** The wire name that a link means. */
export function tenantOfLink(name: string): string {
  if (name === 'global') return GLOBAL_TENANT;
  return name === 'private' ? PRIVATE_TENANT : name;
}

/**
 * An address that leads to a tenant; one that names a tenant already is left as it is. The
 * fragment stays behind the parameter, where servers read it.
 */
export function withTenant(address: string, tenant: string): string {
  const [beforeHash = '', hash] = splitAt(address, '#');
  const [, query = ''] = splitAt(beforeHash, '?');
  if (namesTenant(query)) return address;
  const mark = beforeHash.includes('?') ? (query === '' || query.endsWith('&') ? '' : '&') : '?';
  const parameter = `${TENANT_QUERY_KEYS[0]}=${encodeURIComponent(tenantInLink(tenant))}`;
  return `${beforeHash}${mark}${parameter}${hash === undefined ? '' : `#${hash}`}`;
}

/** The same address in whatever tenant is in force. */
export function withoutTenant(address: string): string {
  const [beforeHash = '', hash] = splitAt(address, '#');
  const [path = '', query = ''] = splitAt(beforeHash, '?');
  const search = parametersOf(query)
    .filter((parameter) => !isTenantParameter(parameter))
    .join('&');
  return `${path}${search === '' ? '' : `?${search}`}${hash === undefined ? '' : `#${hash}`}`;
}

/**
 * Address of a page about the tenant that a link names.
 * @param page - `UNAVAILABLE_TENANT_PATH` or `TENANT_QUESTION_PATH`
 * @param tenant - as the address named it
 * @param target - where one gets without it; left out where it is no address to go on to
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
