/** Addresses of proxies as `server.trustedProxies` names them. */
import { isIP } from 'node:net';

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Whether `server.trustedProxies` may hold this: an address, a range (`10.0.0.0/8`) or the name of
 * one.
 */
export function isProxyRange(text: string): boolean {
  if (NAMED_RANGES.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  // Of a range of all addresses anybody could pretend to be anybody.
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}
