'use strict';
/** Connected clusters: ten connections to one real, large cluster, and an eleventh that is dead. */
const net = require('node:net');
const path = require('node:path');
const fs = require('node:fs');
const { stringify } = require('yaml');
const { setTimeout: sleep } = require('node:timers/promises');
const { call, changeDocument, withNode } = require('./lib/cluster_calls');
const { createLargeDataset, roleName, userName, ROLES } = require('./lib/large_dataset');
const {
  median,
  rssMib,
  login,
  startServer,
  temporaryFolder,
} = require('../../scripts/lib/runtime/server');

const USERS = 10_000;
const CONNECTIONS = 10;
const LISTS = 40;
const COMPARISONS = 5;
const BYSTANDER_CALLS = 400;
/** Requests that wait for the dead cluster meanwhile. */
const WAITING = 8;

const ids = Array.from({ length: CONNECTIONS }, (_, n) => `cluster-${n}`);
const p99 = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)];
const ms = (value) => `${value.toFixed(1)} ms`;

/** Fills the cluster with the names of the large dataset. Every other role differs from home's. */
async function fill(node) {
  await changeDocument(node, 'roles', (roles) => {
    for (let n = 0; n < ROLES; n++)
      roles[roleName(n)] = {
        description: n % 2 ? `Role number ${n}` : `Role ${n} of the cluster`,
        cluster_permissions: ['cluster_composite_ops_ro'],
        index_permissions: [{ index_patterns: [`logs-${n}-*`], allowed_actions: ['read'] }],
        tenant_permissions: [
          { tenant_patterns: [`tenant-${n % 200}`], allowed_actions: ['kibana_all_read'] },
        ],
      };
  });
  await changeDocument(node, 'internalusers', (users) => {
    for (let n = 0; n < USERS; n++)
      users[userName(n)] = {
        hash: `$2y$12$${'a'.repeat(53)}`,
        backend_roles: [`team-${n % 500}`, 'employees'],
        description: `Employee number ${n}`,
      };
  });
}

function configuration({ url, ca, adminPassword }, deadUrl) {
  const section = (hosts) => ({
    hosts,
    credentials: 'service',
    username: 'admin',
    password: adminPassword,
    ssl: { certificate_authorities: ca },
  });
  const clusters = Object.fromEntries(ids.map((id) => [id, section(url)]));
  return stringify({ opensearch_security: { clusters: { ...clusters, dead: section(deadUrl) } } });
}

async function measure(node) {
  await fill(node);
  const dataDir = temporaryFolder();
  const dead = net.createServer(() => undefined);
  await new Promise((resolve) => dead.listen(0, '127.0.0.1', resolve));
  const config = path.join(dataDir, 'server.yml');
  fs.writeFileSync(config, configuration(node, `http://127.0.0.1:${dead.address().port}`));
  await createLargeDataset(dataDir);
  const server = await startServer({ dataDir, args: [`--config=${config}`] });
  try {
    const cookie = await login(server.url);
    return await rowsOf(server, cookie);
  } finally {
    await server.stop();
    dead.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

async function rowsOf(server, cookie) {
  const ask = async (where, id, given = {}) => {
    const headers = { cookie, 'kbn-xsrf': 'true', ...(id && { securitycluster: id }) };
    const startedAtMs = performance.now();
    const response = await call(server.url + where, { ...given, headers });
    return { ...response, tookMs: performance.now() - startedAtMs };
  };
  const expectOk = (response) => {
    if (response.status === 200) return response;
    throw new Error(`${response.status}: ${response.text.slice(0, 300)}`);
  };
  const list = async (id, page) =>
    expectOk(await ask(`/api/v1/search/internalusers?per_page=50&page=${page}`, id)).tookMs;
  const listsMs = async (chosen) => {
    const times = [];
    for (let n = 0; n < LISTS; n++) times.push(await list(chosen[n % chosen.length], n + 1));
    return median(times);
  };

  const atStartMib = rssMib(server.pid);
  await list(ids[0], 1);
  const oneMs = await listsMs(ids.slice(0, 1));
  const oneMib = rssMib(server.pid);
  for (const id of ids) {
    await list(id, 1);
    expectOk(await ask('/api/v1/search/roles?per_page=50', id));
  }
  const tenMs = await listsMs(ids);
  await sleep(5_000);
  const tenMib = rssMib(server.pid);

  const bystandersMs = async () => {
    const times = [];
    for (let n = 0; n < BYSTANDER_CALLS; n++)
      times.push(await list(n % 2 ? undefined : ids[n % CONNECTIONS], (n % 100) + 1));
    return p99(times);
  };
  await bystandersMs();
  const aloneMs = await bystandersMs();
  let isOver = false;
  const waiting = Array.from({ length: WAITING }, async () => {
    while (!isOver) await ask('/api/v1/configuration/roles', 'dead');
  });
  const besideDeadMs = await bystandersMs();
  isOver = true;

  const firstMs = [];
  const secondMs = [];
  for (let n = 0; n < COMPARISONS; n++) {
    const body = { left: { cluster: ids[n] }, right: { cluster: 'home' } };
    const made = expectOk(await ask('/api/v1/comparisons', undefined, { method: 'POST', body }));
    firstMs.push(made.tookMs);
    const { id, counts } = JSON.parse(made.text);
    if (counts.differs < ROLES / 2) throw new Error(`Too few differences: ${made.text}`);
    const page = `/api/v1/comparisons/${id}?kind=roles&state=differs&per_page=50`;
    secondMs.push(expectOk(await ask(page)).tookMs);
  }
  await Promise.all(waiting);
  const size = `${USERS} users and ${ROLES} roles`;
  return [
    {
      what: `Memory (RSS) with ${size} at home: at the start, after lists of one and of ten clusters as large`,
      value: [atStartMib, oneMib, tenMib].map((mib) => `${mib.toFixed(0)} MiB`).join(', '),
      goal: '400 MiB',
    },
    {
      what: 'Page of 50 users of one cluster, and of ten in turn, medians and ratio',
      value: `${ms(oneMs)}, ${ms(tenMs)}, ${(tenMs / oneMs).toFixed(2)}`,
      goal: '1',
    },
    {
      what: `Lists of home and the ten, p99 without and with ${WAITING} requests that wait for a dead cluster, and ratio`,
      value: `${ms(aloneMs)}, ${ms(besideDeadMs)}, ${(besideDeadMs / aloneMs).toFixed(2)}`,
      goal: '1',
    },
    {
      what: `Comparison of a cluster with home, ${size} each: first answer, medians of ${COMPARISONS}`,
      value: ms(median(firstMs)),
      goal: '2000 ms',
    },
    { what: 'A page of its differences', value: ms(median(secondMs)), goal: '200 ms' },
  ];
}

module.exports = { name: 'Connected clusters', run: () => withNode(measure) };
