/**
 * Address of the client: that of the socket, or the one in `X-Forwarded-For` if the proxy is listed
 * in `server.trustedProxies`. The header is read from the right, and the first address that is not
 * a trusted proxy counts, because everything left of it may be forged.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Removes the `::ffff:` prefix of IPv4 addresses on dual-stack sockets. */
export const plainAddress = (address: string | undefined): string =>
  (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');

/** Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/**
 * Returns the address without port and prefix, or undefined for anything else (`unknown`,
 * `_hidden`, invalid text).
 */
export function parseAddress(text: string): string | undefined {
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  const address = plainAddress(ipv6 ?? ipv4 ?? text);
  return isIP(address) === 0 ? undefined : address.toLowerCase();
}

/** Address of the client; if no proxy forwarded one, that of the nearest proxy. */
export function clientAddress(request: FastifyRequest): string {
  // The first address from the socket outwards that is not a trusted proxy.
  return parseAddress(request.ips?.at(-1) ?? '') ?? plainAddress(request.socket.remoteAddress);
}

/**
 * Returns the part of `X-Forwarded-For` in which a trusted proxy did not state a valid address
 * (`unknown`, nothing, invalid text). Without this check, such clients would count as the proxy.
 */
export function unreadableHop(
  { headers, socket }: IncomingMessage,
  isTrustedProxy: (address: string) => boolean
): string | undefined {
  const header = headers['x-forwarded-for'];
  if (header === undefined || !isTrustedProxy(plainAddress(socket.remoteAddress))) return undefined;
  for (const part of String(header).split(',').reverse()) {
    const address = parseAddress(part.trim());
    if (address === undefined) return part.trim();
    if (!isTrustedProxy(address)) return undefined;
  }
  return undefined;
}

/** Only the socket, unless it is a trusted proxy that forwarded an address. */
export const isForwarded = ({ ips }: FastifyRequest): boolean => (ips?.length ?? 0) > 1;

/** Address of the connection's other end: that of the nearest proxy, if any. */
export const peerAddress = ({ socket }: FastifyRequest): string =>
  plainAddress(socket.remoteAddress);

/** Whether the browser uses TLS, with this server or with a trusted proxy that says so. */
export const isSecureRequest = (request: FastifyRequest): boolean => request.protocol === 'https';

/**
 * Key by which requests are counted. A whole /64 of IPv6 counts as one, because one household or
 * host owns it.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = Math.max(0, 8 - front.length - back.length);
  return [...front, ...Array<string>(missing).fill('0'), ...back].slice(0, 4).join(':');
}
