'use strict';
/** What the audit log costs, and what durable writes take with history and audit on. */
const fs = require('node:fs');
const http = require('node:http');
const os = require('node:os');
const path = require('node:path');
const { ENGINE_ENTRY } = require('../lib/paths');

const name = 'Engine: audit and history';
const API = '/_plugins/_security/api';
const PASSWORD = 'Correct-Horse-7-Battery';
const CONNECTIONS = 10;
const ROUND_MS = 1_000;
/**
 * On and off take turns, first one then the other in front, and each pair gives one ratio: a
 * machine that slows down slows both, and the median does not see the pair that something else
 * disturbed.
 */
const ROUNDS = 15;
/** What the shipped configuration leaves out, and nothing left out. */
const AS_SHIPPED = ['AUTHENTICATED', 'GRANTED_PRIVILEGES'];
const EVERYTHING = ['NONE'];

async function run() {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-audit-'));
  const { startEmbeddedEngine } = require(ENGINE_ENTRY);
  const { engine } = await startEmbeddedEngine({ dataDir, initialAdminPassword: PASSWORD });
  const close = await serve(engine);
  try {
    const { port } = close;
    const writes = await compare(engine, port, 'PUT', AS_SHIPPED);
    const reads = await compare(engine, port, 'GET', AS_SHIPPED);
    const all = await compare(engine, port, 'GET', EVERYTHING);
    const direct = await durableWrites(engine);
    return [
      ...rowsOf('Changes over HTTP, audit as shipped', writes, 'at most 10 %'),
      ...rowsOf('Reads over HTTP, audit as shipped', reads, 'at most 10 %'),
      ...rowsOf('Reads over bare HTTP, two events each', all),
      {
        what: `Durable changes with history and audit, ${CONNECTIONS} at a time`,
        value: `${direct.perSecond.toFixed(0)}/s, p99 ${direct.p99Ms.toFixed(1)} ms`,
        goal: '1 000/s, p99 30 ms',
      },
    ];
  } finally {
    await close();
    await engine.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

const percent = (ratio) => ((1 - ratio) * 100).toFixed(1);

const rowsOf = (what, { on, off, ratios }, goal) => [
  {
    what: `${what}: cost of audit, median of ${ROUNDS} pairs`,
    value: `${percent(quantile(ratios, 0.5))} % (${on.toFixed(0)}/s instead of ${off.toFixed(0)}/s)`,
    ...(goal ? { goal } : {}),
  },
  {
    what: 'half of the pairs between',
    value: `${percent(quantile(ratios, 0.75))} % and ${percent(quantile(ratios, 0.25))} %`,
  },
];

/** Who signs in is remembered, so that the password's hash is not what is measured. */
async function serve(engine) {
  const remoteAddress = '127.0.0.1';
  const server = http.createServer(async (request, response) => {
    let rawBody = '';
    for await (const chunk of request) rawBody += chunk;
    const { method, url, headers } = request;
    const loggedIn = await engine.authenticate({ headers, remoteAddress });
    const caller = { kind: 'user', principal: loggedIn.principal, remoteAddress };
    const result = await engine.request(caller, { method, path: url, headers, rawBody });
    response.writeHead(result.statusCode, result.headers).end(JSON.stringify(result.body));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(close, { port: server.address().port });
}

async function compare(engine, port, method, disabledCategories) {
  const rates = { on: [], off: [] };
  await load(port, method, 500);
  for (let round = 0; round < ROUNDS; round++) {
    for (const state of round % 2 ? ['on', 'off'] : ['off', 'on']) {
      await setAudit(engine, state === 'on', disabledCategories);
      rates[state].push(await load(port, method, ROUND_MS));
    }
  }
  const ratios = rates.on.map((on, round) => on / rates.off[round]);
  return { on: quantile(rates.on, 0.5), off: quantile(rates.off, 0.5), ratios };
}

function setAudit(engine, enabled, disabledCategories) {
  const body = {
    enabled,
    audit: { disabled_rest_categories: disabledCategories },
    compliance: { enabled, internal_config: true },
  };
  return engine.request({ kind: 'internal' }, { method: 'PUT', path: `${API}/audit/config`, body });
}

/** @returns {Promise<number>} answers in a second */
async function load(port, method, forMs) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const startedAt = performance.now();
  let answered = 0;
  const lane = async (number) => {
    for (let i = 0; performance.now() - startedAt < forMs; i++) {
      await ask(agent, port, method, `bench-${number}-${i % 50}`);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => lane(number)));
  const perSecond = answered / ((performance.now() - startedAt) / 1_000);
  agent.destroy();
  return perSecond;
}

function ask(agent, port, method, role) {
  const body = method === 'PUT' ? JSON.stringify({ description: `${role} ${Date.now()}` }) : '';
  const headers = {
    authorization: `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  const target = method === 'PUT' ? `${API}/roles/${role}` : `${API}/roles/all_access`;
  return new Promise((resolve, reject) => {
    const request = http.request(
      { agent, port, host: '127.0.0.1', method, path: target, headers },
      (response) => {
        if (response.statusCode >= 300) reject(new Error(`${target}: ${response.statusCode}`));
        response.resume().on('end', resolve);
      }
    );
    request.on('error', reject).end(body);
  });
}

async function durableWrites(engine) {
  const times = [];
  const startedAt = performance.now();
  const lane = async (number) => {
    for (let i = 0; performance.now() - startedAt < 4_000; i++) {
      const askedAt = performance.now();
      const body = { description: `direct ${i}`, cluster_permissions: ['cluster_monitor'] };
      const target = `${API}/roles/direct-${number}-${i}`;
      await engine.request({ kind: 'internal' }, { method: 'PUT', path: target, body });
      times.push(performance.now() - askedAt);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, number) => lane(number)));
  const seconds = (performance.now() - startedAt) / 1_000;
  times.sort((one, other) => one - other);
  return {
    perSecond: times.length / seconds,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

function quantile(values, part) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * part)] ?? 0;
}

module.exports = { name, run };
