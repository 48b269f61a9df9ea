/**
 * Date math in index names and patterns: `<logs-{now/d}>`, `<logs-{now-1M/M{yyyy.MM|+02:00}}>`.
 * Calculations use a calendar shifted by the time zone's offset.
 */
const DEFAULT_FORMAT = 'yyyy.MM.dd';

export const isDateMath = (text: string): boolean => text.startsWith('<') && text.endsWith('>');

/**
 * @param nowMs - epoch milliseconds
 * @returns the name, or `undefined` for an invalid expression, which matches nothing
 */
export function resolveDateMath(text: string, nowMs: number): string | undefined {
  if (!isDateMath(text)) return text;
  let rest = text.slice(1, -1);
  let result = '';
  while (rest.length > 0) {
    if (rest.startsWith('\\') && rest.length > 1) {
      result += rest[1];
      rest = rest.slice(2);
    } else if (rest.startsWith('{')) {
      const block = /^\{([^{}]+)(?:\{([^{}|]+)(?:\|([^{}]+))?\})?\}/.exec(rest);
      const rendered = block?.[1] && render(block[1], block[2] ?? DEFAULT_FORMAT, block[3], nowMs);
      if (!block || rendered === undefined) return undefined;
      result += rendered;
      rest = rest.slice(block[0].length);
    } else {
      result += rest[0];
      rest = rest.slice(1);
    }
  }
  return result;
}

function render(
  math: string,
  format: string,
  zone: string | undefined,
  nowMs: number
): string | undefined {
  const offsetMs = zone === undefined ? 0 : zoneOffsetMs(zone, nowMs);
  if (offsetMs === undefined) return undefined;
  const date = calculate(math, new Date(nowMs + offsetMs));
  return date && !Number.isNaN(date.getTime()) ? formatText(date, format) : undefined;
}

const STEP = /^(?:([+-])(\d{1,6})|(\/))([yMwdhHms])/;

function calculate(math: string, now: Date): Date | undefined {
  if (!math.startsWith('now')) return undefined;
  const date = new Date(now);
  for (let rest = math.slice(3); rest.length > 0;) {
    const step = STEP.exec(rest);
    if (!step) return undefined;
    const [whole, sign, amount, round, unit] = step;
    if (round) roundDown(date, unit as string);
    else shift(date, unit as string, Number(`${sign}${amount}`));
    rest = rest.slice(whole.length);
  }
  return date;
}

const UNIT_MS: Readonly<Record<string, number>> = {
  w: 604_800_000,
  d: 86_400_000,
  h: 3_600_000,
  H: 3_600_000,
  m: 60_000,
  s: 1_000,
};

function shift(date: Date, unit: string, by: number): void {
  const fixedMs = UNIT_MS[unit];
  if (fixedMs !== undefined) return void date.setTime(date.getTime() + by * fixedMs);
  const day = date.getUTCDate();
  const months = unit === 'y' ? by * 12 : by;
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  // Days beyond the end of a shorter month become its last day.
  date.setUTCDate(Math.min(day, daysInMonth(date)));
}

const daysInMonth = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();

function roundDown(date: Date, unit: string): void {
  if (unit === 'w') {
    const sinceMonday = (date.getUTCDay() + 6) % 7;
    date.setUTCDate(date.getUTCDate() - sinceMonday);
  }
  if (unit === 'y') date.setUTCMonth(0, 1);
  if (unit === 'M') date.setUTCDate(1);
  const precisionMs = UNIT_MS[/[yMwd]/.test(unit) ? 'd' : unit] as number;
  date.setTime(Math.floor(date.getTime() / precisionMs) * precisionMs);
}

function zoneOffsetMs(zone: string, nowMs: number): number | undefined {
  const fixed = /^(?:UTC|GMT|Z)?(?:([+-])(\d{2}):?(\d{2}))?$/.exec(zone);
  if (fixed) {
    const minutes = Number(fixed[2] ?? 0) * 60 + Number(fixed[3] ?? 0);
    return (fixed[1] === '-' ? -minutes : minutes) * 60_000;
  }
  const text = makeClock(zone)
    ?.formatToParts(nowMs)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return text === undefined ? undefined : zoneOffsetMs(text, nowMs);
}

/**
 * Cached, because creating a formatter takes longer than a decision. There are about 600 time
 * zones.
 */
const clocks = new Map<string, Intl.DateTimeFormat | undefined>();
const MAX_CLOCKS = 1_000;

function makeClock(zone: string): Intl.DateTimeFormat | undefined {
  if (clocks.has(zone)) return clocks.get(zone);
  if (clocks.size >= MAX_CLOCKS) clocks.clear();
  const clock = newClock(zone);
  clocks.set(zone, clock);
  return clock;
}

function newClock(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
}

/** Format letters used in index names. A format with other letters is invalid. */
function formatText(date: Date, format: string): string | undefined {
  const parts = format.match(/'[^']*'|([A-Za-z])\1*|[^A-Za-z']/g) ?? [];
  if (parts.join('').length !== format.length) return undefined;
  const texts = parts.map((part) => {
    if (part.startsWith("'")) return part.slice(1, -1);
    return /^[A-Za-z]/.test(part) ? field(date, part) : part;
  });
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined;
}

function field(date: Date, letters: string): string | undefined {
  const pad = (value: number): string => String(value).padStart(letters.length, '0');
  switch (letters[0]) {
    case 'y':
    case 'u':
    case 'Y':
    case 'x':
      return pad(letters.length === 2 ? date.getUTCFullYear() % 100 : weekAwareYear(date, letters));
    case 'M':
      return letters.length <= 2 ? pad(date.getUTCMonth() + 1) : undefined;
    case 'd':
      return pad(date.getUTCDate());
    case 'H':
      return pad(date.getUTCHours());
    case 'm':
      return pad(date.getUTCMinutes());
    case 's':
      return pad(date.getUTCSeconds());
    case 'w':
      return pad(isoWeek(date).week);
    default:
      return undefined;
  }
}

const weekAwareYear = (date: Date, letters: string): number =>
  /^[Yx]/.test(letters) ? isoWeek(date).year : date.getUTCFullYear();

/** ISO 8601: the week of a date is the week of its Thursday. */
function isoWeek(date: Date): { year: number; week: number } {
  const thursday = new Date(date);
  thursday.setUTCDate(date.getUTCDate() + 3 - ((date.getUTCDay() + 6) % 7));
  const year = thursday.getUTCFullYear();
  const dayOfYear = (thursday.getTime() - Date.UTC(year, 0, 1)) / 86_400_000;
  return { year, week: Math.floor(dayOfYear / 7) + 1 };
}
