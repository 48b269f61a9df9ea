/** A named logger. Output is one JSON line per call; credentials, cookies and tokens are redacted by path. */
export interface Logger {
  trace(message: string, meta?: LogMeta): void;
  debug(message: string, meta?: LogMeta): void;
  info(message: string, meta?: LogMeta): void;
  warn(message: string, meta?: LogMeta): void;
  error(message: string | Error, meta?: LogMeta): void;
  /** A child whose context is this one's plus `parts`, joined by dots. */
  get(...parts: string[]): Logger;
}

export type LogMeta = Readonly<Record<string, unknown>>;
