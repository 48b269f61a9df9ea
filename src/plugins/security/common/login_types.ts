/**
 * Login methods as named in `opensearch_security.auth.type`, and the rules that follow from them.
 */
import { TENANT_SOURCE_PARAMETER, tenantInAddress } from './tenant_addresses';
import { loginUrl, NEXT_URL_PARAMETER, isSafeNextUrl } from './next_url';

/** In the order of the login page; `proxycache` is a legacy name of `proxy`. */
export function getAuthTypes(configured: string | readonly string[]): readonly string[] {
  const names = (typeof configured === 'string' ? [configured] : configured).map((name) =>
    name.toLowerCase()
  );
  const known = names.map((name) =>
    name === '' ? 'basicauth' : name === 'proxycache' ? 'proxy' : name
  );
  return known.length === 0 ? ['basicauth'] : [...new Set(known)];
}

/**
 * Whether a user name and password open a session, which requires that method in the configuration.
 */
export const offersPasswords = (configured: string | readonly string[]): boolean =>
  getAuthTypes(configured).includes('basicauth');

/** Methods that redirect to an identity provider. */
const REDIRECTING = ['openid', 'saml'] as const;
export type RedirectingType = (typeof REDIRECTING)[number];

export const isRedirecting = (type: string): type is RedirectingType =>
  (REDIRECTING as readonly string[]).includes(type);

export interface EntranceFacts {
  readonly types: readonly string[];
  readonly isAnonymousOffered: boolean;
  /** Method that starts without a choice if there are several. */
  readonly defaultType: string | undefined;
  /** '' or `/prefix`. */
  readonly basePath: string;
  /** Base path, path and query of the requested page. */
  readonly target: string;
  /** The user typed its address. */
  readonly isTyped: boolean;
  /** The request has `?auto_login=false`. */
  readonly isChooserRequested: boolean;
}

/** Login address for a page request; `undefined` if no login method starts in a browser. */
export function entranceUrl(facts: EntranceFacts): string | undefined {
  const { types, isAnonymousOffered, defaultType, basePath, target } = facts;
  const only = types.length === 1 && !isAnonymousOffered ? types[0] : undefined;
  const direct = facts.isChooserRequested ? undefined : (defaultType ?? only);
  if (direct !== undefined && isRedirecting(direct)) {
    const address = `${basePath}/auth/${direct}/captureUrlFragment`;
    return isSafeNextUrl(target, basePath)
      ? withTypedTenant(`${address}?${NEXT_URL_PARAMETER}=${encodeURIComponent(target)}`, facts)
      : address;
  }
  const usesLoginPage = isAnonymousOffered || types.some(isOnLoginPage);
  if (!usesLoginPage) return undefined;
  return withTypedTenant(loginUrl(basePath, target), facts);
}

/** Says that the user typed the tenant, which requests on the way to the login do not show. */
const withTypedTenant = (
  address: string,
  { target, isTyped }: Pick<EntranceFacts, 'target' | 'isTyped'>
): string =>
  isTyped && tenantInAddress(target) !== undefined && address.includes('?')
    ? `${address}&${TENANT_SOURCE_PARAMETER}=typed`
    : address;

const isOnLoginPage = (type: string): boolean => type === 'basicauth' || isRedirecting(type);
