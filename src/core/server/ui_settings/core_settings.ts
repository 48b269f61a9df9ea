/** Settings of core: keys, types, defaults and rules of docs/reference/core.md#core-settings. */
import { Type } from '@sinclair/typebox';
import { defineMessage, type Text } from '../../common';
import { EXPECTED_FINITE_NUMBER } from './settings_registry';
import type { UiSettingsParams } from './types';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const WEEKDAY_LABELS: Readonly<Record<string, Text>> = {
  Sunday: defineMessage('core.settings.weekday.sunday', { defaultMessage: 'Sunday' }),
  Monday: defineMessage('core.settings.weekday.monday', { defaultMessage: 'Monday' }),
  Tuesday: defineMessage('core.settings.weekday.tuesday', { defaultMessage: 'Tuesday' }),
  Wednesday: defineMessage('core.settings.weekday.wednesday', { defaultMessage: 'Wednesday' }),
  Thursday: defineMessage('core.settings.weekday.thursday', { defaultMessage: 'Thursday' }),
  Friday: defineMessage('core.settings.weekday.friday', { defaultMessage: 'Friday' }),
  Saturday: defineMessage('core.settings.weekday.saturday', { defaultMessage: 'Saturday' }),
};
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

/** Time zone names of the runtime, plus `UTC`, which its list lacks. */
const timeZones = (): string[] => [
  BROWSER_TIME_ZONE,
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'),
];

/** Accepts older names (`US/Pacific`) as well as the listed ones; rejects offsets (`+02:00`). */
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

/**
 * Whether a value is a path on this server: one slash, not followed by another slash or a
 * backslash, which browsers would interpret as another host.
 */
const isRelativeUrl = (value: unknown): boolean =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) && !/[\p{Cc}\\]/u.test(value);

const lifetime = (
  value: number,
  texts: Pick<UiSettingsParams, 'name' | 'description'>
): UiSettingsParams => ({
  ...texts,
  value,
  type: 'number',
  category: CATEGORY.notifications,
  schema: Type.Union([Type.Number(), Type.String()]),
  validate: (given) =>
    given === 'Infinity' || (typeof given === 'number' && given >= 0)
      ? undefined
      : typeof given === 'number'
        ? defineMessage('core.settings.lifetime.negative', {
            defaultMessage: 'Value must be equal to or greater than [0].',
          })
        : defineMessage('core.settings.lifetime.noNumber', {
            defaultMessage: 'expected a number of milliseconds or Infinity but got [{value}]',
            values: { value: String(given) },
          }),
});

