/** Schema types that several sections use. */
import { isIP } from 'node:net';
import { Type } from '@sinclair/typebox';

/**
 * Ports that browsers refuse to open (https://fetch.spec.whatwg.org/#port-blocking). The list also
 * contains 0, which here means any free port.
 */
const REFUSED_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102,
  103, 104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465,
  512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993,
  995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668,
  6669, 6679, 6697, 10080,
]);

export const isRefusedByBrowsers = (port: number): boolean => REFUSED_PORTS.has(port);

/** Named address ranges that `server.trustedProxies` accepts. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal'];

/**
 * Whether `server.trustedProxies` accepts this value: an address, a range (`10.0.0.0/8`) or a named
 * range.
 */
export function isProxyRange(text: string): boolean {
  if (NAMED_RANGES.includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  // With a range of all addresses, any client could impersonate any user.
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

export const text = (value: string) => Type.String({ default: value });
/** Text that is never shown: not by `--check-config`, nor in an error or a log. */
export const secret = () => Type.Optional(Type.String({ secret: true }));
export const flag = (value: boolean) => Type.Boolean({ default: value });
export const list = (value: readonly string[] = []) =>
  Type.Array(Type.String(), { default: [...value], wants: 'a list of texts' });
export const milliseconds = (value: number, minimum = 0) =>
  Type.Integer({
    default: value,
    minimum,
    maximum: 2 ** 31 - 1,
    wants: `a whole number of milliseconds of at least ${minimum}`,
  });
export const choice = <const T extends string>(values: readonly T[], value: T) =>
  Type.Unsafe<T>(
    Type.Union(
      values.map((item) => Type.Literal(item)),
      { default: value }
    )
  );
