/**
 * Parses the `search` parameter in the engine's simple query syntax. Words, `"phrases"`, `prefix*`,
 * `+` and, `|` or, `-` not, parentheses, `\` escapes. As in the engine, no text is an error: a lone
 * operator is skipped. One difference by design: `-word` always excludes, even if words are joined
 * by OR. Source:
 * https://www.elastic.co/guide/en/elasticsearch/reference/7.10/query-dsl-simple-query-string-query.html
 */
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import type { SearchNode } from '../../../../backend/api';

type Token =
  | { readonly kind: 'term'; readonly text: string; readonly isPrefix: boolean }
  | { readonly kind: '+' | '|' | '-' | '(' | ')' };

/** @param defaultOperator - joins words without an operator */
export function parseSearch(text: string, defaultOperator: 'AND' | 'OR'): SearchNode {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === '*') return { kind: 'all' };
  const parser = new Parser(lex(trimmed), defaultOperator === 'AND' ? 'and' : 'or');
  return parser.parse();
}

function lex(text: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  while (position < text.length && tokens.length < SAVED_OBJECTS_LIMITS.searchWords * 3) {
    const character = text[position] as string;
    if (/\s/.test(character)) {
      position++;
    } else if (character === '"' && text.indexOf('"', position + 1) > position) {
      const end = text.indexOf('"', position + 1);
      tokens.push({ kind: 'term', text: text.slice(position + 1, end), isPrefix: false });
      // A slop (`"a b"~2`) is parsed and ignored.
      position = end + 1 + (/^~\d*/.exec(text.slice(end + 1))?.[0].length ?? 0);
    } else if (isOperator(character)) {
      tokens.push({ kind: character });
      position++;
    } else {
      const word = readWord(text, position);
      tokens.push({ kind: 'term', text: word.text, isPrefix: word.isPrefix });
      position = word.end;
    }
  }
  return tokens;
}

const isOperator = (character: string): character is '+' | '|' | '-' | '(' | ')' =>
  '+|-()'.includes(character);

/** `-` and `+` are operators only at the start of a word: `index-pattern` is one word. */
function readWord(text: string, start: number): { text: string; isPrefix: boolean; end: number } {
  let word = '';
  let position = start;
  let isPrefix = false;
  while (position < text.length && !/[\s"()|]/.test(text[position] as string)) {
    const character = text[position] as string;
    if (character === '\\' && position + 1 < text.length) {
      position++;
      word += text[position];
    } else {
      isPrefix = character === '*';
      word += character;
    }
    position++;
  }
  if (position === start) return { text: '', isPrefix: false, end: start + 1 };
  return { text: word, isPrefix, end: position };
}

class Parser {
  private position = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly joiner: 'and' | 'or'
  ) {}

  parse(): SearchNode {
    const nodes: SearchNode[] = [];
    while (this.position < this.tokens.length) {
      nodes.push(...this.readAlternatives());
      this.position++;
    }
    return join(this.joiner, nodes);
  }

  /** Reads up to a closing parenthesis or the end. */
  private readAlternatives(): SearchNode[] {
    const alternatives: SearchNode[][] = [[]];
    let isAnd = false;
    for (; this.position < this.tokens.length; this.position++) {
      const token = this.tokens[this.position] as Token;
      if (token.kind === ')') break;
      const group = alternatives.at(-1) as SearchNode[];
      if (token.kind === '|') {
        alternatives.push([]);
      } else if (token.kind === '+') {
        isAnd = true;
      } else {
        const node = this.readUnary();
        if (node && isAnd && group.length > 0)
          group.push(join('and', [group.pop() as SearchNode, node]));
        else if (node) group.push(node);
        isAnd = false;
      }
    }
    const joined = alternatives
      .filter(({ length }) => length > 0)
      .map((group) => join(this.joiner, group));
    return joined.length === 0 ? [] : [join('or', joined)];
  }

  private readUnary(): SearchNode | undefined {
    const token = this.tokens[this.position] as Token;
    if (token.kind === '-') {
      const next = this.tokens[this.position + 1];
      if (!next || (next.kind !== 'term' && next.kind !== '(')) return undefined;
      this.position++;
      const node = this.readUnary();
      return node && { kind: 'not', node };
    }
    if (token.kind === '(') return this.readGroup();
    if (token.kind !== 'term') return undefined;
    return token.text === '*' ? { kind: 'all' } : toText(token);
  }

  private readGroup(): SearchNode | undefined {
    this.position++;
    if (++this.depth > SAVED_OBJECTS_LIMITS.searchDepth) {
      this.position = this.tokens.length;
      return undefined;
    }
    const nodes = this.readAlternatives();
    this.depth--;
    return nodes[0];
  }
}

const toText = ({ text, isPrefix }: Token & { kind: 'term' }): SearchNode => ({
  kind: 'text',
  text: isPrefix ? text.slice(0, -1) : text,
  isPrefix,
});

/** Exclusions apply to the whole list, whichever operator joins the rest. */
function join(kind: 'and' | 'or', nodes: readonly SearchNode[]): SearchNode {
  const excluded = nodes.filter((node) => node.kind === 'not');
  const included = nodes.filter((node) => node.kind !== 'not');
  if (nodes.length === 0) return { kind: 'none' };
  const positive = included.length > 1 ? [{ kind, nodes: included }] : included;
  if (excluded.length === 0) return positive[0] as SearchNode;
  return { kind: 'and', nodes: [...positive, ...excluded] };
}
