'use strict';
/**
 * What each kind of work costs in installations of 1,000, 10,000 and 100,000 users. The work is the
 * same in all of them, so a cost that grows with them is one of the store, not of the change.
 */
const fs = require('node:fs');
const path = require('node:path');
const { spawn } = require('node:child_process');
const { Worker } = require('node:worker_threads');
const {
  createInstallation,
  role,
  roleName,
  teamName,
  userName,
  EVERYBODY,
} = require('./lib/grown_installation');
const {
  ADMIN,
  login,
  median,
  processorMs,
  rssMib,
  startServer,
  temporaryFolder,
  untilFirst200,
} = require('../../scripts/lib/runtime/server');
const { inRoot } = require('../../scripts/lib/paths');

const SIZES = [
  { part: '1k', users: 1_000, roles: 200 },
  { part: '10k', users: 10_000, roles: 2_000 },
  { part: '100k', users: 100_000, roles: 10_000 },
];
const RUNS = 7;
/** Of work that grows with the installation by its nature. */
const RUNS_OF_ALL = 3;
const IDLE_MS = 5_000;
const COMMAND_LIMIT_MS = 100_000;
/** Processor time below it is noise. */
const NOISE_MS = 4;
/** How much processor time may grow while the number of users grows tenfold. */
const FIXED = 2;
const LINEAR = 16;

const TEAM_ROLE = 7;
const READ = 'indices:data/read/search';
const PASSWORD = 'Lantern-meadow-quarry-85';

/**
 * @typedef {object} Kind
 * @property {string} what
 * @property {number} grows most that it may grow from 10,000 to 100,000 users
 * @property {number} [goalMs] at 100,000 users
 * @property {(n: number) => [path: string, body?: object]} call the n-th request
 * @property {(n: number) => [path: string, body?: object]} [before] one that is not measured
 * @property {boolean} [isFirst] whether only the first one after a start counts
 */
const changedRole = (n) => ({ ...role(TEAM_ROLE, `changed-${n}-*`), description: `Change ${n}` });
const saveRole = (n) => [`/api/v1/configuration/roles/${roleName(TEAM_ROLE)}`, changedRole(n)];
const saveUser = (n) => [
  '/api/v1/configuration/internalusers/bench',
  { backend_roles: [teamName(n % 50), 'employees'], password: PASSWORD },
];
const search = (type, query) => `/api/v1/search/${type}?${new URLSearchParams(query)}`;

/** @type {readonly Kind[]} */
const KINDS = [
  {
    what: 'Page of 10 users sorted by roles, first after a start',
    grows: LINEAR,
    goalMs: 50,
    isFirst: true,
    call: () => [search('internalusers', { sort_field: 'roles', per_page: 10 })],
  },
  {
    what: 'Permission question, denied, first',
    grows: FIXED,
    goalMs: 20,
    isFirst: true,
    call: () => denied(0),
  },
  {
    what: 'Permission question, denied',
    grows: FIXED,
    goalMs: 6,
    call: (n) => denied(n),
  },
  {
    what: "Impact of a change of one team's role (20 users)",
    grows: FIXED,
    goalMs: 20,
    call: (n) => ['/api/v1/access/impact', impactOf(roleName(TEAM_ROLE), changedRole(n))],
  },
  {
    what: 'Impact of a change of a role of all users',
    grows: LINEAR,
    call: (n) => ['/api/v1/access/impact', impactOf(EVERYBODY, changedRole(n))],
  },
  {
    what: 'Filter menu: roles, backend roles',
    grows: FIXED,
    goalMs: 12,
    call: () => [search('internalusers', { per_page: 10, facets: 'roles,backend_roles' })],
  },
  {
    what: 'Page of 100 roles',
    grows: FIXED,
    goalMs: 5,
    call: () => [search('roles', { per_page: 100 })],
  },
  {
    what: 'Search of users, one hit',
    grows: FIXED,
    goalMs: 2,
    call: (n) => [search('internalusers', { per_page: 10, search: userName(n + 100) })],
  },
  {
    what: 'Search of users, no hit',
    grows: FIXED,
    goalMs: 2,
    call: (n) => [search('internalusers', { per_page: 10, search: `nobody-${n}` })],
  },
  {
    what: 'Save of a role, without guardrails',
    grows: FIXED,
    call: saveRole,
  },
  {
    what: 'Findings, first',
    grows: LINEAR,
    isFirst: true,
    call: () => ['/api/v1/findings?fresh=true'],
  },
  {
    what: 'Findings, nothing changed',
    grows: FIXED,
    goalMs: 5,
    call: () => ['/api/v1/findings?fresh=true'],
  },
  {
    what: 'Findings after a change of a user',
    grows: FIXED,
    goalMs: 20,
    before: saveUser,
    call: () => ['/api/v1/findings?fresh=true'],
  },
  {
    what: 'Findings after a change of a role',
    grows: FIXED,
    goalMs: 20,
    before: (n) => saveRole(n + 20),
    call: () => ['/api/v1/findings?fresh=true'],
  },
  {
    what: 'Save of a role, with three guardrails',
    grows: FIXED,
    goalMs: 20,
    before: () => ['/api/v1/guardrails', GUARDRAILS, 'PUT'],
    call: (n) => saveRole(n + 40),
  },
  {
    what: 'Save of a user, with three guardrails',
    grows: FIXED,
    call: (n) => saveUser(n + 20),
  },
  {
    what: 'Export of users over HTTP',
    grows: LINEAR,
    call: () => ['/api/v1/configuration_files/internalusers'],
  },
  {
    what: 'All users over REST',
    grows: LINEAR,
    call: () => ['/api/v1/configuration/internalusers'],
  },
];

