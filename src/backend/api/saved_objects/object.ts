import { SAVED_OBJECTS_LIMITS } from '../../../contracts/limits';
import { savedObjectsErrors } from './errors';

/**
 * @param previousBytes - size of the previous object: an oversized object may become smaller
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

/** Size of the stored texts. */
export const toBytes = (...texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/**
 * The opaque version of a saved object, as clients expect it: base64 of JSON `[seqNo,
 * primaryTerm]`. For example, `WzQsMV0=` is `[4,1]` (docs/reference/core.md#saved-objects-api).
 */
export interface ObjectVersion {
  /** Number of the write that created this state. Increases with every write of the store. */
  readonly seqNo: number;
  readonly primaryTerm: number;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export const encodeVersion = ({ seqNo, primaryTerm }: ObjectVersion): string =>
  Buffer.from(JSON.stringify([seqNo, primaryTerm])).toString('base64');

/** @throws {SavedObjectsError} 400 `Invalid version [{v}]` for anything except two integers */
export function decodeVersion(version: string): ObjectVersion {
  const pair = BASE64.test(version) ? parsePair(version) : undefined;
  if (!pair) throw savedObjectsErrors.invalidVersion(version);
  return pair;
}

/** @throws {SavedObjectsError} 400 */
export function isSameVersion(one: string, other: string): boolean {
  const [a, b] = [decodeVersion(one), decodeVersion(other)];
  return a.seqNo === b.seqNo && a.primaryTerm === b.primaryTerm;
}

function parsePair(version: string): ObjectVersion | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(version, 'base64').toString('utf8'));
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const [seqNo, primaryTerm] = value as [unknown, unknown];
    return Number.isSafeInteger(seqNo) && Number.isSafeInteger(primaryTerm)
      ? { seqNo: seqNo as number, primaryTerm: primaryTerm as number }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A saved object in a store. */

export interface ObjectKey {
  readonly type: string;
  readonly id: string;
}

/** A reference to another object. */
export interface ObjectReference extends ObjectKey {
  readonly name: string;
}

export interface ObjectContent {
  readonly attributes: Record<string, unknown>;
  readonly references: readonly ObjectReference[];
  readonly migrationVersion?: Readonly<Record<string, string>>;
}

/** A stored object. */
export interface StoredObject extends ObjectKey, ObjectContent {
  /** ISO 8601, UTC. */
  readonly updatedAt: string;
  /** See `encodeVersion`. */
  readonly version: string;
  /** Number of writes of this object, starting at 1. */
  readonly revision: number;
}

/** A text that is unique per pair of type and id, whatever characters they contain. */
export const objectKey = ({ type, id }: ObjectKey): string => `${type.length}:${type}${id}`;
