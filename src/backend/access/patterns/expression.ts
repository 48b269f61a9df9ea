/**
 * Stored regular expressions, safe to ask: in linear time where RE2 can (all but a few), under a
 * time limit where it cannot. The worst that an expression can do is to answer "in doubt".
 */
import { RE2JS } from 're2js';
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { patternBudget, type Outcome } from './pattern_limits';
import { ExpressionError, translateExpression, type Translated } from './regex_dialect';

/** `doubt`: nobody knows. What grants takes it for "no", what restricts for "yes". */
export type Verdict = 'yes' | 'no' | 'doubt';

interface Program {
  readonly instructions: number;
  readonly matches: (value: string) => Outcome<boolean>;
}

const PREPARE_MS = 5;
const DISARMED = `It took too long ${PATTERN_LIMITS.timeouts} times and is not tried any more.`;
const FLAGS = RE2JS.DOTALL | RE2JS.LOOKBEHINDS;

class StoredExpression {
  private readonly translated: Translated | undefined;
  private program: Program | undefined;
  private error: string | undefined;
  private timeouts = 0;
  private readonly verdicts = new Map<string, Verdict>();

  constructor(private readonly source: string) {
    if (source.length > PATTERN_LIMITS.length) {
      this.error = `it is longer than ${PATTERN_LIMITS.length} characters`;
      return;
    }
    try {
      this.translated = translateExpression(source);
      // Parsed at once, compiled when it is first asked: so a wrong one is known now.
      if (this.translated.isBacktracking) javaScriptOf(this.translated);
    } catch (error) {
      if (!(error instanceof ExpressionError || error instanceof SyntaxError)) throw error;
      this.error = error.message;
    }
  }

  /**
   * Why it cannot be used at all; `undefined` for a good one. Found by reading it, which is cheap.
   */
  get problem(): string | undefined {
    return this.error;
  }

  /** Compiles it beforehand. */
  prepare(): void {
    this.compiled();
  }

  /** Why it is not tried any more, though it is a good one. */
  get trouble(): string | undefined {
    return this.isDisarmed ? DISARMED : undefined;
  }

  get isBacktracking(): boolean {
    return this.translated?.isBacktracking ?? false;
  }

  verdict(value: string): Verdict {
    if (this.error !== undefined) return 'doubt';
    const known = this.verdicts.get(value);
    if (known) return known;
    return this.isDisarmed ? 'doubt' : this.tried(value);
  }

  /** Frees the memory; it is compiled again when it is needed. */
  release(): void {
    this.program = undefined;
  }

  private get isDisarmed(): boolean {
    return this.timeouts >= PATTERN_LIMITS.timeouts;
  }

  private tried(value: string): Verdict {
    const program = this.program ?? this.compiledInTime();
    if (!program) return 'doubt';
    const steps = program.instructions * (value.length + 1);
    if (steps > PATTERN_LIMITS.expressionSteps) return 'doubt';
    const isLight = !this.isBacktracking && steps <= PATTERN_LIMITS.lightSteps;
    if (isLight) return verdictOf(program.matches(value));
    const outcome = this.isBacktracking
      ? program.matches(value)
      : flattened(patternBudget.account(() => program.matches(value)));
    if (outcome.kind === 'timed_out' && ++this.timeouts === PATTERN_LIMITS.timeouts)
      expressions.disarmed(this.source);
    const verdict = verdictOf(outcome);
    if (outcome.kind !== 'no_time') this.remember(value, verdict);
    return verdict;
  }

  private remember(value: string, verdict: Verdict): void {
    if (this.verdicts.size >= PATTERN_LIMITS.verdicts) this.verdicts.clear();
    this.verdicts.set(value, verdict);
  }

  /** Usually it is compiled already; where it is not, this is a costly one. */
  private compiledInTime(): Program | undefined {
    const outcome = patternBudget.account(() => this.compiled());
    return outcome.kind === 'done' ? outcome.value : undefined;
  }

