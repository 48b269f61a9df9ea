/** The setting of the page's language. */
import { defineMessage, LOCALE_BY_BROWSER } from '../../common';
import type { I18nServiceSetup } from '../i18n';
import type { UiSettingsParams } from './types';

/** Each language goes by its own name, for those who cannot read the one in force. */
const nativeName = (locale: string): string => {
  const name = new Intl.DisplayNames([locale], { type: 'language' }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
};

/** Where the configuration has decided there is nothing to choose, and the setting is not shown. */
export const localeSetting = ({
  locales,
  isFixed,
}: Pick<I18nServiceSetup, 'locales' | 'isFixed'>): UiSettingsParams => ({
  name: defineMessage('core.settings.locale.name', { defaultMessage: 'Language' }),
  value: LOCALE_BY_BROWSER,
  type: 'select',
  options: [LOCALE_BY_BROWSER, ...locales],
  optionLabels: {
    [LOCALE_BY_BROWSER]: defineMessage('core.settings.locale.browser', {
      defaultMessage: "The browser's language",
    }),
    ...Object.fromEntries(locales.map((locale) => [locale, nativeName(locale)])),
  },
  description: defineMessage('core.settings.locale.description', {
    defaultMessage: 'The language of all texts, dates and numbers.',
  }),
  category: ['general'],
  requiresPageReload: true,
  personal: 'also',
  readonly: isFixed,
});
