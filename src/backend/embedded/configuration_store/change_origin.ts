/** Origins that are nobody's call. */
import type { ChangeOrigin } from '../../api/engine';

export const START: ChangeOrigin = { userName: '_internal', via: 'start' };
export const OFFLINE_USER = '_offline';
