/** Path prefixes of the Security plugin's REST API. */
export const PREFIX = '/_plugins/_security';
export const LEGACY_PREFIX = '/_opendistro/_security';
