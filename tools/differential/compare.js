'use strict';
/** Compares two responses from a client's point of view. */
const { isDeepStrictEqual } = require('node:util');

/**
 * @typedef {'equal' | 'body' | 'status' | 'outcome' | 'stored'} Verdict `outcome`: one side
 *   succeeded, the other failed; `stored`: equal responses, but the stored state differs afterwards
 */

/** Members that depend on the machine, the time or the node instead of the request. */
const VOLATILE = new Set([
  'cluster_name',
  'cluster_uuid',
  'node_id',
  'user',
  'hash',
  'ssl_cipher',
  'authenticationToken',
  'size_of_user',
  'size_of_custom_attributes',
  'size_of_backendroles',
]);

/** Lists that a cluster keeps as hash sets: their order is meaningless. */
const SETS = new Set([
  'roles',
  'custom_attribute_names',
  'ignore_users',
  'ignore_requests',
  'ignore_headers',
  'ignore_url_params',
  'read_ignore_users',
  'write_ignore_users',
  'write_watched_indices',
  'disabled_rest_categories',
  'disabled_transport_categories',
  'requests',
  'ACCOUNT',
  'modify',
  'add',
]);

const isForgotten = (key, parent) =>
  key === 'description' || key === 'dls' || parent === 'attributes';

const isObject = (value) => typeof value === 'object' && value !== null;

const byText = (a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/**
 * @param {boolean} [isStatic] whether it belongs to a static entry, whose lists later releases sort
 */
function normal(value, name, isStatic) {
  if (name === 'nodes' && isObject(value))
    return normal(
      Object.values(value).map((node) => ({ ...node, name: undefined })),
      'list of nodes'
    );
  if (Array.isArray(value)) {
    const elements = value.map((element) => normal(element, undefined, isStatic));
    return SETS.has(name) || isStatic ? elements.sort(byText) : elements;
  }
  if (name === 'keys' && typeof value === 'string') return value.split(',').sort().join(',');
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      // A cluster drops empty strings with the next change of any entity of the same type.
      .filter(([key, child]) => !VOLATILE.has(key) && !(child === '' && isForgotten(key, name)))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, normal(child, key, isStatic || value.static === true)])
  );
}

/** Sorts the names in a message: a cluster takes them from a hash set. */
const inOrder = (_all, before, names, after) =>
  `${before}${names
    .split(',')
    .map((name) => name.trim())
    .sort()
    .join(', ')}${after}`;

/** Removes positions and class names from a message; they are implementation details. */
const plain = (text) =>
  text
    .replace(/(Security roles \[)([^\]]*)(\])/g, inOrder)
    .replace(/(backend_roles=\[)([^\]]*)(\])/g, inOrder)
    .replace(/(Supported are: )([a-z,]*)()/g, inOrder)
    .replace(/(allowed: \[)([^\]]*)(\])/g, inOrder)
    .replace(/(authtoken generated Basic )[^"]*/, '$1')
    .replace(/(Error in JSON patch: )(?:[^"\\]|\\.)*/, '$1')
    .replace(/\b(?:[a-z]+\.)+[A-Z]\w+/g, 'Class')
    .replace(/line: \d+, column: \d+/g, 'place')
    .trim();

/** Removes reserved entries that ship with the product and that the cluster never had. */
function withoutShipped(body, path) {
  if (!COLLECTION.test(path ?? '') || typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).filter(([, entity]) => !entity?.reserved || entity.static)
  );
}

const COLLECTION =
  /\/api\/(?:roles|rolesmapping|internalusers|user|actiongroups|actiongroup|tenants)\/?(?:\?|$)/;

const comparable = ({ body }) =>
  typeof body === 'string' ? plain(body) : JSON.parse(plain(JSON.stringify(normal(body))));

/**
 * @param {import('./target').HttpAnswer} ours
 * @param {import('./target').HttpAnswer} theirs
 * @param {string} method
 * @param {string} [path] the requested path
 * @returns {Verdict}
 */
function verdictOf(ours, theirs, method, path) {
  if (ours.status !== theirs.status)
    return ours.status < 400 === theirs.status < 400 ? 'status' : 'outcome';
  if (method === 'HEAD') return 'equal';
  if (ours.type !== theirs.type) return 'body';
  try {
    const [here, there] = [ours, theirs].map((response) =>
      comparable({ body: method === 'GET' ? withoutShipped(response.body, path) : response.body })
    );
    return isDeepStrictEqual(here, there) ? 'equal' : 'body';
  } catch {
    return ours.text === theirs.text ? 'equal' : 'body';
  }
}

module.exports = { verdictOf };
