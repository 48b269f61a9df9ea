/** Tells observers of changes that the lockout check refused. */
import { Subject, type Observable } from 'rxjs';
import type {
  ChangeSetOutcome,
  EngineResponse,
  EngineResult,
  RequestCaller,
} from '../../../backend/api';

/** A change that waits for a confirmation, because someone would lose access to security. */
export interface PreventedLockout {
  /** Who sent the change; `undefined` for callers without a user name. */
  readonly userName: string | undefined;
  /** Whether the caller would lose the access to security. */
  readonly isOwn: boolean;
  /** Whether no administrator would remain. */
  readonly isLast: boolean;
}

/** Looks at the responses of an engine. */
export class LockoutObserver {
  private readonly prevented = new Subject<PreventedLockout>();
  readonly prevented$: Observable<PreventedLockout> = this.prevented.asObservable();

  /** @returns the response, unchanged */
  look<R extends EngineResponse>(caller: RequestCaller, response: R): R {
    const lockout = response.statusCode === 409 ? lockoutIn(response.body) : undefined;
    if (lockout) {
      const userName = caller.kind === 'user' ? caller.principal.userName : undefined;
      const { own, last } = lockout;
      this.prevented.next({ userName, isOwn: own === true, isLast: last === true });
    }
    return response;
  }

  /** @returns the outcome, unchanged */
  lookTogether(
    caller: RequestCaller,
    outcome: EngineResult<ChangeSetOutcome>
  ): EngineResult<ChangeSetOutcome> {
    const error = outcome.ok ? outcome.result.error : outcome.response;
    if (error) this.look(caller, error);
    else if (outcome.ok && !outcome.result.isWhole)
      for (const response of outcome.result.responses) this.look(caller, response);
    return outcome;
  }
}

/** The member `lockout` of the response. */
function lockoutIn(body: unknown): { readonly own?: unknown; readonly last?: unknown } | undefined {
  if (typeof body !== 'object' || body === null || !('lockout' in body)) return undefined;
  return body.lockout as { readonly own?: unknown; readonly last?: unknown };
}
