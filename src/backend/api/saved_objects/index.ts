/** The saved object interface of backends. */
export { SavedObjectsError, savedObjectsErrors } from './errors';
export type * from './query';
export { objectKey } from './object';
export { assertSize, toBytes } from './object';
export type * from './object';
export type * from './store';
export { toQueueKey } from './queue_key';
export { decodeVersion, encodeVersion, isSameVersion } from './object';
