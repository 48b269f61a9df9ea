import type { Observable } from 'rxjs';

/** Content of the fatal error screen. */
export interface FatalErrorInfo {
  /** Message of the error, after its source if given. */
  readonly message: string;
  /** For troubleshooting; absent for errors that are only text. */
  readonly stack: string | undefined;
}

/** Handles errors after which the page cannot continue. */
export interface FatalErrorsSetup {
  /** Records the error, shows the fatal error screen (once) and rethrows its argument. */
  add(error: string | Error, source?: string): never;
  /** Replays all errors recorded so far, for example to save unsaved data. */
  get$(): Observable<FatalErrorInfo>;
}

/** The same, at start. */
export type FatalErrorsStart = FatalErrorsSetup;
