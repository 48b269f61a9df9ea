/**
 * Finds the credentials of a request for the configured login methods: a header, a token in the
 * address (`jwt.url_param`), or headers of a trusted proxy. The backend checks their validity.
 */
import { createHash } from 'node:crypto';
import { apiKeyIn, bringsApiKey } from '@sd/contracts';
import type { RouteRequest, AuthenticationRequest } from '@sd/core/server';
import { getAuthTypes } from '../../common';
import type { SecurityConfig } from '../config';

export interface PresentedCredentials {
  readonly source: 'header' | 'address' | 'proxy';
  readonly credentials: AuthenticationRequest;
  /** Digest of the proxy headers. A different one means another user or other roles. */
  readonly mark?: string;
}

/** Headers that reach the backend by other means, or not at all. */
const EXCLUDED_HEADERS: readonly string[] = ['authorization', 'cookie'];

type ProxiedParts = Pick<RouteRequest, 'headers' | 'remoteAddress' | 'peerAddress' | 'isForwarded'>;
type RequestParts = ProxiedParts & Pick<RouteRequest, 'url'>;

export class RequestCredentials {
  private readonly tokenHeader: string | undefined;
  /** Headers that can carry credentials; the first present one counts. */
  private readonly headerNames: readonly string[];
  private readonly tokenParameter: string | undefined;
  private readonly proxyHeaders: { readonly user: string; readonly roles: string } | undefined;

  constructor({ auth, jwt, proxycache }: SecurityConfig) {
    const types = getAuthTypes(auth.type);
    if (types.includes('jwt')) {
      this.tokenHeader = jwt.header.toLowerCase();
      this.tokenParameter = jwt.url_param;
    }
    if (types.includes('proxy')) {
      const { user_header: user = '', roles_header: roles = '' } = proxycache;
      this.proxyHeaders = { user: user.toLowerCase(), roles: roles.toLowerCase() };
    }
    this.headerNames = [...new Set([this.tokenHeader ?? 'authorization', 'authorization'])];
  }

  of(request: RequestParts): PresentedCredentials | undefined {
    return this.inAddress(request) ?? this.ofProxy(request) ?? this.inHeader(request);
  }

  /**
   * Any client can send these headers, so they count only from proxies in `server.trustedProxies`.
   */
  ofProxy(request: ProxiedParts): PresentedCredentials | undefined {
    const { headers, isForwarded } = request;
    const names = this.proxyHeaders;
    const user = names && headers[names.user];
    if (!user || !isForwarded) return undefined;
    const forwarded = Object.entries(headers).filter(([name]) => !EXCLUDED_HEADERS.includes(name));
    const mark = createHash('sha256')
      .update(JSON.stringify([user, headers[names.roles] ?? '']))
      .digest('base64url');
    const credentials = { ...getAddresses(request), headers: Object.fromEntries(forwarded) };
    return { source: 'proxy', credentials, mark };
  }

  /** Path and query without the token. */
  withoutToken({ url }: Pick<RouteRequest, 'url'>): string {
    const rest = new URLSearchParams(url.search);
    if (this.tokenParameter) rest.delete(this.tokenParameter);
    const query = rest.toString();
    return query === '' ? url.pathname : `${url.pathname}?${query}`;
  }

  private inAddress(request: RequestParts): PresentedCredentials | undefined {
    const token = this.tokenParameter ? request.url.searchParams.get(this.tokenParameter) : null;
    if (!token) return undefined;
    const headers = { [this.tokenHeader ?? 'authorization']: `Bearer ${token}` };
    return { source: 'address', credentials: { ...getAddresses(request), headers } };
  }

  private inHeader(request: RequestParts): PresentedCredentials | undefined {
    const { headers } = request;
    const name = this.headerNames.find((one) => headers[one] !== undefined);
    if (name === undefined) return undefined;
    return {
      source: 'header',
      credentials: { ...getAddresses(request), headers: { [name]: headers[name] } },
    };
  }
}

const getAddresses = ({
  remoteAddress,
  peerAddress,
}: Pick<RequestParts, 'remoteAddress' | 'peerAddress'>) => ({ remoteAddress, peerAddress });

const BASIC = /^basic +([A-Za-z0-9+/=_-]+) *$/i;
/** Length of the public part of an API key: `sdk_` and the id. */
const KEY_MARK_LENGTH = 16;

/**
 * The user name that the limits count an `authorization` header under. Each API key has one of its
 * own, so that other failures from the same address do not block it. Its colon prevents collisions
 * with user names.
 */
export function claimedName(authorization = ''): string | undefined {
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded !== undefined) {
    const [name, ...password] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
    return password.length > 0 ? name : undefined;
  }
  const key = apiKeyIn(authorization);
  return key === undefined ? undefined : `ApiKey:${key.slice(0, KEY_MARK_LENGTH)}`;
}

/** The login method that credentials of a request belong to. */
export function methodOfCredentials(
  authorization: string | undefined,
  source: PresentedCredentials['source']
): string {
  if (source === 'proxy') return source;
  if (/^basic\b/i.test(authorization ?? '')) return 'basicauth';
  return bringsApiKey(authorization) ? 'apikey' : 'jwt';
}