  private compiled(): Program | undefined {
    if (this.program || !this.translated) return this.program;
    try {
      this.program = compile(this.translated);
      expressions.hold(this, this.program.instructions);
    } catch (error) {
      this.error = `it cannot be compiled: ${error instanceof Error ? error.message : String(error)}`;
    }
    return this.program;
  }
}

const flattened = <T>(outcome: Outcome<Outcome<T>>): Outcome<T> =>
  outcome.kind === 'done' ? outcome.value : outcome;

function verdictOf(outcome: Outcome<boolean>): Verdict {
  if (outcome.kind !== 'done') return 'doubt';
  return outcome.value ? 'yes' : 'no';
}

const javaScriptOf = ({ text, isCaseInsensitive }: Translated): RegExp =>
  new RegExp(`^(?:${text})$`, isCaseInsensitive ? 'isu' : 'su');

function compile(translated: Translated): Program {
  const { text, conditions, isBacktracking, isCaseInsensitive } = translated;
  if (isBacktracking) {
    const expression = javaScriptOf(translated);
    return {
      instructions: text.length,
      matches: (value) => patternBudget.interruptible(expression, value),
    };
  }
  const flags = isCaseInsensitive ? FLAGS | RE2JS.CASE_INSENSITIVE : FLAGS;
  const tests = [
    { regex: RE2JS.compile(text, flags), isNegative: false },
    ...conditions.map((condition) => ({
      regex: RE2JS.compile(`(?:${condition.text}).*`, flags),
      isNegative: condition.isNegative,
    })),
  ];
  return {
    instructions: tests.reduce((sum, { regex }) => sum + regex.programSize(), 0),
    // Not `testExact`: it is faster the second time, by tables that grow with every value it sees.
    matches: (value) => ({
      kind: 'done',
      value: tests.every(({ regex, isNegative }) => regex.matcher(value).matches() !== isNegative),
    }),
  };
}

type DisarmListener = (source: string) => void;

/** Every expression once, however many entities have it and however often they are compiled. */
class Expressions {
  private readonly bySource = new Map<string, StoredExpression>();
  private readonly held = new Map<StoredExpression, number>();
  private instructions = 0;
  /** Read, and not compiled yet. */
  private readonly cold: StoredExpression[] = [];
  private isPreparing = false;
  private readonly listeners = new Set<DisarmListener>();

  of(source: string): StoredExpression {
    const known = this.bySource.get(source);
    if (known) return known;
    const made = new StoredExpression(source);
    this.cold.push(made);
    this.prepareLater();
    // Twice the limit: those of unsaved changes come and go.
    if (this.bySource.size >= 2 * PATTERN_LIMITS.expressions)
      this.forget(this.bySource.keys().next().value as string);
    this.bySource.set(source, made);
    return made;
  }

  /** Compiles all that were read; for the start, when nobody waits. */
  prepare(): void {
    for (const expression of this.cold.splice(0)) expression.prepare();
  }

  /** Told when an expression is not tried any more. @returns ends it */
  onDisarmed(listener: DisarmListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  disarmed(source: string): void {
    for (const listener of this.listeners) listener(source);
  }

  /** An expression has been compiled; those that were compiled first make room. */
  hold(expression: StoredExpression, instructions: number): void {
    this.held.set(expression, instructions);
    this.instructions += instructions;
    for (const [oldest, size] of this.held) {
      if (this.instructions <= PATTERN_LIMITS.instructions || oldest === expression) break;
      this.held.delete(oldest);
      this.instructions -= size;
      oldest.release();
    }
  }

  /** In the next turns, a few milliseconds in each. */
  private prepareLater(): void {
    if (this.isPreparing) return;
    this.isPreparing = true;
    setImmediate(() => {
      const until = performance.now() + PREPARE_MS;
      while (this.cold.length > 0 && performance.now() < until) this.cold.pop()?.prepare();
      this.isPreparing = false;
      if (this.cold.length > 0) this.prepareLater();
    });
  }

  private forget(source: string): void {
    const expression = this.bySource.get(source);
    this.bySource.delete(source);
    if (!expression) return;
    this.instructions -= this.held.get(expression) ?? 0;
    this.held.delete(expression);
  }
}

export const expressions = new Expressions();
