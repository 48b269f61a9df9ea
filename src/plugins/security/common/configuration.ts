/**
 * Audit categories that screens offer. Source: specification section 3, "Audit configuration
 * settings".
 */

/** In the order in which they are offered. */
export const REST_AUDIT_CATEGORIES: readonly string[] = Object.freeze([
  'BAD_HEADERS',
  'FAILED_LOGIN',
  'MISSING_PRIVILEGES',
  'GRANTED_PRIVILEGES',
  'SSL_EXCEPTION',
  'AUTHENTICATED',
]);

/** In the order in which they are offered. */
export const TRANSPORT_AUDIT_CATEGORIES: readonly string[] = Object.freeze([
  'BAD_HEADERS',
  'FAILED_LOGIN',
  'GRANTED_PRIVILEGES',
  'INDEX_EVENT',
  'MISSING_PRIVILEGES',
  'SSL_EXCEPTION',
  'OPENDISTRO_SECURITY_INDEX_ATTEMPT',
  'AUTHENTICATED',
]);
