/* eslint-disable no-console -- the only module of the browser core that writes to the console */

/** The browser console: for handled failures, and for developers. */
export const browserLog = {
  /** An operation that the user requested failed, fully or in part. */
  error: (...details: readonly unknown[]): void => console.error(...details),
  /** Something is deprecated or was skipped. */
  warn: (...details: readonly unknown[]): void => console.warn(...details),
};
