import type { Observable } from 'rxjs';

export interface FatalErrorInfo {
  readonly message: string;
  readonly stack: string | undefined;
}
export interface FatalErrorsSetup {
  /** Records the error, shows the fatal screen (once) and throws its argument again. */
  add(error: string | Error, source?: string): never;
  get$(): Observable<FatalErrorInfo>;
}
export type FatalErrorsStart = FatalErrorsSetup;
