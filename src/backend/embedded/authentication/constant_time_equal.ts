import { timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that does not depend on how much of them matches. */
export const isConstantTimeEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
