/**
 * Translates the Java regular expressions of a cluster to the syntax that RE2 and JavaScript (flag
 * `u`) share. Rejects those whose meaning would change.
 */
import { PATTERN_LIMITS } from '../../../contracts/limits';
import { classEscape, literal, literalInClass, singleCharacter } from './regex_escapes';

/** The message describes the problem to the author of the expression. */
export class ExpressionError extends Error {}

interface Condition {
  readonly text: string;
  readonly isNegative: boolean;
}

export interface Translated {
  /** The expression for the whole value. */
  readonly text: string;
  /**
   * Prefixes that the value must or must not have. Lookahead at the start needs no backtracking.
   */
  readonly conditions: readonly Condition[];
  readonly isBacktracking: boolean;
  readonly isCaseInsensitive: boolean;
}

interface Piece {
  readonly text: string;
  /** Number of characters, classes and similar elements after repetitions are expanded. */
  readonly size: number;
  readonly isBacktracking: boolean;
  readonly ahead?: Condition & { readonly isLinear: boolean };
}

/** @throws {ExpressionError} on unknown or unusable syntax, or beyond a limit */
export function translateExpression(source: string): Translated {
  return new Reader(source).read();
}

const START_FLAGS = /^\(\?([isu]+)\)/;
const GROUP = /\(\?(?:<([A-Za-z][A-Za-z0-9]*)>|(:|=|!|<=|<!|>)|([is]*(?:-[is]+)?)([:)]))/y;
const QUANTIFIER = /(?:([*+?])|\{(\d{1,9})(?:(,)(\d{0,9}))?\})([?+]?)/y;
const REFERENCE = /\\(?:[1-9]\d?|k<[A-Za-z][A-Za-z0-9]*>)/y;
/** Literal characters except the last one, which may have a quantifier. */
const PLAIN_RUN = /[\w\-:;,~@#%&=!<>"' ]+(?=[\w\-:;,~@#%&=!<>"' ])/y;
const QUOTED = /\\Q(.*?)(?:\\E|$)/sy;

class Reader {
  private at = 0;
  private atomics = 0;
  private hasReferences = false;
  private hasInlineFlags = false;
  /**
   * Whether groups capture: only if the expression has references, because lookbehind must not
   * contain capturing groups.
   */
  private readonly takes: boolean;

  constructor(private readonly source: string) {
    this.takes = /\\(?:[1-9]|k<)/.test(source);
  }

  read(): Translated {
    const [flags = '', letters = ''] = START_FLAGS.exec(this.source) ?? [];
    this.at = flags.length;
    const branches = this.branches(0);
    if (this.at < this.source.length) throw new ExpressionError('a `)` closes nothing');
    const whole = joinBranches(branches);
    if (whole.size > PATTERN_LIMITS.expressionSize) {
      throw new ExpressionError(
        `it is larger than ${PATTERN_LIMITS.expressionSize} characters and classes when its repetitions are written out`
      );
    }
    const isCaseInsensitive = letters.includes('i');
    const [only] = branches;
    if (only && branches.length === 1 && !this.hasReferences) {
      const { conditions, rest } = splitAhead(only);
      const text = toText(rest);
      if (!rest.some(({ isBacktracking }) => isBacktracking))
        return { text, conditions, isBacktracking: false, isCaseInsensitive };
    }
    if (!whole.isBacktracking)
      return { text: whole.text, conditions: [], isBacktracking: false, isCaseInsensitive };
    if (this.hasInlineFlags) throw new ExpressionError('flags inside go with no look-around');
    if (this.atomics > 0 && this.hasReferences)
      throw new ExpressionError('atomic groups go with no back-references');
    return { text: whole.text, conditions: [], isBacktracking: true, isCaseInsensitive };
  }

  private branches(depth: number): Piece[][] {
    if (depth > PATTERN_LIMITS.expressionDepth) {
      throw new ExpressionError(
        `more than ${PATTERN_LIMITS.expressionDepth} groups stand inside one another`
      );
    }
    const branches: Piece[][] = [[]];
    while (this.at < this.source.length && this.source[this.at] !== ')') {
      if (this.source[this.at] === '|') {
        this.at++;
        branches.push([]);
        continue;
      }
      branches.at(-1)?.push(...this.repeated(this.atom(depth)));
    }
    return branches;
  }

  /** A quantifier after quoted text applies to its last character only. */
  private repeated(atoms: readonly Piece[]): Piece[] {
    const last = atoms.at(-1);
    const quantifier = this.take(QUANTIFIER);
    if (!quantifier) return [...atoms];
    if (!last) throw new ExpressionError('a repetition has nothing to repeat');
    const [whole, simple, low, comma, high, mode] = quantifier as unknown as string[];
    const least = Number(low ?? 0);
    const most = simple || (comma && !high) ? least + 1 : Number(high || low);
    if (most < least) throw new ExpressionError(`the repetition ${whole} ends before it begins`);
    const text = last.text + (mode === '+' ? whole?.slice(0, -1) : whole);
    const size = last.size * Math.max(1, most);
    const piece = { text, size, isBacktracking: last.isBacktracking };
    if (this.peek(QUANTIFIER)) throw new ExpressionError('a repetition repeats a repetition');
    return [...atoms.slice(0, -1), mode === '+' ? this.atomic(piece) : piece];
  }

  private atom(depth: number): readonly Piece[] {
    const char = this.source[this.at] as string;
    if (char === '(') return this.group(depth);
    if (char === '[') return [plain(this.characterClass())];
    if (char === '\\') return this.escape();
    if (char === '.' || char === '^' || char === '$') {
      this.at++;
      return [plain(char)];
    }
    if (this.peek(QUANTIFIER)) throw new ExpressionError('a repetition has nothing to repeat');
    const run = this.take(PLAIN_RUN)?.[0];
    return run === undefined
      ? [plain(literal(this.character()))]
      : [{ text: run, size: run.length, isBacktracking: false }];
  }

  private group(depth: number): readonly Piece[] {
    const head = this.take(GROUP);
    if (!head) {
      if (this.source.startsWith('(?', this.at))
        throw new ExpressionError(
          `\`${this.source.slice(this.at, this.at + 4)}\` is not supported`
        );
      this.at++;
    }
    const [whole = '(', , kind, flags, end] = head ?? [];
    if (flags !== undefined) this.hasInlineFlags = true;
    if (end === ')') return [plain(whole)];
    const inner = joinBranches(this.branches(depth + 1));
    if (this.source[this.at] !== ')') throw new ExpressionError('a `(` is not closed');
    this.at++;
    const isTaking = kind === undefined && flags === undefined;
    const opening = isTaking && !this.takes ? '(?:' : whole;
    const text = `${opening}${inner.text})`;
    const { size, isBacktracking } = inner;
    if (kind === '>') return [this.atomic({ text: `(?:${inner.text})`, size, isBacktracking })];
    if (kind === '=' || kind === '!') {
      const isNegative = kind === '!';
      const ahead = { text: inner.text, isNegative, isLinear: !isBacktracking };
      return [{ text, size, isBacktracking: true, ahead }];
    }
    return [{ text, size, isBacktracking }];
  }

  /** JavaScript has no atomic groups, but a captured lookahead does not backtrack either. */
  private atomic({ text, size }: Piece): Piece {
    const name = `atomic${++this.atomics}`;
    return { text: `(?=(?<${name}>${text}))\\k<${name}>`, size, isBacktracking: true };
  }

  private escape(): readonly Piece[] {
    const quoted = this.take(QUOTED);
    if (quoted) return [...(quoted[1] as string)].map((char) => plain(literal(char)));
    const reference = this.take(REFERENCE);
    if (reference) {
      this.hasReferences = true;
      return [{ text: reference[0], size: 1, isBacktracking: true }];
    }
    const letter = this.source[this.at + 1];
    if (letter === 'A' || letter === 'z' || letter === 'Z' || letter === 'b' || letter === 'B') {
      this.at += 2;
      return [plain(letter === 'A' ? '^' : letter.toLowerCase() === 'z' ? '$' : `\\${letter}`)];
    }
    const set = this.classEscape();
    return [plain(set ?? literal(this.escapedCharacter()))];
  }

  private characterClass(): string {
    const isNegative = this.source[this.at + 1] === '^';
    this.at += isNegative ? 2 : 1;
    let text = isNegative ? '[^' : '[';
    let before: string | undefined;
    for (let count = 0; ; count++) {
      const char = this.source[this.at];
      if (char === undefined) throw new ExpressionError('a `[` is not closed');
      if (char === ']' && count === 0) throw new ExpressionError('an empty `[]`');
      if (char === ']') break;
      if (char === '[' || this.source.startsWith('&&', this.at)) {
        throw new ExpressionError(
          'classes inside classes and `&&` are not supported; a bracket itself is `\\[`'
        );
      }
      const next = this.source[this.at + 1];
      const isRange = next !== undefined && next !== ']' && next !== '[';
      if (char === '-' && before !== undefined && isRange) {
        this.at++;
        const end = this.classCharacter();
        if ((end.codePointAt(0) ?? 0) < (before.codePointAt(0) ?? 0))
          throw new ExpressionError(`the range \`${before}-${end}\` ends before it begins`);
        text += `-${literalInClass(end)}`;
        before = undefined;
        continue;
      }
      const set = char === '\\' ? this.classEscape(true) : undefined;
      before = set === undefined ? this.classCharacter() : undefined;
      text += set ?? literalInClass(before ?? '');
    }
    this.at++;
    return `${text}]`;
  }

  private classCharacter(): string {
    return this.source[this.at] === '\\' ? this.escapedCharacter() : this.character();
  }

  private character(): string {
    const char = String.fromCodePoint(this.source.codePointAt(this.at) as number);
    this.at += char.length;
    return char;
  }

  private classEscape(isInClass = false): string | undefined {
    const found = classEscape(this.source, this.at, isInClass);
    if (found) this.at += found.length;
    return found?.text;
  }

  private escapedCharacter(): string {
    const found = singleCharacter(this.source, this.at);
    if (!found) {
      const escape = this.source.slice(this.at, this.at + 2);
      throw new ExpressionError(
        escape.length < 2 ? 'it ends with a backslash' : `\`${escape}\` is not supported`
      );
    }
    this.at += found.length;
    return found.char;
  }

  private take(expression: RegExp): RegExpExecArray | null {
    const found = this.peek(expression);
    if (found) this.at += found[0].length;
    return found;
  }

  private peek(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    return expression.exec(this.source);
  }
}

const plain = (text: string): Piece => ({ text, size: 1, isBacktracking: false });

const toText = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('');

function joinBranches(branches: readonly (readonly Piece[])[]): Piece {
  const pieces = branches.flat();
  return {
    text: branches.map(toText).join('|'),
    // Repeating an empty branch also costs time.
    size: Math.max(
      1,
      pieces.reduce((sum, { size }) => sum + size, branches.length - 1)
    ),
    isBacktracking: pieces.some(({ isBacktracking }) => isBacktracking),
  };
}

/** Splits `^(?!x)rest` into the conditions on the start and the rest. */
function splitAhead(pieces: readonly Piece[]): { conditions: Condition[]; rest: readonly Piece[] } {
  const conditions: Condition[] = [];
  let start = 0;
  for (const { text, ahead } of pieces) {
    if (ahead?.isLinear) conditions.push({ text: ahead.text, isNegative: ahead.isNegative });
    else if (text !== '^') break;
    start++;
  }
  return { conditions, rest: pieces.slice(start) };
}
