/** Where the cluster's security plugin answers. Source: reference 1.1. */
export const PREFIX = '/_plugins/_security';
export const LEGACY_PREFIX = '/_opendistro/_security';
