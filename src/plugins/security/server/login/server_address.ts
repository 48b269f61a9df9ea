/** Address of this server in browsers, used as the return address for providers. */
import { isIP } from 'node:net';
import type { HttpServiceSetup, RelyingParty, RouteRequest } from '@sd/core/server';
import type { SecurityConfig } from '../config';

/** Relying party name of passkeys. */
const NAME = 'Security Dashboards';

/**
 * `server.publicBaseUrl`, or the address at which the server listens. The `Host` header is ignored:
 * its sender could choose the site for which a passkey is used.
 * @returns `undefined` if browsers offer no passkeys: without a host name or without TLS
 */
export function getSite({
  publicBaseUrl,
  getServerInfo,
}: Pick<HttpServiceSetup, 'publicBaseUrl' | 'getServerInfo'>): RelyingParty | undefined {
  const { protocol, hostname: host, port } = getServerInfo();
  const address =
    publicBaseUrl ?? `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { origin, hostname, protocol: addressProtocol } = new URL(address);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName && (addressProtocol === 'https:' || isLocal)
    ? { origin, rpId: hostname, name: NAME }
    : undefined;
}

interface BaseUrlDeps {
  readonly config: Pick<SecurityConfig, 'openid'>;
  readonly http: Pick<HttpServiceSetup, 'basePath' | 'getServerInfo'>;
}

/** Host name or address with an optional port, without characters that end it early. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * The configured address, else trusted proxy headers, else the address at which the server listens.
 * Without a trailing slash.
 */
export function getBaseUrl(
  { config, http }: BaseUrlDeps,
  { headers }: Pick<RouteRequest, 'headers'>
): string {
  const { base_redirect_url: configured, trust_dynamic_headers: isTrusting } = config.openid;
  if (configured !== '') return configured.replace(/\/+$/, '');
  const { serverBasePath } = http.basePath;
  const forwardedProtocol = headers['x-forwarded-proto']?.toLowerCase();
  const forwardedHost = headers['x-forwarded-host'];
  if (
    isTrusting &&
    forwardedHost &&
    HOST.test(forwardedHost) &&
    /^https?$/.test(forwardedProtocol ?? '')
  )
    return `${forwardedProtocol}://${forwardedHost}${serverBasePath}`;
  const { protocol, hostname, port } = http.getServerInfo();
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return `${protocol}://${host}:${port}${serverBasePath}`;
}
