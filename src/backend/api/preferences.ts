/**
 * What people have chosen for themselves, whichever tenant they work in: language, theme, time zone
 * and the like. The store knows names and values, neither which there are nor what they mean.
 *
 * A person is a user name. What is chosen goes with its internal user: backends `forget` when one
 * is deleted, and when one is made, who may get the name of somebody who went unseen.
 *
 * Every call rejects with `BackendError` when the store cannot be reached or written.
 */

/** Name of a setting to its value, which is never null. */
export type Preferences = Readonly<Record<string, unknown>>;

export interface PreferenceStore {
  /** As whichever server wrote them last; empty of those who have chosen nothing. */
  get(userName: string): Promise<Preferences>;
  /**
   * Merges; `null` takes a choice back. Changes of one person made at the same time are all kept.
   * @returns what is chosen now
   */
  change(userName: string, changes: Readonly<Record<string, unknown>>): Promise<Preferences>;
  /** These have chosen nothing from now on. */
  forget(userNames: readonly string[]): Promise<void>;
}

/** What becomes of them. */
export const changedPreferences = (
  before: Preferences,
  changes: Readonly<Record<string, unknown>>
): Preferences =>
  Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null)
  );
