/** Parses dates in filters, with a precision from years to milliseconds. */

import type { DateSpan } from '../../../../backend/api';

const DATE =
  /^([1-9]\d{3})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/;
const EPOCH_MS = /^\d{5,14}$/;

/** @returns `undefined` for an invalid date, including `2024-02-30` */
export function parseDateSpan(text: string): DateSpan | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone = 'Z'] = match;
  const fields = [
    Number(year),
    Number(month ?? 1) - 1,
    Number(day ?? 1),
    Number(hour ?? 0),
    Number(minute ?? 0),
    Number(second ?? 0),
    Number((fraction ?? '0').padEnd(3, '0')),
  ] as const;
  const at = new Date(Date.UTC(...fields));
  if (at.getUTCMonth() !== fields[1] || at.getUTCDate() !== fields[2]) return undefined;
  if (fields[3] > 23 || fields[4] > 59 || fields[5] > 59) return undefined;
  // Increments the finest given field to get the end of the span.
  const finest = match.slice(1, 8).filter((part) => part !== undefined).length - 1;
  const after = fields.map((value, index) => value + (index === finest ? 1 : 0));
  const offsetMs = zoneOffsetMs(zone);
  return toSpan(at.getTime() - offsetMs, Date.UTC(...(after as [number, number])) - 1 - offsetMs);
}

/** Also accepts milliseconds since 1970 with at least five digits, as fields of type date do. */
export function parseTimestampSpan(text: string): DateSpan | undefined {
  if (EPOCH_MS.test(text)) return toSpan(Number(text), Number(text));
  return parseDateSpan(text);
}

/** Limited to four-digit years, so that dates can be compared as texts. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

const toSpan = (fromMs: number, toMs: number): DateSpan => ({
  from: new Date(Math.min(fromMs, LAST_MS)).toISOString(),
  to: new Date(Math.min(toMs, LAST_MS)).toISOString(),
});

function zoneOffsetMs(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
