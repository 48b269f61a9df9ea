/** Validates ids and contents of saved objects, and creates ids. */
import { randomBytes } from 'node:crypto';
import { SAVED_OBJECTS_ERRORS as ERRORS } from '../../../contracts/errors';
import { SAVED_OBJECTS_LIMITS } from '../../common';
import { type ObjectContent, SavedObjectsError } from '../../../backend/api';

/** Limits of an object's content, checked before it is processed. */
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

/** The engine's limit for document ids, in bytes. */
const MAX_ID_BYTES = 512;

/** Milliseconds from the start of the Gregorian calendar to the Unix epoch (RFC 9562, 5.1). */
const GREGORIAN_OFFSET_MS = 12_219_292_800_000n;

let lastTicks = 0n;

/**
 * Returns a version 1 UUID (RFC 9562, 5.1) with a random node, which that section allows instead of
 * an address.
 * @param nowMs - epoch milliseconds
 */
export function createObjectId(nowMs: number = Date.now()): string {
  let ticks = (BigInt(Math.trunc(nowMs)) + GREGORIAN_OFFSET_MS) * 10_000n;
  if (ticks <= lastTicks) ticks = lastTicks + 1n;
  lastTicks = ticks;
  const time = ticks.toString(16).padStart(15, '0');
  const bytes = randomBytes(8);
  bytes[0] = ((bytes[0] as number) & 0x3f) | 0x80;
  bytes[2] = (bytes[2] as number) | 0x01;
  const rest = bytes.toString('hex');
  return `${time.slice(7)}-${time.slice(3, 7)}-1${time.slice(0, 3)}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/** @throws {SavedObjectsError} 400 for an id that a store could not save unchanged */
export function assertObjectId(id: string): void {
  if (id === '') throw new SavedObjectsError(ERRORS.idMissing);
  if (Buffer.byteLength(id) > MAX_ID_BYTES) {
    throw new SavedObjectsError(ERRORS.idTooLong, { limit: MAX_ID_BYTES });
  }
  if (/[\p{Cc}\p{Cs}]/u.test(id)) {
    throw new SavedObjectsError(ERRORS.idCharacters);
  }
}
