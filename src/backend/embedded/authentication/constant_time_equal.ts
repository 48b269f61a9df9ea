import { timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same, in a time that says nothing of how much of them is. */
export const isConstantTimeEqual = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other);
