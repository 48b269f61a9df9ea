/* eslint-disable no-console -- the one place of the browser core that writes to the console */

/** The browser's log: for failures that are degraded on purpose, and for developers. */
export const browserLog = {
  /** Something failed, and what the user asked for did not happen or not fully. */
  error: (...details: readonly unknown[]): void => console.error(...details),
  /** Something is deprecated or had to be left out. */
  warn: (...details: readonly unknown[]): void => console.warn(...details),
};
