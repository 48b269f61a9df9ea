/**
 * Converts a filter value to the words that a text must contain, tokenized like the search. A
 * quoted value is a phrase; of an unquoted one, any word is enough; `*` matches any part of a word.
 */
import { SAVED_OBJECTS_LIMITS } from '../../contracts/limits';
import { savedObjectsErrors, type FilterLiteral, type StoreFilter } from '../api/saved_objects';
import { tokenize } from './tokens';

/** Tokens: a phrase, or one word split at its wildcards. */
export type WordPattern =
  | { readonly words: readonly string[]; readonly isPrefix: boolean }
  | { readonly pieces: readonly string[] };

/**
 * A letter of a historic script, which occurs in no text and which the tokenizer keeps inside a
 * word.
 */
const WILDCARD = '\ua66e';

/** Alternatives, each a list of patterns that must all match. */
export function toWordPatterns({ pieces, isQuoted }: FilterLiteral): WordPattern[][] {
  const text = pieces.join(WILDCARD);
  return (isQuoted ? [text] : text.split(/\s+/))
    .map((part) => {
      const tokens = tokenize(part);
      const isAnything = part.includes(WILDCARD) && tokens.every((token) => strip(token) === '');
      return isAnything ? [] : toPatterns(tokens);
    })
    .filter((patterns) => patterns !== undefined);
}

/** @returns `undefined` for text without words, which matches nothing */
function toPatterns(tokens: readonly string[]): WordPattern[] | undefined {
  if (tokens.length === 0) return undefined;
  const text = tokens.join(' ');
  const firstWildcard = text.indexOf(WILDCARD);
  if (firstWildcard < 0) return [{ words: tokens, isPrefix: false }];
  if (firstWildcard === text.length - 1 && text.at(-2) !== ' ')
    return [{ words: text.slice(0, -1).split(' '), isPrefix: true }];
  return tokens
    .filter((token) => strip(token) !== '')
    .map((token) =>
      token.includes(WILDCARD)
        ? { pieces: token.split(WILDCARD) }
        : { words: [token], isPrefix: false }
    );
}

const strip = (token: string): string => token.replaceAll(WILDCARD, '');

/** @throws {SavedObjectsError} 400 for too many words */
export function assertFewWords(filter: StoreFilter): void {
  if (countPatterns(filter) <= SAVED_OBJECTS_LIMITS.filterPatternWords) return;
  throw savedObjectsErrors.invalidFilter(
    `More than ${SAVED_OBJECTS_LIMITS.filterPatternWords} words have a wildcard before their end`
  );
}

function countPatterns(filter: StoreFilter): number {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.nodes.reduce((count, node) => count + countPatterns(node), 0);
    case 'not':
    case 'reference':
      return countPatterns(filter.node);
    case 'field': {
      if (!('attribute' in filter.field) || filter.test.kind !== 'equals') return 0;
      const patterns = toWordPatterns(filter.test.literal).flat();
      if (patterns.length > SAVED_OBJECTS_LIMITS.searchWords) {
        throw savedObjectsErrors.invalidFilter(
          `A value must not have more than ${SAVED_OBJECTS_LIMITS.searchWords} words`
        );
      }
      return patterns.filter((pattern) => 'pieces' in pattern).length;
    }
  }
}
