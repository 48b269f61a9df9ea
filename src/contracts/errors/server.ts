/**
 * Refusals that core makes before or around a route. Texts:
 * docs/reference/core.md#headers-and-errors and the specification.
 */
import { defineError } from './define';

export const SERVER_ERRORS = Object.freeze({
  authenticationRequired: defineError('core.http.authentication_required', {
    status: 401,
    defaultMessage: 'Authentication required',
  }),
  noApiAccess: defineError('core.http.no_api_access', {
    status: 403,
    defaultMessage: 'No permission to access REST API.',
  }),
  xsrfHeaderMissing: defineError('core.http.xsrf_header_missing', {
    status: 400,
    defaultMessage: 'Request must contain a {header} header.',
  }),
  tooManyRequests: defineError('core.http.too_many_requests', {
    status: 429,
    defaultMessage: 'Too many requests. Try again in {seconds} s.',
  }),
  bodyTooLarge: defineError('core.http.body_too_large', {
    status: 413,
    defaultMessage: 'Payload content length greater than maximum allowed: {bytes} bytes.',
  }),
  answerTooLarge: defineError('core.http.answer_too_large', {
    status: 413,
    defaultMessage: 'The answer would be larger than {bytes} bytes. Ask for less at once.',
  }),
  internal: defineError('core.http.internal', {
    status: 500,
    defaultMessage: 'An internal server error occurred.',
  }),
});
