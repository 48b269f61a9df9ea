/** The settings core registers: keys, types, defaults and rules of core-services section 21.1. */
import { Type } from '@sinclair/typebox';
import type { UiSettingsParams } from './types';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const BROWSER_TIME_ZONE = 'Browser';

const CATEGORY = Object.freeze({
  general: ['general'],
  accessibility: ['accessibility'],
  notifications: ['notifications'],
});

const SCALED_DATE_FORMATS = `[
  ["", "HH:mm:ss.SSS"],
  ["PT1S", "HH:mm:ss"],
  ["PT1M", "HH:mm"],
  ["PT1H", "YYYY-MM-DD HH:mm"],
  ["P1DT", "YYYY-MM-DD"],
  ["P1YT", "YYYY"]
]`;

/** Names the runtime knows; `UTC` is missing from its list. */
const timeZones = (): string[] => [
  BROWSER_TIME_ZONE,
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'),
];

/** Older names (`US/Pacific`) are as good as those listed; offsets (`+02:00`) are no zones. */
function isTimeZone(name: unknown): boolean {
  if (name === BROWSER_TIME_ZONE) return true;
  if (typeof name !== 'string' || !/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A path of this server: one slash, then neither slash nor backslash, which browsers read as another host. */
const isRelativeUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && !/[\p{Cc}\\]/u.test(value);

const lifetime = (value: number, name: string, what: string): UiSettingsParams => ({
  name,
  value,
  type: 'number',
  description: `How long ${what} stays on the screen, in milliseconds. Infinity keeps it until it is closed.`,
  category: CATEGORY.notifications,
  schema: Type.Union([Type.Number(), Type.String()]),
  validate: (given) =>
    given === 'Infinity' || (typeof given === 'number' && given >= 0)
      ? undefined
      : typeof given === 'number'
        ? 'Value must be equal to or greater than [0].'
        : `expected a number of milliseconds or Infinity but got [${String(given)}]`,
});

export const CORE_SETTINGS: Readonly<Record<string, UiSettingsParams>> = Object.freeze({
  'accessibility:disableAnimations': {
    name: 'Disable animations',
    value: false,
    type: 'boolean',
    description: 'Turn off all animations that carry no meaning.',
    category: CATEGORY.accessibility,
    requiresPageReload: true,
  },
  dateFormat: {
    name: 'Date format',
    value: 'MMM D, YYYY @ HH:mm:ss.SSS',
    type: 'string',
    description: 'How a date with its time is written, in the notation of Moment.js.',
    category: CATEGORY.general,
  },
  'dateFormat:tz': {
    name: 'Time zone',
    value: BROWSER_TIME_ZONE,
    type: 'select',
    options: timeZones(),
    description: 'The time zone in which dates are shown. Browser takes the one of the device.',
    category: CATEGORY.general,
    requiresPageReload: true,
    schema: Type.String(),
    validate: (value) => (isTimeZone(value) ? undefined : `Invalid timezone: ${String(value)}`),
  },
  'dateFormat:scaled': {
    name: 'Scaled date format',
    value: SCALED_DATE_FORMATS,
    type: 'json',
    description:
      'Formats for dates along a time axis: pairs of an ISO 8601 interval between two values and the format to use from there on.',
    category: CATEGORY.general,
  },
  'dateFormat:dow': {
    name: 'First day of the week',
    value: 'Sunday',
    type: 'select',
    options: WEEKDAYS,
    description: 'The day on which weeks begin in calendars.',
    category: CATEGORY.general,
    schema: Type.String(),
    validate: (value) =>
      WEEKDAYS.includes(String(value)) ? undefined : `Invalid day of week: ${String(value)}`,
  },
  dateNanosFormat: {
    name: 'Date with nanoseconds format',
    value: 'MMM D, YYYY @ HH:mm:ss.SSSSSSSSS',
    type: 'string',
    description: 'How a date with nanosecond precision is written.',
    category: CATEGORY.general,
  },
  defaultRoute: {
    name: 'Default route',
    value: '/app/home',
    type: 'string',
    description: 'The page that opens first. A path that begins with a slash.',
    category: CATEGORY.general,
    schema: Type.String(),
    validate: (value) => (isRelativeUrl(value) ? undefined : 'Must be a relative URL.'),
  },
  pageNavigation: {
    name: 'Side navigation style',
    value: 'modern',
    type: 'select',
    options: ['modern', 'legacy'],
    optionLabels: { modern: 'Modern', legacy: 'Legacy' },
    description: 'How the navigation is laid out.',
    category: CATEGORY.general,
  },
  'notifications:banner': {
    name: 'Custom banner',
    value: '',
    type: 'markdown',
    description: 'A notice shown to everybody at the top of each page, in Markdown.',
    category: CATEGORY.notifications,
  },
  'notifications:lifetime:banner': lifetime(3_000_000, 'Banner lifetime', 'the banner'),
  'notifications:lifetime:error': lifetime(
    300_000,
    'Error notification lifetime',
    'an error notification'
  ),
  'notifications:lifetime:warning': lifetime(10_000, 'Warning notification lifetime', 'a warning'),
  'notifications:lifetime:info': lifetime(
    5_000,
    'Information notification lifetime',
    'an information'
  ),
  'state:storeInSessionStorage': {
    name: 'Store state in the session',
    value: false,
    type: 'boolean',
    description:
      'Keep the state of a page in the session of the browser instead of in the address, which may become too long.',
    category: CATEGORY.general,
  },
  'theme:darkMode': {
    name: 'Dark mode',
    value: false,
    type: 'boolean',
    description: 'Light text on a dark background.',
    category: CATEGORY.general,
    requiresPageReload: true,
  },
  'theme:version': {
    name: 'Theme version',
    value: 'v7',
    type: 'select',
    options: ['v7', 'v8 (beta)'],
    description: 'The generation of the visual style.',
    category: CATEGORY.general,
    requiresPageReload: true,
  },
  'truncate:maxHeight': {
    name: 'Maximum table cell height',
    value: 115,
    type: 'number',
    description:
      'The height in pixels beyond which the content of a table cell is cut. 0 never cuts.',
    category: CATEGORY.general,
    schema: Type.Number({ minimum: 0 }),
    validate: (value) => (Number.isFinite(value) ? undefined : 'expected a finite number'),
  },
  buildNum: {
    name: 'Build number',
    type: 'number',
    readonly: true,
    description: 'The build that last wrote these settings.',
    category: CATEGORY.general,
  },
});
