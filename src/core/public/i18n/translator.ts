/**
 * The page's translations and the functions that use them. Module state, because a page has one
 * language and plugins translate titles before any service is available.
 */
import { type FormatValues, formatSimple, hasComplexSyntax, reduceToSimple } from './simple_format';
import type { TranslateOptions } from './types';
import type { Message } from '../../common';
import { browserLog } from '../utils/browser_log';

/** Formats messages that the minimal formatter does not support; see full_formatter.ts. */
export type MessageFormatter = <T>(
  message: string,
  locale: string,
  values: FormatValues<T>
) => Array<string | T>;

export interface Translations {
  readonly locale: string;
  readonly messages: Readonly<Record<string, string>>;
}

const ENGLISH: Translations = { locale: 'en', messages: {} };

let translations: Translations = ENGLISH;
let fullFormatter: MessageFormatter | undefined;

export const getTranslations = (): Translations => translations;

/** Without arguments, resets to English; for tests. */
export function setTranslations(next: Translations = ENGLISH): void {
  translations = next;
}

export function setFullFormatter(formatter: MessageFormatter | undefined): void {
  fullFormatter = formatter;
}

/**
 * Loads the formatter for plural, select, number and date arguments. Core awaits it before the
 * first app inside the shell mounts; chromeless pages await it only if they need it.
 */
export async function loadFullFormatter(): Promise<void> {
  if (fullFormatter === undefined) {
    setFullFormatter((await import('./full_formatter')).formatFully);
  }
}

/**
 * @throws `Translations request failed with status code: {status}` for 300 and above; also for a
 *   malformed file
 */
export async function loadTranslations(
  url: string,
  locale: string,
  fetchTranslations: typeof fetch
): Promise<void> {
  const response = await fetchTranslations(url, { credentials: 'same-origin' });
  if (response.status >= 300) {
    throw new Error(`Translations request failed with status code: ${response.status}`);
  }
  const body = (await response.json()) as Partial<Translations> | null;
  const messages: unknown = body?.messages;
  if (!areMessages(messages)) throw new Error(`Translations are malformed: ${url}`);
  const known = [body?.locale, locale].find(isLocale);
  setTranslations({ locale: known ?? ENGLISH.locale, messages });
}

const areMessages = (value: unknown): value is Translations['messages'] =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((message) => typeof message === 'string');

/** Invalid tags would make every number and date format throw. */
function isLocale(tag: unknown): tag is string {
  try {
    return typeof tag === 'string' && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/**
 * Returns text and other values in order, from the translation if there is one, else from the
 * default message.
 */
export function formatMessage<T>(
  id: string,
  defaultMessage: string,
  values: FormatValues<T>
): Array<string | T> {
  const translated = translations.messages[id];
  if (translated !== undefined && translated !== '') {
    try {
      return format(translated, translations.locale, values);
    } catch (error) {
      // An error in a translation must not break the screen.
      browserLog.error(`Translation of "${id}" cannot be formatted; the default is shown.`, error);
    }
  }
  return format(defaultMessage, ENGLISH.locale, values);
}

function format<T>(message: string, locale: string, values: FormatValues<T>): Array<string | T> {
  if (!hasComplexSyntax(message)) return formatSimple(message, values);
  if (fullFormatter !== undefined) return fullFormatter(message, locale, values);
  return formatSimple(reduceToSimple(message), values);
}

/**
 * A text in the page's language. Tags in the message stay text.
 * @param id - dotted and permanent, e.g. `core.fatalErrors.title`
 * @returns the text in the page's language; tags in the message are not interpreted
 */
function translate(
  id: string,
  defaultMessage: string,
  values: NonNullable<TranslateOptions['values']> = {}
): string {
  return formatMessage<never>(id, defaultMessage, values).join('');
}
export { translate as t };

/**
 * Translates a message created with `defineMessage`.
 * @param more - values in addition to the message's own
 */
const translateMessage = (
  { id, defaultMessage, values }: Message,
  more?: TranslateOptions['values']
): string => translate(id, defaultMessage, { ...values, ...more });

/**
 * Translates a message whose English text is defined elsewhere; `undefined` without a translation.
 */
export function translateKnown(
  id: string,
  values: Readonly<Record<string, unknown>>
): string | undefined {
  if (!Object.hasOwn(translations.messages, id) || translations.messages[id] === '')
    return undefined;
  try {
    return format<never>(translations.messages[id] as string, translations.locale, values).join('');
  } catch (error) {
    browserLog.error(`Translation of "${id}" cannot be formatted.`, error);
    return undefined;
  }
}

type DateInput = Date | number | string;
const toDate = (value: DateInput): Date => (value instanceof Date ? value : new Date(value));

/** Texts, numbers, dates and lists in the page's language. */
export const i18n = {
  /** The long form of `t`. */
  translate: (id: string, { defaultMessage, values }: TranslateOptions): string =>
    translate(id, defaultMessage, values),
  translateMessage,
  /** Tag of the page's language, e.g. `en` or `de`. */
  getLocale: (): string => translations.locale,
  formatNumber: (value: number, options?: Intl.NumberFormatOptions): string =>
    new Intl.NumberFormat(translations.locale, options).format(value),
  formatDate: (value: DateInput, options?: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(translations.locale, options).format(toDate(value)),
  formatTime: (value: DateInput, options?: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(translations.locale, {
      hour: 'numeric',
      minute: 'numeric',
      ...options,
    }).format(toDate(value)),
  formatRelativeTime: (
    value: number,
    unit: Intl.RelativeTimeFormatUnit,
    options: Intl.RelativeTimeFormatOptions = { numeric: 'auto' }
  ): string => new Intl.RelativeTimeFormat(translations.locale, options).format(value, unit),
  formatList: (values: readonly string[], options?: Intl.ListFormatOptions): string =>
    new Intl.ListFormat(translations.locale, options).format(values),
};
