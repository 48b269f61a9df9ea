'use strict';
/** Typical requests to a cluster, each with the access explanation that corresponds to it. */
const {
  ALIASES,
  BACKING,
  CONCRETE,
  DASHBOARDS_INDEX,
  MISSING,
  SECURITY_INDEX,
  STREAM,
  TENANTS,
} = require('./test_data');

/**
 * @typedef {{ method: string, path: string, body?: string, headers?: Record<string, string>,
 *   question: { action: string, index?: string[], parts?: string[], tenant?: string }, shows?:
 *   boolean, isTenants?: boolean }} Operation `shows`: the response reveals the indices that were
 *   searched; `isTenants`: addresses the dashboards index, which a header maps to the index of a
 *   tenant
 */

const one = (dice) => dice.pick([...CONCRETE, ...CONCRETE, ...ALIASES, STREAM, BACKING]);
const writable = (dice) =>
  dice.pick([...CONCRETE, ...CONCRETE, 'al-q', ...(dice.oneIn(3) ? MISSING : [])]);
const WILD = [
  'logs-*',
  'app-*',
  '*',
  'al-*',
  '*-1',
  'ds-*',
  'none-*',
  'u-*',
  'lo?s-*',
  '.ds-*',
  '.*',
];

/** A name, a list, a wildcard with exceptions, or all. */
function several(dice) {
  switch (dice.below(6)) {
    case 0:
      return [dice.pick(WILD)];
    case 1:
      return dice.some([...CONCRETE, ...ALIASES, STREAM], 2);
    case 2:
      return [dice.pick(['*', 'logs-*', '*-1']), `-${dice.pick(['logs-2', 'app-*', 'secret'])}`];
    case 3:
      return dice.oneIn(3) ? ['_all'] : [one(dice)];
    default:
      return [one(dice)];
  }
}

/** A different value each time: an update without a change writes nothing. */
const CHANGE = {
  doc: {
    get at() {
      return performance.now();
    },
  },
};

/** Works if the document is missing; otherwise no permission would be checked. */
const UPSERT = { ...CHANGE, doc_as_upsert: true };

const json = (value) => JSON.stringify(value);
const lines = (...values) => values.map((value) => `${json(value)}\n`).join('');

/**
 * A request for indices.
 * @param {string} action
 */
const about = (action, method, tail, { choose = several, body, parts, shows } = {}) => {
  return (dice) => {
    const index = choose(dice);
    const names = Array.isArray(index) ? index : [index];
    return {
      method,
      path: `/${names.map(encodeURIComponent).join(',')}${tail}`,
      body: body && json(body),
      shows,
      question: { action, index: names, ...(parts && { parts }) },
    };
  };
};
const plain = (action, method, path, body) => () => ({
  method,
  path,
  body: body && json(body),
  question: { action },
});

const search = about('indices:data/read/search', 'GET', '/_search?size=100', { shows: true });

function bulk(dice) {
  const kind = dice.pick(['index', 'create', 'update', 'delete']);
  const index = writable(dice);
  const target = { _index: index, _id: kind === 'delete' ? 'gone' : 'w' };
  const rest = kind === 'delete' ? [] : [kind === 'update' ? CHANGE : { a: 1 }];
  return {
    method: 'POST',
    path: '/_bulk',
    body: lines({ [kind]: target }, ...rest),
    isBulk: true,
    question: { action: 'indices:data/write/bulk', index: [index], parts: [`bulk_${kind}`] },
  };
}

function mget(dice) {
  // Documents cannot be addressed through a data stream or an alias of several indices: the cluster
  // fails before it checks permissions.
  const index = dice.pick([...CONCRETE, 'al-q']);
  return {
    method: 'POST',
    path: '/_mget',
    body: json({ docs: [{ _index: index, _id: '1' }] }),
    isMulti: true,
    question: { action: 'indices:data/read/mget', index: [index] },
  };
}

