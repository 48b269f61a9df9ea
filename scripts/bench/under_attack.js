'use strict';
/** What people notice while others try to stop the product. */
const { attackProduct } = require('../lib/attack');
const { LIMITS, percentile } = require('../lib/attack/judge');
const { basic, runPool, send } = require('../lib/attack/http');
const { ENGINE, PASSWORD, subject } = require('../lib/attack/people');
const { buildStage, pause, startBystanders } = require('../lib/attack/environment');

const SEED = 20260;
const USERS = 200;
/** Two seconds between two requests of a person who works quickly. */
const USER_PAUSE_MS = 2_000;
const ADMINISTRATORS = 2;
const FLOOD_MS = 180_000;
/**
 * Senders of the flood, and the pause of each between two requests: some hundred requests a second.
 */
const FLOODERS = 20;
const FLOODER_PAUSE_MS = 50;

const ms = (value) => `${Math.round(value)} ms`;

/** Signs in that many users, beside those of the stage. */
async function loginUsers({ url, people: users }, count) {
  const jobs = Array.from({ length: count }, (_, at) => async () => {
    const username = `worker_${at}`;
    await send(url, {
      method: 'PUT',
      path: `${ENGINE}/api/internalusers/${username}`,
      headers: users.admin.headers,
      body: { password: PASSWORD },
    });
    return (await subject(url, { username, password: PASSWORD })).cookie;
  });
  return runPool(2, jobs);
}

/**
 * One administrator's work: a role made, read, mapped and removed.
 * @returns {number} answers that were none
 */
async function administrate({ url, people: users }, name, isOver) {
  let errors = 0;
  const calls = [
    ['PUT', `roles/${name}`, { cluster_permissions: ['cluster:monitor/*'] }],
    ['PUT', `rolesmapping/${name}`, { users: ['worker_0'] }],
    ['GET', `roles/${name}`],
    ['DELETE', `rolesmapping/${name}`],
    ['DELETE', `roles/${name}`],
  ];
  for (let turn = 0; !isOver(); turn++) {
    const [method, path, body] = calls[turn % calls.length];
    const response = await send(url, {
      method,
      path: `${ENGINE}/api/${path}`,
      headers: users.admin.headers,
      body,
      from: '127.0.0.3',
    });
    if (response.status >= 400 || response.status === 0) errors++;
    await pause(250);
  }
  return errors;
}

/** @returns {Promise<number>} requests sent */
async function flood({ url }, isOver) {
  const kinds = [
    (at) => ({ path: `/api/v1/configuration/roles?${at}` }),
    (at) => ({ path: `${ENGINE}/api/roles/${at}` }),
    (at) => ({ path: '/app/home', headers: { authorization: basic(`nobody${at}`, 'x') } }),
    () => ({ method: 'POST', path: '/auth/login', body: { username: 'a', password: 'b' } }),
    (at) => ({ path: `${ENGINE}/authinfo`, headers: { authorization: basic(`n${at}`, 'x') } }),
  ];
  let sent = 0;
  const sender = async () => {
    while (!isOver()) {
      await send(url, kinds[sent % kinds.length](sent++));
      await pause(FLOODER_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: FLOODERS }, sender));
  return sent;
}

async function crowdUnderFlood() {
  const stage = await buildStage();
  stage.bystander.setPaused(true);
  const crowd = startBystanders(stage.url, await loginUsers(stage, USERS), USER_PAUSE_MS);
  try {
    await pause(5_000);
    await crowd.take();
    const startMib = stage.product.rssMib();
    const endsAtMs = performance.now() + FLOOD_MS;
    const isOver = () => performance.now() > endsAtMs;
    const [sent, ...errors] = await Promise.all([
      flood(stage, isOver),
      ...Array.from({ length: ADMINISTRATORS }, (_, at) =>
        administrate(stage, `bench_${at}`, isOver)
      ),
    ]);
    const { latenciesMs, statuses } = await crowd.take();
    const wrong =
      errors.reduce((sum, count) => sum + count, 0) + latenciesMs.length - (statuses[200] ?? 0);
    const growthMib = stage.product.rssMib() - startMib;
    return [
      {
        what: `${USERS} people and ${ADMINISTRATORS} administrators for ${FLOOD_MS / 60_000} minutes beside ${sent} anonymous requests: errors`,
        value: `${wrong} of ${latenciesMs.length}`,
        goal: '0',
      },
      {
        what: 'their latency, median and p99',
        value: `${ms(percentile(latenciesMs, 0.5))}, ${ms(percentile(latenciesMs, 0.99))}`,
        goal: `p99 ${LIMITS.bystanderP99Ms} ms`,
      },
      {
        what: 'growth of memory (RSS) meanwhile',
        value: `${Math.round(growthMib)} MiB, from ${Math.round(startMib)} MiB`,
        goal: '60 MiB',
      },
    ];
  } finally {
    crowd.stop();
    await stage.tearDown();
  }
}

async function run() {
  const options = { seed: SEED, calls: 2_000, isCi: false };
  const { passed, failed, p999Ms } = await attackProduct({ ...options, isShort: false });
  const [imported] = (
    await attackProduct({ ...options, isShort: true, only: ['import_at_limits'] })
  ).results;
  return [
    { what: `Attacks held (seed ${SEED})`, value: `${passed} of ${passed + failed}`, goal: 'all' },
    {
      what: 'Event loop held under all of them, p99.9',
      value: ms(p999Ms),
      goal: `${LIMITS.heldMs} ms`,
    },
    {
      what: 'Import of 10 000 objects, 24 MB: latency of a bystander, p99',
      value: ms(imported.p99Ms),
      goal: '100 ms',
    },
    ...(await crowdUnderFlood()),
  ];
}

module.exports = { name: 'Under attack', run };
