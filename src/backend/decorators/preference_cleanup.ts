/** Deletes preferences together with their internal users. */
import type { NewChange } from '../api/history_store';
import type { PreferenceStore } from '../api/preferences';

/**
 * A receiver of changes. Deletes the preferences of a deleted user, and of a created
 * one, in case an earlier user of that name was deleted unnoticed.
 */
export const preferenceCleanup =
  (preferences: Pick<PreferenceStore, 'forget'>) =>
  async (changes: readonly NewChange[]): Promise<void> => {
    const names = changes
      .filter(({ type, before, after }) => type === 'internalusers' && !(before && after))
      .map(({ name }) => name);
    if (names.length > 0) await preferences.forget(names);
  };
