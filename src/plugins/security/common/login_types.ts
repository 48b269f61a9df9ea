/**
 * Login methods as named in `opensearch_security.auth.type`, and the rules that follow from them.
 */
import { loginUrl, NEXT_URL_PARAMETER, isSafeNextUrl } from './next_url';

/** In the order of the login page; `proxycache` is a legacy name of `proxy`. */
export function authTypesOf(configured: string | readonly string[]): readonly string[] {
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
  authTypesOf(configured).includes('basicauth');

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
  /** The request has `?auto_login=false`. */
  readonly isChooserRequested: boolean;
}

/** Login address for a page request; `undefined` if no login method starts in a browser. */
export function entranceUrl(facts: EntranceFacts): string | undefined {
  const { types, isAnonymousOffered, defaultType, basePath, target, isChooserRequested } = facts;
  const only = types.length === 1 && !isAnonymousOffered ? types[0] : undefined;
  const direct = isChooserRequested ? undefined : (defaultType ?? only);
  if (direct !== undefined && isRedirecting(direct)) {
    const address = `${basePath}/auth/${direct}/captureUrlFragment`;
    return isSafeNextUrl(target, basePath)
      ? `${address}?${NEXT_URL_PARAMETER}=${encodeURIComponent(target)}`
      : address;
  }
  const usesLoginPage = isAnonymousOffered || types.some(isOnLoginPage);
  return usesLoginPage ? loginUrl(basePath, target) : undefined;
}

const isOnLoginPage = (type: string): boolean => type === 'basicauth' || isRedirecting(type);
