/** Translates the declared settings for the browser. */
import type { PublicUiSettingsParams } from '../../common';
import type { I18nServiceSetup } from '../i18n';
import type { UiSettingsServiceStart } from '../ui_settings/types';

type Declared = ReturnType<UiSettingsServiceStart['getDefaults']>;
type Localized = Readonly<Record<string, PublicUiSettingsParams>>;

/** Cache: the declared settings are one frozen object until another is registered. */
const localized = new WeakMap<Declared, Map<string, Localized>>();

export function localizeSettings(
  declared: Declared,
  locale: string,
  { translate }: Pick<I18nServiceSetup, 'translate'>
): Localized {
  const byLocale = localized.get(declared) ?? new Map<string, Localized>();
  localized.set(declared, byLocale);
  let settings = byLocale.get(locale);
  if (!settings) {
    settings = Object.fromEntries(
      Object.entries(declared).map(([key, { name, description, optionLabels, ...params }]) => [
        key,
        {
          ...params,
          ...(name !== undefined && { name: translate(locale, name) }),
          ...(description !== undefined && { description: translate(locale, description) }),
          ...(optionLabels && {
            optionLabels: Object.fromEntries(
              Object.entries(optionLabels).map(([value, label]) => [
                value,
                translate(locale, label),
              ])
            ),
          }),
        },
      ])
    );
    byLocale.set(locale, settings);
  }
  return settings;
}
