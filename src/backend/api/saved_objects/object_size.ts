/** How large one object may be: checked wherever objects are written. */
import { SAVED_OBJECTS_LIMITS } from '../../../contracts/limits';
import { savedObjectsErrors } from './errors';

/**
 * @param previousBytes - of the object before: what is too large may become smaller
 * @throws {SavedObjectsError} 413
 */
export function assertSize(
  bytes: number,
  previousBytes: number,
  limit: number = SAVED_OBJECTS_LIMITS.objectBytes
): void {
  if (bytes <= limit || bytes < previousBytes) return;
  throw savedObjectsErrors.objectTooLarge(bytes, limit);
}

/** Of texts as they are stored. */
export const bytesOf = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
