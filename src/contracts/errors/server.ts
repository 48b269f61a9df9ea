/**
 * Errors that the core returns before or around a route. Texts:
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
  fullAdministratorsOnly: defineError('core.http.full_administrators_only', {
    status: 403,
    defaultMessage:
      'Only full administrators can do this. They can read and change all users, roles, role mappings, action groups, tenants and settings; your roles allow only part of that. Ask a full administrator.',
  }),
  xsrfHeaderMissing: defineError('core.http.xsrf_header_missing', {
    status: 400,
    defaultMessage: 'Request must contain a {header} header.',
  }),
  foreignChange: defineError('core.http.foreign_change', {
    status: 403,
    defaultMessage:
      'Changes requested by a page on another site are refused. Scripts must leave out the "Origin" header, or send a {header} header.',
  }),
  outdatedClient: defineError('core.http.outdated_client', {
    status: 400,
    defaultMessage:
      'Browser client is out of date, please refresh the page ("{header}" header was "{got}" but should be "{expected}")',
  }),
  malformedUrl: defineError('core.http.malformed_url', {
    status: 400,
    defaultMessage: 'The URL is malformed.',
  }),
  pathTooLong: defineError('core.http.path_too_long', {
    status: 414,
    defaultMessage: 'The path is longer than {bytes} bytes.',
  }),
  pathPartTooLong: defineError('core.http.path_part_too_long', {
    status: 414,
    defaultMessage: 'A part of the path is longer than {bytes} bytes.',
  }),
  queryTooLong: defineError('core.http.query_too_long', {
    status: 414,
    defaultMessage: 'The query is longer than {bytes} bytes.',
  }),
  tooManyHeaders: defineError('core.http.too_many_headers', {
    status: 431,
    defaultMessage: 'The request has more than {limit} headers.',
  }),
  tooManyCookies: defineError('core.http.too_many_cookies', {
    status: 431,
    defaultMessage: 'The request has more than {limit} cookies.',
  }),
  severalHosts: defineError('core.http.several_hosts', {
    status: 400,
    defaultMessage: 'The request has more than one Host header. Send one.',
  }),
  forwardedAddress: defineError('core.http.forwarded_address', {
    status: 400,
    defaultMessage:
      'The proxy sent an X-Forwarded-For header without a valid client address: "{part}". Configure the proxy to send IP addresses.',
  }),
  mediaType: defineError('core.http.media_type', {
    status: 415,
    defaultMessage: 'Content type {type} is not supported here; send {accepted}.',
  }),
  contentLength: defineError('core.http.content_length', {
    status: 400,
    defaultMessage: 'Request body size did not match the content-length header.',
  }),
  invalidJson: defineError('core.http.invalid_json', {
    status: 400,
    defaultMessage: 'The request body is not valid JSON.',
  }),
  jsonTooDeep: defineError('core.http.json_too_deep', {
    status: 400,
    defaultMessage: 'The request body nests deeper than {limit} levels.',
  }),
  jsonTooManyItems: defineError('core.http.json_too_many_items', {
    status: 400,
    defaultMessage: 'The request body has an array or object of more than {limit} items.',
  }),
  jsonTooManyValues: defineError('core.http.json_too_many_values', {
    status: 400,
    defaultMessage: 'The request body holds more than {limit} values.',
  }),
  ownBodiesUnderWay: defineError('core.http.own_bodies_under_way', {
    status: 429,
    defaultMessage:
      'Too many large uploads from your address (more than {bytes} bytes). Try again in a moment.',
  }),
  bodiesUnderWay: defineError('core.http.bodies_under_way', {
    status: 429,
    defaultMessage:
      'Too many large uploads right now (more than {bytes} bytes). Try again in a moment.',
  }),
  guideNotFound: defineError('core.guides.not_found', {
    status: 404,
    defaultMessage: 'There is no guide at this address.',
  }),
  unknownLocale: defineError('core.http.unknown_locale', {
    status: 404,
    defaultMessage: 'Unknown locale: {locale}',
  }),
  tooManyRequests: defineError('core.http.too_many_requests', {
    status: 429,
    defaultMessage: 'Too many requests. Try again in {seconds} s.',
  }),
  bodyTooLarge: defineError('core.http.body_too_large', {
    status: 413,
    defaultMessage: 'Payload content length greater than maximum allowed: {bytes} bytes.',
  }),
  responseTooLarge: defineError('core.http.answer_too_large', {
    status: 413,
    defaultMessage: 'The response would be larger than {bytes} bytes. Request less.',
  }),
});
