/**
 * What a sign-in asks for after the password. Here stands what the page needs to know that it does;
 * the form is a chunk of its own (`round_form.tsx`).
 */
import type { NextLoginStep } from '@sd/contracts';
import { codeOf, type IHttpFetchError } from '@sd/core/public';

/** The code stands here by itself: the catalogue would cost the page all its texts. */
const FURTHER_STEP = 'security.further_round';

/** @returns `undefined` when the sign-in failed, or nobody answered */
export function nextStepOf(error: unknown): NextLoginStep | undefined {
  if (codeOf(error) !== FURTHER_STEP) return undefined;
  return (error as IHttpFetchError).body?.attributes?.['round'] as NextLoginStep | undefined;
}
