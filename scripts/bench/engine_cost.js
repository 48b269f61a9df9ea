'use strict';
/**
 * What tenants cost every request, and what the largest question about access costs everybody else.
 */
const fs = require('node:fs');
const { monitorEventLoopDelay } = require('node:perf_hooks');
const { ENGINE_ENTRY } = require('../lib/paths');
const {
  ADMIN,
  startServer,
  untilFirst200,
  login,
  median,
  temporaryFolder,
} = require('../lib/runtime/server');

const name = 'Tenants, explanations';
const INTERNAL = { kind: 'internal' };
const API = '/_plugins/_security/api';
const FEW = 5;
const MANY = 5_000;
const CALLS = 400;
/** Answers without a list of tenants. */
const ROUTE = '/api/v1/restapiinfo';

async function tenantsRatio() {
  // One address asks often.
  const server = await startServer();
  try {
    await untilFirst200(server);
    const cookie = await login(server.url);
    await addTenants(server.url, cookie, 0, FEW);
    await callMs(server.url, cookie);
    const few = await callMs(server.url, cookie);
    await addTenants(server.url, cookie, FEW, MANY);
    await callMs(server.url, cookie);
    const many = await callMs(server.url, cookie);
    return {
      what: `\`GET ${ROUTE}\` with ${MANY} tenants against ${FEW}, medians of ${CALLS}`,
      value: `${(many / few).toFixed(2)} times (${many.toFixed(2)} ms, ${few.toFixed(2)} ms)`,
      goal: '1.5 times',
    };
  } finally {
    await server.stop();
  }
}

async function addTenants(url, cookie, from, to) {
  for (let at = from; at < to; at += 500) {
    const operations = Array.from({ length: Math.min(500, to - at) }, (_, i) => ({
      op: 'add',
      path: `/tenant_${at + i}`,
      value: { description: '' },
    }));
    const response = await fetch(`${url}${API}/tenants`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', 'osd-xsrf': 'true', cookie },
      body: JSON.stringify(operations),
    });
    if (response.status !== 200)
      throw new Error(`tenants: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  }
}

async function callMs(url, cookie) {
  const timesMs = [];
  for (let i = 0; i < CALLS; i++) {
    const startedAtMs = performance.now();
    const response = await fetch(url + ROUTE, { headers: { cookie } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${ROUTE}: ${response.status}`);
    timesMs.push(performance.now() - startedAtMs);
  }
  return median(timesMs);
}

const ROLES = 2_000;
const TENANTS = 200;
const list = (length, make) => Array.from({ length }, (_, i) => make(i));
const role = (n) => ({
  cluster_permissions: ['cluster_monitor'],
  index_permissions: [
    { index_patterns: [`team-${n}-*`, `shared-${n}`, '*-a-*-b'], allowed_actions: ['read'] },
    {
      index_patterns: [`*-${n}-*-x`],
      allowed_actions: ['crud'],
      dls: '{"match_all":{}}',
      fls: ['a*', 'b'],
    },
  ],
  tenant_permissions: [{ tenant_patterns: [`t*${n % 10}`], allowed_actions: ['kibana_all_read'] }],
});

/** As much as may be asked, of names that make wildcards work. */
const letters = (i) => `${'ab'.repeat(60)}-${i}`;
const REQUEST = {
  subject: {
    name: 'somebody',
    security_roles: list(1_000, (i) => `role_${i}`),
    backend_roles: list(1_000, (i) => `group_${i}`),
    attributes: Object.fromEntries(list(100, (i) => [`attr.internal.a${i}`, 'x'.repeat(1_000)])),
  },
  action: 'indices:data/write/bulk',
  parts: ['bulk_index', 'bulk_update', 'bulk_delete'],
  tenant: 'tenant_1',
  index: list(100, (i) => `*${'ab*'.repeat(40)}${i}z*`),
  known_indices: list(200, (i) => ({
    name: letters(i),
    aliases: list(19, (j) => `${letters(i)}-${j}`),
  })),
};

async function largestRequest() {
  const dataDir = temporaryFolder();
  const { startEmbeddedEngine } = require(ENGINE_ENTRY);
  const { engine } = await startEmbeddedEngine({
    dataDir,
    initialAdminPassword: ADMIN.password,
  });
  try {
    await putAll(
      engine,
      list(ROLES, (n) => [`roles/role_${n}`, role(n)])
    );
    await putAll(
      engine,
      list(ROLES, (n) => [`rolesmapping/role_${n}`, { backend_roles: [`gr*_${n}`] }])
    );
    await putAll(
      engine,
      list(TENANTS, (n) => [`tenants/tenant_${n}`, { description: '' }])
    );
    const wildcards = await blockingOf(() => engine.explain(INTERNAL, REQUEST));
    const index = list(100, (i) => `team-${i}-a-${i}-b`);
    const cells = await blockingOf(() =>
      engine.explain(INTERNAL, { ...REQUEST, index, known_indices: [] })
    );
    const denied = {
      ...REQUEST,
      index: ['nothing-like-it'],
      tenant: undefined,
      known_indices: [],
    };
    const misses = await blockingOf(() => engine.explain(INTERNAL, denied));
    return [
      rowOf('100 wildcards over 200 indices with 3 800 aliases', wildcards),
      rowOf('100 indices', cells),
      rowOf('what nobody has', misses),
    ];
  } finally {
    await engine.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

const rowOf = (what, { blockedMs, tookMs }) => ({
  what: `Explaining ${what} to a subject of 1 000 roles among ${ROLES}: longest blocking`,
  value: `${blockedMs.toFixed(0)} ms (in ${tookMs.toFixed(0)} ms)`,
  goal: '50 ms',
});

async function putAll(engine, all) {
  for (let at = 0; at < all.length; at += 500) {
    await Promise.all(
      all.slice(at, at + 500).map(async ([what, body]) => {
        const request = { method: 'PUT', path: `${API}/${what}`, body };
        const { statusCode, body: response } = await engine.request(INTERNAL, request);
        if (statusCode >= 300) throw new Error(`PUT ${what}: ${JSON.stringify(response)}`);
      })
    );
  }
}

async function blockingOf(ask) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const startedAtMs = performance.now();
  const response = await ask();
  const tookMs = performance.now() - startedAtMs;
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  if (!response.ok && response.response.statusCode !== 400)
    throw new Error(JSON.stringify(response.response));
  return { blockedMs: delay.max / 1e6, tookMs };
}

module.exports = {
  name,
  async run() {
    return [await tenantsRatio(), ...(await largestRequest())];
  },
};
