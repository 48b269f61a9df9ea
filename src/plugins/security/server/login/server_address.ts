/** Address of this server as browsers have it: what a provider sends people back to. */
import { isIP } from 'node:net';
import type { HttpServiceSetup, RelyingParty, RouteRequest } from '@sd/core/server';
import type { SecurityConfig } from '../config';

/** What passkeys are bound to: this server as browsers reach it, of the configuration alone. */
const NAME = 'Security Dashboards';

/**
 * `server.publicBaseUrl`, or else how the server was started. A request's `Host` header says
 * nothing: who sends it could choose the address that a passkey is used for.
 * @returns `undefined` where browsers offer no passkeys: without a host name, or without TLS
 */
export function siteOf({
  publicBaseUrl,
  getServerInfo,
}: Pick<HttpServiceSetup, 'publicBaseUrl' | 'getServerInfo'>): RelyingParty | undefined {
  const { protocol, hostname: host, port } = getServerInfo();
  const address =
    publicBaseUrl ?? `${protocol}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { origin, hostname, protocol: spoken } = new URL(address);
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  return isName && (spoken === 'https:' || isLocal)
    ? { origin, rpId: hostname, name: NAME }
    : undefined;
}

interface BaseUrlDeps {
  readonly config: Pick<SecurityConfig, 'openid'>;
  readonly http: Pick<HttpServiceSetup, 'basePath' | 'getServerInfo'>;
}

/** A host name or address with an optional port, and nothing that could end it early. */
const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * As configured; else of the headers that a proxy adds, where the configuration believes them; else
 * as the server was started. Without a slash at its end.
 */
export function baseUrlOf(
  { config, http }: BaseUrlDeps,
  { headers }: Pick<RouteRequest, 'headers'>
): string {
  const { base_redirect_url: configured, trust_dynamic_headers: isTrusting } = config.openid;
  if (configured !== '') return configured.replace(/\/+$/, '');
  const { serverBasePath } = http.basePath;
  const protocolSaid = headers['x-forwarded-proto']?.toLowerCase();
  const hostSaid = headers['x-forwarded-host'];
  if (isTrusting && hostSaid && HOST.test(hostSaid) && /^https?$/.test(protocolSaid ?? ''))
    return `${protocolSaid}://${hostSaid}${serverBasePath}`;
  const { protocol, hostname, port } = http.getServerInfo();
  const host = hostname.includes(':') ? `[${hostname}]` : hostname;
  return `${protocol}://${host}:${port}${serverBasePath}`;
}
