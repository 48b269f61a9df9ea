'use strict';
/** Whether two answers are the same to a client, and if not, how far apart. */
const { isDeepStrictEqual } = require('node:util');

/**
 * @typedef {'equal' | 'body' | 'status' | 'outcome' | 'stored'} Verdict `outcome`: success here,
 *   failure there; `stored`: answered alike, and something else is there afterwards
 */

/** Tell of the machine, the moment or the node, never of the request. */
const VOLATILE = new Set([
  'cluster_name', 'cluster_uuid', 'node_id', 'user', 'hash', 'ssl_cipher', 'authenticationToken',
  'size_of_user', 'size_of_custom_attributes', 'size_of_backendroles',
]); // prettier-ignore

/** Lists that a cluster keeps as hash sets: their order says nothing. */
const SETS = new Set([
  'roles', 'custom_attribute_names', 'ignore_users', 'ignore_requests', 'ignore_headers', 'ignore_url_params',
  'read_ignore_users', 'write_ignore_users', 'write_watched_indices', 'disabled_rest_categories',
  'disabled_transport_categories', 'requests', 'ACCOUNT', 'modify', 'add',
]); // prettier-ignore

const isForgotten = (key, parent) =>
  key === 'description' || key === 'dls' || parent === 'attributes';

const isObject = (value) => typeof value === 'object' && value !== null;

const byText = (a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** @param {boolean} [isStatic] of a static entry, whose lists later releases of a cluster sorted */
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
      // A cluster forgets empty texts with the next change of anything of the same type.
      .filter(([key, child]) => !VOLATILE.has(key) && !(child === '' && isForgotten(key, name)))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, normal(child, key, isStatic || value.static === true)])
  );
}

/** Names in a sentence in one order: a cluster takes them from a hash set. */
const inOrder = (_all, before, names, after) =>
  `${before}${names
    .split(',')
    .map((name) => name.trim())
    .sort()
    .join(', ')}${after}`;

/** Positions in a text and classes of a program are nobody's business. */
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

/** What the product ships stays where a cluster was never given it. */
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
 * @param {import('./target').HttpAnswer} ours @param {import('./target').HttpAnswer} theirs @param
 *   {string} method
 * @param {string} [path] what was asked for
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
