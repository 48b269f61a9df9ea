/** Language service for tests: without translations, unless overridden. */
import { inEnglish, type I18nServiceSetup } from './i18n_service';

export const createI18nMock = (
  overrides: Partial<I18nServiceSetup> = {}
): jest.Mocked<I18nServiceSetup> => ({
  locales: ['en'],
  isFixed: false,
  ...overrides,
  localeOf: jest.fn(overrides.localeOf ?? (() => 'en')),
  translate: jest.fn(overrides.translate ?? ((_locale, text) => inEnglish(text))),
  translationsPath: jest.fn(
    overrides.translationsPath ?? ((locale) => `/translations/${locale}.json`)
  ),
});
