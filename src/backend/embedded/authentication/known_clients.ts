/**
 * From where people have signed in since the start: they wait in a line apart from strangers
 * (`queue_keys.ts`). Bounded; the places not used for longest give way.
 */
import type { Attempt } from './login_guard';

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
