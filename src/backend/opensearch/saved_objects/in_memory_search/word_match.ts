/**
 * Matches the words of a search with an object and computes the score, on the same words of the
 * same texts as the index of the embedded backend.
 */
import { searchedTexts, tokenize } from '../../../text_search/tokens';
import type { WordNode } from '../../../text_search/word_node';
import type { WordPattern } from '../../../text_search/word_patterns';

/** The words of one text of an object. */
export interface TextWords {
  readonly path: string;
  readonly words: readonly string[];
}

export const wordsIn = (
  attributes: Readonly<Record<string, unknown>>,
  titleField: string
): TextWords[] =>
  searchedTexts(attributes, titleField).map(([path, text]) => ({ path, words: tokenize(text) }));

const TITLE_WEIGHT = 3;

/** @returns 0 if the words do not match; higher scores for words in the title */
export function measureScore(
  node: WordNode,
  texts: readonly TextWords[],
  titleField: string
): number {
  switch (node.kind) {
    case 'all':
      return 1;
    case 'none':
      return 0;
    case 'words': {
      const found = texts.filter(({ words }) => hasPhrase(words, node.words, node.isPrefix));
      const matchesTitle = found.some(({ path }) => path === titleField);
      return found.length === 0 ? 0 : matchesTitle ? TITLE_WEIGHT : 1;
    }
    case 'not':
      return measureScore(node.node, texts, titleField) > 0 ? 0 : 1;
    case 'and': {
      const scores = node.nodes.map((part) => measureScore(part, texts, titleField));
      return scores.includes(0) ? 0 : sum(scores);
    }
    case 'or':
      return sum(node.nodes.map((part) => measureScore(part, texts, titleField)));
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** Whether the words appear in sequence in a text; the last one may be a prefix. */
function hasPhrase(
  text: readonly string[],
  [first, ...others]: readonly string[],
  isPrefix: boolean
): boolean {
  if (first === undefined) return false;
  const phrase = [first, ...others];
  const last = phrase.length - 1;
  return text.some((_word, start) =>
    phrase.every((word, at) => {
      const there = text[start + at];
      return isPrefix && at === last ? there?.startsWith(word) : there === word;
    })
  );
}

/** Whether any text matches the pattern of a filter value. */
export function hasPattern(texts: readonly TextWords[], pattern: WordPattern): boolean {
  if ('words' in pattern)
    return texts.some(({ words }) => hasPhrase(words, pattern.words, pattern.isPrefix));
  return texts.some(({ words }) => words.some((word) => fitsPieces(word, pattern.pieces)));
}

/**
 * Whether a text consists of the pieces with any text between them. Linear in the length of the
 * text.
 */
export function fitsPieces(text: string, pieces: readonly string[]): boolean {
  const [first = '', ...rest] = pieces;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || text.length < first.length + last.length) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
