'use strict';
const { setTimeout: sleep } = require('node:timers/promises');
const { asAdmin, basic, call, changeDocument, withNode } = require('./lib/cluster_calls');
const {
  median,
  rssMib,
  login,
  startServer,
  untilFirst200,
} = require('../../scripts/lib/runtime/server');

const API = '/_plugins/_security/api';
const SERVER = { name: 'kibanaserver', password: 'kibanaserver' };
/** Password of every benchmark user. */
const PASSWORD = 'Bench-Quilt-lantern-Fjord-9';
const MANY = 10_000;
const VERY_MANY = 100_000;
/**
 * Configuration reloads before memory is read. During a reload, the old and the new configuration
 * are both in memory.
 */
const READINGS = 3;
const USERS = 200;
const CALLS = 100;
const LISTS = 50;
const CHANGES = 5;
const STARTS = 3;
/** Think time between two requests of a user. */
const THINKING_MS = 2_000;
const PAGES = [
  '/api/v1/configuration/account',
  '/api/saved_objects/_find?type=dashboard',
  '/app/home',
];

const ms = (value) => `${value.toFixed(1)} ms`;
const userName = (at) => `bench_${String(at).padStart(6, '0')}`;

const serverArguments = ({ url, ca }) => [
  `--opensearch.hosts=${url}`,
  `--opensearch.username=${SERVER.name}`,
  `--opensearch.password=${SERVER.password}`,
  `--opensearch.ssl.certificateAuthorities=${ca}`,
  // All logins come from one address and would exceed the login rate limit.
  '--opensearch_security.auth.max_logins_per_minute=0',
];

async function permitServer(node) {
  await asAdmin(node, 'PUT', `${API}/roles/security_dashboards_server`, {
    index_permissions: [
      { index_patterns: ['.security_dashboards*'], allowed_actions: ['indices_all'] },
    ],
  });
  for (const role of ['security_dashboards_server', 'security_rest_api_access'])
    await asAdmin(node, 'PUT', `${API}/rolesmapping/${role}`, {
      users: [SERVER.name],
      ...(role === 'security_rest_api_access' && { backend_roles: ['admin'] }),
    });
}

/** Adds users that cannot log in: their password is unknown. */
const addUsers = (node, count) =>
  changeDocument(node, 'internalusers', (users) => {
    const hash = `$2y$12$${'a'.repeat(53)}`;
    for (let at = 0; at < count; at++)
      users[userName(at)] = {
        hash,
        backend_roles: [`team_${at % 50}`],
        attributes: { unit: 'north' },
      };
  });

async function addedByProduct(node, server) {
  const headers = { authorization: basic('admin', node.adminPassword) };
  const path = '/_plugins/_security/authinfo';
  const [direct, through] = [[], []];
  for (let i = 0; i < CALLS; i++) {
    for (const [times, ask] of [
      [direct, () => asAdmin(node, 'GET', path)],
      [through, () => call(server.url + path, { headers })],
    ]) {
      const startedAtMs = performance.now();
      const { status, text } = await ask();
      if (status !== 200) throw new Error(`The call was answered ${status}: ${text}`);
      times.push(performance.now() - startedAtMs);
    }
  }
  return { direct: median(direct), through: median(through) };
}