export const CORE_SETTINGS: Readonly<Record<string, UiSettingsParams>> = Object.freeze({
  'accessibility:disableAnimations': {
    name: defineMessage('core.settings.disableAnimations.name', {
      defaultMessage: 'Disable animations',
    }),
    value: false,
    type: 'boolean',
    description: defineMessage('core.settings.disableAnimations.description', {
      defaultMessage: 'Turn off animations that carry no information.',
    }),
    category: CATEGORY.accessibility,
    requiresPageReload: true,
  },
  dateFormat: {
    name: defineMessage('core.settings.dateFormat.name', { defaultMessage: 'Date format' }),
    value: 'MMM D, YYYY @ HH:mm:ss.SSS',
    type: 'string',
    description: defineMessage('core.settings.dateFormat.description', {
      defaultMessage: 'Format of dates with time, in Moment.js notation.',
    }),
    category: CATEGORY.general,
  },
  'dateFormat:tz': {
    personal: 'also',
    name: defineMessage('core.settings.timeZone.name', { defaultMessage: 'Time zone' }),
    value: BROWSER_TIME_ZONE,
    type: 'select',
    options: timeZones(),
    description: defineMessage('core.settings.timeZone.description', {
      defaultMessage: 'Time zone for dates and times. "Browser" uses the time zone of the device.',
    }),
    category: CATEGORY.general,
    requiresPageReload: true,
    schema: Type.String(),
    validate: (value) =>
      isTimeZone(value)
        ? undefined
        : defineMessage('core.settings.timeZone.invalid', {
            defaultMessage: 'Invalid timezone: {value}',
            values: { value: String(value) },
          }),
  },
  'dateFormat:scaled': {
    name: defineMessage('core.settings.scaledDateFormat.name', {
      defaultMessage: 'Scaled date format',
    }),
    value: SCALED_DATE_FORMATS,
    type: 'json',
    description: defineMessage('core.settings.scaledDateFormat.description', {
      defaultMessage:
        'Formats for time axes: pairs of an ISO 8601 interval and the format to use from that interval on.',
    }),
    category: CATEGORY.general,
  },
  'dateFormat:dow': {
    name: defineMessage('core.settings.firstDayOfWeek.name', {
      defaultMessage: 'First day of the week',
    }),
    value: 'Sunday',
    type: 'select',
    options: WEEKDAYS,
    optionLabels: WEEKDAY_LABELS,
    description: defineMessage('core.settings.firstDayOfWeek.description', {
      defaultMessage: 'First day of the week in calendars.',
    }),
    category: CATEGORY.general,
    schema: Type.String(),
    validate: (value) =>
      WEEKDAYS.includes(String(value))
        ? undefined
        : defineMessage('core.settings.firstDayOfWeek.invalid', {
            defaultMessage: 'Invalid day of week: {value}',
            values: { value: String(value) },
          }),
  },
  dateNanosFormat: {
    name: defineMessage('core.settings.dateNanosFormat.name', {
      defaultMessage: 'Date with nanoseconds format',
    }),
    value: 'MMM D, YYYY @ HH:mm:ss.SSSSSSSSS',
    type: 'string',
    description: defineMessage('core.settings.dateNanosFormat.description', {
      defaultMessage: 'Format of dates with nanoseconds.',
    }),
    category: CATEGORY.general,
  },
  defaultRoute: {
    name: defineMessage('core.settings.defaultRoute.name', { defaultMessage: 'Default route' }),
    value: '/app/home',
    type: 'string',
    description: defineMessage('core.settings.defaultRoute.description', {
      defaultMessage: 'The page that opens first. Enter a path that starts with a slash.',
    }),
    category: CATEGORY.general,
    schema: Type.String(),
    validate: (value) =>
      isRelativeUrl(value)
        ? undefined
        : defineMessage('core.settings.defaultRoute.invalid', {
            defaultMessage: 'Must be a relative URL.',
          }),
  },
  pageNavigation: {
    name: defineMessage('core.settings.pageNavigation.name', {
      defaultMessage: 'Side navigation style',
    }),
    value: 'modern',
    type: 'select',
    options: ['modern', 'legacy'],
    optionLabels: {
      modern: defineMessage('core.settings.pageNavigation.modern', { defaultMessage: 'Modern' }),
      legacy: defineMessage('core.settings.pageNavigation.legacy', { defaultMessage: 'Legacy' }),
    },
    description: defineMessage('core.settings.pageNavigation.description', {
      defaultMessage: 'Layout of the navigation.',
    }),
    category: CATEGORY.general,
  },
  'notifications:banner': {
    name: defineMessage('core.settings.banner.name', { defaultMessage: 'Custom banner' }),
    value: '',
    type: 'markdown',
    description: defineMessage('core.settings.banner.description', {
      defaultMessage: 'A notice in Markdown at the top of every page, shown to all users.',
    }),
    category: CATEGORY.notifications,
  },
  'notifications:lifetime:banner': lifetime(3_000_000, {
    name: defineMessage('core.settings.bannerLifetime.name', { defaultMessage: 'Banner lifetime' }),
    description: defineMessage('core.settings.bannerLifetime.description', {
      defaultMessage:
        'How long the banner stays visible, in milliseconds. Infinity keeps it until closed.',
    }),
  }),
  'notifications:lifetime:error': lifetime(300_000, {
    name: defineMessage('core.settings.errorLifetime.name', {
      defaultMessage: 'Error notification lifetime',
    }),
    description: defineMessage('core.settings.errorLifetime.description', {
      defaultMessage:
        'How long error messages stay visible, in milliseconds. Infinity keeps them until closed.',
    }),
  }),
  'notifications:lifetime:warning': lifetime(10_000, {
    name: defineMessage('core.settings.warningLifetime.name', {
      defaultMessage: 'Warning notification lifetime',
    }),
    description: defineMessage('core.settings.warningLifetime.description', {
      defaultMessage:
        'How long warnings stay visible, in milliseconds. Infinity keeps them until closed.',
    }),
  }),
  'notifications:lifetime:info': lifetime(5_000, {
    name: defineMessage('core.settings.infoLifetime.name', {
      defaultMessage: 'Information notification lifetime',
    }),
    description: defineMessage('core.settings.infoLifetime.description', {
      defaultMessage:
        'How long informational messages stay visible, in milliseconds. Infinity keeps them until closed.',
    }),
  }),
  'state:storeInSessionStorage': {
    name: defineMessage('core.settings.storeInSession.name', {
      defaultMessage: 'Store state in the session',
    }),
    value: false,
    type: 'boolean',
    description: defineMessage('core.settings.storeInSession.description', {
      defaultMessage:
        'Store the state of a page in the browser session instead of the URL, which can become too long.',
    }),
    category: CATEGORY.general,
  },
  'theme:darkMode': {
    personal: 'also',
    name: defineMessage('core.settings.darkMode.name', { defaultMessage: 'Dark mode' }),
    value: false,
    type: 'boolean',
    description: defineMessage('core.settings.darkMode.description', {
      defaultMessage: 'Light text on a dark background.',
    }),
    category: CATEGORY.general,
    requiresPageReload: true,
  },
  'theme:version': {
    name: defineMessage('core.settings.themeVersion.name', { defaultMessage: 'Theme version' }),
    value: 'v7',
    type: 'select',
    options: ['v7', 'v8 (beta)'],
    description: defineMessage('core.settings.themeVersion.description', {
      defaultMessage: 'Version of the visual style.',
    }),
    category: CATEGORY.general,
    requiresPageReload: true,
  },
  'truncate:maxHeight': {
    name: defineMessage('core.settings.maxCellHeight.name', {
      defaultMessage: 'Maximum table cell height',
    }),
    value: 115,
    type: 'number',
    description: defineMessage('core.settings.maxCellHeight.description', {
      defaultMessage:
        'Maximum height of table cells in pixels. Longer content is cut. 0 means no limit.',
    }),
    category: CATEGORY.general,
    schema: Type.Number({ minimum: 0 }),
    validate: (value) => (Number.isFinite(value) ? undefined : EXPECTED_FINITE_NUMBER),
  },
  buildNum: {
    name: defineMessage('core.settings.buildNumber.name', { defaultMessage: 'Build number' }),
    type: 'number',
    readonly: true,
    description: defineMessage('core.settings.buildNumber.description', {
      defaultMessage: 'The build that last wrote these settings.',
    }),
    category: CATEGORY.general,
  },
});
