/**
 * Personal preferences, independent of the tenant: language, theme, time zone and so on. The store
 * handles names and values without knowing which preferences exist.
 *
 * Preferences belong to a user name and follow the internal user: backends call `forget` when a
 * user is deleted, and also when one is created, in case an earlier user of that name was deleted
 * unnoticed.
 *
 * Every method rejects with `BackendError` if the store cannot be reached or written.
 */

/** Values by setting name; never `null`. */
export type Preferences = Readonly<Record<string, unknown>>;

export interface PreferenceStore {
  /** The latest values, whichever server wrote them; empty for users without preferences. */
  get(userName: string): Promise<Preferences>;
  /**
   * Merges changes; `null` removes a preference. Concurrent changes of one user are all kept.
   * @returns the resulting preferences
   */
  change(userName: string, changes: Readonly<Record<string, unknown>>): Promise<Preferences>;
  /** Deletes all preferences of these users. */
  forget(userNames: readonly string[]): Promise<void>;
}

/** Changes; `null` removes a preference. */
export const changedPreferences = (
  before: Preferences,
  changes: Readonly<Record<string, unknown>>
): Preferences =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  );
