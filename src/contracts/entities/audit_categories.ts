/** Categories of audit events. */

/**
 * Categories that screens offer, in their order. Source: specification section 3, "Audit
 * configuration settings".
 */
export const OFFERED_AUDIT_CATEGORIES = Object.freeze({
  rest: [
    'BAD_HEADERS',
    'FAILED_LOGIN',
    'MISSING_PRIVILEGES',
    'GRANTED_PRIVILEGES',
    'SSL_EXCEPTION',
    'AUTHENTICATED',
  ],
  transport: [
    'BAD_HEADERS',
    'FAILED_LOGIN',
    'GRANTED_PRIVILEGES',
    'INDEX_EVENT',
    'MISSING_PRIVILEGES',
    'SSL_EXCEPTION',
    'OPENDISTRO_SECURITY_INDEX_ATTEMPT',
    'AUTHENTICATED',
  ],
});

const OF_RESOURCES = [
  'RESOURCE_ACCESS_GRANTED',
  'RESOURCE_ACCESS_DENIED',
  'RESOURCE_SHARING_CHANGED',
];

/** Categories that are valid in the configuration. */
export const AUDIT_CATEGORIES = Object.freeze({
  rest: [...OFFERED_AUDIT_CATEGORIES.rest, ...OF_RESOURCES],
  transport: [
    ...OFFERED_AUDIT_CATEGORIES.transport,
    ...OF_RESOURCES,
    'CLUSTER_SETTINGS_CHANGED',
    'INDEX_SETTINGS_CHANGED',
  ],
});
