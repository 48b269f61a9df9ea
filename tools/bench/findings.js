'use strict';
/** All rules over a large configuration: in this process, and over HTTP beside another request. */
const path = require('node:path');
const { createLargeDataset } = require('./lib/large_dataset');
const { ENGINE_ENTRY } = require('../../scripts/lib/paths');
const {
  ADMIN,
  median,
  processorMs,
  startServer,
  temporaryFolder,
} = require('../../scripts/lib/runtime/server');

const USERS = 10_000;
const ROLES = 2_000;
const ROLES_PER_USER = 50;
const PASSWORD = 'Lantern-meadow-quarry-85';
const RUNS = 5;
/** After each kind of change; the first one runs code that is not compiled yet. */
const ROUNDS = 11;
const ACTION_GROUPS = 20;
/** Listed by one role in a hundred. */
const USED_GROUP = 'group-0';
/** Listed by nearly all roles. */
const COMMON_GROUP = 'crud';

const FLAGS = { reserved: false, hidden: false, static: false };
const entry = (pattern, action, dls) => ({
  index_patterns: [pattern],
  allowed_actions: [action],
  fls: [],
  masked_fields: [],
  ...(dls && { dls }),
});

/** One role in ten restricts documents, and one in fifty shows all of them. */
function role(n) {
  const dls = n % 10 === 0 ? '{"term":{"team":"x"}}' : n % 50 === 1 ? '{"match_all":{}}' : '';
  return {
    ...FLAGS,
    cluster_permissions: ['cluster_monitor'],
    index_permissions: [
      entry(`team-${n}-*`, 'read', dls),
      entry(`logs-${n}`, n % 100 === 5 ? USED_GROUP : COMMON_GROUP),
      entry(n % 20 === 0 ? '${attr.internal.team}-*' : `shared-${n}`, 'read'),
    ],
    tenant_permissions: [
      { tenant_patterns: [`tenant-${n % 200}`], allowed_actions: ['kibana_all_read'] },
    ],
  };
}

const mapping = (n) => ({
  ...FLAGS,
  users: [`owner_${n}`],
  backend_roles: [`group_${n}`],
  and_backend_roles: [],
  hosts: [],
});

const user = (n) => ({
  ...FLAGS,
  hash: '',
  attributes: n % 2 ? { team: 'x' } : {},
  opendistro_security_roles: [],
  backend_roles: Array.from(
    { length: ROLES_PER_USER },
    (_, i) => `group_${(n * 7 + i * 19) % ROLES}`
  ),
});

const actionGroup = () => ({ ...FLAGS, allowed_actions: ['indices:data/read/search'] });

const many = (count, name, make) =>
  new Map(Array.from({ length: count }, (_, n) => [`${name}${n}`, make(n)]));

/** @returns milliseconds in all, and of the longest step between two yields */
function measure(findFindings, configuration) {
  const steps = findFindings(configuration);
  const startedAt = performance.now();
  let longestMs = 0;
  for (let done = false; !done;) {
    const stepAt = performance.now();
    ({ done } = steps.next());
    longestMs = Math.max(longestMs, performance.now() - stepAt);
  }
  return { allMs: performance.now() - startedAt, longestMs };
}

async function run() {
  const { checkAgain, findFindings, DEFAULT_SETTINGS } = require(ENGINE_ENTRY);
  const configuration = {
    entities: {
      roles: many(ROLES, 'role_', role),
      rolesmapping: many(ROLES, 'role_', mapping),
      internalusers: many(USERS, 'user_', user),
      actiongroups: many(ACTION_GROUPS, 'group-', actionGroup),
      tenants: many(200, 'tenant-', () => FLAGS),
    },
    hashes: many(USERS, 'user_', () => `$2y$12$${'a'.repeat(53)}`),
    config: {},
    audit: { enabled: true },
    settings: DEFAULT_SETTINGS,
    sources: new Set([
      'roles',
      'rolesmapping',
      'internalusers',
      'actiongroups',
      'tenants',
      'config',
      'audit',
      'hashes',
    ]),
  };
  const runs = Array.from({ length: RUNS }, () => measure(findFindings, configuration));
  const { kinds: again, ofMost } = measureAgain(checkAgain, configuration);
  const what = `${USERS} users with ${ROLES_PER_USER} of ${ROLES} roles each`;
  return [
    {
      what: `All rules, ${what}`,
      value: `${Math.round(median(runs.map(({ allMs }) => allMs)))} ms`,
      goal: '2000 ms',
    },
    {
      what: 'Longest step without a yield',
      value: `${median(runs.map(({ longestMs }) => longestMs)).toFixed(1)} ms`,
      goal: '50 ms',
    },
    {
      what: 'The same after a change of one entry, slowest kind',
      value: slowest(again),
      goal: '50 ms',
    },
    { what: 'The same after a change of an action group of most roles', value: slowest(ofMost) },
    {
      what: 'Share of a full check that a change costs, median of the kinds',
      value: `${((100 * median(again.map(({ ms }) => ms))) / median(runs.map(({ allMs }) => allMs))).toFixed(1)} %`,
      goal: '10 %',
    },
    ...(await overHttp()),
  ];
}

