'use strict';
/** Failures of the machine: full disk, no file descriptors, clock jumps. */
const { spawnSync } = require('node:child_process');
const { ENGINE, logIn } = require('../people');
const { basic } = require('../http');
const { pause } = require('../environment');
const { openSockets } = require('../sockets');

const shell = (script, ...given) => ['sh', '-c', script, ...given];
const inTmpfs = (script, dataDir, argv) => [
  'unshare',
  '-rm',
  ...shell(`mount -t tmpfs -o size=16m tmpfs "$0" && ${script}`, dataDir, ...argv),
];

/** Whether a 16 MiB data folder can be mounted in a private mount namespace. */
const canMount = () => spawnSync(...headAndTail(inTmpfs('true', '/mnt', []))).status === 0;
const headAndTail = ([head, ...tail]) => [head, tail];

const fullDisk = {
  name: 'full_disk',
  what: 'a disk that fills up: writes say so, reads and logging out work',
  start: async () => ({ wrap: (argv, dataDir) => inTmpfs('exec "$@"', dataDir, argv) }),
  cannot: () => (canMount() ? undefined : 'no right to mount a small disk (unshare -rm)'),
  async fire({ fire, people: users, check, expect5xx }) {
    expect5xx(507);
    const { writer, admin } = users;
    const write = (at, kib) =>
      fire(
        'POST',
        `/api/saved_objects/index-pattern/atk_full_${at}?overwrite=true`,
        writer.headers,
        { attributes: { title: 't', fields: 'd'.repeat(kib * 1024) } }
      );
    let at = 0;
    for (const kib of [900, 100, 8, 1]) {
      let status = 200;
      while (status === 200 && at < 400) ({ status } = await write(at++, kib));
      check(status === 507, `a write to a full disk was answered ${status}`);
    }
    for (const [method, path, body] of [
      [
        'PUT',
        `${ENGINE}/api/roles/atk_full`,
        { description: 'd'.repeat(200), cluster_permissions: [] },
      ],
      [
        'PUT',
        `${ENGINE}/api/account`,
        { password: 'Other-harbour-lantern-74', current_password: admin.password },
      ],
      ['POST', '/api/kibana/settings', { changes: { 'dateFormat:tz': 'UTC' } }],
    ]) {
      const { status } = await fire(method, path, admin.headers, body);
      check(
        status < 500 || status === 507,
        `${method} ${path} on a full disk was answered ${status}`
      );
    }
    await logIn(fire, users.nobody);
    const out = await fire('POST', '/auth/logout', writer.headers);
    check(out.status === 200, `logging out on a full disk was answered ${out.status}`);
    const { status } = await fire({
      path: '/api/v1/configuration/account',
      headers: writer.headers,
    });
    check(
      status === 401,
      `after logging out on a full disk the cookie goes on working (${status})`
    );
  },
};

const descriptors = {
  name: 'descriptors',
  what: 'no file descriptor left: the log says so, and afterwards all is well',
  start: async () => ({ wrap: (argv) => shell('ulimit -n 160 && exec "$0" "$@"', ...argv) }),
  // Existing connections are served, but pages may need files.
  async fire({ fire, url, product, check, until }) {
    const sockets = await openSockets(url, 400, { from: '127.0.0.4' });
    await pause(2_000);
    sockets.close();
    await pause(1_000);
    const { status } = await logIn(
      fire,
      { username: 'nobody', password: 'x' },
      { from: '127.0.0.3', timeoutMs: 5_000 }
    );
    check(status === 401, `afterwards the server answers ${status}`);
    const isLogged = await until(
      () => /EMFILE|file descriptor|open files|connections/i.test(product.log()),
      1_000
    );
    check(isLogged, 'the log says nothing about it');
  },
};

const YEAR_MS = 365 * 24 * 3600 * 1000;

const clockJumps = {
  name: 'clock_jumps',
  what: 'a clock set back by a year while a user is blocked, and sessions through it',
  isFresh: true,
  // After the clock returns, a session last used a year ago has expired and users must log in
  // again.
  bystanderMaySee: ['302', '401'],
  async fire({ fire, people: users, product, check, until }) {
    const made = await fire(
      'PUT',
      `${ENGINE}/api/authfailurelisteners/atk_listener`,
      users.admin.headers,
      {
        type: 'username',
        authentication_backend: 'internal',
        allowed_tries: 3,
        time_window_seconds: 60,
        block_expiry_seconds: 2,
        max_blocked_clients: 100,
        max_tracked_clients: 100,
      }
    );
    const { username } = users.nobody;
    const from = '127.0.0.3';
    for (let turn = 0; turn < 4; turn++) {
      await fire({
        path: `${ENGINE}/authinfo`,
        headers: { authorization: basic(username, 'x') },
        from,
      });
    }
    product.moveClock(-YEAR_MS);
    await pause(2_500);
    const isBack = await until(
      async () => (await logIn(fire, users.nobody, { from })).status === 200,
      2_000
    );
    check(isBack, `a year back, a block of 2 s does not end (listener ${made.status})`);
    const session = await fire({ path: '/api/v1/auth/authinfo', headers: users.writer.headers });
    check(session.status === 200, `a year back, a session is answered ${session.status}`);
    product.moveClock(0);
    await pause(500);
    const now = await logIn(fire, users.writer, { from });
    check(now.status === 200, `back in the present, a login is answered ${now.status}`);
  },
};

module.exports = [fullDisk, descriptors, clockJumps];
