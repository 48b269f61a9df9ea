/**
 * From a value of a KQL filter to what is asked of a stored value.
 *
 * - Numbers and `true`/`false` match exactly.
 * - Texts match by words, as searching does: a quoted value is a phrase; of an unquoted one any
 *   word suffices (`index-pattern` is one, of two parts); `*` stands for any part of a word.
 * - Dates cover the time they name: `2024-01` is all of January, `> 2024-01` begins with February.
 */
import { savedObjectsErrors, type StoreFilterTest } from '../../../../backend/api';
import { parseDateSpan } from './date_span';
import { hasWildcard, textOf, type KqlLiteral, type KqlRangeOperator } from './kql_nodes';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

export function toEqualsTest(literal: KqlLiteral): StoreFilterTest {
  if (hasWildcard(literal) && literal.pieces.every((piece) => piece === ''))
    return { kind: 'exists' };
  const plain = hasWildcard(literal) ? undefined : textOf(literal);
  return {
    kind: 'equals',
    literal: { pieces: literal.pieces, isQuoted: literal.isQuoted },
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
