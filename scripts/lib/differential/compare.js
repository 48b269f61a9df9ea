'use strict';
/** Whether two answers are the same to a client, and if not, how far apart. */
const { isDeepStrictEqual } = require('node:util');

/** @typedef {'equal' | 'body' | 'status' | 'outcome'} Verdict `outcome`: success here, failure there */

/** Tell of the machine, the moment or the node, never of the request. */
const VOLATILE = new Set([
  'remote_address', 'principal', 'peer_certificates', 'cluster_name', 'cluster_uuid', 'node_id', 'ssl_openssl_version', 'user', 'hash',
  'not_before', 'not_after', 'ssl_protocol', 'ssl_cipher', 'local_certificates_list', 'peer_certificates_list', 'authenticationToken',
]); // prettier-ignore

function normal(value) {
  if (Array.isArray(value)) return value.map(normal);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !VOLATILE.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, child]) => [key, normal(child)])
  );
}

/** Positions in a text and classes of a program are nobody's business. */
const plain = (text) =>
  text
    .replace(/\b(?:[a-z]+\.)+[A-Z]\w+/g, 'Class')
    .replace(/line: \d+, column: \d+/g, 'place')
    .trim();

const comparable = ({ body }) =>
  typeof body === 'string' ? plain(body) : JSON.parse(plain(JSON.stringify(normal(body))));

/**
 * @param {import('./side').HttpAnswer} ours @param {import('./side').HttpAnswer} theirs @param {string} method
 * @returns {Verdict}
 */
function verdictOf(ours, theirs, method) {
  if (ours.status !== theirs.status)
    return ours.status < 400 === theirs.status < 400 ? 'status' : 'outcome';
  if (method === 'HEAD') return 'equal';
  try {
    return isDeepStrictEqual(comparable(ours), comparable(theirs)) ? 'equal' : 'body';
  } catch {
    return ours.text === theirs.text ? 'equal' : 'body';
  }
}

module.exports = { verdictOf };
