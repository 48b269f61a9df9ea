/** Query values that a schema cannot parse. */
import { CodedError } from '@sd/contracts';
import { SECURITY_ERRORS } from '../../../common';

const DAY_MS = 86_400_000;
/** A time of day requires an offset, because the time zone would be ambiguous. */
const ISO = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2}))?$/;
const EPOCH_MS = /^\d{1,15}$/;

/** Results in a 400 with this text. */
export class QueryValueError extends CodedError {
  constructor(key: string, problem: string) {
    super(SECURITY_ERRORS.invalidQueryValue, { key, problem });
  }
}

export const DEFAULT_PER_PAGE = 50;

/** @throws {QueryValueError} */
export function getPeriod({ from, to }: { readonly from?: string; readonly to?: string }): {
  readonly fromMs?: number;
  readonly toMs?: number;
} {
  const fromMs = from === undefined ? undefined : getTime('from', from);
  const toMs = to === undefined ? undefined : getTime('to', to);
  if (fromMs !== undefined && toMs !== undefined && toMs < fromMs)
    throw new QueryValueError('to', 'is before [from]');
  return { ...(fromMs !== undefined && { fromMs }), ...(toMs !== undefined && { toMs }) };
}

/** Ignores empty items. */
export const toList = (text: string | undefined): readonly string[] =>
  text?.split(',').flatMap((item) => item.trim() || []) ?? [];

function getTime(key: 'from' | 'to', text: string): number {
  if (EPOCH_MS.test(text)) return Number(text);
  // An unescaped + in a query arrives as a space.
  const [whole, date, time] = ISO.exec(text.replace(' ', '+')) ?? [];
  const day = Date.parse(`${date}T00:00:00Z`);
  const atMs = whole === undefined ? NaN : Date.parse(whole);
  // `Date` accepts 31 February as 2 March.
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
