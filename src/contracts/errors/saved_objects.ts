/**
 * Refusals of saved objects. Where `{message}` is all of the text, it names what is wrong in
 * English. Source: docs/reference/core.md#saved-objects-api.
 */
import { defineError } from './define';

export const SAVED_OBJECTS_ERRORS = Object.freeze({
  badRequest: defineError('core.saved_objects.bad_request', {
    status: 400,
    defaultMessage: '{message}',
  }),
  unsupportedType: defineError('core.saved_objects.unsupported_type', {
    status: 400,
    defaultMessage: "Unsupported saved object type: ''{type}'': Bad Request",
  }),
  forbidden: defineError('core.saved_objects.forbidden', {
    status: 403,
    defaultMessage: '{message}',
  }),
  notFound: defineError('core.saved_objects.not_found', {
    status: 404,
    defaultMessage: 'Saved object [{type}/{id}] not found',
  }),
  conflict: defineError('core.saved_objects.conflict', {
    status: 409,
    defaultMessage: 'Saved object [{type}/{id}] conflict',
  }),
  alreadyExists: defineError('core.saved_objects.already_exists', {
    status: 409,
    defaultMessage:
      '[{type}:{id}]: version conflict, document already exists (current version [{revision}])',
  }),
  tooLarge: defineError('core.saved_objects.too_large', {
    status: 413,
    defaultMessage: '{message}',
  }),
  tooManyRequests: defineError('core.saved_objects.too_many_requests', {
    status: 429,
    defaultMessage: '{message}',
  }),
  unwritable: defineError('core.saved_objects.unwritable', {
    status: 507,
    defaultMessage: '{message}',
  }),
});
