'use strict';
/**
 * A process of its own for scripts/bench/engine_scale.js, so that memory and start are the engine's
 * alone: `node engine_scale_child.js fill DIR USERS ROLES` or `… measure DIR`. Prints one line of
 * JSON.
 */
const { inRoot } = require('../paths');
const { ADMIN } = require('../runtime/server');
require('../typescript').registerTypeScript();
const { startEmbeddedEngine } = require(inRoot('src', 'backend', 'embedded', 'index.ts'));

const INTERNAL = { kind: 'internal' };
const API = '/_plugins/_security/api';
const FIRST = ['anna', 'boris', 'chen', 'dana', 'emre', 'fatou', 'georg', 'hana', 'igor', 'jonas'];
const LAST = [
  'meyer',
  'okafor',
  'rossi',
  'silva',
  'tanaka',
  'ueda',
  'vargas',
  'wolf',
  'xu',
  'young',
];
const CHUNK = 2_000;

const at = (list, index) => list[index % list.length];
const userName = (i) => `${at(FIRST, i)}.${at(LAST, Math.floor(i / 10))}.${i}`;

const userOf = (i) => ({
  hash: '',
  reserved: false,
  hidden: false,
  backend_roles: [`team-${i % 500}`, 'employees'],
  attributes: { department: `department-${i % 40}` },
  description: `Employee number ${i}`,
  opendistro_security_roles: i % 10 === 0 ? [`role-${i % 1000}`] : [],
  static: false,
});

const roleOf = (i) => ({
  reserved: false,
  hidden: false,
  description: `Role number ${i}`,
  cluster_permissions: ['cluster_composite_ops_ro'],
  index_permissions: [
    {
      index_patterns: [`logs-${i}-*`],
      fls: [],
      masked_fields: [],
      allowed_actions: ['read', 'search'],
    },
  ],
  tenant_permissions: [
    { tenant_patterns: [`tenant-${i % 50}`], allowed_actions: ['kibana_all_read'] },
  ],
  static: false,
});

const mappingOf = (i) => ({
  hosts: [],
  users: [userName(i * 7)],
  reserved: false,
  hidden: false,
  backend_roles: [`team-${i % 500}`],
  and_backend_roles: [],
});

async function fill(dataDir, users, roles) {
  const { engine } = await startEmbeddedEngine({ dataDir, initialAdminPassword: ADMIN.password });
  const put = (type, count, nameOf, entityOf, options) => {
    for (let from = 0; from < count; from += CHUNK) {
      engine.writer.writeNow((store) => {
        for (let i = from; i < Math.min(count, from + CHUNK); i++) {
          store.put(type, nameOf(i), entityOf(i), options);
        }
      });
    }
  };
  const hash = await engine.hasher.hash('Bench-user-password-1');
  put('roles', roles, (i) => `role-${i}`, roleOf);
  put('rolesmapping', roles, (i) => `role-${i}`, mappingOf);
  put('internalusers', users, userName, userOf, { hash });
  await engine.stop();
  return {};
}

const quantile = (values, q) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
};

/** Pages as people ask for them; no search is ever repeated, so no total is remembered. */
function queries(i) {
  const search = [
    `${at(FIRST, i)} ${at(LAST, i * 3)}`,
    `number ${i}`,
    `department-${i % 40}`,
    `em${'ployee'.slice(0, i % 7)} ${i % 9}`,
    at(LAST, i) + (i % 100),
    `team-${i % 500}`,
  ];
  const sortField = at(['name', 'description', 'changed'], Math.floor(i / 2));
  return {
    type: 'internalusers',
    search: at(search, i),
    sortField,
    sortOrder: at(['asc', 'desc'], i),
    page: 1 + (i % 3),
    perPage: 100,
  };
}

async function pages(engine, count) {
  const times = [];
  for (let i = 0; i < count; i++) {
    const startedAt = performance.now();
    const found = await engine.find(INTERNAL, queries(i));
    times.push(performance.now() - startedAt);
    if (!found.ok) throw new Error('find was refused');
  }
  return {
    firstMs: times[0],
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    maxMs: Math.max(...times),
  };
}

async function reads(engine, count, users) {
  const startedAt = performance.now();
  for (let i = 0; i < count; i++) {
    const name = encodeURIComponent(userName((i * 7919) % users));
    const { statusCode } = await engine.request(INTERNAL, {
      method: 'GET',
      path: `${API}/internalusers/${name}`,
    });
    if (statusCode !== 200) throw new Error(`reading answered ${statusCode}`);
  }
  return count / ((performance.now() - startedAt) / 1000);
}

async function writes(engine, count, connections) {
  const times = [];
  let next = 0;
  const startedAt = performance.now();
  const worker = async () => {
    for (let i = next++; i < count; i = next++) {
      const sentAt = performance.now();
      const path = `${API}/roles/role-${(i * 31) % 1_000}`;
      const body = { description: `changed ${i}`, cluster_permissions: ['cluster_monitor'] };
      const { statusCode } = await engine.request(INTERNAL, { method: 'PUT', path, body });
      if (statusCode >= 300) throw new Error(`writing answered ${statusCode}`);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return {
    perSecond: count / ((performance.now() - startedAt) / 1000),
    p99Ms: quantile(times, 0.99),
  };
}

async function measure(dataDir, users) {
  const startedAt = performance.now();
  const { engine } = await startEmbeddedEngine({ dataDir });
  const startMs = performance.now() - startedAt;
  const page = await pages(engine, 600);
  const readsPerSecond = await reads(engine, 20_000, users);
  const write = await writes(engine, 5_000, 10);
  const rssMib = process.memoryUsage().rss / 2 ** 20;
  await engine.stop();
  return { startMs, page, readsPerSecond, write, rssMib };
}

const [work, dataDir, users, roles] = process.argv.slice(2);
(work === 'fill'
  ? fill(dataDir, Number(users), Number(roles))
  : measure(dataDir, Number(users))
).then(
  (result) => process.stdout.write(`${JSON.stringify(result)}\n`),
  (error) => {
    process.stderr.write(`${error?.stack ?? error}\n`);
    process.exitCode = 1;
  }
);
