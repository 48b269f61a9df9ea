/**
 * Failures that end the start with one line for the administrator, and their exit codes
 * (sysexits.h): 64 unknown configuration keys or arguments, 78 invalid configuration, 1 all others.
 */
import { BackendError } from '../../backend/api';

export const EXIT_FAILURE = 1;
export const EXIT_UNKNOWN_KEY = 64;
export const EXIT_INVALID_CONFIG = 78;

/** Shown without a stack, because the message states the problem and the solution. */
export class StartError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = EXIT_FAILURE,
    options?: { cause?: unknown }
  ) {
    super(message, options);
    this.name = 'StartError';
  }
}

/**
 * Converts errors of a store in any step of the start: their message says what to do, unlike a
 * stack.
 */
export function toStartError(error: unknown): unknown {
  if (!(error instanceof BackendError)) return error;
  const exitCode = error.isLasting ? EXIT_INVALID_CONFIG : EXIT_FAILURE;
  return new StartError(error.message, exitCode, { cause: error });
}
