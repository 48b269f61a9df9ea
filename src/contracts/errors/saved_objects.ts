/**
 * Errors of saved objects. Schema errors are in `VALIDATION_ERRORS`, file errors in `transfers.ts`.
 */
import { defineError } from './define';

export const SAVED_OBJECTS_ERRORS = Object.freeze({
  unsupportedType: defineError('core.saved_objects.unsupported_type', {
    status: 400,
    defaultMessage: "Unsupported saved object type: ''{type}'': Bad Request",
  }),
  invalidVersion: defineError('core.saved_objects.invalid_version', {
    status: 400,
    defaultMessage: 'Invalid version [{version}]',
  }),
  unknownSortField: defineError('core.saved_objects.unknown_sort_field', {
    status: 400,
    defaultMessage: 'Unknown sort field {field}',
  }),
  sortFieldNotRoot: defineError('core.saved_objects.sort_field_not_root', {
    status: 400,
    defaultMessage: 'Unable to sort multiple types by field {field}, not a root property',
  }),
  /** `problem` is the parser's own text, in English, because filters are written by programs. */
  invalidFilter: defineError('core.saved_objects.invalid_filter', {
    status: 400,
    defaultMessage: '{problem}: Bad Request',
  }),
  wrongPage: defineError('core.saved_objects.wrong_page', {
    status: 400,
    defaultMessage: '[page]: must be a whole number from 1',
  }),
  wrongPageSize: defineError('core.saved_objects.wrong_page_size', {
    status: 400,
    defaultMessage: '[per_page]: must be a whole number from 0 to {limit}',
  }),
  pageTooFar: defineError('core.saved_objects.page_too_far', {
    status: 400,
    defaultMessage: '[page]: is too large',
  }),
  searchTooLong: defineError('core.saved_objects.search_too_long', {
    status: 400,
    defaultMessage: '[search]: must not be longer than {limit} characters',
  }),
  searchTooSlow: defineError('core.saved_objects.search_too_slow', {
    status: 400,
    defaultMessage:
      'This search takes longer than {limit} ms. Use fewer types, more words or another filter.',
  }),
  tooManyEntries: defineError('core.saved_objects.too_many_entries', {
    status: 400,
    defaultMessage: '[{path}]: must not hold more than {limit} entries',
  }),
  tooDeep: defineError('core.saved_objects.too_deep', {
    status: 400,
    defaultMessage: '[attributes]: must not be nested deeper than {limit} levels',
  }),
  idMissing: defineError('core.saved_objects.id_missing', {
    status: 400,
    defaultMessage: '[id]: must not be empty',
  }),
  idTooLong: defineError('core.saved_objects.id_too_long', {
    status: 400,
    defaultMessage: '[id]: must not be longer than {limit} bytes',
  }),
  idCharacters: defineError('core.saved_objects.id_characters', {
    status: 400,
    defaultMessage: '[id]: must not hold control characters',
  }),
  unknownNamespace: defineError('core.saved_objects.unknown_namespace', {
    status: 400,
    defaultMessage: '[{path}]: only [{namespaces}] is supported; tenants separate objects here',
  }),
  /** `reason` is the cluster's own text, in English. */
  clusterRefused: defineError('core.saved_objects.cluster_refused', {
    status: 400,
    defaultMessage: 'The cluster refused this: {reason}',
  }),
  forbidden: defineError('core.saved_objects.forbidden', {
    status: 403,
    defaultMessage: "You don't have permission for the saved objects of this tenant.",
  }),
  privateTenant: defineError('core.saved_objects.private_tenant', {
    status: 403,
    defaultMessage: "You can't see another user's private tenant.",
  }),
  credentialsRefused: defineError('core.saved_objects.credentials_refused', {
    status: 403,
    defaultMessage: 'The cluster no longer accepts your credentials. Log in again to continue.',
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
  objectTooLarge: defineError('core.saved_objects.object_too_large', {
    status: 413,
    defaultMessage:
      'A saved object of this type must not be larger than {limit} bytes as JSON; this one has {bytes}.',
  }),
  responseTooLarge: defineError('core.saved_objects.answer_too_large', {
    status: 413,
    defaultMessage:
      'These objects have {bytes} bytes; at most {limit} can be returned together. Request fewer.',
  }),
  callTooLarge: defineError('core.saved_objects.call_too_large', {
    status: 413,
    defaultMessage:
      'The request is too large for the cluster (http.max_content_length). Save fewer objects per request.',
  }),
  pageTooLarge: defineError('core.saved_objects.page_too_large', {
    status: 413,
    defaultMessage:
      'These objects have {bytes} bytes; at most {limit} can be returned together. Request fewer with per_page.',
  }),
  tooManySearches: defineError('core.saved_objects.too_many_searches', {
    status: 429,
    defaultMessage: 'Too many searches are waiting. Try again later.',
  }),
});
