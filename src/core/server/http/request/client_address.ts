/**
 * Who sends a request: the address of the socket, or what the proxies that `server.trustedProxies`
 * names wrote into `X-Forwarded-For`. Read from the right: the first address that is no trusted
 * proxy counts, since everything left of it may be invented.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** IPv4 addresses of dual-stack sockets lose their `::ffff:` prefix. */
export const plainAddress = (address: string | undefined): string =>
  (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '');

/** Some proxies add the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const WITH_PORT = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/;

/**
 * An address without port and prefix, or undefined for anything else (`unknown`, `_hidden`,
 * garbage).
 */
export function parseAddress(text: string): string | undefined {
  const [, ipv6, ipv4] = WITH_PORT.exec(text) ?? [];
  const address = plainAddress(ipv6 ?? ipv4 ?? text);
  return isIP(address) === 0 ? undefined : address.toLowerCase();
}

/** Address of whoever sent a request; that of the nearest proxy when it forwarded none. */
export function clientAddress(request: FastifyRequest): string {
  // From the socket to the first address that no trusted proxy stands for.
  return parseAddress(request.ips?.at(-1) ?? '') ?? plainAddress(request.socket.remoteAddress);
}

/**
 * The part of `X-Forwarded-For` in which a trusted proxy should have named who sent the request to
 * it, and did not (`unknown`, nothing, garbage). Without it, strangers would count as the proxy.
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

/** Address at the other end of the connection: of the nearest proxy, where one stands between. */
export const peerAddress = ({ socket }: FastifyRequest): string =>
  plainAddress(socket.remoteAddress);

/** Whether the browser speaks TLS: with this server, or with a trusted proxy that says so. */
export const isSecureRequest = (request: FastifyRequest): boolean => request.protocol === 'https';

/**
 * What requests are counted by: one household or host owns a whole /64 of IPv6, so it counts as
 * one.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('::');
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = Math.max(0, 8 - front.length - back.length);
  return [...front, ...Array<string>(missing).fill('0'), ...back].slice(0, 4).join(':');
}
