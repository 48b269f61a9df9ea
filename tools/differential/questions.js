'use strict';
/**
 * Compares access decisions: random users with random roles send real requests to a cluster, and
 * the engine, configured with the same roles and indices, explains its decision.
 */
const { hash } = require('@node-rs/bcrypt');
const { API, PASSWORD } = require('./people');
const { SeededRandom } = require('../lib/random');
const { randomOperation } = require('./operations');
const { USERS, randomRules } = require('./question_rules');
const { isRefused, namesShown } = require('./question_answers');
const { COST, alike, explained, onBoth, subjectOf } = require('./question_rounds');
const {
  JSON_TYPE,
  DASHBOARDS_INDEX,
  KNOWN,
  MISSING,
  SECURITY_INDEX,
  forget,
  makeWorld,
} = require('./test_data');

/** Requests per set of rules. */
const ROUND = 100;

/**
 * @typedef {{ person: string, operation: import('./operations').Operation, rules: object, settings:
 *   object, ours: object, theirs: import('./target').HttpAnswer, verdict: 'equal' | 'let in' |
 *   'kept out' | 'other indices' }} Answered
 */

/**
 * @param {{ cluster: import('./target').ComparedServer, engine:
 *   import('../../src/backend/api').Engine, seed: number, questions: number }} options
 * @returns {Promise<Answered[]>}
 */
async function askRequests({ cluster, engine, seed, questions: requests }) {
  const dice = new SeededRandom(seed);
  const secret = await hash(PASSWORD, COST);
  await makeWorld(cluster);
  // This mapping would give its role to every user.
  await onBoth({ cluster, engine }, 'DELETE', `${API}/rolesmapping/own_index`);
  const answered = [];
  let rules;
  let settings;
  while (answered.length < requests) {
    if (answered.length % ROUND === 0) {
      rules = randomRules(dice, secret);
      settings = await newRound({ cluster, engine, dice, rules });
    }
    const user = dice.pick(USERS);
    const operation = randomOperation(dice);
    const theirs = await send(cluster, user, operation);
    const ours = await ask(engine, user, rules, operation);
    await forget(cluster, madeBy(operation));
    const verdict = verdictOf(operation, ours, theirs);
    answered.push({ person: user, operation, rules, settings, ours, theirs, verdict });
  }
  return answered;
}

/** Applies new rules, and random settings for requests that are forbidden in part. */
async function newRound({ cluster, engine, dice, rules }) {
  await alike({ cluster, engine }, rules);
  const settings = {
    do_not_fail_on_forbidden: dice.oneIn(2),
    do_not_fail_on_forbidden_empty: dice.oneIn(3),
  };
  const body = Object.entries(settings).map(([key, value]) => ({
    op: 'add',
    path: `/config/dynamic/${key}`,
    value,
  }));
  await onBoth({ cluster, engine }, 'PATCH', `${API}/securityconfig`, body);
  return settings;
}

const send = (cluster, user, { method, path, headers = {}, body, isBulk }) =>
  cluster.call(
    { credentials: `${user}:${PASSWORD}` },
    {
      method,
      path,
      body,
      headers: {
        ...(body !== undefined &&
          (isBulk ? { 'content-type': 'application/x-ndjson' } : JSON_TYPE)),
        ...headers,
      },
    }
  );

async function ask(engine, user, { internalusers }, { question: request }) {
  const subject = subjectOf(user, internalusers[user]);
  return explained(engine, { ...request, subject, known_indices: KNOWN });
}

/** Indices that a request may have created. */
function madeBy({ question: { index = [], tenant } }) {
  const missing = index.filter((name) => MISSING.includes(name));
  return tenant ? [...missing, `${DASHBOARDS_INDEX}_*`] : missing;
}

function verdictOf({ shows }, { decision }, theirs) {
  const refusedHere = decision.effect === 'refuse';
  const refusedThere = isRefused(theirs);
  if (refusedHere !== refusedThere) return refusedThere ? 'let in' : 'kept out';
  if (refusedHere || !shows || theirs.status !== 200) return 'equal';
  const visible = namesShown(theirs);
  const expected = new Set(
    decision.effect === 'empty' ? [] : decision.allowed_indices.flatMap(members)
  );
  expected.delete(SECURITY_INDEX);
  const isSame = visible.size === expected.size && [...visible].every((name) => expected.has(name));
  return isSame ? 'equal' : 'other indices';
}

/** The indices behind an index, alias or data stream name. */
const members = (name) =>
  KNOWN.filter(
    (one) => one.name === name || one.aliases?.includes(name) || one.data_stream === name
  ).map((one) => one.name);

module.exports = { askRequests };
