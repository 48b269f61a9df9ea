/**
 * The `filter` parameter: the Kibana Query Language. `field: value`, `field: "a phrase"`,
 * `field: pre*`, `field: *`, `field: (a or b)`, `field >= 5`, `field: { member: value }`, joined by
 * `and`, `or`, `not` and parentheses; `and` binds more than `or`, `\` takes away the meaning of
 * what follows.
 * Source: https://www.elastic.co/guide/en/kibana/7.10/kuery-query.html
 */
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import { lexKql, type KqlToken } from './kql_lexer';
import { KqlSyntaxError, type KqlLiteral, type KqlNode } from './kql_nodes';

const {
  filterLength: MAX_LENGTH,
  filterClauses: MAX_CLAUSES,
  filterDepth: MAX_DEPTH,
} = SAVED_OBJECTS_LIMITS;

/**
 * @returns `undefined` for a blank text, which filters nothing
 * @throws {KqlSyntaxError} and nothing else
 */
export function parseKql(text: string): KqlNode | undefined {
  if (text.length > MAX_LENGTH) {
    throw new KqlSyntaxError(`Must not be longer than ${MAX_LENGTH} characters`, text, MAX_LENGTH);
  }
  const tokens = lexKql(text);
  return tokens.length === 0 ? undefined : new Parser(text, tokens).parse();
}

/** Never goes back: each token is looked at once. */
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

  /** One value, or a list of them about the same field. */
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
