/** Internal users whom somebody deleted elsewhere, as the mirror notices them. */
import type { EngineLog } from '../../api/log';
import type { PreferenceStore } from '../../api/preferences';

/**
 * @returns to be told of each; what is noticed together is forgotten in one call. A failure is
 *   logged: who gets the name by this product begins anew all the same.
 */
export function cleanUpDeletedUsers(
  preferences: Pick<PreferenceStore, 'forget'>,
  log: EngineLog
): (userName: string) => void {
  let noticed: string[] = [];
  const forget = (): void => {
    const gone = noticed;
    noticed = [];
    preferences.forget(gone).catch((error: unknown) => {
      log.warn('What deleted users have chosen could not be forgotten.', { error: String(error) });
    });
  };
  return (userName) => {
    if (noticed.push(userName) === 1) setImmediate(forget);
  };
}
