/** What one object may hold: checked wherever objects are written. */
import { SAVED_OBJECTS_LIMITS } from '../../common';
import { savedObjectsErrors } from './errors';
import type { ObjectContent } from './store/types';

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

/** @throws {SavedObjectsError} 413 */
export function assertSize(...texts: readonly string[]): void {
  if (texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) > objectBytes) {
    throw savedObjectsErrors.tooLarge(
      `A saved object must not be larger than ${objectBytes} bytes as JSON.`
    );
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  for (const key in value)
    if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}
