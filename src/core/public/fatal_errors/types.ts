import type { Observable } from 'rxjs';

/** What the fatal screen shows. */
export interface FatalErrorInfo {
  /** Of the error, after its source when one was named. */
  readonly message: string;
  /** For whoever looks into it; absent for errors given as text. */
  readonly stack: string | undefined;
}

/** For errors after which the page cannot go on. */
export interface FatalErrorsSetup {
  /** Records the error, shows the fatal screen (once) and throws its argument again. */
  add(error: string | Error, source?: string): never;
  /** Replays all errors so far: to save what can be saved. */
  get$(): Observable<FatalErrorInfo>;
}

/** The same, at start. */
export type FatalErrorsStart = FatalErrorsSetup;
