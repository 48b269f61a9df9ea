/**
 * Keys of the hashing queue: known clients and new ones alternate, then networks, then user names.
 * No flood, from one address or thousands, locks out known users.
 */
import { isIPv6 } from 'node:net';
import type { Attempt } from './login_guard';
import type { QueueKey } from '../../../workers';
import { BoundedMap } from '../../model/bounded_map';

/** About 100 bytes each. */
const MAX_CLIENTS = 10_000;

export class KnownClients {
  private readonly clients = new BoundedMap<string, true>(MAX_CLIENTS);

  has(attempt: Attempt): boolean {
    return this.clients.has(toKey(attempt));
  }

  /** Call this only after a correct password, so that all names are those of users and short. */
  add(attempt: Attempt): void {
    this.clients.set(toKey(attempt), true);
  }
}

const toKey = ({ userName, remoteAddress }: Attempt): string => `${remoteAddress}\n${userName}`;

/** Names come from untrusted clients; keys must stay short. */
const MAX_NAME = 256;

export const loginQueueKey = (
  { userName, remoteAddress }: { readonly userName: string; readonly remoteAddress: string },
  isKnown: boolean
): QueueKey => [isKnown ? 'known' : 'new', getNetwork(remoteAddress), userName.slice(0, MAX_NAME)];

/** @param purpose - the kind of work; each kind has a queue of its own among known clients */
export const loggedInKey = (purpose: string, userName: string): QueueKey => [
  'known',
  purpose,
  userName.slice(0, MAX_NAME),
];

/** A single client usually has a whole /64 of IPv6, with practically unlimited addresses. */
function getNetwork(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
