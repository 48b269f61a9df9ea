'use strict';
/** Cost of logins, and cost of sessions for logged-in users. */
const { fork } = require('node:child_process');
const { once } = require('node:events');
const autocannon = require('autocannon');
const {
  ADMIN,
  startServer,
  login,
  untilFirst200,
  median,
  processorMs,
} = require('../../scripts/lib/runtime/server');
const { inRoot } = require('../../scripts/lib/paths');

const BASE = 'http://dashboards.bench';
const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) };
const PROVIDER = inRoot('test', 'helpers', 'openid_provider_process.mjs');
const ROUNDS = 9;
const ROUND_SECONDS = 2;
const WARM_UP_SECONDS = 4;
/** One thousand logins per minute. */
const EVERY_MS = 60;
const FLOOD_SECONDS = 15;
const FLOOD = Math.ceil((FLOOD_SECONDS * 1_000) / EVERY_MS);
const OPENID_LOGINS = 30;

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const p99 = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)];
const micros = (ms) => `${(ms * 1_000).toFixed(0)} µs`;
const round = (ms) => `${ms.toFixed(1)} ms`;

/**
 * Overhead of the session check: the same response of a public route with and without a cookie. The
 * route is the cheapest one, so the share is smaller on all others. It is measured as processor
 * time of the server, because the load generator runs on the same machine.
 */
async function checkAdds(server, cookie) {
  const processorMsPerRequest = async (headers, duration = ROUND_SECONDS) => {
    const beforeMs = processorMs(server.pid);
    const { requests, errors, non2xx } = await autocannon({
      url: `${server.url}/api/status`,
      headers: { accept: 'application/json', ...headers },
      connections: 20,
      duration,
    });
    if (errors + non2xx > 0) throw new Error(`${errors + non2xx} answers were not 200.`);
    return (processorMs(server.pid) - beforeMs) / requests.total;
  };
  await processorMsPerRequest({}, WARM_UP_SECONDS);
  await processorMsPerRequest({ cookie }, WARM_UP_SECONDS);
  const [without, withSession] = [[], []];
  for (let i = 0; i < ROUNDS; i++) {
    without.push(await processorMsPerRequest({}));
    withSession.push(await processorMsPerRequest({ cookie }));
  }
  const [bareMs, checkedMs] = [median(without), median(withSession)];
  return { bareMs, checkedMs, adds: checkedMs / bareMs - 1 };
}

