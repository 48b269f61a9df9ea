/** Error texts for responses of which only the status is known. */
import { defineError } from './define';

export const STATUS_ERRORS = Object.freeze({
  badRequest: defineError('core.status.bad_request', {
    status: 400,
    defaultMessage: 'Bad Request',
  }),
  unauthorized: defineError('core.status.unauthorized', {
    status: 401,
    defaultMessage: 'Unauthorized',
  }),
  forbidden: defineError('core.status.forbidden', { status: 403, defaultMessage: 'Forbidden' }),
  notFound: defineError('core.status.not_found', { status: 404, defaultMessage: 'Not Found' }),
  requestTimeout: defineError('core.status.request_timeout', {
    status: 408,
    defaultMessage: 'Request Timeout',
  }),
  conflict: defineError('core.status.conflict', { status: 409, defaultMessage: 'Conflict' }),
  unsupportedMediaType: defineError('core.status.unsupported_media_type', {
    status: 415,
    defaultMessage: 'Unsupported Media Type',
  }),
  rangeNotSatisfiable: defineError('core.status.range_not_satisfiable', {
    status: 416,
    defaultMessage: 'Range Not Satisfiable',
  }),
  headTooLarge: defineError('core.status.head_too_large', {
    status: 431,
    defaultMessage: 'Request Header Fields Too Large',
  }),
  internal: defineError('core.http.internal', {
    status: 500,
    defaultMessage: 'An internal server error occurred.',
  }),
  unavailable: defineError('core.status.unavailable', {
    status: 503,
    defaultMessage: 'Service Unavailable',
  }),
  /** Any other status, and texts for which a plugin has no code. */
  other: defineError('core.status.other', { status: 400, defaultMessage: '{reason}' }),
});
