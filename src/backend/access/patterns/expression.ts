/**
 * Safe evaluation of stored regular expressions: RE2 matches almost all of them in linear time, the
 * others run with a timeout. In the worst case the result is `doubt`.
 */
import { RE2JS } from 're2js';
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { patternBudget, type Outcome } from './pattern_limits';
import { ExpressionError, translateExpression, type Translated } from './regex_dialect';

/** `doubt` means undecided. Grants treat it as "no", restrictions as "yes". */
export type MatchResult = 'yes' | 'no' | 'doubt';

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
  private readonly matchResults = new Map<string, MatchResult>();

  constructor(private readonly source: string) {
    if (source.length > PATTERN_LIMITS.length) {
      this.error = `it is longer than ${PATTERN_LIMITS.length} characters`;
      return;
    }
    try {
      this.translated = translateExpression(source);
      // Parsed immediately to detect errors, compiled on first use.
      if (this.translated.isBacktracking) toJavaScript(this.translated);
    } catch (error) {
      if (!(error instanceof ExpressionError || error instanceof SyntaxError)) throw error;
      this.error = error.message;
    }
  }

  /**
   * Why the expression is invalid; `undefined` if it is valid. Known after parsing, which is cheap.
   */
  get problem(): string | undefined {
    return this.error;
  }

  /** Compiles the expression ahead of time. */
  prepare(): void {
    this.compiled();
  }

  /** Why a valid expression is no longer evaluated. */
  get trouble(): string | undefined {
    return this.isDisarmed ? DISARMED : undefined;
  }

  get isBacktracking(): boolean {
    return this.translated?.isBacktracking ?? false;
  }

  matchResult(value: string): MatchResult {
    if (this.error !== undefined) return 'doubt';
    const known = this.matchResults.get(value);
    if (known) return known;
    return this.isDisarmed ? 'doubt' : this.tryMatch(value);
  }

  /** Frees the compiled program. The next use compiles it again. */
  release(): void {
    this.program = undefined;
  }

  private get isDisarmed(): boolean {
    return this.timeouts >= PATTERN_LIMITS.timeouts;
  }

  private tryMatch(value: string): MatchResult {
    const program = this.program ?? this.compiledInTime();
    if (!program) return 'doubt';
    const steps = program.instructions * (value.length + 1);
    if (steps > PATTERN_LIMITS.expressionSteps) return 'doubt';
    const isLight = !this.isBacktracking && steps <= PATTERN_LIMITS.lightSteps;
    if (isLight) return toMatchResult(program.matches(value));
    const outcome = this.isBacktracking
      ? program.matches(value)
      : flatten(patternBudget.account(() => program.matches(value)));
    if (outcome.kind === 'timed_out' && ++this.timeouts === PATTERN_LIMITS.timeouts)
      expressions.disarmed(this.source);
    const matchResult = toMatchResult(outcome);
    if (outcome.kind !== 'no_time') this.remember(value, matchResult);
    return matchResult;
  }

  private remember(value: string, matchResult: MatchResult): void {
    if (this.matchResults.size >= PATTERN_LIMITS.matchResults) this.matchResults.clear();
    this.matchResults.set(value, matchResult);
  }

  /**
   * Most expressions have been compiled ahead. The others are expensive, so compilation counts
   * against the time limit.
   */
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

const flatten = <T>(outcome: Outcome<Outcome<T>>): Outcome<T> =>
  outcome.kind === 'done' ? outcome.value : outcome;

function toMatchResult(outcome: Outcome<boolean>): MatchResult {
  if (outcome.kind !== 'done') return 'doubt';
  return outcome.value ? 'yes' : 'no';
}

const toJavaScript = ({ text, isCaseInsensitive }: Translated): RegExp =>
  new RegExp(`^(?:${text})$`, isCaseInsensitive ? 'isu' : 'su');

function compile(translated: Translated): Program {
  const { text, conditions, isBacktracking, isCaseInsensitive } = translated;
  if (isBacktracking) {
    const expression = toJavaScript(translated);
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
    // `testExact` would cache tables that grow with every distinct value.
    matches: (value) => ({
      kind: 'done',
      value: tests.every(({ regex, isNegative }) => regex.matcher(value).matches() !== isNegative),
    }),
  };
}

type DisarmListener = (source: string) => void;

/** All expressions, one instance each, shared by all entities and compilations. */
class Expressions {
  private readonly bySource = new Map<string, StoredExpression>();
  private readonly references = new Map<StoredExpression, number>();
  private instructions = 0;
  /** Parsed but not yet compiled. */
  private readonly cold: StoredExpression[] = [];
  private isPreparing = false;
  private readonly listeners = new Set<DisarmListener>();

  of(source: string): StoredExpression {
    const known = this.bySource.get(source);
    if (known) return known;
    const made = new StoredExpression(source);
    this.cold.push(made);
    this.prepareLater();
    // Twice the limit, because expressions of unsaved changes come and go.
    if (this.bySource.size >= 2 * PATTERN_LIMITS.expressions)
      this.forget(this.bySource.keys().next().value as string);
    this.bySource.set(source, made);
    return made;
  }

  /** Compiles all parsed expressions, during startup, before requests arrive. */
  prepare(): void {
    for (const expression of this.cold.splice(0)) expression.prepare();
  }

  /** Notifies the listener when an expression is disabled. @returns the unsubscribe function */
  onDisarmed(listener: DisarmListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  disarmed(source: string): void {
    for (const listener of this.listeners) listener(source);
  }

  /** Records a compiled expression and releases the oldest ones beyond the limit. */
  hold(expression: StoredExpression, instructions: number): void {
    this.references.set(expression, instructions);
    this.instructions += instructions;
    for (const [oldest, size] of this.references) {
      if (this.instructions <= PATTERN_LIMITS.instructions || oldest === expression) break;
      this.references.delete(oldest);
      this.instructions -= size;
      oldest.release();
    }
  }

  /** Compiles in the background, a few milliseconds per event loop turn. */
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
    this.instructions -= this.references.get(expression) ?? 0;
    this.references.delete(expression);
  }
}

export const expressions = new Expressions();
