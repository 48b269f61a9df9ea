/** Formats all ICU messages. Separate chunk: load it with `loadFullFormatter`. */
import { IntlMessageFormat } from 'intl-messageformat';
import type { FormatValues } from './simple_format';

// Locales are checked when translations load. Asking which of them are supported takes 15 ms.
IntlMessageFormat.resolveLocale = (locale) => new Intl.Locale(String(locale));

const parsed = new Map<string, IntlMessageFormat>();

function parse(message: string, locale: string, hasTags: boolean): IntlMessageFormat {
  const key = `${locale}|${hasTags}|${message}`;
  let format = parsed.get(key);
  if (format === undefined) {
    format = new IntlMessageFormat(message, locale, undefined, { ignoreTag: !hasTags });
    parsed.set(key, format);
  }
  return format;
}

export function formatFully<T>(
  message: string,
  locale: string,
  values: FormatValues<T>
): Array<string | T> {
  const hasTags = Object.values(values).some((value) => typeof value === 'function');
  const result: unknown = parse(message, locale, hasTags).format(
    values as Parameters<IntlMessageFormat['format']>[0]
  );
  return Array.isArray(result) ? (result as Array<string | T>) : [result as string | T];
}
