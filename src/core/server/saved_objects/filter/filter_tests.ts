/**
 * From a value of a KQL filter to what is asked of a stored value.
 *
 * - Numbers and `true`/`false` match exactly.
 * - Texts match by words, as searching does (`tokenize`): a quoted value is a phrase; of an unquoted one any
 *   word suffices (`index-pattern` is one, of two parts); `*` stands for any part of a word. JSON text and
 *   what lies beyond the searchable length hold no words.
 * - Dates cover the time they name: `2024-01` is all of January, `> 2024-01` begins with February.
 */
import { SAVED_OBJECTS_LIMITS } from '../../../common';
import { savedObjectsErrors } from '../errors';
import { tokenize } from '../search/tokens';
import type { StoreFilterTest, StoreWordPattern } from '../store/types';
import { parseDateSpan } from '../store/date_span';
import { hasWildcard, textOf, type KqlLiteral, type KqlRangeOperator } from './kql_nodes';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** @throws {SavedObjectsError} 400 for more words than a search may have */
export function toEqualsTest(literal: KqlLiteral): StoreFilterTest {
  if (hasWildcard(literal) && literal.pieces.every((piece) => piece === ''))
    return { kind: 'exists' };
  const words = toWords(literal);
  if (words.flat().length > SAVED_OBJECTS_LIMITS.searchWords) {
    throw savedObjectsErrors.invalidFilter(
      `A value must not have more than ${SAVED_OBJECTS_LIMITS.searchWords} words`
    );
  }
  const plain = hasWildcard(literal) ? undefined : textOf(literal);
  return {
    kind: 'equals',
    pieces: literal.pieces,
    words,
    ...(plain !== undefined && toExact(plain)),
    ...((plain === 'true' || plain === 'false') && { truth: plain }),
  };
}

/** @throws {SavedObjectsError} 400 for a value without an order */
export function toRangeTest(operator: KqlRangeOperator, literal: KqlLiteral): StoreFilterTest {
  const exact = toExact(textOf(literal));
  if (exact.number === undefined && exact.dates === undefined) {
    throw savedObjectsErrors.invalidFilter(
      `The value '${textOf(literal)}' after ${operator} is neither a number nor a date`
    );
  }
  return { kind: 'range', operator, ...exact };
}

function toExact(text: string): Pick<StoreFilterTest & { kind: 'range' }, 'number' | 'dates'> {
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  const dates = parseDateSpan(text);
  return { ...(Number.isFinite(number) && { number }), ...(dates && { dates }) };
}

/** A letter of no living text, which the tokenizer therefore keeps inside a word. */
const WILDCARD = '\ua66e';

/** Alternatives, each a list of patterns that must all be found. */
function toWords({ pieces, isQuoted }: KqlLiteral): StoreWordPattern[][] {
  const text = pieces.join(WILDCARD);
  return (isQuoted ? [text] : text.split(/\s+/))
    .map((part) => {
      const tokens = tokenize(part);
      const isAnything = part.includes(WILDCARD) && tokens.every((token) => strip(token) === '');
      return isAnything ? [] : toPatterns(tokens);
    })
    .filter((patterns) => patterns !== undefined);
}

/** @returns `undefined` for what holds no word, and so finds none */
function toPatterns(tokens: readonly string[]): StoreWordPattern[] | undefined {
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
