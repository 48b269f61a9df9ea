/**
 * Parses the `filter` parameter in Kibana Query Language. `field: value`, `field: "a phrase"`,
 * `field: pre*`, `field: *`, `field: (a or b)`, `field >= 5`, `field: { member: value }`, joined by
 * `and`, `or`, `not` and parentheses. `and` has precedence over `or`; `\` escapes the next
 * character. Source: https://www.elastic.co/guide/en/kibana/7.10/kuery-query.html
 */
import { type KqlLiteral, type KqlNode, type KqlRangeOperator, KqlSyntaxError } from './kql_nodes';
import { SAVED_OBJECTS_LIMITS } from '../../../common';

/** Splits a KQL filter into tokens in one pass. */
type KqlToken = { readonly start: number; readonly end: number } & (
  | { readonly kind: 'literal'; readonly literal: KqlLiteral }
  | { readonly kind: 'and' | 'or' | 'not' | '(' | ')' | '{' | '}' | ':' | KqlRangeOperator }
);

const SPECIAL = '():{}<>"';
const SPACE = /\s/;
const KEYWORD = /^(?:and|or|not)$/i;
const ESCAPED_KEYWORD = /\\(and|or|not)(?=[\s():{}<>"]|$)/iy;
const ESCAPED_CODE = /\\u([0-9a-f]{4})/iy;
const ESCAPED_SPACE: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n' };
/** The store's driver truncates texts at U+0000 and replaces lone surrogates. */
const UNSTORABLE = /[\u0000\p{Cs}]/u;

/**
 * @throws {KqlSyntaxError} for an unclosed quote, a lone backslash, and characters that texts
 *   cannot contain
 */
function lexKql(text: string): KqlToken[] {
  const tokens: KqlToken[] = [];
  let position = 0;
  while (position < text.length) {
    const character = text[position] as string;
    if (SPACE.test(character)) {
      position++;
      continue;
    }
    const token =
      character === '"'
        ? readQuoted(text, position)
        : SPECIAL.includes(character)
          ? readOperator(text, position)
          : readWord(text, position);
    position = token.end;
    if (token.kind === 'literal' && token.literal.pieces.some((piece) => UNSTORABLE.test(piece)))
      throw new KqlSyntaxError('Text must not hold U+0000 or half a character', text, token.start);
    const previous = tokens.at(-1);
    if (isUnquoted(token) && previous && isUnquoted(previous)) {
      tokens[tokens.length - 1] = joinWords(text, previous, token);
    } else tokens.push(token);
  }
  return tokens;
}

type LiteralToken = Extract<KqlToken, { kind: 'literal' }>;

const isUnquoted = (token: KqlToken): token is LiteralToken =>
  token.kind === 'literal' && !token.literal.isQuoted;

/** An unquoted value may contain spaces: consecutive words form one literal. */
function joinWords(text: string, left: LiteralToken, right: LiteralToken): LiteralToken {
  const pieces = left.literal.pieces as string[];
  const [first = '', ...rest] = right.literal.pieces;
  pieces[pieces.length - 1] += text.slice(left.end, right.start) + first;
  pieces.push(...rest);
  return { ...left, end: right.end };
}

function readOperator(text: string, start: number): KqlToken {
  const character = text[start] as '(' | ')' | '{' | '}' | ':' | '<' | '>';
  if ((character === '<' || character === '>') && text[start + 1] === '=')
    return { kind: `${character}=`, start, end: start + 2 };
  return { kind: character, start, end: start + 1 };
}

function readQuoted(text: string, start: number): LiteralToken {
  let content = '';
  let position = start + 1;
  while (position < text.length && text[position] !== '"') {
    const next = text[position] === '\\' ? readEscape(text, position) : undefined;
    content += next?.text ?? text[position];
    position = next?.end ?? position + 1;
  }
  if (position >= text.length)
    throw new KqlSyntaxError('Expected "\\"" but end of input found.', text, text.length);
  return {
    kind: 'literal',
    literal: { pieces: [content], isQuoted: true },
    start,
    end: position + 1,
  };
}

function readWord(text: string, start: number): KqlToken {
  const pieces = [''];
  let position = start;
  while (position < text.length) {
    const character = text[position] as string;
    if (SPACE.test(character) || SPECIAL.includes(character)) break;
    if (character === '*') {
      pieces.push('');
      position++;
      continue;
    }
    const next = character === '\\' ? readEscape(text, position) : undefined;
    pieces[pieces.length - 1] += next?.text ?? character;
    position = next?.end ?? position + 1;
  }
  const source = text.slice(start, position);
  if (KEYWORD.test(source)) {
    return { kind: source.toLowerCase() as 'and' | 'or' | 'not', start, end: position };
  }
  return { kind: 'literal', literal: { pieces, isQuoted: false }, start, end: position };
}

/**
 * Reads escapes such as `\t`, `\u00e9` and `\and`; any other escaped character is taken literally.
 */
function readEscape(text: string, start: number): { text: string; end: number } {
  const keyword = matchAt(ESCAPED_KEYWORD, text, start);
  if (keyword) return { text: keyword, end: start + 1 + keyword.length };
  const code = matchAt(ESCAPED_CODE, text, start);
  if (code) return { text: String.fromCharCode(Number.parseInt(code, 16)), end: start + 6 };
  const character = text[start + 1];
  if (character === undefined)
    throw new KqlSyntaxError(
      'Expected a character after "\\" but end of input found.',
      text,
      start + 1
    );
  return { text: ESCAPED_SPACE[character] ?? character, end: start + 2 };
}

function matchAt(pattern: RegExp, text: string, position: number): string | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text)?.[1];
}

