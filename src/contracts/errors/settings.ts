/** Errors of settings. */
import { defineError } from './define';

export const SETTINGS_ERRORS = Object.freeze({
  overridden: defineError('core.settings.overridden', {
    status: 400,
    defaultMessage: 'Unable to update "{key}" because it is overridden',
  }),
  tooMany: defineError('core.settings.tooManyUndeclared', {
    status: 400,
    defaultMessage: 'The limit of {limit} undeclared settings is reached. Remove some first.',
  }),
  /**
   * `reason` is already in the reader's language, because the declaration of the setting supplies
   * it.
   */
  invalid: defineError('core.settings.invalid', {
    status: 400,
    defaultMessage: '[validation [{key}]]: {reason}',
  }),
  notPersonal: defineError('core.settings.notPersonal', {
    status: 400,
    defaultMessage: '"{key}" is not a personal setting.',
  }),
  onlyPersonal: defineError('core.settings.onlyPersonal', {
    status: 400,
    defaultMessage: '"{key}" is a personal setting, not a tenant setting.',
  }),
  nobody: defineError('core.settings.nobody', {
    status: 403,
    defaultMessage: 'Log in with your own user to keep personal preferences.',
  }),
});
