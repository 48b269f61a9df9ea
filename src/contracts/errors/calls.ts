/** Errors of calls in several plugins. */
import { defineError } from './define';

export const CALL_ERRORS = Object.freeze({
  /** Two states of the configuration differ too much to keep the differences. */
  differencesTooLarge: defineError('security.differences_too_large', {
    status: 413,
    defaultMessage:
      'The sides differ in more than {size, number} MiB. Compare files with fewer kinds of entries instead.',
  }),
  featureUnsupported: defineError('security.feature_unsupported', {
    status: 501,
    defaultMessage: "This security backend doesn't support {feature}.",
  }),
  invalidQueryValue: defineError('security.invalid_query_value', {
    status: 400,
    defaultMessage: '[request query.{key}]: {problem}',
  }),
  sessionEnded: defineError('security.session_ended', {
    status: 401,
    defaultMessage: 'Your session has ended. Log in again.',
  }),
});
