import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/** Start of the message of a connection that `allows` refuses. */
export const FORBIDDEN_ADDRESS = 'Connections to this address are not allowed';

/**
 * Resolves names as Node does, and fails unless every address is allowed. Node connects to what it
 * returns, so a name cannot resolve to another address after the check.
 */
export const guardedLookup =
  (allows: (host: string, address: string) => boolean): LookupFunction =>
  (host, options, callback) => {
    lookup(host, options, (error, found, family) => {
      if (error) return callback(error, found, family);
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
      if (addresses.every((address) => allows(host, address))) return callback(null, found, family);
      callback(new Error(`${FORBIDDEN_ADDRESS}: ${host}`), found, family);
    });
  };
