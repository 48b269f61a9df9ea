/**
 * Time limits of expensive expressions. Evaluation blocks the event loop, so all expressions share
 * a time limit per turn of it.
 */
import { createContext, Script } from 'node:vm';
import { PATTERN_LIMITS } from '../../../contracts/limits';

export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** The expression reached its time limit. */
  | { readonly kind: 'timed_out' }
  /** The shared time of this turn was used up. A later attempt may succeed. */
  | { readonly kind: 'no_time' };

const NO_TIME = { kind: 'no_time' } as const;
/** A first timeout may be caused by a busy machine, a second one by the expression. */
const ATTEMPTS = 2;

interface Scope {
  readonly now: () => number;
  expression?: RegExp;
  value?: string;
  matches?: boolean;
}

class PatternBudget {
  private spentMs = 0;
  private hasRefused = false;
  private isWaiting = false;
  private readonly listeners = new Set<() => void>();
  private readonly scope: Scope = { now: () => performance.now() };
  private readonly context = createContext(this.scope);
  /** Evaluates to the duration of the match, without the overhead of the timeout. */
  private readonly test = new Script(
    '{ const startedAt = now(); matches = expression.test(value); now() - startedAt; }'
  );

  /** Runs work that always terminates and charges its time. */
  account<T>(work: () => T): Outcome<T> {
    if (this.isSpent()) return NO_TIME;
    const [value, spentMs] = measureTime(work);
    this.charge(spentMs);
    return { kind: 'done', value };
  }

  /** Matches with a JavaScript expression, which may not terminate without a timeout. */
  interruptible(expression: RegExp, text: string): Outcome<boolean> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (this.isSpent()) return NO_TIME;
      const spentMs = this.run(expression, text);
      this.charge(spentMs ?? PATTERN_LIMITS.backtrackingMs);
      if (spentMs !== undefined) return { kind: 'done', value: this.scope.matches === true };
    }
    return { kind: 'timed_out' };
  }

  /**
   * Notifies the listener in the turn after one whose time was used up, so that it drops cached
   * results.
   * @returns the unsubscribe function
   */
  onRefused(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @returns milliseconds; `undefined` if it was interrupted */
  private run(expression: RegExp, text: string): number | undefined {
    this.scope.expression = expression;
    this.scope.value = text;
    try {
      const timeout = PATTERN_LIMITS.backtrackingMs;
      return this.test.runInContext(this.context, { timeout }) as number;
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      return undefined;
    }
  }

  private isSpent(): boolean {
    if (this.spentMs < PATTERN_LIMITS.turnMs) return false;
    this.hasRefused = true;
    this.awaitTurn();
    return true;
  }

  private charge(ms: number): void {
    this.spentMs += ms;
    this.awaitTurn();
  }

  private awaitTurn(): void {
    if (this.isWaiting) return;
    this.isWaiting = true;
    setImmediate(() => {
      const { hasRefused } = this;
      this.isWaiting = false;
      this.hasRefused = false;
      this.spentMs = 0;
      if (hasRefused) for (const listener of this.listeners) listener();
    });
  }
}

/** One instance, because the process has one event loop. */
export const patternBudget = new PatternBudget();

/** Returns the result and its CPU time in milliseconds, so that other processes do not count. */
function measureTime<T>(work: () => T): [T, number] {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const value = work();
  const wallMs = performance.now() - startedAt;
  if (wallMs < 1) return [value, wallMs];
  const { user, system } = process.cpuUsage(cpuBefore);
  return [value, Math.min(wallMs, (user + system) / 1_000)];
}
