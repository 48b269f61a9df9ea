/**
 * Changes of the configuration between browser and server; their shapes stand in `@sd/contracts`.
 */
import { API_PREFIX } from './api';

export { HISTORY_ACTIONS, HISTORY_TYPES } from '@sd/contracts';

export const HISTORY_PATHS = Object.freeze({
  /** `GET`: `HistoryListResponse`. `GET {list}/{id}`: `HistoryDetails`. */
  list: `${API_PREFIX}/history`,
  /** `POST {list}/{id}/{revert}`: `ChangeResponse`. */
  revert: 'revert',
});
