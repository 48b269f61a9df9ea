/** The errors of settings. Texts: core-services section 21. */
export type UiSettingsErrorCode = 'ui_settings.overridden' | 'ui_settings.invalid';

export class UiSettingsError extends Error {
  readonly statusCode = 400;

  constructor(
    readonly code: UiSettingsErrorCode,
    readonly key: string,
    message: string
  ) {
    super(message);
    this.name = 'UiSettingsError';
  }
}

export const uiSettingsErrors = Object.freeze({
  overridden: (key: string) =>
    new UiSettingsError(
      'ui_settings.overridden',
      key,
      `Unable to update "${key}" because it is overridden`
    ),
  invalid: (key: string, reason: string) =>
    new UiSettingsError('ui_settings.invalid', key, `[validation [${key}]]: ${reason}`),
});
