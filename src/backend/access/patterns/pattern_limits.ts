/**
 * Time for costly expressions. Everybody waits while one is tried, so they get a share of each turn
 * of the event loop, all together; and what cannot be matched in linear time is interrupted.
 */
import { createContext, Script } from 'node:vm';
import { PATTERN_LIMITS } from '../../../contracts/limits';

export type Outcome<T> =
  | { readonly kind: 'done'; readonly value: T }
  /** It took all the time that one expression may take. */
  | { readonly kind: 'timed_out' }
  /** Others have used up the time of this turn, or the machine gave us none: later it may work. */
  | { readonly kind: 'no_time' };

const NO_TIME = { kind: 'no_time' } as const;
/** Once may be the machine, busy with others; twice is the expression. */
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
  /** Its value is how long it took; what the watch beside it costs does not count. */
  private readonly test = new Script(
    '{ const startedAt = now(); matches = expression.test(value); now() - startedAt; }'
  );

  /** Runs what ends by itself, and keeps account of it. */
  account<T>(work: () => T): Outcome<T> {
    if (this.isSpent()) return NO_TIME;
    const [value, spentMs] = timed(work);
    this.charge(spentMs);
    return { kind: 'done', value };
  }

  /** Whether a text matches by JavaScript's expressions, which may never end by themselves. */
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
   * Told in the turn after one in which there was no time: what was answered then is to be
   * forgotten.
   * @returns ends it
   */
  onRefused(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @returns milliseconds; `undefined` when it was interrupted */
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

/** The loop is one for the whole process, so is its time. */
export const patternBudget = new PatternBudget();

/** The time that we used: what other processes took of the clock's does not count. */
function timed<T>(work: () => T): [T, number] {
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  const value = work();
  const wallMs = performance.now() - startedAt;
  if (wallMs < 1) return [value, wallMs];
  const { user, system } = process.cpuUsage(cpuBefore);
  return [value, Math.min(wallMs, (user + system) / 1_000)];
}
