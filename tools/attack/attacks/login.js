'use strict';
/** Login floods: they may slow down only their own senders. */
const { basic, runPool, times } = require('../http');
const { ENGINE, logIn } = require('../people');

/** Time limit of a regular login during any flood, in milliseconds. */
const PATIENCE_MS = 5_000;
const NEWCOMERS = 12;

const guess = ({ fire }, name, from, path = `${ENGINE}/authinfo`) =>
  fire({
    path,
    headers: { authorization: basic(name, 'Wrong-password-of-mine-1'), 'kbn-xsrf': undefined },
    from,
    timeoutMs: 30_000,
  });

/**
 * Logs in new users sequentially during `work`. New users are needed because known clients are
 * served first.
 * @returns {Promise<number[]>} statuses other than 200
 */
async function loginMeanwhile({ fire, people: users }, work) {
  let isOver = false;
  const ended = work().finally(() => (isOver = true));
  const bad = [];
  for (let at = 0; !isOver && at < NEWCOMERS; at++) {
    const { status } = await logIn(
      fire,
      { username: `atk_newcomer_${at}`, password: users.writer.password },
      { from: '127.0.0.3', timeoutMs: PATIENCE_MS }
    );
    if (status !== 200) bad.push(status);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  await ended;
  return bad;
}

const addNewcomers = ({ fire, people: users }) =>
  runPool(
    2,
    times(
      NEWCOMERS,
      (at) => () =>
        fire('PUT', `${ENGINE}/api/internalusers/atk_newcomer_${at}`, users.admin.headers, {
          password: users.writer.password,
        })
    )
  );

const basicFlood = {
  name: 'basic_flood',
  what: '1 100 anonymous Basic attempts in flight; other users log in meanwhile',
  isFresh: true,
  async fire(context) {
    const { check, isShort } = context;
    await addNewcomers(context);
    const jobs = times(
      isShort ? 1_300 : 2_200,
      (at) => () => guess(context, `user${at}`, '127.0.0.1')
    );
    const bad = await loginMeanwhile(context, () => runPool(1_100, jobs));
    check(bad.length === 0, `logins from another address failed meanwhile: ${bad.join(', ')}`);
  },
};

const spraying = {
  name: 'spraying',
  what: 'guesses by Basic, many names and one name, from one address',
  isFresh: true,
  async fire(context) {
    const { fire, people: users, check } = context;
    const from = '127.0.0.4';
    const startedAtMs = performance.now();
    const spray = times(
      500,
      (at) => () =>
        guess(context, `user${at % 250}`, from, at % 2 ? '/api/v1/auth/authinfo' : undefined)
    );
    const responses = await runPool(20, spray);
    const tried = responses.filter(
      ({ status, headers }) => status === 401 && !headers['retry-after']
    ).length;
    const minutes = Math.ceil((performance.now() - startedAtMs) / 60_000);
    check(
      tried <= 130 + 120 * minutes,
      `${tried} of 500 guesses from one address were tried within ${minutes} min`
    );
    const aimed = times(200, () => () => guess(context, users.writer.username, from));
    await runPool(10, aimed);
    const { status } = await logIn(fire, users.writer, {
      from: '127.0.0.5',
      timeoutMs: PATIENCE_MS,
    });
    check(status === 200, `guesses of another client keep a user from logging in (${status})`);
  },
};

const errors = {
  name: 'refusals',
  what: 'a flood of refused and unknown requests by strangers',
  isFresh: true,
  async fire({ fire, isShort }) {
    const kinds = [
      { path: '/api/v1/configuration/roles' },
      { path: '/nowhere' },
      { path: `${ENGINE}/api/roles` },
      { path: '/app/home' },
      { method: 'POST', path: '/auth/login', body: '{' },
      { method: 'POST', path: '/api/saved_objects/_bulk_get', body: [] },
    ];
    const jobs = times(isShort ? 3_000 : 20_000, (at) => () => fire(kinds[at % kinds.length]));
    await runPool(50, jobs);
  },
};

const sharedAddress = {
  name: 'shared_address',
  what: 'one person uses up a limit; another behind the same address asks too',
  isFresh: true,
  async fire({ fire, people: users, check, isCi }) {
    const ask = (user) =>
      fire({
        path: '/api/v1/access/explain?action=cluster:monitor/health',
        headers: user.headers,
        from: '127.0.0.7',
      });
    // On slow CI machines, 900 requests can take longer than the minute that the limit counts.
    let isRefused = false;
    const greedy = times(isCi ? 9_000 : 900, () => async () => {
      if (!isRefused) isRefused = (await ask(users.nobody)).status === 429;
    });
    await runPool(10, greedy);
    check(isRefused, 'one person may ask for any number of explanations');
    const { status } = await ask(users.writer);
    check(status === 200, `another person at that address is answered ${status}`);
  },
};

module.exports = [basicFlood, spraying, errors, sharedAddress];
