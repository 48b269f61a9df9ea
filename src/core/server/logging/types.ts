/**
 * A named logger. Output is one JSON line per call; credentials, cookies and tokens are redacted by
 * path.
 */
export interface Logger {
  /** Every step; for a hunt. */
  trace(message: string, meta?: LogMeta): void;
  /** What helps to understand a run. */
  debug(message: string, meta?: LogMeta): void;
  /** What an operator wants to have read: starts, stops, changes. */
  info(message: string, meta?: LogMeta): void;
  /** Something is odd, and work goes on. */
  warn(message: string, meta?: LogMeta): void;
  /** Something failed. An `Error` is logged with its stack. */
  error(message: string | Error, meta?: LogMeta): void;
  /** A child whose context is this one's plus `parts`, joined by dots. */
  get(...parts: string[]): Logger;
}

/**
 * Further members of the log line, as JSON. `type` names the kind of line (default `log`); secrets
 * in members such as
 * `authorization`, `cookie` or `password` are redacted.
 */
export type LogMeta = Readonly<Record<string, unknown>>;
