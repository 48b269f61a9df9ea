/** What an object may consist of: checked before anything is made of it. */
import { SAVED_OBJECTS_ERRORS as ERRORS } from '../../../contracts/errors';
import { SAVED_OBJECTS_LIMITS } from '../../common';
import { SavedObjectsError, type ObjectContent } from '../../../backend/api';

const { attributeDepth, references: maxReferences } = SAVED_OBJECTS_LIMITS;

/** @throws {SavedObjectsError} 400 */
export function assertShape({ attributes, references }: ObjectContent): void {
  if (references.length > maxReferences) {
    throw new SavedObjectsError(ERRORS.tooManyEntries, {
      path: 'references',
      limit: maxReferences,
    });
  }
  if (isDeeperThan(attributes, attributeDepth)) {
    throw new SavedObjectsError(ERRORS.tooDeep, { limit: attributeDepth });
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  if (levels === 0) return true;
  for (const key in value)
    if (isDeeperThan((value as Record<string, unknown>)[key], levels - 1)) return true;
  return false;
}
