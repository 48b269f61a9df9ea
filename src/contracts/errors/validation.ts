/** Schema errors. `{path}` begins with the part of the request. */
import { defineError } from './define';

export const VALIDATION_ERRORS = Object.freeze({
  wrongType: defineError('core.validation.wrong_type', {
    status: 400,
    defaultMessage: '[{path}]: expected value of type [{wanted}] but got [{got}]',
  }),
  missing: defineError('core.validation.missing', {
    status: 400,
    defaultMessage: '[{path}]: expected at least one defined value but got [undefined]',
  }),
  notOneOf: defineError('core.validation.not_one_of', {
    status: 400,
    defaultMessage: '[{path}]: expected value to be one of [{values}]',
  }),
  unknownKey: defineError('core.validation.unknown_key', {
    status: 400,
    defaultMessage: '[{path}]: definition for this key is missing',
  }),
  tooShort: defineError('core.validation.too_short', {
    status: 400,
    defaultMessage:
      '[{path}]: value has length [{length}] but it must have a minimum length of [{limit}].',
  }),
  tooLong: defineError('core.validation.too_long', {
    status: 400,
    defaultMessage:
      '[{path}]: value has length [{length}] but it must have a maximum length of [{limit}].',
  }),
  tooFew: defineError('core.validation.too_few', {
    status: 400,
    defaultMessage: '[{path}]: array size is [{length}], but cannot be smaller than [{limit}]',
  }),
  tooMany: defineError('core.validation.too_many', {
    status: 400,
    defaultMessage: '[{path}]: array size is [{length}], but cannot be greater than [{limit}]',
  }),
  tooSmall: defineError('core.validation.too_small', {
    status: 400,
    defaultMessage: '[{path}]: Value must be equal to or greater than [{limit}].',
  }),
  tooLarge: defineError('core.validation.too_large', {
    status: 400,
    defaultMessage: '[{path}]: Value must be equal to or lower than [{limit}].',
  }),
  /** `problem` is the validator's own text, in English. */
  invalid: defineError('core.validation.invalid', {
    status: 400,
    defaultMessage: '[{path}]: {problem}',
  }),
});
