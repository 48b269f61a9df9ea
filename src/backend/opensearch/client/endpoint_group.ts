/** Groups of cluster endpoints, few enough to be the labels of a metric. */

const PREFIX = /^\/_(plugins|opendistro)\/_security(\/|$)/;

/** The first that matches counts. */
const GROUPS: ReadonlyArray<readonly [group: string, path: RegExp]> = [
  ['security_api', /^\/_(plugins|opendistro)\/_security\/api(\/|$)/],
  ['security', PREFIX],
  ['cluster', /^\/(_(cluster|nodes|cat|tasks)(\/|$)|$)/],
  ['search', /\/_(search|msearch|count|field_caps|validate)(\/|$)/],
  ['bulk', /\/_bulk$/],
  ['get', /\/_mget$/],
  ['document', /\/_(doc|create|update|update_by_query|delete_by_query)(\/|$)/],
  ['index', /^\/[^_/][^/]*(\/_(alias|mapping|settings|refresh|stats|open|close)(\/|$)|$)/],
  ['index', /^\/_(alias|aliases|index_template|template|resolve|mapping)(\/|$)/],
];

export const getEndpointGroup = (path: string): string =>
  GROUPS.find(([, pattern]) => pattern.test(path))?.[0] ?? 'other';
