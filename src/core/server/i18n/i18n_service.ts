/**
 * Languages of the product: negotiates the language of a request, translates the server's texts,
 * and serves the browser's translations as one file.
 */
import negotiate from '@fastify/accept-negotiator';
import { IntlMessageFormat } from 'intl-messageformat';
import { Type } from '@sinclair/typebox';
import { errorBody, SERVER_ERRORS } from '../../../contracts/errors';
import { TRANSLATIONS_RESPONSE } from '../../../contracts/api/server';
import { LOCALE_BY_BROWSER, type Text } from '../../common';
import type { InternalHttpServiceSetup } from '../http';
import type { ResponseFactory, RouteRequest, RouteResponse } from '../http/types';
import type { Logger } from '../logging';
import { type Audience, SOURCE_LOCALE, TranslationFiles } from './translation_files';

/**
 * Negotiates the language of a request among the available ones (RFC 9110 section 12.5.4; RFC 4647
 * section 3.4).
 */

/** Longer than any browser's header; longer ones are ignored. */
const MAX_HEADER_LENGTH = 1_000;
const RANGE =
  /^([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?:\s*;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/**
 * Returns the known locale for a language range: the range itself, else the range with trailing
 * subtags removed (`de-AT` matches `de`), ignoring case.
 */
export function findLocale(range: string, known: readonly string[]): string | undefined {
  const parts = range.toLowerCase().split('-');
  while (parts.length > 0) {
    const tag = parts.join('-');
    const found = known.find((locale) => locale.toLowerCase() === tag);
    if (found !== undefined) return found;
    parts.pop();
    // A single-letter subtag starts an extension and means nothing by itself.
    if (parts.at(-1)?.length === 1) parts.pop();
  }
  return undefined;
}

/**
 * Returns the best known locale for an `Accept-Language` header. Ignores invalid ranges and `*`,
 * which expresses no preference.
 */
export function negotiateLocale(
  header: string | undefined,
  known: readonly string[]
): string | undefined {
  if (header === undefined || header.length > MAX_HEADER_LENGTH) return undefined;
  const ranges = header.split(',').flatMap((part) => {
    const [, range, quality = '1'] = RANGE.exec(part.trim()) ?? [];
    return range === undefined ? [] : [{ range, quality: Number(quality) }];
  });
  // The sort is stable: equal ranges keep the order of the header.
  for (const { range } of ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)) {
    const locale = findLocale(range, known);
    if (locale !== undefined) return locale;
  }
  return undefined;
}

/** URL suffix of the translations for pages without a user. */
const ANONYMOUS_SUFFIX = '.strangers';

/** Value of `i18n.locale` that leaves the choice to users and their browsers. */
const AUTO_LOCALE = 'auto';

export interface I18nServiceSetup {
  /** Locales with translations, English first. */
  readonly locales: readonly string[];
  /** Whether the configuration fixes the locale. */
  readonly isFixed: boolean;
  /**
   * Locale of a request: from the configuration, else the user's choice, else the browser's
   * language, else English.
   * @param chosen - the setting `i18n:locale`
   */
  localeOf(request: Pick<RouteRequest, 'headers'>, chosen?: unknown): string;
  /** Translates a text. Returns English if the translation is missing or cannot be formatted. */
  translate(locale: string, text: Text): string;
  /**
   * Path of a locale's translations below the base path.
   * @param audience - `anonymous`: only the texts of pages without a user
   */
  translationsPath(locale: string, audience: Audience): string;
}

interface I18nServiceDeps {
  readonly http: Pick<InternalHttpServiceSetup, 'createRouter'>;
  /** `i18n.locale`: a language tag, or `auto`. */
  readonly locale: string;
  /** Folders that may contain `<locale>.json` files. */
  readonly folders: readonly string[];
  readonly log: Logger;
}

export class I18nService {
  setup({ http, locale, folders, log }: I18nServiceDeps): I18nServiceSetup {
    const files = new TranslationFiles(folders, log);
    const { locales } = files;
    const fixed = locale === AUTO_LOCALE ? undefined : fixedLocale(locale, locales, log);
    http.createRouter().get(
      {
        path: '/translations/{file}',
        validate: { params: Type.Object({ file: Type.String({ maxLength: 64 }) }) },
        doc: {
          summary:
            'The texts of one language; `<locale>.strangers.json` has those of pages without a login',
          responses: { 200: TRANSLATIONS_RESPONSE, 304: null },
          headers: { 'if-none-match': 'The `etag` of texts that are known.' },
        },
        options: { access: 'public' },
      },
      (request, response) => serveTranslations(files, request, response)
    );
    return {
      locales,
      isFixed: fixed !== undefined,
      localeOf: ({ headers }, chosen) =>
        fixed ??
        (typeof chosen === 'string' && chosen !== LOCALE_BY_BROWSER
          ? findLocale(chosen, locales)
          : undefined) ??
        negotiateLocale(headers['accept-language'], locales) ??
        SOURCE_LOCALE,
      translate: (target, text) => translate(files, log, target, text),
      translationsPath: (target, audience) =>
        `/translations/${target}${audience === 'anonymous' ? ANONYMOUS_SUFFIX : ''}.json`,
    };
  }
}

function fixedLocale(locale: string, locales: readonly string[], log: Logger): string {
  const found = findLocale(locale, locales);
  if (found === undefined)
    log.warn(`There are no translations for i18n.locale "${locale}"; texts stay English.`);
  return found ?? SOURCE_LOCALE;
}

async function serveTranslations(
  files: TranslationFiles,
  request: RouteRequest<{ readonly file: string }>,
  response: ResponseFactory
): Promise<RouteResponse> {
  const [, requested = request.params.file, suffix] =
    /^(.*?)(\.strangers)?\.json$/.exec(request.params.file) ?? [];
  const audience: Audience = suffix === ANONYMOUS_SUFFIX ? 'anonymous' : 'all';
  const locale = files.locales.find((name) => name.toLowerCase() === requested.toLowerCase());
  if (locale === undefined)
    return response.notFound({
      body: errorBody(SERVER_ERRORS.unknownLocale, { locale: requested }),
    });
  const { body, etag } = files.get(locale, audience);
  const headers = {
    etag,
    'cache-control': 'must-revalidate',
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
  };
  if (request.headers['if-none-match'] === etag)
    return response.custom({ statusCode: 304, headers });
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ['br', 'gzip']);
  if (encoding === null) return response.ok({ body, headers });
  return response.ok({
    body: await files.getCompressed(locale, audience, encoding),
    headers: { ...headers, 'content-encoding': encoding },
  });
}

/** For logs, and for clients without a language. */
export const inEnglish = (text: Text): string =>
  typeof text === 'string' ? text : format(text.defaultMessage, SOURCE_LOCALE, text.values);

function translate(files: TranslationFiles, log: Logger, locale: string, text: Text): string {
  if (typeof text === 'string') return text;
  const { id, values } = text;
  const translated = files.get(locale).messages[id];
  if (translated) {
    try {
      return format(translated, locale, values);
    } catch (error) {
      log.error(`Translation of "${id}" (${locale}) cannot be formatted: ${String(error)}`);
    }
  }
  return inEnglish(text);
}

const format = (message: string, locale: string, values: Exclude<Text, string>['values']): string =>
  String(new IntlMessageFormat(message, locale, undefined, { ignoreTag: true }).format(values));
