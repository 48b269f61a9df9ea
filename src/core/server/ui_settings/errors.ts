/** Errors of settings. Texts: docs/reference/core.md#settings-api. */
import {
  englishText,
  SETTINGS_ERRORS,
  type ErrorDefinition,
  type ErrorParams,
} from '../../../contracts/errors';
import { defineMessage, SETTINGS_LIMITS, type Text } from '../../common';
import { inEnglish } from '../i18n';

/** Length to which an error message truncates a name that is too long. */
const MAX_QUOTED_KEY_LENGTH = 64;

export class UiSettingsError extends Error {
  readonly statusCode: number;

  constructor(
    readonly definition: ErrorDefinition,
    readonly params: ErrorParams,
    /** Why a value is rejected, shown to users. */
    readonly reason?: Text
  ) {
    super(englishText(definition, withReason(params, reason, inEnglish)));
    this.statusCode = definition.status;
    this.name = 'UiSettingsError';
  }

  /** Parameters of the message, translated. */
  paramsIn(translate: (text: Text) => string): ErrorParams {
    return withReason(this.params, this.reason, translate);
  }
}

const withReason = (
  params: ErrorParams,
  reason: Text | undefined,
  translate: (text: Text) => string
): ErrorParams => (reason === undefined ? params : { ...params, reason: translate(reason) });

export const valueTooLarge = (limit: number): Text =>
  defineMessage('core.settings.valueTooLarge', {
    defaultMessage: 'the value is larger than {limit} bytes as JSON',
    values: { limit },
  });

export const uiSettingsErrors = Object.freeze({
  overridden: (key: string) => new UiSettingsError(SETTINGS_ERRORS.overridden, { key }),
  notPersonal: (key: string) => new UiSettingsError(SETTINGS_ERRORS.notPersonal, { key }),
  onlyPersonal: (key: string) => new UiSettingsError(SETTINGS_ERRORS.onlyPersonal, { key }),
  noUser: () => new UiSettingsError(SETTINGS_ERRORS.nobody, {}),
  tooLong: (key: string) =>
    uiSettingsErrors.invalid(
      `${key.slice(0, MAX_QUOTED_KEY_LENGTH)}…`,
      defineMessage('core.settings.keyTooLong', {
        defaultMessage: 'the name of the setting is longer than {limit} characters',
        values: { limit: SETTINGS_LIMITS.keyLength },
      })
    ),
  tooMany: (key: string) =>
    new UiSettingsError(SETTINGS_ERRORS.tooMany, { key, limit: SETTINGS_LIMITS.undeclaredKeys }),
  invalid: (key: string, reason: Text): UiSettingsError =>
    new UiSettingsError(SETTINGS_ERRORS.invalid, { key }, reason),
});
