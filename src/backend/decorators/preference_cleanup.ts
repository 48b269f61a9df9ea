/** What people have chosen goes with their internal users. */
import type { NewChange } from '../api/history_store';
import type { PreferenceStore } from '../api/preferences';

/**
 * Keeper of `recording`: forgets when a user is deleted; and when one is made, who may have the
 * name of somebody whom others deleted unseen.
 */
export const preferenceCleanup =
  (preferences: Pick<PreferenceStore, 'forget'>) =>
  async (changes: readonly NewChange[]): Promise<void> => {
    const names = changes
      .filter(({ type, before, after }) => type === 'internalusers' && !(before && after))
      .map(({ name }) => name);
    if (names.length > 0) await preferences.forget(names);
  };
