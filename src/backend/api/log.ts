/** The minimal interface of a logger. `meta` must not contain secrets. */
export interface EngineLog {
  info(message: string, meta?: Readonly<Record<string, unknown>>): void;
  warn(message: string, meta?: Readonly<Record<string, unknown>>): void;
  error(message: string, meta?: Readonly<Record<string, unknown>>): void;
  debug(message: string, meta?: Readonly<Record<string, unknown>>): void;
}

const ignore = (): void => undefined;

export const SILENT_LOG: EngineLog = { info: ignore, warn: ignore, error: ignore, debug: ignore };
