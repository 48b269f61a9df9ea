/** Refusals of settings. Source: docs/reference/core.md#settings-api. */
import { defineError } from './define';

export const SETTINGS_ERRORS = Object.freeze({
  overridden: defineError('core.settings.overridden', {
    status: 400,
    defaultMessage: 'Unable to update "{key}" because it is overridden',
  }),
  tooMany: defineError('core.settings.tooManyUndeclared', {
    status: 400,
    defaultMessage:
      'No more than {limit} settings that nobody declared are kept. Remove some first.',
  }),
  /** `reason` is in the language of the reader already: whoever declared the setting says it. */
  invalid: defineError('core.settings.invalid', {
    status: 400,
    defaultMessage: '[validation [{key}]]: {reason}',
  }),
});