async function list(server, cookie, query) {
  const { status, text } = await call(`${server.url}/api/v1/search/internalusers?${query}`, {
    headers: { cookie },
  });
  if (status !== 200) throw new Error(`The list was answered ${status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/**
 * @returns the median time of a list that is not cached; the cluster checks permissions once in 5 s
 */
async function listMs(server, cookie) {
  const timesMs = [];
  for (let i = 0; i < LISTS; i++) {
    const startedAtMs = performance.now();
    await list(server, cookie, `per_page=50&page=${i + 1}`);
    timesMs.push(performance.now() - startedAtMs);
  }
  return median(timesMs);
}

async function visibleAfterMs(node, server, cookie) {
  let latestMs = 0;
  for (let i = 0; i < CHANGES; i++) {
    const name = `elsewhere_${process.pid}_${i}`;
    await asAdmin(node, 'PUT', `${API}/internalusers/${name}`, { password: PASSWORD });
    const startedAtMs = performance.now();
    while ((await list(server, cookie, `search=${name}`)).total === 0) await sleep(50);
    latestMs = Math.max(latestMs, performance.now() - startedAtMs);
    await asAdmin(node, 'DELETE', `${API}/internalusers/${name}`);
    await sleep(300 * i);
  }
  return latestMs;
}

/** @returns the number of responses, and the failures with their count */
async function usersAtWork(node, server, seconds) {
  const cookies = [];
  // One user per session, because queued requests are limited per user.
  for (let i = 0; i < USERS; i++) {
    const username = `bench_person_${i}`;
    await asAdmin(node, 'PUT', `${API}/internalusers/${username}`, {
      password: PASSWORD,
      backend_roles: ['kibanauser', 'readall'],
    });
    cookies.push(await login(server.url, { username, password: PASSWORD }));
  }
  const endsAtMs = performance.now() + seconds * 1_000;
  const seen = { answers: 0, failures: new Map() };
  const note = (what) => seen.failures.set(what, (seen.failures.get(what) ?? 0) + 1);
  await Promise.all(
    cookies.map(async (cookie, at) => {
      for (let turn = at; performance.now() < endsAtMs; turn++) {
        await sleep(THINKING_MS * (0.5 + Math.random()));
        const page = PAGES[turn % PAGES.length];
        const response = await call(server.url + page, { headers: { cookie } }).catch(
          (error) => error
        );
        seen.answers++;
        if (response.status !== 200)
          note(
            `${page}: ${response.status ?? ''} ${(response.text ?? response.message).slice(0, 200)}`
          );
      }
    })
  );
  return seen;
}

/** Memory of a server after repeated configuration reloads, as during a normal day. */
async function memoryMib(args, admin) {
  const server = await startServer({ args });
  try {
    await untilFirst200(server);
    const cookie = await login(server.url, admin);
    let mostMib = 0;
    for (let i = 0; i < READINGS; i++) {
      await list(server, cookie, 'per_page=50&fresh=true');
      await sleep(2_000);
      mostMib = Math.max(mostMib, rssMib(server.pid));
    }
    return mostMib;
  } finally {
    await server.stop();
  }
}

async function withServer(node, work) {
  const server = await startServer({ args: serverArguments(node) });
  try {
    await untilFirst200(server);
    return await work(server);
  } finally {
    await server.stop();
  }
}

const adminOf = (node) => ({ username: 'admin', password: node.adminPassword });

async function callRows(node) {
  await addUsers(node, MANY);
  const startsMs = [];
  for (let i = 0; i < STARTS; i++) {
    const server = await startServer({ args: serverArguments(node) });
    startsMs.push(await untilFirst200(server));
    await server.stop();
  }
  return withServer(node, async (server) => {
    const cookie = await login(server.url, adminOf(node));
    await list(server, cookie, 'per_page=50');
    const passed = await addedByProduct(node, server);
    return [
      {
        what: `Start to the first page with a cluster that is up, median of ${STARTS}`,
        value: `${(median(startsMs) / 1_000).toFixed(2)} s`,
        goal: '2 s',
      },
      {
        what: `A call passed through, median of ${CALLS}: added to ${ms(passed.direct)} of the cluster`,
        value: ms(passed.through - passed.direct),
        goal: '5 ms',
      },
      {
        what: `Page of 50 of ${MANY} users, warm, median of ${LISTS} different ones`,
        value: ms(await listMs(server, cookie)),
        goal: '40 ms',
      },
      {
        what: `A change made elsewhere is in the list, longest of ${CHANGES}`,
        value: ms(await visibleAfterMs(node, server, cookie)),
        goal: '5 s',
      },
    ];
  });
}

const usersRows = (node, seconds) =>
  withServer(node, async (server) => {
    const { answers: responses, failures } = await usersAtWork(node, server, seconds);
    const failed = [...failures].map(([what, count]) => `${what} ${count} times`).join('; ');
    return [
      {
        what: `${USERS} users logged in for ${seconds} s, ${responses} responses: other than 200`,
        value: failed === '' ? '0' : failed,
        goal: '0',
      },
    ];
  });

async function memoryRows(node) {
  await addUsers(node, VERY_MANY);
  return [
    {
      what: `Memory (RSS) with ${VERY_MANY} users`,
      value: `${(await memoryMib(serverArguments(node), adminOf(node))).toFixed(0)} MiB`,
      goal: '300 MiB',
    },
  ];
}

/** Measurements by their `--part` name, ordered so that the number of users only grows. */
const PARTS = { calls: callRows, people: usersRows, memory: memoryRows };

async function measure(node, { seconds, parts = Object.keys(PARTS) }) {
  await permitServer(node);
  const rows = [];
  for (const part of parts) rows.push(...(await PARTS[part](node, seconds)));
  return rows;
}

module.exports = {
  name: 'On a cluster: OpenSearch 3.4 on the same machine',
  parts: Object.keys(PARTS),
  run: (options) => withNode((node) => measure(node, options)),
};
