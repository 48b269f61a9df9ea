/** Tells observers of changes that the lockout check refused. */
import { Subject, type Observable } from 'rxjs';
import type { Engine, EngineResponse, RequestCaller } from '../../../backend/api';
import { overrideEngine } from '../../../backend/decorators';

/** A change that waits for a confirmation, because someone would lose access to security. */
export interface PreventedLockout {
  /** Who sent the change; `undefined` for callers without a user name. */
  readonly userName: string | undefined;
  /** Whether the caller would lose the access to security. */
  readonly isOwn: boolean;
  /** Whether no administrator would remain. */
  readonly isLast: boolean;
}

/** @returns the engine with the observed members, and what they refused from now on */
export function withObservedLockouts(engine: Engine): {
  readonly engine: Engine;
  readonly preventedLockouts$: Observable<PreventedLockout>;
} {
  const prevented = new Subject<PreventedLockout>();
  const look = (caller: RequestCaller, response: EngineResponse | undefined): void => {
    const lockout = response?.statusCode === 409 ? lockoutIn(response.body) : undefined;
    if (!lockout) return;
    const userName = caller.kind === 'user' ? caller.principal.userName : undefined;
    prevented.next({ userName, isOwn: lockout.own === true, isLast: lockout.last === true });
  };
  const observed = overrideEngine(engine, {
    request: async (caller, request) => {
      const response = await engine.request(caller, request);
      look(caller, response);
      return response;
    },
    changeTogether: async (caller, requests, options) => {
      const outcome = await engine.changeTogether(caller, requests, options);
      // A dry run refuses nothing that someone wanted to do.
      if (options.isDryRun) return outcome;
      look(caller, outcome.ok ? outcome.result.error : outcome.response);
      return outcome;
    },
    history: {
      list: engine.history.list.bind(engine.history),
      get: engine.history.get.bind(engine.history),
      revert: async (caller, id, options) => {
        const response = await engine.history.revert(caller, id, options);
        look(caller, response);
        return response;
      },
    },
  });
  return { engine: observed, preventedLockouts$: prevented.asObservable() };
}

/** The member `lockout` of the response. */
function lockoutIn(body: unknown): { readonly own?: unknown; readonly last?: unknown } | undefined {
  if (typeof body !== 'object' || body === null || !('lockout' in body)) return undefined;
  return body.lockout as { readonly own?: unknown; readonly last?: unknown };
}
