/**
 * The opaque version of a saved object: base64 of JSON `[seqNo, primaryTerm]`, as the ecosystem's
 * clients know it: `WzQsMV0=` is `[4,1]` (docs/reference/core.md#saved-objects-api).
 */
import { savedObjectsErrors } from './errors';

export interface ObjectVersion {
  /** Number of the write that made this state; grows with every write of the store. */
  readonly seqNo: number;
  readonly primaryTerm: number;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export const encodeVersion = ({ seqNo, primaryTerm }: ObjectVersion): string =>
  Buffer.from(JSON.stringify([seqNo, primaryTerm])).toString('base64');

/** @throws {SavedObjectsError} 400 `Invalid version [{v}]` for anything but two whole numbers */
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
