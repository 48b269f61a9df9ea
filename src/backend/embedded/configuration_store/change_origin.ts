/** Origins of changes that do not come from a request. */
import { userInfo } from 'node:os';
import type { ChangeOrigin } from '../../api/engine';

export const START: ChangeOrigin = { userName: '_internal', via: 'start' };
export const OFFLINE_USER = '_offline';

/** Includes the operating system account, which says more than "offline". */
export const offlineOrigin = (): ChangeOrigin => ({
  userName: `${OFFLINE_USER}:${accountName()}`,
  via: 'files',
});

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
}
