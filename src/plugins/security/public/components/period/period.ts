/** Time range in the filters of a list. */
type Filters = Readonly<Record<string, readonly string[]>>;

/** Filter names of the range, also in the address. */
export const PERIOD_FACETS = ['period', 'from', 'to'] as const;

export const PERIODS = ['today', 'yesterday', '24h', '7d', '30d', 'custom'] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Range for the routes; a missing end is open. */
export interface Span {
  readonly from?: string;
  readonly to?: string;
}

const DAY_MS = 86_400_000;

/** `undefined` for any time. Unknown values in the address count as that. */
export const periodName = (filters: Filters): PeriodName | undefined =>
  PERIODS.find((name) => name === filters['period']?.[0]);

/**
 * @param now - its time zone determines when days begin
 * @returns epoch milliseconds as text
 */
export function toSpan(filters: Filters, now: Date): Span {
  switch (periodName(filters)) {
    case 'today':
      return { from: String(midnight(now, 0)) };
    case 'yesterday':
      return { from: String(midnight(now, -1)), to: String(midnight(now, 0) - 1) };
    case '24h':
      return { from: String(now.getTime() - DAY_MS) };
    case '7d':
      return { from: String(now.getTime() - 7 * DAY_MS) };
    case '30d':
      return { from: String(now.getTime() - 30 * DAY_MS) };
    case 'custom':
      return customSpan(filters);
    default:
      return {};
  }
}

/** Uses calendar days: days with a clock change have 23 or 25 hours. */
const midnight = (now: Date, days: number): number =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days).getTime();

/** Swaps the ends if they are in the wrong order. */
function customSpan(filters: Filters): Span {
  const [from, to] = [parseInstant(filters['from']?.[0]), parseInstant(filters['to']?.[0])];
  if (from !== undefined && to !== undefined && to < from)
    return { from: String(to), to: String(from) };
  return {
    ...(from !== undefined && { from: String(from) }),
    ...(to !== undefined && { to: String(to) }),
  };
}

/** Parses epoch milliseconds or the value of a date-time field; `undefined` for anything else. */
function parseInstant(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const atMs = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** Value for a date-time field: local time with minutes. */
export function toFieldText(text: string | undefined): string {
  const atMs = parseInstant(text);
  if (atMs === undefined) return '';
  const date = new Date(atMs);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}
