/**
 * Translates a text search into the query language of SQLite's full-text index, with the columns
 * `title`, `description` and `rest` (the words of those two attributes and of all others), `fields`
 * (the words of `rest` again, prefixed with their attribute), and `every` (one word that all rows
 * have). Source: https://www.sqlite.org/fts5.html section 3
 */
import type { WordNode } from '../../../text_search/word_node';
import { fieldPrefix } from '../../../text_search/tokens';

/** The columns to search. */
export type SearchTarget =
  | { readonly kind: 'everywhere' }
  | {
      readonly kind: 'fields';
      readonly columns: ReadonlyArray<'title' | 'description'>;
      readonly paths: readonly string[];
    };

export const EVERY_WORD = 'any';
const EVERY = `every : ${EVERY_WORD}`;

/** Prefixes up to this length have an index of their own (`prefix` in the schema). */
const INDEXED_PREFIX_LENGTH = 3;

export interface FtsExpression {
  readonly text: string;
  /**
   * Whether checking a single row is cheap: the expression has no prefix that expands to many
   * words.
   */
  readonly isCheapToProbe: boolean;
}

/** @returns `undefined` if nothing can match, `'all'` if everything does */
export function toFtsExpression(
  node: WordNode,
  target: SearchTarget
): FtsExpression | 'all' | undefined {
  if (node.kind === 'all') return 'all';
  const text = render(node, target);
  return text === undefined ? undefined : { text, isCheapToProbe: isCheapToProbe(node, target) };
}

function isCheapToProbe(node: WordNode, target: SearchTarget): boolean {
  switch (node.kind) {
    case 'words':
      return (
        !node.isPrefix ||
        (lengthOfLast(node.words) <= INDEXED_PREFIX_LENGTH &&
          (target.kind === 'everywhere' || target.paths.length === 0))
      );
    case 'not':
      return isCheapToProbe(node.node, target);
    case 'and':
    case 'or':
      return node.nodes.every((part) => isCheapToProbe(part, target));
    default:
      return true;
  }
}

const lengthOfLast = (words: readonly string[]): number => words.at(-1)?.length ?? 0;

function render(node: WordNode, target: SearchTarget): string | undefined {
  switch (node.kind) {
    case 'all':
      return EVERY;
    case 'none':
      return undefined;
    case 'words':
      return renderWords(node.words, node.isPrefix, target);
    case 'not': {
      const excluded = render(node.node, target);
      return excluded === undefined ? EVERY : `(${EVERY}) NOT (${excluded})`;
    }
    case 'and':
      return renderAll(node.nodes, target);
    case 'or': {
      const parts = node.nodes
        .map((part) => render(part, target))
        .filter((part) => part !== undefined);
      return parts.length === 0 ? undefined : parts.map((part) => `(${part})`).join(' OR ');
    }
  }
}

function renderAll(nodes: readonly WordNode[], target: SearchTarget): string | undefined {
  const parts = nodes.filter(({ kind }) => kind !== 'not').map((part) => render(part, target));
  if (parts.includes(undefined)) return undefined;
  let expression = parts.length === 0 ? EVERY : parts.map((part) => `(${part})`).join(' AND ');
  for (const part of nodes) {
    const excluded = part.kind === 'not' ? render(part.node, target) : undefined;
    if (excluded !== undefined) expression = `(${expression}) NOT (${excluded})`;
  }
  return expression;
}

function renderWords(words: readonly string[], isPrefix: boolean, target: SearchTarget): string {
  const star = isPrefix ? ' *' : '';
  const phrase = `${quote(words.join(' '))}${star}`;
  if (target.kind === 'everywhere') return `{title description rest} : ${phrase}`;
  const conditions = target.paths.map((path) => {
    const prefix = fieldPrefix(path);
    return `fields : ${quote(words.map((word) => prefix + word).join(' '))}${star}`;
  });
  if (target.columns.length > 0) conditions.push(`{${target.columns.join(' ')}} : ${phrase}`);
  return conditions.map((condition) => `(${condition})`).join(' OR ');
}

/** Words consist of letters and digits; quotes are doubled in case that changes. */
const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
