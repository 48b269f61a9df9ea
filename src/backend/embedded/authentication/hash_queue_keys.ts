/**
 * Whose turn it is to have a password hashed. People who are signed in, or have signed in from the
 * same address before, are one side; everybody else is the other, and the two sides take turns.
 * Within a side addresses take turns, and names at one address. So neither a flood from one address
 * nor one from thousands locks out those who belong here.
 */
import { isIPv6 } from 'node:net';
import type { Attempt } from './login_guard';
import type { QueueKey } from '../../../workers';

/** Some 100 bytes each. */
const MAX_PLACES = 10_000;

export class KnownClients {
  private readonly clients = new Set<string>();

  has(attempt: Attempt): boolean {
    return this.clients.has(keyOf(attempt));
  }

  /** After the right password only: names are then those of users, and short. */
  add(attempt: Attempt): void {
    const key = keyOf(attempt);
    this.clients.delete(key);
    this.clients.add(key);
    if (this.clients.size > MAX_PLACES)
      this.clients.delete(this.clients.values().next().value as string);
  }
}

const keyOf = ({ userName, remoteAddress }: Attempt): string => `${remoteAddress}\n${userName}`;

/** Names come from strangers; a key must not be long. */
const MAX_NAME = 256;

export const loginQueueKey = (
  { userName, remoteAddress }: { readonly userName: string; readonly remoteAddress: string },
  isKnown: boolean
): QueueKey => [isKnown ? 'known' : 'new', networkOf(remoteAddress), userName.slice(0, MAX_NAME)];

/** @param purpose - separates people's calls from one another's kinds of work */
export const loggedInKey = (purpose: string, userName: string): QueueKey => [
  'known',
  purpose,
  userName.slice(0, MAX_NAME),
];

/** One person has a /64 of IPv6, with more addresses than anybody could count. */
function networkOf(address: string): string {
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
