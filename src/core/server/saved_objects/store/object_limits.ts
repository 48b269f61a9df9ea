/** What one object may hold: checked wherever objects are written. */
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import { savedObjectsErrors } from '../errors';
import type { ObjectContent } from './types';

const { attributeDepth, objectBytes, references: maxReferences } = SAVED_OBJECTS_LIMITS;

/** @throws {SavedObjectsError} 400; before anything is made of the content */
export function assertShape({ attributes, references }: ObjectContent): void {
  if (references.length > maxReferences) {
    throw savedObjectsErrors.badRequest(
      `[references]: must not hold more than ${maxReferences} entries`
    );
  }
  if (isDeeperThan(attributes, attributeDepth)) {
    throw savedObjectsErrors.badRequest(
      `[attributes]: must not be nested deeper than ${attributeDepth} levels`
    );
  }
}

/**
 * @param previousBytes - of the object before: what is too large may become smaller
 * @throws {SavedObjectsError} 413
 */
export function assertSize(bytes: number, previousBytes: number, limit = objectBytes): void {
  if (bytes <= limit || bytes < previousBytes) return;
  throw savedObjectsErrors.tooLarge(
    `A saved object of this type must not be larger than ${limit} bytes as JSON; this one has ${bytes}.`
  );
}

/** Of texts as they are stored. */
export const bytesOf = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

function isDeeperThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  for (const key in value)
    if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}
