'use strict';
/** Relatives of all the others, made by chance from the description of every route. */
const { readFileSync } = require('node:fs');
const { inRoot } = require('../../../scripts/lib/paths');
const { runPool, times } = require('../http');
const { badCall, operationsOf } = require('../openapi_calls');
const { areasOf, changedAreas, takeSnapshot } = require('../snapshot');

/** After so many calls of one person the stored state is looked at. */
const BATCH = 100;
const AT_ONCE = 8;
/**
 * So many of the slowest calls are sent once more, alone: others held the loop while they waited.
 */
const SUSPECTS = 8;
/** Of names: what is made belongs to nobody who takes part. */
const PREFIX = 'atk_';

/** They would end the sessions of those who take part. */
const ENDS_SESSIONS = /logout|^DELETE \/api\/v1\/account\/sessions/;

const operations = () =>
  operationsOf(JSON.parse(readFileSync(inRoot('docs/reference/openapi.json'), 'utf8'))).filter(
    ({ method, path }) => !ENDS_SESSIONS.test(`${method} ${path}`)
  );

/** What an accepted call of a batch may have changed besides its own area: nothing. */
async function fireBatch(context, who, calls, suspects) {
  const { fire, people: users, check, url } = context;
  const before = await takeSnapshot(url, users);
  const allowed = new Set();
  const jobs = calls.map((call) => async () => {
    const whole = {
      ...call,
      headers: { ...users[who]?.headers, ...call.headers },
      timeoutMs: 10_000,
    };
    const { status, error, ms } = await fire(whole);
    check(error !== 'TIMEOUT', `${nameOf(call)} found no answer (${who})`);
    suspects.push({ call: whole, ms, who });
    if (status >= 200 && status < 300) areasOf(call).forEach((area) => allowed.add(area));
  });
  await runPool(AT_ONCE, jobs);
  const after = await takeSnapshot(url, users);
  suspects.sort((a, b) => b.ms - a.ms).splice(SUSPECTS);
  const wrong = changedAreas(before, after).filter((area) => !allowed.has(area));
  check(wrong.length === 0, `refused calls (${who}) changed ${wrong.join(', ')}`);
}

/** Every operation has its turn before any has a second one. */
function inTurns(all, random) {
  let left = [];
  return () => {
    if (left.length === 0) left = [...all];
    return left.splice(random.below(left.length), 1)[0];
  };
}

const nameOf = ({ method, path, body }) =>
  `${method} ${path.slice(0, 120)} ${body?.slice(0, 120) ?? ''}`;

/** Names the calls that are expensive by themselves. */
async function crossExamine({ fire, check, leastWork, heldLimitMs }, suspects) {
  for (const { call, who } of suspects) {
    const workMs = await leastWork(() => fire(call));
    check(workMs <= heldLimitMs, `${nameOf(call)} took ${Math.round(workMs)} ms of work (${who})`);
  }
}

const relatives = {
  name: 'relatives',
  what: 'generated requests: bad strings in every parameter and body of every route',
  isFresh: true,
  async fire(context) {
    const { random, calls, product } = context;
    const nextOperation = inTurns(operations(), random);
    const suspects = [];
    const callers = ['nobody', 'admin', 'stranger', 'writer'];
    for (let sent = 0; sent < calls && product.isAlive(); sent += BATCH) {
      const who = callers[(sent / BATCH) % callers.length];
      const batch = times(Math.min(BATCH, calls - sent), () =>
        badCall(nextOperation(), random, who === 'nobody' && random.chance(0.3) ? '' : PREFIX)
      );
      await fireBatch(context, who, batch, suspects);
    }
    await crossExamine(context, suspects);
  },
};

module.exports = [relatives];
