/** A named logger: one JSON line per call; credentials, cookies and tokens are redacted by path. */
export interface Logger {
  /** Detailed steps, for troubleshooting. */
  trace(message: string, meta?: LogMeta): void;
  /** Information that helps to understand a run. */
  debug(message: string, meta?: LogMeta): void;
  /** Information for operators: starts, stops, changes. */
  info(message: string, meta?: LogMeta): void;
  /** Something unexpected that does not interrupt the work. */
  warn(message: string, meta?: LogMeta): void;
  /** A failure. An `Error` is logged with its stack. */
  error(message: string | Error, meta?: LogMeta): void;
  /** Returns a child logger whose context is this one's plus `parts`, joined by dots. */
  get(...parts: string[]): Logger;
}

/**
 * Additional fields of the log record, as JSON. `type` is the kind of record (default: `log`).
 * Secrets in fields such as `authorization`, `cookie` or `password` are redacted.
 */
export type LogMeta = Readonly<Record<string, unknown>>;
