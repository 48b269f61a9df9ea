/** Both dialects of the reserved header prefix. Requests that set such headers are rejected. */
export const RESERVED_HEADER_PREFIXES = ['kbn-', 'osd-'] as const;
export const VERSION_HEADER = 'kbn-version';
export const XSRF_HEADER = 'kbn-xsrf';
export const XSRF_HEADER_ALIAS = 'osd-xsrf';
export const SYSTEM_REQUEST_HEADER = 'kbn-system-request';
/** Why the user makes a change; percent-encoded. A guardrail may ask for it. */
export const CHANGE_REASON_HEADER = 'x-change-reason';
export const SERVER_NAME_HEADER = 'kbn-name';

/** Shows the guides that come with the product. */
export const GUIDES_APP_ID = 'guides';

/** Stands where the specification's texts say Kibana; `branding.productName` replaces it. */
export const DEFAULT_PRODUCT_NAME = 'Security Dashboards';

/** Specification section 9. */
export const URL_WARNING_LENGTH = 24_000;

/**
 * Longest URL, in characters, that the page accepts. Longer ones lead to an explanation
 * (specification section 9).
 */
export const URL_MAX_LENGTH = 25_000;
