/**
 * Addresses that the server connects to for clusters. An administrator of the product is not
 * necessarily one of the network, so addresses that lead to metadata services are excluded unless
 * the configuration file names them.
 */
import { BlockList, isIP } from 'node:net';
import { matchesWildcard } from '../wildcard';

/** Narrowest prefix that still counts as naming an excluded address. */
const NAMING_PREFIX = { ipv4: 8, ipv6: 8 } as const;

const EXCLUDED = [
  // Unspecified, link-local (with metadata services), multicast and broadcast.
  ...['0.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '255.255.255.255/32'],
  ...['::/128', 'fe80::/10', 'ff00::/8'],
  // Metadata services of clouds at other addresses.
  ...['100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32', 'fd00:ec2::/32'],
  // The same through IPv4 addresses in IPv6 ones.
  ...['64:ff9b::a9fe:0/112', '64:ff9b::/104'],
];

/** Networks that only their own members reach. */
export const PRIVATE_RANGES: readonly string[] = [
  ...['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', '127.0.0.0/8'],
  ...['192.0.0.0/24', '198.18.0.0/15', '240.0.0.0/4', '::1/128', 'fc00::/7', 'fec0::/10'],
  // IPv4 addresses in IPv6 ones.
  ...['64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '::/96'],
];

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

interface Range {
  readonly address: string;
  readonly prefix: number;
}

/** An address or CIDR range; `undefined` for a pattern of names. */
function rangeIn(pattern: string): Range | undefined {
  const [address = '', size] = pattern.split('/');
  if (!isIP(address)) return undefined;
  const bits = isIP(address) === 6 ? 128 : 32;
  const prefix = size === undefined ? bits : Number(size);
  return Number.isInteger(prefix) && prefix >= 0 && prefix <= bits
    ? { address, prefix }
    : undefined;
}

function blockList(ranges: readonly Range[]): BlockList {
  const list = new BlockList();
  for (const { address, prefix } of ranges) list.addSubnet(address, prefix, familyOf(address));
  return list;
}

/** One sentence per problem of the setting. */
export const allowedHostProblems = (key: string, patterns: readonly string[]): readonly string[] =>
  patterns
    .filter((pattern) => !rangeIn(pattern) && !/^[a-z0-9*._-]+$/i.test(pattern))
    .map(
      (pattern) =>
        `${key}: "${pattern}" is no host name (* stands for any characters), IP address or CIDR range.`
    );

export class AllowedHosts {
  private readonly names: readonly string[];
  private readonly ranges: BlockList;
  private readonly named: BlockList;
  private readonly excluded: BlockList;

  /** @param alsoExcluded - further ranges that a pattern must name to allow them */
  constructor(patterns: readonly string[], alsoExcluded: readonly string[] = []) {
    const excluded = [...EXCLUDED, ...alsoExcluded];
    this.excluded = blockList(excluded.map((text) => rangeIn(text) as Range));
    const ranges = patterns.flatMap((pattern) => rangeIn(pattern) ?? []);
    this.ranges = blockList(ranges);
    this.named = blockList(
      ranges.filter(({ address, prefix }) => prefix >= NAMING_PREFIX[familyOf(address)])
    );
    this.names = patterns
      .filter((pattern) => !rangeIn(pattern))
      .map((pattern) => pattern.toLowerCase());
  }

  /** Whether the server may connect to an IP address that a host name resolved to. */
  readonly allows = (host: string, address: string): boolean => {
    const family = familyOf(address);
    if (this.excluded.check(address, family)) return this.named.check(address, family);
    const lowerHost = host.toLowerCase();
    return (
      this.names.some((name) => matchesWildcard(name, lowerHost)) ||
      this.ranges.check(address, family)
    );
  };

  /** Whether the address of a host may be allowed; names are resolved when connecting. */
  mayAllow(url: string): boolean {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    return isIP(host) === 0 || this.allows(host, host);
  }
}