/** @returns times of checks after one entry of a type has changed, and after one of most roles */
function measureAgain(checkAgain, configuration) {
  let last = complete(checkAgain(configuration, {}));
  let now = configuration;
  const group = (n) => ({ ...FLAGS, allowed_actions: [`indices:data/read/x${n}`] });
  const changes = {
    internalusers: (n) => [`user_${n}`, user(n + 1)],
    roles: (n) => [`role_${n}`, role(n + 1)],
    rolesmapping: (n) => [`role_${n}`, mapping(n + 1)],
    tenants: (n) => [`tenant-new-${n}`, FLAGS],
    actiongroups: (n) => [USED_GROUP, group(n)],
  };
  const change = (type, [name, entity]) => {
    const entries = new Map(now.entities[type]).set(name, entity);
    now = { ...now, entities: { ...now.entities, [type]: entries } };
    const startedAt = performance.now();
    const before = process.cpuUsage();
    last = complete(checkAgain(now, {}, last));
    const { user: userUs, system } = process.cpuUsage(before);
    return { ms: performance.now() - startedAt, processorMs: (userUs + system) / 1_000 };
  };
  return {
    kinds: inRounds(Object.keys(changes), (type, n) => change(type, changes[type](n))),
    ofMost: inRounds(['actiongroups'], (type, n) => change(type, [COMMON_GROUP, group(n)])),
  };
}

/** In turn, so that no kind of change is measured before the code of the others is compiled. */
function inRounds(types, measureOne) {
  const times = types.map((type) => ({ type, all: [] }));
  for (let round = 0; round < ROUNDS; round++)
    for (const { type, all } of times) all.push(measureOne(type, round));
  return times.map(({ type, all }) => summary(type, all));
}

const summary = (type, all) => ({
  type,
  firstMs: all[0].ms,
  ms: median(all.map(({ ms }) => ms)),
  processorMs: median(all.map(({ processorMs }) => processorMs)),
});

function slowest(kinds) {
  const text = ({ type, ms, processorMs, firstMs }) =>
    `${type} ${ms.toFixed(0)}, of a processor ${processorMs.toFixed(0)}, first ${firstMs.toFixed(0)}`;
  return `${Math.max(...kinds.map(({ ms }) => ms)).toFixed(1)} ms (${kinds.map(text).join('; ')})`;
}

/** What is saved over HTTP. */
const CHANGES = {
  'internalusers/bench': (n) => ({ backend_roles: [`team-${n}`, 'employees'], password: PASSWORD }),
  'roles/bench': (n) => ({
    index_permissions: [{ index_patterns: [`x-${n}`], allowed_actions: ['read'] }],
  }),
  'rolesmapping/bench': (n) => ({ backend_roles: [`team-${n}`] }),
  'tenants/bench': (n) => ({ description: `${n}` }),
  'actiongroups/bench-group': (n) => ({ allowed_actions: [`indices:data/read/x${n}`] }),
};

function complete(steps) {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

async function overHttp() {
  const dataDir = temporaryFolder('findings');
  await createLargeDataset(dataDir);
  const server = await startServer({ dataDir });
  const credentials = Buffer.from(`${ADMIN.username}:${ADMIN.password}`).toString('base64');
  const get = async (path) => {
    const startedAt = performance.now();
    const headers = { authorization: `Basic ${credentials}` };
    const response = await fetch(server.url + path, { headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    await response.text();
    return performance.now() - startedAt;
  };
  const send = (path, body) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
        'content-type': 'application/json',
        'osd-xsrf': 'bench',
      },
      body: JSON.stringify(body),
    });
  const checks = [];
  const waits = [];
  const later = Object.keys(CHANGES).map((entry) => ({ entry, all: [] }));
  try {
    // The first one fills the caches.
    for (let run = 0; run <= RUNS; run++) {
      const check = get('/api/v1/findings?fresh=true');
      let isRunning = true;
      check.finally(() => (isRunning = false)).catch(() => undefined);
      let longestMs = 0;
      while (isRunning) longestMs = Math.max(longestMs, await get('/api/v1/auth/authinfo'));
      if (run === 0) continue;
      checks.push(await check);
      waits.push(longestMs);
    }
    for (let round = 0; round < ROUNDS; round++)
      for (const { entry, all } of later) {
        const changed = await send(`/api/v1/configuration/${entry}`, CHANGES[entry](round));
        if (!changed.ok) throw new Error(`A change answered ${changed.status}.`);
        // After a change of a user, the next request checks the password again.
        await get('/api/v1/auth/authinfo');
        const before = processorMs(server.pid);
        const ms = await get('/api/v1/findings?fresh=true');
        all.push({ ms, processorMs: processorMs(server.pid) - before });
      }
  } finally {
    await server.stop();
  }
  return [
    {
      what: 'New check over HTTP, 10 000 users and 2 000 roles',
      value: `${Math.round(median(checks))} ms`,
      goal: '2000 ms',
    },
    {
      what: 'New check over HTTP after a change of one entry, slowest kind',
      value: slowest(later.map(({ entry, all }) => summary(path.dirname(entry), all))),
      goal: '50 ms',
    },
    {
      what: 'Longest wait of another request meanwhile',
      value: `${median(waits).toFixed(0)} ms`,
      goal: '50 ms',
    },
  ];
}

module.exports = { name: 'Findings', run };
