/**
 * The networks that an address belongs to, for every request that the server sends: to clusters,
 * identity providers and destinations of alarms.
 */
import { BlockList, isIP } from 'node:net';

/** Addresses of no other server, and metadata services of clouds, which give out credentials. */
export const SPECIAL_RANGES: readonly string[] = [
  // Unspecified, link-local (with most metadata services), multicast and broadcast.
  '0.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/4',
  '255.255.255.255/32',
  '::/128',
  'fe80::/10',
  'ff00::/8',
  // Metadata services at other addresses.
  '100.100.100.200/32',
  '168.63.129.16/32',
  '192.0.0.192/32',
  'fd00:ec2::/32',
];

/** Networks that only their own members reach (RFC 6890). */
export const PRIVATE_RANGES: readonly string[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '192.0.0.0/24',
  '198.18.0.0/15',
  '240.0.0.0/4',
  '::1/128',
  'fc00::/7',
  'fec0::/10',
  // IPv4 addresses inside IPv6 ones: a router may forward them to any network.
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '2002::/16',
  '2001::/32',
  '::/96',
];

/** A network by its first bits. */
export interface Range {
  readonly address: string;
  readonly prefix: number;
}

/** An address or CIDR range; `undefined` for any other text. */
export function rangeIn(text: string): Range | undefined {
  const [address = '', size] = text.split('/');
  if (!isIP(address)) return undefined;
  const bits = isIP(address) === 6 ? 128 : 32;
  const prefix = size === undefined ? bits : Number(size);
  return Number.isInteger(prefix) && prefix >= 0 && prefix <= bits
    ? { address, prefix }
    : undefined;
}

const getFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** A set of networks. */
export class AddressRanges {
  private readonly list = new BlockList();

  constructor(ranges: readonly Range[]) {
    for (const { address, prefix } of ranges)
      this.list.addSubnet(address, prefix, getFamily(address));
  }

  /** The networks that texts name: addresses and CIDR ranges. Other texts are left out. */
  static of(texts: readonly string[]): AddressRanges {
    return new AddressRanges(texts.flatMap((text) => rangeIn(text) ?? []));
  }

  /** Whether one of the networks has the address itself. */
  has(address: string): boolean {
    return this.list.check(address, getFamily(address));
  }

  /** Also by an IPv4 address that the IPv6 address stands for. */
  leadsInto(address: string): boolean {
    const inner = embeddedIpv4(address);
    return this.has(address) || (inner !== undefined && this.has(inner));
  }
}

/** The IPv4 address behind a mapped, compatible, 6to4, NAT64 or Teredo address. */
function embeddedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const groups = getGroups(address);
  const at = (index: number): number => groups[index] ?? 0;
  const isZero = (until: number): boolean => groups.slice(0, until).every((group) => group === 0);
  // 6to4
  if (at(0) === 0x2002) return ipv4(at(1), at(2));
  // Teredo, inverted
  if (at(0) === 0x2001 && at(1) === 0) return ipv4(at(6) ^ 0xffff, at(7) ^ 0xffff);
  const isNat64 = at(0) === 0x64 && at(1) === 0xff9b;
  const isMapped = isZero(5) && at(5) === 0xffff;
  // The unspecified address and the loopback address are none of IPv4.
  const isCompatible = isZero(6) && (at(6) > 0 || at(7) > 1);
  return isNat64 || isMapped || isCompatible ? ipv4(at(6), at(7)) : undefined;
}

const ipv4 = (high: number, low: number): string =>
  [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');

/** The eight groups of an IPv6 address, as URLs normalize it. */
function getGroups(address: string): readonly number[] {
  const plain = address.replace(/%.*$/, '');
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const numbers = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return numbers(head);
  const [before, after] = [numbers(head), numbers(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}