const {
  filterLength: MAX_LENGTH,
  filterClauses: MAX_CLAUSES,
  filterDepth: MAX_DEPTH,
} = SAVED_OBJECTS_LIMITS;

/**
 * @returns `undefined` for a blank text, which filters nothing
 * @throws {KqlSyntaxError} no other errors
 */
export function parseKql(text: string): KqlNode | undefined {
  if (text.length > MAX_LENGTH) {
    throw new KqlSyntaxError(`Must not be longer than ${MAX_LENGTH} characters`, text, MAX_LENGTH);
  }
  const tokens = lexKql(text);
  return tokens.length === 0 ? undefined : new Parser(text, tokens).parse();
}

/** Reads each token once, without backtracking. */
class Parser {
  private next = 0;
  private depth = 0;
  private clauseCount = 0;

  constructor(
    private readonly text: string,
    private readonly tokens: readonly KqlToken[]
  ) {}

  parse(): KqlNode {
    const node = this.readOr(this.readClause);
    if (this.next < this.tokens.length) throw this.unexpected('AND, OR, end of input');
    return node;
  }

  private readOr(readOne: () => KqlNode): KqlNode {
    return this.readJoined('or', () => this.readJoined('and', () => this.readNot(readOne)));
  }

  private readJoined(kind: 'and' | 'or', readOne: () => KqlNode): KqlNode {
    const first = readOne();
    const nodes = [first];
    while (this.take(kind)) nodes.push(readOne());
    return nodes.length === 1 ? first : { kind, nodes };
  }

  private readNot(readOne: () => KqlNode): KqlNode {
    if (!this.take('not')) return readOne();
    return { kind: 'not', node: this.deeper(() => this.readNot(readOne)) };
  }

  private readonly readClause = (): KqlNode => {
    if (this.take('(')) return this.readGroup(this.readClause, ')');
    const field = this.readLiteral('"(", NOT, field name, value');
    if (this.take(':')) {
      if (!this.take('{')) return this.readValue(field);
      return { kind: 'nested', field, node: this.readGroup(this.readClause, '}') };
    }
    for (const operator of ['<', '<=', '>', '>='] as const) {
      if (this.take(operator)) {
        const value = this.readLiteral('literal');
        return this.count({ kind: 'range', field, operator, value });
      }
    }
    return this.count({ kind: 'is', value: field });
  };

  /** Reads one value, or a list of values of the same field. */
  private readValue(field: KqlLiteral): KqlNode {
    if (this.take('(')) return this.readGroup(() => this.readValue(field), ')');
    return this.count({ kind: 'is', field, value: this.readLiteral('"(", "{", value') });
  }

  private readGroup(readOne: () => KqlNode, end: ')' | '}'): KqlNode {
    const node = this.deeper(() => this.readOr(readOne));
    if (!this.take(end)) throw this.unexpected(`AND, OR, "${end}"`);
    return node;
  }

  private deeper(read: () => KqlNode): KqlNode {
    if (++this.depth > MAX_DEPTH)
      throw this.problem(`Must not be nested deeper than ${MAX_DEPTH} levels`);
    const node = read();
    this.depth--;
    return node;
  }

  private count(node: KqlNode): KqlNode {
    if (++this.clauseCount > MAX_CLAUSES)
      throw this.problem(`Must not hold more than ${MAX_CLAUSES} clauses`);
    return node;
  }

  private readLiteral(expected: string): KqlLiteral {
    const token = this.tokens[this.next];
    if (token?.kind !== 'literal') throw this.unexpected(expected);
    this.next++;
    return token.literal;
  }

  private take(kind: KqlToken['kind']): boolean {
    if (this.tokens[this.next]?.kind !== kind) return false;
    this.next++;
    return true;
  }

  private unexpected(expected: string): KqlSyntaxError {
    const token = this.tokens[this.next];
    const found = token ? `"${this.text[token.start] as string}"` : 'end of input';
    return this.problem(`Expected ${expected} but ${found} found.`);
  }

  private problem(problem: string): KqlSyntaxError {
    return new KqlSyntaxError(
      problem,
      this.text,
      this.tokens[this.next]?.start ?? this.text.length
    );
  }
}
