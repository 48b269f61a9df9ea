/**
 * All headers that protect the browser. Built once per process; only the page's CSP has a variable
 * part, the nonce for styles.
 */
import { randomBytes } from 'node:crypto';
import { SERVER_NAME_HEADER } from '../../../common';

const DEFAULT_CACHE_CONTROL = 'private, no-cache, no-store, must-revalidate';
const HSTS = 'max-age=31536000';
/** Sent with pages only. */
export const PERMISSIONS_POLICY_HEADER = 'permissions-policy';
/** Browser features that no page uses. */
const PERMISSIONS_POLICY =
  'camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()';

export interface StaticHeaderOptions {
  readonly serverName: string;
  readonly isTls: boolean;
  readonly customHeaders: Readonly<Record<string, unknown>>;
}

/**
 * Headers of every response, errors included, with lower-case names. Configured headers take
 * precedence.
 */
export function staticHeaders({
  serverName,
  isTls,
  customHeaders,
}: StaticHeaderOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {
    'cache-control': DEFAULT_CACHE_CONTROL,
    [SERVER_NAME_HEADER]: headerText(serverName),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    [PERMISSIONS_POLICY_HEADER]: PERMISSIONS_POLICY,
  };
  if (isTls) headers['strict-transport-security'] = HSTS;
  for (const [name, value] of Object.entries(customHeaders)) {
    headers[name.toLowerCase()] =
      typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
  }
  return Object.freeze(headers);
}

/** 128 random bits, new for every page. */
export const createNonce = (): string => randomBytes(16).toString('base64');

/**
 * Content security policy of a page: no inline scripts, no eval, styles by nonce only.
 * @param imageSources - URLs of images on other servers, without spaces, commas and semicolons
 */
export function contentSecurityPolicy(nonce: string, imageSources: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...imageSources].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "frame-ancestors 'self'",
    "form-action 'self'",
    "base-uri 'none'",
  ].join('; ');
}

/** Header values are Latin-1; a server name with other characters is percent-encoded. */
export const headerText = (text: string): string =>
  text.replace(/[^\x20-\x7e]+/gu, (part) => encodeURIComponent(part));
