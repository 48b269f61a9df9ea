/**
 * Detects a further login step after the password. Kept minimal for the login page; the form is a
 * separate chunk (`step_form.tsx`).
 */
import type { NextLoginStep } from '@sd/contracts';
import { getErrorCode, type IHttpFetchError } from '@sd/core/public';

/** Repeated here, because importing the error catalog would add all its texts to the page. */
const FURTHER_STEP = 'security.further_round';

/** @returns `undefined` if the login failed or the server did not respond */
export function findNextStep(error: unknown): NextLoginStep | undefined {
  if (getErrorCode(error) !== FURTHER_STEP) return undefined;
  return (error as IHttpFetchError).body?.attributes?.['round'] as NextLoginStep | undefined;
}
