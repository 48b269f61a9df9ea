/**
 * Failures that end the start with one line for the person at the terminal, and the exit codes they
 * carry (sysexits.h): 64 unknown configuration keys or arguments, 78 invalid configuration, 1 the
 * rest.
 */

export const EXIT_FAILURE = 1;
export const EXIT_UNKNOWN_KEY = 64;
export const EXIT_INVALID_CONFIG = 78;

/** Shown without a stack: the message alone says what is wrong and what to do. */
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
