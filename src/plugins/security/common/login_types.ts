/** Ways of signing in, as `opensearch_security.auth.type` names them, and what follows of them. */
import { loginUrl, NEXT_URL_PARAMETER, isSafeNextUrl } from './next_url';

/** In the order in which they are offered; `proxycache` is a former name of `proxy`. */
export function authTypesOf(configured: string | readonly string[]): readonly string[] {
  const names = (typeof configured === 'string' ? [configured] : configured).map((name) =>
    name.toLowerCase()
  );
  const known = names.map((name) =>
    name === '' ? 'basicauth' : name === 'proxycache' ? 'proxy' : name
  );
  return known.length === 0 ? ['basicauth'] : [...new Set(known)];
}

/** Whether a name and password open a session: only where the configuration names that way. */
export const offersPasswords = (configured: string | readonly string[]): boolean =>
  authTypesOf(configured).includes('basicauth');

/** Ways that lead over a page of somebody else. */
const REDIRECTING = ['openid', 'saml'] as const;
export type RedirectingType = (typeof REDIRECTING)[number];

export const isRedirecting = (type: string): type is RedirectingType =>
  (REDIRECTING as readonly string[]).includes(type);

export interface EntranceFacts {
  readonly types: readonly string[];
  readonly isAnonymousOffered: boolean;
  /** The way that is taken without asking, where there are several. */
  readonly defaultType: string | undefined;
  /** '' or `/prefix`. */
  readonly basePath: string;
  /** Base path, path and query of the page that was asked for. */
  readonly target: string;
  /** `?auto_login=false` was asked for. */
  readonly isAsking: boolean;
}

/**
 * Where somebody who asks for a page goes to sign in; `undefined` when no way of signing in begins
 * in a browser.
 */
export function entranceUrl(facts: EntranceFacts): string | undefined {
  const { types, isAnonymousOffered, defaultType, basePath, target, isAsking } = facts;
  const only = types.length === 1 && !isAnonymousOffered ? types[0] : undefined;
  const direct = isAsking ? undefined : (defaultType ?? only);
  if (direct !== undefined && isRedirecting(direct)) {
    const address = `${basePath}/auth/${direct}/captureUrlFragment`;
    return isSafeNextUrl(target, basePath)
      ? `${address}?${NEXT_URL_PARAMETER}=${encodeURIComponent(target)}`
      : address;
  }
  const isPageOfUse = isAnonymousOffered || types.some(isOnLoginPage);
  return isPageOfUse ? loginUrl(basePath, target) : undefined;
}

const isOnLoginPage = (type: string): boolean => type === 'basicauth' || isRedirecting(type);
