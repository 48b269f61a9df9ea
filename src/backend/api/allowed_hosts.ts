/**
 * Addresses that the server may connect to, as the configuration file names them. An administrator
 * of the product is not necessarily one of the network, so addresses that lead to metadata services
 * are excluded unless the file names them.
 */
import { isIP } from 'node:net';
import { AddressRanges, rangeIn, SPECIAL_RANGES } from './address_ranges';
import { matchesWildcard } from './wildcard';

/** Narrowest prefix that still counts as naming an excluded address. */
const NAMING_PREFIX = 8;

/** One sentence per problem of the setting. */
export const allowedHostProblems = (key: string, patterns: readonly string[]): readonly string[] =>
  patterns
    .filter((pattern) => !rangeIn(pattern) && !/^[a-z0-9*._-]+$/i.test(pattern))
    .map(
      (pattern) =>
        `${key}: "${pattern}" is no host name (* stands for any characters), IP address or CIDR range.`
    );

/** The hosts and addresses that a list of patterns allows. */
export class AllowedHosts {
  private readonly names: readonly string[];
  private readonly ranges: AddressRanges;
  private readonly named: AddressRanges;
  private readonly excluded: AddressRanges;

  /** @param alsoExcluded - further ranges that a pattern must name to allow them */
  constructor(patterns: readonly string[], alsoExcluded: readonly string[] = []) {
    this.excluded = AddressRanges.of([...SPECIAL_RANGES, ...alsoExcluded]);
    const ranges = patterns.flatMap((pattern) => rangeIn(pattern) ?? []);
    this.ranges = new AddressRanges(ranges);
    this.named = new AddressRanges(ranges.filter(({ prefix }) => prefix >= NAMING_PREFIX));
    this.names = patterns
      .filter((pattern) => !rangeIn(pattern))
      .map((pattern) => pattern.toLowerCase());
  }

  /** Whether the server may connect to an IP address that a host name resolved to. */
  readonly allows = (host: string, address: string): boolean => {
    if (this.excluded.leadsInto(address)) return this.named.has(address);
    const lowerHost = host.toLowerCase();
    return this.names.some((name) => matchesWildcard(name, lowerHost)) || this.ranges.has(address);
  };

  /** Whether the address of a host may be allowed; names are resolved when connecting. */
  mayAllow(url: string): boolean {
    const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
    return isIP(host) === 0 || this.allows(host, host);
  }
}

/** Whether what is sent to an address stays private: HTTPS, or this machine. */
export function isConfidential(host: string): boolean {
  const { protocol, hostname } = new URL(host);
  return protocol === 'https:' || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Whether a text is an http or https address without credentials or query. */
export function isHost(host: string): boolean {
  if (!URL.canParse(host)) return false;
  const { protocol, username, password, search, hash } = new URL(host);
  return /^https?:$/.test(protocol) && username + password + search + hash === '';
}