const GUARDRAILS = {
  'no secrets': { rule: 'only', roles: ['all_access'], action: 'read', index: 'secret-*' },
  'no writers': { rule: 'never', backend_roles: ['employees'], action: 'write', index: 'news-*' },
  readers: { rule: 'always', users: [userName(1)], action: 'read', index: 'news-1' },
};

function denied(n) {
  const request = { user: userName(n), action: READ, index: [`secret-${n}`] };
  return ['/api/v1/access/explain', request];
}

const impactOf = (name, changed) => ({ changes: { roles: { [name]: changed } } });

/** Processor time of the main thread in milliseconds, as exact as the kernel counts it. */
function mainThreadMs(pid) {
  const [ns] = fs.readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(ns) / 1_000_000;
}

/** Highest resident memory of a process so far, in MiB. */
function peakMib(pid) {
  const text = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(text)?.[1]) / 1024;
}

/**
 * Someone else who asks for a small answer again and again, in a thread of its own: parsing large
 * answers here would look like a wait there.
 */
const BYSTANDER = `
const { parentPort, workerData } = require('node:worker_threads');
const http = require('node:http');
const agent = new http.Agent({ keepAlive: true });
let isStopped = false;
parentPort.once('message', () => (isStopped = true));
const ask = () => new Promise((resolve, reject) => {
  const startedAt = performance.now();
  http.get(workerData.url, { agent, headers: { cookie: workerData.cookie } }, (response) => {
    response.resume();
    response.on('end', () => resolve(performance.now() - startedAt));
  }).on('error', reject);
});
(async () => {
  await ask();
  parentPort.postMessage('ready');
  let longestMs = 0;
  while (!isStopped) {
    longestMs = Math.max(longestMs, await ask());
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  parentPort.postMessage(longestMs);
  agent.destroy();
})();`;

async function longestWaitMs(server, cookie, work) {
  const workerData = { url: `${server.url}/api/v1/auth/authinfo`, cookie };
  const bystander = new Worker(BYSTANDER, { eval: true, workerData });
  const next = () =>
    new Promise((resolve, reject) => bystander.once('message', resolve).once('error', reject));
  await next();
  await work();
  const longest = next();
  bystander.postMessage('stop');
  const ms = await longest;
  await bystander.terminate();
  return ms;
}

class Client {
  constructor(server, cookie) {
    this.server = server;
    this.cookie = cookie;
  }