function msearch(dice) {
  const index = several(dice);
  return {
    method: 'POST',
    path: '/_msearch',
    body: lines({ index }, { query: { match_all: {} } }),
    isMulti: true,
    question: { action: 'indices:data/read/msearch', index },
  };
}

/** Requests of OpenSearch Dashboards to its index. */
const OF_DASHBOARDS = [
  ['indices:data/read/get', 'GET', `/${DASHBOARDS_INDEX}/_doc/1`],
  ['indices:data/read/search', 'GET', `/${DASHBOARDS_INDEX}/_search`],
  ['indices:data/write/index', 'PUT', `/${DASHBOARDS_INDEX}/_doc/w`, { a: 1 }],
  ['indices:data/write/delete', 'DELETE', `/${DASHBOARDS_INDEX}/_doc/gone`],
  ['indices:data/write/update', 'POST', `/${DASHBOARDS_INDEX}/_update/1`, UPSERT],
  ['indices:admin/get', 'GET', `/${DASHBOARDS_INDEX}`],
  ['indices:admin/mapping/put', 'PUT', `/${DASHBOARDS_INDEX}/_mapping`, { properties: {} }],
  ['indices:data/read/mget', 'POST', '/_mget', { docs: [{ _index: DASHBOARDS_INDEX, _id: '1' }] }],
];
/** Requests of several lines. */
const MANY_OF_DASHBOARDS = [
  [
    'indices:data/read/msearch',
    '/_msearch',
    lines({ index: DASHBOARDS_INDEX }, { query: { match_all: {} } }),
  ],
  [
    'indices:data/write/bulk',
    '/_bulk',
    lines({ index: { _index: DASHBOARDS_INDEX, _id: 'w' } }, { a: 1 }),
    ['bulk_index'],
  ],
];

/** A request to the dashboards index, with or without a tenant header. */
function dashboards(dice) {
  const tenant = dice.pick([undefined, '', '__user__', 'global_tenant', 'nowhere', ...TENANTS]);
  const name = dice.oneIn(3) ? 'security_tenant' : 'securitytenant';
  const headers = tenant === undefined ? {} : { [name]: tenant };
  const about = { index: [DASHBOARDS_INDEX], ...(tenant !== undefined && { tenant }) };
  if (dice.oneIn(5)) {
    const [action, path, body, parts] = dice.pick(MANY_OF_DASHBOARDS);
    const request = { action, ...about, ...(parts && { parts }) };
    return {
      method: 'POST',
      path,
      headers,
      body,
      isBulk: true,
      isTenants: true,
      question: request,
    };
  }
  const [action, method, path, body] = dice.pick(OF_DASHBOARDS);
  const request = { action, ...about };
  return { method, path, headers, body: body && json(body), isTenants: true, question: request };
}

/** A request to the index of the security configuration. */
const security = (dice) =>
  dice.pick([
    about('indices:data/read/search', 'GET', '/_search', { choose: () => SECURITY_INDEX }),
    about('indices:data/read/get', 'GET', '/_doc/roles', { choose: () => SECURITY_INDEX }),
    about('indices:data/write/index', 'PUT', '/_doc/w', {
      choose: () => SECURITY_INDEX,
      body: { a: 1 },
    }),
    about('indices:data/write/delete', 'DELETE', '/_doc/gone', { choose: () => SECURITY_INDEX }),
    about('indices:admin/delete', 'DELETE', '', { choose: () => SECURITY_INDEX }),
    about('indices:admin/mapping/put', 'PUT', '/_mapping', {
      choose: () => [dice.pick([SECURITY_INDEX, '.o*', '*'])],
      body: { properties: {} },
    }),
    about('indices:monitor/stats', 'GET', '/_stats', { choose: () => SECURITY_INDEX }),
  ])(dice);

