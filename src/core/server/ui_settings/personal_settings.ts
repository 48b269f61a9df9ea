/**
 * What a person has chosen for themselves, over the settings of the tenant. It belongs to the
 * person, whichever tenant is in force.
 */
import { refusalOf, type Preferences, type PreferenceStore } from '../../../backend/contract';
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import type { RouteRequest } from '../http/contract/types';

export class PersonalSettings {
  /** @param person - user name; `undefined`: nobody, or a name that many share */
  constructor(
    private readonly store: PreferenceStore,
    private readonly person: string | undefined
  ) {}

  get isSomebody(): boolean {
    return this.person !== undefined;
  }

  /** With the store unavailable nothing is chosen: pages and settings are there all the same. */
  async read(): Promise<Preferences> {
    if (this.person === undefined) return {};
    try {
      return await this.store.get(this.person);
    } catch (error) {
      if (refusalOf(error)?.status === 503) return {};
      throw error;
    }
  }

  /** Merges; `null` takes a choice back. Of nobody nothing is kept. */
  async write(changes: Readonly<Record<string, unknown>>): Promise<void> {
    if (this.person !== undefined) await this.store.change(this.person, changes);
  }
}

/** Whose settings a request is about. */
export function personOf({ auth }: Pick<RouteRequest, 'auth'>): string | undefined {
  if (auth?.caller.kind !== 'user') return undefined;
  const { userName } = auth.identity;
  return userName === ANONYMOUS_USER_NAME ? undefined : userName;
}
