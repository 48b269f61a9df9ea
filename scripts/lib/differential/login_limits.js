'use strict';
/**
 * Limits of failed sign-ins: under random `auth_failure_listeners` the same people fail and succeed
 * in the same order from the same addresses on both sides, also after a block has run out.
 */
const { setTimeout: sleep } = require('node:timers/promises');
const { hash } = require('@node-rs/bcrypt');
const { SeededRandom } = require('../random');
const { API, DYNAMIC, JSON_TYPE, PASSWORD, usersOf } = require('./people');

/** Of bcrypt, as cheap as it gets. */
const COST = 4;
const NAMES = ['s0', 's1', 's2'];
/** Of loopback, all of them this machine's. */
const ADDRESSES = ['127.0.0.1', '127.0.0.2'];
/** From where nobody fails. */
const ADMIN_ADDRESS = '127.0.0.9';
/** Attempts under one configuration. */
const ROUND = 20;
/** A burst of attempts is much shorter, a pause longer, whatever the machine does besides. */
const BLOCK_SECONDS = 3;
const PAUSE_MS = 4_500;
/** A cluster puts a configuration in force a moment after it has acknowledged it. */
const SETTLING_MS = 500;

/** @param {SeededRandom} dice @param {number} at makes each configuration another: counting
 *   starts anew */
function randomListeners(dice, at) {
  const limit = () => ({
    allowed_tries: 1 + dice.below(4),
    time_window_seconds: dice.pick([BLOCK_SECONDS, 3_600]),
    block_expiry_seconds: BLOCK_SECONDS,
    max_blocked_clients: 100_000,
    max_tracked_clients: 100_000 + at,
  });
  const byAddress = { type: 'ip', ...limit(), ...(dice.oneIn(3) && { ignore_hosts: [dice.pick([ADDRESSES[0], '127.0.0.*'])] }) };
  const byName = { type: 'username', authentication_backend: 'internal', ...limit() };
  return dice.pick([{ byAddress }, { byName }, { byName }, { byAddress, byName }]);
} // prettier-ignore

/** By who is never blocked. */
async function onBoth({ cluster, product }, path, content) {
  const body = JSON.stringify(content);
  for (const [side, who] of [[cluster, { certificate: true }], [product, usersOf().restAdmin]]) {
    const call = { method: 'PUT', path: `${API}/${path}`, headers: JSON_TYPE, body };
    const { status, text } = await side.call({ ...who, from: ADMIN_ADDRESS }, call);
    if (status >= 300) throw new Error(`${side.name}: ${path}: ${status} ${text}`);
  }
} // prettier-ignore

/** @param {SeededRandom} dice */
function randomAttempt(dice, { byAddress }) {
  const name = dice.pick([...NAMES, ...NAMES, 'nobody']);
  // Without credentials nobody has guessed: a cluster counts that against an address (decision 4).
  const kind = dice.pick(['wrong', 'wrong', 'right', byAddress ? 'right' : 'none', 'pause']);
  const from = dice.pick([ADDRESSES[0], ...ADDRESSES]);
  const password = kind === 'wrong' || name === 'nobody' ? 'mistyped' : PASSWORD;
  return { kind, name, from, ...(kind !== 'none' && { credentials: `${name}:${password}` }) };
}

/**
 * @param {{ cluster: import('./target').ComparedServer, product:
 *   import('./target').ComparedServer, seed: number, attempts:
 *   number }} options
 * @returns {Promise<{ listeners: object, before: string[], attempt: object, ours: number, theirs:
 *   number }[]>}
 */
async function compareLimits({ cluster, product, seed, attempts }) {
  const dice = new SeededRandom(seed);
  const user = { hash: await hash(PASSWORD, COST) };
  for (const name of NAMES) await onBoth({ cluster, product }, `internalusers/${name}`, user);
  const compared = [];
  let listeners;
  let before;
  while (compared.length < attempts) {
    if (compared.length % ROUND === 0) {
      listeners = randomListeners(dice, compared.length);
      before = [];
      const dynamic = { ...DYNAMIC, auth_failure_listeners: listeners };
      await onBoth({ cluster, product }, 'securityconfig/config', { dynamic });
      await sleep(SETTLING_MS);
    }
    const attempt = randomAttempt(dice, listeners);
    if (attempt.kind === 'pause') await sleep(PAUSE_MS);
    const caller = { credentials: attempt.credentials, from: attempt.from };
    const call = { method: 'GET', path: '/_plugins/_security/authinfo' };
    const [theirs, ours] = await Promise.all([cluster.call(caller, call), product.call(caller, call)]);
    compared.push({ listeners, before: [...before], attempt, ours: ours.status, theirs: theirs.status });
    before.push(`${attempt.kind} ${attempt.name} ${attempt.from}: ${theirs.status}`);
  }
  return compared;
} // prettier-ignore

const isDifferent = ({ ours, theirs }) => ours !== theirs;

const toldLimits = ({ listeners, before, attempt, ours, theirs }) =>
  `${attempt.kind} ${attempt.name} ${attempt.from}: product ${ours}, cluster ${theirs}
  ${JSON.stringify(listeners)}
  before: ${before.join(' | ')}
`;

module.exports = { compareLimits, isDifferent, toldLimits };