  async send([address, body, method = body === undefined ? 'GET' : 'POST']) {
    const response = await fetch(this.server.url + address, {
      method,
      headers: {
        cookie: this.cookie,
        'osd-xsrf': 'bench',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${address} answered ${response.status}: ${text}`);
  }

  async timed(request) {
    const before = mainThreadMs(this.server.pid);
    const startedAt = performance.now();
    await this.send(request);
    return {
      ms: performance.now() - startedAt,
      mainMs: mainThreadMs(this.server.pid) - before,
    };
  }

  async measure({ call, before, isFirst, grows }) {
    const count = isFirst ? 1 : grows === LINEAR ? RUNS_OF_ALL : RUNS;
    const prepare = async (n) => before && (await this.send(before(n)));
    // The first one compiles the code.
    if (!isFirst) {
      await prepare(0);
      await this.send(call(0));
    }
    const all = [];
    for (let n = 1; n <= count; n++) {
      await prepare(n);
      all.push(await this.timed(call(n)));
    }
    await prepare(count + 1);
    const waitMs = isFirst
      ? undefined
      : await longestWaitMs(this.server, this.cookie, () => this.send(call(count + 1)));
    return {
      ms: median(all.map(({ ms }) => ms)),
      mainMs: median(all.map(({ mainMs }) => mainMs)),
      waitMs,
    };
  }
}

/** Runs `npm run security -- …`. */
async function command(args) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [inRoot('scripts', 'security.js'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: COMMAND_LIMIT_MS,
  });
  let problem = '';
  child.stderr.on('data', (chunk) => (problem += chunk));
  let [peak, spentMs] = [0, 0];
  const timer = setInterval(() => {
    try {
      peak = Math.max(peak, peakMib(child.pid) || 0);
      spentMs = Math.max(spentMs, processorMs(child.pid) || 0);
    } catch {
      // It has ended.
    }
  }, 20);
  const [code, signal] = await new Promise((resolve) =>
    child.once('exit', (...end) => resolve(end))
  );
  clearInterval(timer);
  const ms = performance.now() - startedAt;
  const isDone = !signal && code <= 1;
  if (!isDone) {
    const end = signal ? `took more than ${COMMAND_LIMIT_MS} ms` : `ended with ${code}: ${problem}`;
    process.stderr.write(`  security ${args.join(' ')} ${end}\n`);
  }
  return { ms: isDone ? ms : Number.NaN, mainMs: isDone ? spentMs : Number.NaN, mib: peak };
}

/** Of a folder that has the data folder `data`. */
const COMMANDS = [
  {
    what: '`security export`',
    goalMs: 5_000,
    args: (dir) => ['export', path.join(dir, 'files'), dataOption(dir)],
  },
  {
    what: '`security import --dry-run`',
    goalMs: 8_000,
    args: (dir) => ['import', path.join(dir, 'files'), '--dry-run', dataOption(dir)],
  },
  { what: '`security check`', goalMs: 4_000, args: (dir) => ['check', path.join(dir, 'data')] },
  {
    what: '`security backup`',
    goalMs: 5_000,
    args: (dir) => ['backup', path.join(dir, 'copy'), dataOption(dir)],
  },
];
const dataOption = (dir) => `--path.data=${path.join(dir, 'data')}`;

/** @returns results by kind of work */
async function measureSize(size) {
  const dir = temporaryFolder();
  const dataDir = path.join(dir, 'data');
  const results = new Map();
  try {
    await createInstallation(dataDir, size);
    const first = await startServer({ dataDir });
    await untilFirst200(first);
    await first.stop();
    const server = await startServer({ dataDir });
    try {
      const startMs = await untilFirst200(server);
      results.set('Start to the first 200', { ms: startMs, mainMs: mainThreadMs(server.pid) });
      await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
      results.set('Memory at rest', { mib: rssMib(server.pid) });
      const client = new Client(server, await login(server.url, ADMIN));
      for (const kind of KINDS) results.set(kind.what, await client.measure(kind));
      results.set('Memory after all of this', { mib: rssMib(server.pid) });
    } finally {
      await server.stop();
    }
    for (const { what, args } of COMMANDS) results.set(what, await command(args(dir)));
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
  return results;
}

const MAY_GROW = new Map([
  ...KINDS.map(({ what, grows }) => [what, grows]),
  ...COMMANDS.map(({ what }) => [what, LINEAR]),
  ['Start to the first 200', LINEAR],
]);
const GOALS = new Map([
  ...[...KINDS, ...COMMANDS].map(({ what, goalMs }) => [what, goalMs && `${goalMs} ms`]),
  ['Start to the first 200', '900 ms'],
  ['Memory at rest', '200 MiB'],
  ['Memory after all of this', '400 MiB'],
]);

const rounded = (value) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const list = (values) =>
  values
    .map((value) => (value === undefined ? '–' : Number.isNaN(value) ? 'failed' : rounded(value)))
    .join(' / ');

function rowOf(what, results) {
  const of = (key) => results.map((one) => one.get(what)?.[key]);
  const mib = of('mib').some((value) => value !== undefined) ? `${list(of('mib'))} MiB` : '';
  if (of('ms').every((value) => value === undefined))
    return { what, value: mib, goal: GOALS.get(what) };
  const mainMs = of('mainMs');
  const ratios = mainMs
    .slice(1)
    .map((value, at) => value / Math.max(mainMs[at] ?? Number.NaN, NOISE_MS));
  const parts = [
    `${list(of('ms'))} ms`,
    `main thread ${list(mainMs)} ms`,
    ...(ratios.length > 0 ? [`× ${list(ratios)}`] : []),
    ...(of('waitMs').some((value) => value !== undefined)
      ? [`others wait ${list(of('waitMs'))} ms`]
      : []),
    ...(mib ? [mib] : []),
  ];
  const most = MAY_GROW.get(what);
  const isRefused = ratios.some((ratio) => !(ratio <= most));
  return {
    what,
    value: parts.join('; '),
    goal: GOALS.get(what),
    ...(isRefused && { refused: `it may grow × ${most}` }),
  };
}

module.exports = {
  name: 'Growth: 1,000, 10,000 and 100,000 users',
  parts: SIZES.map(({ part }) => part),
  async run({ parts }) {
    const sizes = SIZES.filter(({ part }) => !parts || parts.includes(part));
    const results = [];
    for (const size of sizes) results.push(await measureSize(size));
    return [...(results[0]?.keys() ?? [])].map((what) => rowOf(what, results));
  },
};
