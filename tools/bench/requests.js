'use strict';
const autocannon = require('autocannon');
const { startServer, login, untilFirst200, median } = require('../../scripts/lib/runtime/server');

const LOGINS = 40;
/** Routes with their goals in requests per second. */
const ACCOUNT = { route: '/api/v1/configuration/account', goal: 5000 };
const STATUS = { route: '/api/status', goal: 5000 };
const LOAD = { connections: 50, seconds: 5 };
const WARM_UP_SECONDS = 1;

/** One user per login, because the engine caches verified passwords. */
async function createUsers(url, cookie) {
  const users = Array.from({ length: LOGINS }, (_, i) => ({
    username: `bench_${i}`,
    password: `Bench-Quilt-lantern-${i}-Fjord`,
  }));
  for (const { username, password } of users) {
    const response = await fetch(`${url}/api/v1/configuration/internalusers/${username}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'kbn-xsrf': 'true', cookie },
      body: JSON.stringify({ password, backend_roles: [], attributes: {} }),
    });
    if (response.status !== 200) throw new Error(`Creating a user answered ${response.status}.`);
    await response.arrayBuffer();
  }
  return users;
}

async function medianLoginMs(url, users) {
  const timesMs = [];
  for (const user of users) {
    const startedAtMs = performance.now();
    await login(url, user);
    timesMs.push(performance.now() - startedAtMs);
  }
  return median(timesMs);
}

async function underLoad(url, cookie, { route, goal }) {
  const load = { connections: LOAD.connections, duration: LOAD.seconds };
  const { requests, latency, errors, non2xx } = await autocannon({
    ...load,
    url: url + route,
    headers: { cookie, accept: 'application/json' },
    warmup: { ...load, duration: WARM_UP_SECONDS },
  });
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} answers of ${route} were not 200.`);
  return [
    {
      what: `\`GET ${route}\`, ${LOAD.connections} connections`,
      value: `${Math.round(requests.average)} requests/s`,
      goal: `${goal} requests/s`,
    },
    { what: 'its latency, median', value: `${latency.p50} ms` },
    { what: 'its latency, p99', value: `${latency.p99} ms`, goal: '20 ms' },
  ];
}

module.exports = {
  name: 'Requests',
  async run() {
    // All logins come from one address and would exceed the login rate limit.
    const args = ['--opensearch_security.auth.max_logins_per_minute=0'];
    const server = await startServer({ args });
    try {
      await untilFirst200(server);
      const cookie = await login(server.url);
      const account = await underLoad(server.url, cookie, ACCOUNT);
      const status = await underLoad(server.url, cookie, STATUS);
      const loginMs = await medianLoginMs(server.url, await createUsers(server.url, cookie));
      return [
        {
          what: `Login, median of ${LOGINS} users, each for the first time`,
          value: `${loginMs.toFixed(0)} ms`,
          goal: '60 ms',
        },
        ...account,
        ...status,
      ];
    } finally {
      await server.stop();
    }
  },
};
