/** A login of two steps for tests: after the password, the backend asks for a one-time code. */
import { randomUUID } from 'node:crypto';
import type { Backend, Principal, LoginStep } from '../api';
import { loggingInBy } from './altered';

export interface CodeOptions {
  readonly code: string;
  /** Lifetime of a code in milliseconds; unlimited by default. */
  readonly lifeMs?: number;
  /** Number of wrong codes that are challenged again before the login fails; default 0. */
  readonly retries?: number;
  /** Wall clock, in epoch milliseconds. */
  readonly now?: () => number;
  /** Names of users who log in with the password alone. */
  readonly exempt?: readonly string[];
}

interface Pending {
  readonly principal: Principal;
  readonly expiresAtMs: number;
  readonly retries: number;
}

const INVALID: LoginStep = { kind: 'concluded', result: { ok: false, reason: 'invalid' } };

export function askingForCode(backend: Backend, options: CodeOptions): Backend {
  const { code, lifeMs = Infinity, retries = 0, now = Date.now, exempt = [] } = options;
  const pending = new Map<string, Pending>();
  const ask = (waiting: Pending): LoginStep => {
    const state = randomUUID();
    pending.set(state, waiting);
    return { kind: 'challenge', state, fields: ['code'] };
  };
  return loggingInBy(backend, {
    method: (own) => ({
      begin: async (input) => {
        const step = await own.begin(input);
        if (step.kind !== 'concluded' || !step.result.ok) return step;
        const { principal } = step.result;
        if (exempt.includes(principal.userName)) return step;
        return ask({ principal, expiresAtMs: now() + lifeMs, retries });
      },
      complete: async (state, { fields }) => {
        const waiting = pending.get(state);
        pending.delete(state);
        if (!waiting || waiting.expiresAtMs <= now()) return INVALID;
        if (fields['code'] === code)
          return { kind: 'concluded', result: { ok: true, principal: waiting.principal } };
        return waiting.retries > 0 ? ask({ ...waiting, retries: waiting.retries - 1 }) : INVALID;
      },
    }),
  });
}
