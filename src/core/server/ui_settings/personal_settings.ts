/** Personal settings, which override those of the tenant and belong to the user. */
import { getErrorResponse, type Preferences, type PreferenceStore } from '../../../backend/api';
import { ANONYMOUS_USER_NAME } from '../../../contracts/entities';
import type { RouteRequest } from '../http/types';

export class PersonalSettings {
  /** @param user - user name; `undefined` without a user or for a shared user name */
  constructor(
    private readonly store: PreferenceStore,
    private readonly user: string | undefined
  ) {}

  get hasUser(): boolean {
    return this.user !== undefined;
  }

  /**
   * Returns no preferences if the store is unavailable, so that pages and settings keep working.
   */
  async read(): Promise<Preferences> {
    if (this.user === undefined) return {};
    try {
      return await this.store.get(this.user);
    } catch (error) {
      if (getErrorResponse(error)?.status === 503) return {};
      throw error;
    }
  }

  /** Merges the changes; `null` removes a value. Writes nothing without a user. */
  async write(changes: Readonly<Record<string, unknown>>): Promise<void> {
    if (this.user !== undefined) await this.store.change(this.user, changes);
  }
}

/** Name of the user whose settings a request accesses. */
export function getUser({ auth }: Pick<RouteRequest, 'auth'>): string | undefined {
  if (auth?.caller.kind !== 'user') return undefined;
  const { userName } = auth.identity;
  return userName === ANONYMOUS_USER_NAME ? undefined : userName;
}