async function createUsers(url, cookie) {
  const users = Array.from({ length: FLOOD }, (_, i) => ({
    username: `bench_${i}`,
    password: `Bench-Quilt-lantern-${i}-Fjord`,
  }));
  for (const { username, password } of users) {
    const response = await fetch(`${url}/api/v1/configuration/internalusers/${username}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'kbn-xsrf': 'true', cookie },
      body: JSON.stringify({ password, backend_roles: [], attributes: {} }),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`Creating a user answered ${response.status}.`);
  }
  return users;
}

/**
 * A logged-in user who keeps working.
 * @returns milliseconds of each response
 */
async function bystander(url, cookie, seconds) {
  const times = [];
  const endAtMs = performance.now() + seconds * 1_000;
  while (performance.now() < endAtMs) {
    const startedAtMs = performance.now();
    const response = await fetch(`${url}/api/v1/configuration/account`, { headers: { cookie } });
    await response.arrayBuffer();
    times.push(performance.now() - startedAtMs);
    await sleep(5);
  }
  return times;
}

async function underLogins(url, cookie) {
  const users = await createUsers(url, cookie);
  const quiet = await bystander(url, cookie, FLOOD_SECONDS);
  const flood = (async () => {
    const running = [];
    for (const user of users) {
      running.push(login(url, user));
      await sleep(EVERY_MS);
    }
    await Promise.all(running);
  })();
  const [busy] = await Promise.all([bystander(url, cookie, FLOOD_SECONDS), flood]);
  return { quietMs: p99(quiet), busyMs: p99(busy) };
}

async function startProvider() {
  const settings = {
    port: 0,
    idTokenSeconds: 3_600,
    client: { ...CLIENT, redirect_uris: [`${BASE}/auth/openid/login`] },
  };
  const child = fork(PROVIDER, [JSON.stringify(settings)], { stdio: 'ignore' });
  const [{ issuer }] = await once(child, 'message');
  const stop = async () => {
    child.kill();
    await once(child, 'exit');
  };
  return { connectUrl: `${issuer}/.well-known/openid-configuration`, issuer, stop };
}

/** A browser that keeps its cookies. */
function browser(origin) {
  const jar = new Map();
  return async (place) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(origin + place, { redirect: 'manual', headers: { cookie } });
    await response.arrayBuffer();
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = line.split(';')[0].split(/=(.*)/s);
      jar.set(name, value);
    }
    return response.headers.get('location') ?? '';
  };
}

/** @returns milliseconds of this server's two responses, including its requests to the provider */
async function openIdMs(url, { issuer }) {
  const [here, there] = [browser(url), browser(issuer)];
  const begunAtMs = performance.now();
  let next = await here('/auth/openid/login');
  const beganMs = performance.now() - begunAtMs;
  for (let hop = 0; hop < 10 && !next.startsWith(BASE); hop++) {
    next = new URL(await there(next.replace(issuer, '')), issuer).href;
    if (next.includes('/interaction/')) next += '?name=jane';
  }
  const answeredAtMs = performance.now();
  const target = await here(next.slice(BASE.length));
  if (target !== '/') throw new Error(`The login led to ${target}.`);
  return beganMs + performance.now() - answeredAtMs;
}

async function configureOpenId(url, { connectUrl }) {
  const config = {
    openid_connect_url: connectUrl,
    subject_key: 'preferred_username',
    roles_key: 'roles',
  };
  const value = {
    order: 1,
    http_authenticator: { type: 'openid', challenge: false, config },
    authentication_backend: { type: 'noop' },
  };
  const { username, password } = ADMIN;
  const response = await fetch(`${url}/_plugins/_security/api/securityconfig`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${btoa(`${username}:${password}`)}`,
    },
    body: JSON.stringify([{ op: 'add', path: '/config/dynamic/authc/openid', value }]),
  });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
}

module.exports = {
  name: 'Login',
  async run() {
    const provider = await startProvider();
    const server = await startServer({
      args: [
        '--opensearch_security.auth.max_logins_per_minute=0',
        '--opensearch_security.auth.type=["basicauth","openid"]',
        '--opensearch_security.auth.multiple_auth_enabled=true',
        `--opensearch_security.openid.connect_url=${provider.connectUrl}`,
        `--opensearch_security.openid.client_id=${CLIENT.client_id}`,
        `--opensearch_security.openid.client_secret=${CLIENT.client_secret}`,
        `--opensearch_security.openid.base_redirect_url=${BASE}`,
        '--opensearch_security.openid.scope=openid profile',
        '--status.allowAnonymous=true',
        '--engine.unsupported.restapi.allow_securityconfig_modification=true',
      ],
    }).catch(async (error) => {
      await provider.stop();
      throw error;
    });
    try {
      await untilFirst200(server);
      const cookie = await login(server.url);
      await configureOpenId(server.url, provider);
      const overOpenId = [];
      for (let i = 0; i < OPENID_LOGINS; i++) overOpenId.push(await openIdMs(server.url, provider));
      const { quietMs, busyMs } = await underLogins(server.url, cookie);
      const { bareMs, checkedMs, adds } = await checkAdds(server, cookie);
      return [
        {
          what: `What a session's check adds to \`GET /api/status\`, in processor time (${micros(bareMs)} without, ${micros(checkedMs)} with)`,
          value: `${(100 * adds).toFixed(0)} %`,
          goal: '20 %',
        },
        { what: 'p99 of a bystander, without logins', value: round(quietMs) },
        { what: 'the same while 1 000 people a minute do', value: round(busyMs), goal: '50 ms' },
        {
          what: `Login over OpenID, this server's two responses with its requests to the provider, median of ${OPENID_LOGINS}`,
          value: round(median(overOpenId)),
          goal: '50 ms',
        },
      ];
    } finally {
      await server.stop();
      await provider.stop();
    }
  },
};
