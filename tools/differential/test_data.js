'use strict';
/** Indices, aliases, data streams and tenants of the access comparison. */

const DASHBOARDS_INDEX = '.kibana';
const TENANTS = ['t1', 't2'];
const STREAM = 'ds-app';

/** Index names with their aliases. Each index has one document. */
const INDICES = {
  'logs-1': ['al-logs', 'al-all'],
  'logs-2': ['al-logs'],
  'app-a': ['al-all', 'al-mix'],
  'app-b': [],
  secret: ['al-mix'],
  'u-q1': [],
  q2: ['al-q'],
  [DASHBOARDS_INDEX]: [],
};
const BACKING = `.ds-${STREAM}-000001`;
/** Exists on every cluster and matches wildcards, but its documents are never visible. */
const SECURITY_INDEX = '.opendistro_security';

/** The indices in the engine's input (`known_indices` of an explanation). */
const KNOWN = [
  ...Object.entries(INDICES).map(([name, aliases]) => ({ name, aliases })),
  { name: BACKING, data_stream: STREAM },
  { name: SECURITY_INDEX },
];

const ALIASES = ['al-logs', 'al-all', 'al-mix', 'al-q'];
const CONCRETE = Object.keys(INDICES).filter((name) => name !== DASHBOARDS_INDEX);
const MISSING = ['new-1', 'new-2'];

const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * Sends a request with the administrator's certificate. Throws for statuses other than `accepted`.
 */
async function order(cluster, method, path, body, accepted = [200, 201]) {
  const response = await cluster.call(
    { certificate: true },
    {
      method,
      path,
      headers: body === undefined ? {} : JSON_TYPE,
      body: body && JSON.stringify(body),
    }
  );
  if (!accepted.includes(response.status))
    throw new Error(`${method} ${path}: ${response.status} ${response.text.slice(0, 300)}`);
  return response;
}

/** Creates the indices on an empty cluster. */
async function makeWorld(cluster) {
  const settings = { number_of_shards: 1, number_of_replicas: 0 };
  for (const [name, aliases] of Object.entries(INDICES)) {
    await order(cluster, 'PUT', `/${name}`, {
      settings,
      aliases: Object.fromEntries(aliases.map((alias) => [alias, {}])),
    });
    await order(cluster, 'PUT', `/${name}/_doc/1?refresh=true`, { a: 1, at: 0.5 });
  }
  await order(cluster, 'PUT', '/_index_template/streams', {
    index_patterns: [`${STREAM}*`],
    data_stream: {},
    template: { settings },
  });
  await order(cluster, 'PUT', `/_data_stream/${STREAM}`);
  const document = { '@timestamp': '2026-01-01T00:00:00Z', a: 1 };
  await order(cluster, 'POST', `/${STREAM}/_doc?refresh=true`, document);
}

/**
 * Deletes the indices that a request may have created, so that each request finds the same state.
 */
async function forget(cluster, names) {
  for (const name of names) await order(cluster, 'DELETE', `/${name}`, undefined, [200, 404]);
}

module.exports = {
  ALIASES,
  BACKING,
  CONCRETE,
  JSON_TYPE,
  DASHBOARDS_INDEX,
  KNOWN,
  MISSING,
  SECURITY_INDEX,
  STREAM,
  TENANTS,
  forget,
  makeWorld,
  order,
};
