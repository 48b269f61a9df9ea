/** The errors of settings. Texts: core-services section 21. */
import { defineMessage, type Text } from '../../common';
import { inEnglish } from '../i18n';

export type UiSettingsErrorCode = 'ui_settings.overridden' | 'ui_settings.invalid';

export class UiSettingsError extends Error {
  readonly statusCode = 400;

  constructor(
    readonly code: UiSettingsErrorCode,
    readonly key: string,
    /** What is wrong, for people. */
    readonly text: Text,
    /** Stands before it, the same in every language. */
    readonly prefix = ''
  ) {
    super(prefix + inEnglish(text));
    this.name = 'UiSettingsError';
  }
}

export const uiSettingsErrors = Object.freeze({
  overridden: (key: string) =>
    new UiSettingsError(
      'ui_settings.overridden',
      key,
      defineMessage('core.settings.overridden', {
        defaultMessage: 'Unable to update "{key}" because it is overridden',
        values: { key },
      })
    ),
  invalid: (key: string, reason: Text) =>
    new UiSettingsError('ui_settings.invalid', key, reason, `[validation [${key}]]: `),
});
