/** Values of queries that a schema cannot read by itself. */
import { Type } from '@sinclair/typebox';
import { CodedError } from '@sd/contracts';
import { CONFIRM_LOCKOUT, MUST_CHANGE_PASSWORD, SECURITY_ERRORS } from '../../../common';

const DAY_MS = 86_400_000;
/** A time of day needs an offset: whose local time it is otherwise, nobody knows. */
const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;
const EPOCH_MS = /^\d{1,15}$/;

/** The answer is 400 with this text. */
export class QueryValueError extends CodedError {
  constructor(key: string, problem: string) {
    super(SECURITY_ERRORS.invalidQueryValue, { key, problem });
  }
}

/** Query of every change that may lock administrators out. */
export const confirmQuery = Type.Object({
  [CONFIRM_LOCKOUT]: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
});
/** Of saving a user, too; other entries accept it nowhere. */
export const saveQuery = Type.Object({
  ...confirmQuery.properties,
  [MUST_CHANGE_PASSWORD]: Type.Optional(Type.Literal('true')),
});
export const nameQuery = Type.Optional(Type.String({ minLength: 1, maxLength: 1_000 }));
export const timeQuery = Type.Optional(Type.String({ maxLength: 50 }));
export const listQuery = Type.Optional(Type.String({ maxLength: 2_000 }));
export const pageQuery = Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 }));
export const perPageQuery = Type.Optional(Type.Integer({ minimum: 1, maximum: 500 }));
export const DEFAULT_PER_PAGE = 50;

/** @throws {QueryValueError} */
export function periodOf({ from, to }: { readonly from?: string; readonly to?: string }): {
  readonly fromMs?: number;
  readonly toMs?: number;
} {
  const fromMs = from === undefined ? undefined : timeOf('from', from);
  const toMs = to === undefined ? undefined : timeOf('to', to);
  if (fromMs !== undefined && toMs !== undefined && toMs < fromMs)
    throw new QueryValueError('to', 'is before [from]');
  return { ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { toMs }) };
}

/** Empty entries do not count. */
export const listOf = (text: string | undefined): readonly string[] =>
  text?.split(',').flatMap((item) => item.trim() || []) ?? [];

function timeOf(key: 'from' | 'to', text: string): number {
  if (EPOCH_MS.test(text)) return Number(text);
  // In a query an unescaped + arrives as a space.
  const [whole, date, time] = ISO.exec(text.replace(' ', '+')) ?? [];
  const day = Date.parse(`${date}T00:00:00Z`);
  const atMs = whole === undefined ? NaN : Date.parse(whole);
  // `Date` takes 31 February for 2 March.
  if (
    Number.isNaN(atMs) ||
    Number.isNaN(day) ||
    !new Date(day).toISOString().startsWith(date ?? '-')
  )
    throw new QueryValueError(
      key,
      'expected a date (2024-05-31), a time (2024-05-31T10:00:00Z) or milliseconds since 1970'
    );
  return time === undefined && key === 'to' ? atMs + DAY_MS - 1 : atMs;
}
