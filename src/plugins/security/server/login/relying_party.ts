/** What passkeys are bound to: this server as browsers reach it, of the configuration alone. */
import { isIP } from 'node:net';
import type { HttpServiceSetup, RelyingParty } from '@sd/core/server';

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
