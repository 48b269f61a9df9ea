/** Origins of changes that do not come from a request. */
import type { ChangeOrigin } from '../../api/engine';

export const START: ChangeOrigin = { userName: '_internal', via: 'start' };
export const OFFLINE_USER = '_offline';
