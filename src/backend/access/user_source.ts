/** Where decisions take users from: a directory of the backend's own. */
import type { InternalUser } from '../../contracts/entities';

export interface SourceUser {
  readonly name: string;
  readonly user: InternalUser;
  /** `attr.internal.<key>`. */
  readonly attributes: ReadonlyMap<string, string>;
}

export interface UserSource {
  /**
   * At once, from memory or from a disk at hand: a decision waits for nothing. The same object
   * means that the user has not changed.
   */
  find(name: string): SourceUser | undefined;
  /** Of everybody, in the order of the source; read as it is walked. */
  names(): Iterable<string>;
}
