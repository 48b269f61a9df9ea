/** The errors of settings. Texts: docs/reference/core.md#settings-api. */
import { defineMessage, SETTINGS_LIMITS, type Text } from '../../common';
import { inEnglish } from '../i18n';

export type UiSettingsErrorCode =
  'ui_settings.overridden' | 'ui_settings.invalid' | 'ui_settings.too_many';

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
  tooLong: (key: string) =>
    new UiSettingsError(
      'ui_settings.invalid',
      key,
      defineMessage('core.settings.keyTooLong', {
        defaultMessage: 'the name of a setting must not be longer than {limit} characters',
        values: { limit: SETTINGS_LIMITS.keyLength },
      }),
      `[validation [${key.slice(0, 64)}…]]: `
    ),
  tooLarge: (key: string, limit: number) =>
    uiSettingsErrors.invalid(
      key,
      defineMessage('core.settings.valueTooLarge', {
        defaultMessage: 'the value must not be larger than {limit} bytes as JSON',
        values: { limit },
      })
    ),
  tooMany: (key: string) =>
    new UiSettingsError(
      'ui_settings.too_many',
      key,
      defineMessage('core.settings.tooManyUndeclared', {
        defaultMessage:
          'No more than {limit} settings that nobody declared are kept. Remove some first.',
        values: { limit: SETTINGS_LIMITS.undeclaredKeys },
      })
    ),
  invalid: (key: string, reason: Text): UiSettingsError =>
    new UiSettingsError('ui_settings.invalid', key, reason, `[validation [${key}]]: `),
});
