/**
 * What a person has chosen for themselves, over the settings of the tenant. It belongs to the
 * person, whichever tenant is in force.
 */
import { errorResponseOf, type Preferences, type PreferenceStore } from '../../../backend/api';
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import type { RouteRequest } from '../http/types';

export class PersonalSettings {
  /** @param user - user name; `undefined`: nobody, or a name that many share */
  constructor(
    private readonly store: PreferenceStore,
    private readonly user: string | undefined
  ) {}

  get isSomebody(): boolean {
    return this.user !== undefined;
  }

  /** With the store unavailable nothing is chosen: pages and settings are there all the same. */
  async read(): Promise<Preferences> {
    if (this.user === undefined) return {};
    try {
      return await this.store.get(this.user);
    } catch (error) {
      if (errorResponseOf(error)?.status === 503) return {};
      throw error;
    }
  }

  /** Merges; `null` takes a choice back. Of nobody nothing is kept. */
  async write(changes: Readonly<Record<string, unknown>>): Promise<void> {
    if (this.user !== undefined) await this.store.change(this.user, changes);
  }
}

/** Whose settings a request is about. */
export function userOf({ auth }: Pick<RouteRequest, 'auth'>): string | undefined {
  if (auth?.caller.kind !== 'user') return undefined;
  const { userName } = auth.identity;
  return userName === ANONYMOUS_USER_NAME ? undefined : userName;
}