const OPERATIONS = [
  [12, search],
  [3, about('indices:data/read/search', 'GET', '/_count')],
  [6, about('indices:data/read/get', 'GET', '/_doc/1', { choose: one })],
  [2, about('indices:data/read/field_caps', 'GET', '/_field_caps?fields=*')],
  [2, about('indices:data/read/explain', 'GET', '/_explain/1?q=a:1', { choose: one })],
  [2, about('indices:data/read/tv', 'GET', '/_termvectors/1', { choose: one })],
  [
    2,
    about('indices:data/read/point_in_time/create', 'POST', '/_search/point_in_time?keep_alive=1s'),
  ],
  [4, mget],
  [4, msearch],
  [6, about('indices:data/write/index', 'PUT', '/_doc/w', { choose: writable, body: { a: 1 } })],
  [3, about('indices:data/write/update', 'POST', '/_update/1', { choose: writable, body: CHANGE })],
  [3, about('indices:data/write/delete', 'DELETE', '/_doc/gone', { choose: writable })],
  [6, bulk],
  [2, about('indices:admin/create', 'PUT', '', { choose: (dice) => dice.pick(MISSING) })],
  [
    1,
    about('indices:admin/create', 'PUT', '', {
      choose: (dice) => dice.pick(MISSING),
      body: { aliases: { 'al-q': {} } },
      parts: ['aliases'],
    }),
  ],
  [1, about('indices:admin/delete', 'DELETE', '', { choose: () => 'missing' })],
  [3, about('indices:admin/refresh', 'POST', '/_refresh')],
  [1, about('indices:admin/flush', 'POST', '/_flush')],
  [2, about('indices:admin/mappings/get', 'GET', '/_mapping')],
  [2, about('indices:monitor/settings/get', 'GET', '/_settings')],
  [2, about('indices:monitor/stats', 'GET', '/_stats')],
  [2, about('indices:admin/get', 'GET', '')],
  [2, about('indices:admin/aliases/get', 'GET', '/_alias')],
  [1, about('indices:admin/validate/query', 'GET', '/_validate/query')],
  [
    1,
    about('indices:admin/mapping/put', 'PUT', '/_mapping', {
      choose: (dice) => dice.pick(CONCRETE),
      body: { properties: {} },
    }),
  ],
  [
    1,
    () => ({
      method: 'GET',
      path: `/_data_stream/${STREAM}`,
      question: { action: 'indices:admin/data_stream/get', index: [STREAM] },
    }),
  ],
  [1, about('indices:monitor/recovery', 'GET', '/_recovery')],
  [1, about('indices:monitor/segments', 'GET', '/_segments')],
  [12, dashboards],
  [2, security],
  [2, plain('cluster:monitor/health', 'GET', '/_cluster/health')],
  [2, plain('cluster:monitor/state', 'GET', '/_cluster/settings')],
  [1, plain('cluster:monitor/nodes/info', 'GET', '/_nodes')],
  [1, plain('cluster:monitor/stats', 'GET', '/_cluster/stats')],
  [1, plain('cluster:monitor/task', 'GET', '/_cluster/pending_tasks')],
  [1, plain('cluster:monitor/main', 'GET', '/')],
  [
    1,
    plain('cluster:admin/settings/update', 'PUT', '/_cluster/settings', {
      transient: { 'cluster.routing.allocation.enable': null },
    }),
  ],
  [1, plain('cluster:admin/repository/get', 'GET', '/_snapshot')],
  [1, plain('indices:admin/template/get', 'GET', '/_template/none')],
  [1, plain('indices:admin/index_template/get', 'GET', '/_index_template/streams')],
  [1, plain('cluster:admin/component_template/get', 'GET', '/_component_template')],
  [1, plain('cluster:admin/ingest/pipeline/get', 'GET', '/_ingest/pipeline')],
];

const WEIGHTS = Object.fromEntries(OPERATIONS.map(([weight], at) => [at, weight]));

/** @param {import('../lib/random').SeededRandom} dice @returns {Operation} */
const randomOperation = (dice) => OPERATIONS[Number(dice.weighted(WEIGHTS))][1](dice);

module.exports = { randomOperation };
