/**
 * From where people have signed in since the start: they wait in a line apart from strangers
 * (`queue_keys.ts`). Bounded; the places not used for longest give way.
 */
import type { Attempt } from './sign_in_guard';

/** Some 100 bytes each. */
const MAX_PLACES = 10_000;

export class FamiliarPlaces {
  private readonly places = new Set<string>();

  has(attempt: Attempt): boolean {
    return this.places.has(keyOf(attempt));
  }

  /** After the right password only: names are then those of users, and short. */
  add(attempt: Attempt): void {
    const key = keyOf(attempt);
    this.places.delete(key);
    this.places.add(key);
    if (this.places.size > MAX_PLACES)
      this.places.delete(this.places.values().next().value as string);
  }
}

const keyOf = ({ userName, remoteAddress }: Attempt): string => `${remoteAddress}\n${userName}`;
