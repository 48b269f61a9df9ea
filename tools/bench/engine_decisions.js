'use strict';
/**
 * Access decisions of the embedded engine through its entry point, in this process, without HTTP.
 */
const fs = require('node:fs');
const path = require('node:path');
const { inRoot } = require('../../scripts/lib/paths');
const { ADMIN, median, temporaryFolder } = require('../../scripts/lib/runtime/server');

const INTERNAL = { kind: 'internal' };
const API = '/_plugins/_security/api';
const SECONDS = 2;
const ROLES_PER_USER = 50;
const SEARCH = 'indices:data/read/search';

/**
 * A role of a typical mid-size installation: action groups, exact patterns and wildcards; one role
 * in ten uses a user attribute.
 */
const role = (n) => ({
  cluster_permissions: ['cluster_monitor'],
  index_permissions: [
    { index_patterns: [`team-${n}-*`, `shared-${n}`], allowed_actions: ['read'] },
    { index_patterns: [`team-${n}-private`], allowed_actions: ['crud'] },
    {
      index_patterns: n % 10 === 0 ? ['${user.name}-*'] : [`logs-${n}-*`],
      allowed_actions: ['indices:data/read/search*', 'indices:data/read/get'],
    },
  ],
});

async function put(engine, what, body) {
  const request = { method: 'PUT', path: `${API}/${what}`, body };
  const response = await engine.request(INTERNAL, request);
  if (response.statusCode >= 300) throw new Error(`PUT ${what}: ${JSON.stringify(response.body)}`);
}

/** Writes in batches, so that one group commit covers many writes. */
async function putAll(engine, count, make) {
  for (let from = 0; from < count; from += 500) {
    const step = Array.from({ length: Math.min(500, count - from) }, (_, i) => make(from + i));
    await Promise.all(step.map(([what, body]) => put(engine, what, body)));
  }
}

/** Fifty roles per user, a different selection for each user. */
const rolesOf = (user, roles) =>
  Array.from({ length: ROLES_PER_USER }, (_, i) => `role_${(user * 7 + i * 19) % roles}`);

async function filled(engine, { users, roles }) {
  await putAll(engine, roles, (n) => [`roles/role_${n}`, role(n)]);
  await putAll(engine, roles, (n) => [
    `rolesmapping/role_${n}`,
    { backend_roles: [`group_${n}`], users: [`owner_${n}`] },
  ]);
  await putAll(engine, users, (n) => [
    `internalusers/user_${n}`,
    {
      hash: `$2y$12$${'abcdefghijklmnopqrstuu'}${'a'.repeat(31)}`,
      backend_roles: groupsOf(n, roles),
    },
  ]);
}

const groupsOf = (user, roles) =>
  rolesOf(user, roles).map((name) => name.replace('role_', 'group_'));

async function warmPerSecond(engine, roles) {
  const requests = rolesOf(1, roles).flatMap((name) => {
    const n = name.slice('role_'.length);
    return [`team-${n}-x`, 'elsewhere'].map((index) => ({
      user: 'user_1',
      action: SEARCH,
      index: [index],
    }));
  });
  for (const request of requests) await engine.decide(request);
  let count = 0;
  let allowed = 0;
  const startedAtMs = performance.now();
  while (performance.now() - startedAtMs < SECONDS * 1000) {
    for (const request of requests) {
      if ((await engine.decide(request)).result.outcome === 'allowed') allowed++;
    }
    count += requests.length;
  }
  if (allowed !== count / 2) throw new Error(`${allowed} of ${count} were allowed.`);
  return (count / (performance.now() - startedAtMs)) * 1000;
}

/**
 * Evaluates every user once, so nothing is cached. With `described`, the subject is described with
 * backend roles instead of named.
 */
async function coldPerSecond(engine, { roles }, { from = 0, to }, described) {
  const requests = Array.from({ length: to - from }, (_, i) => {
    const n = from + i;
    const index = [`shared-${rolesOf(n, roles)[3].slice('role_'.length)}`];
    const subject = { name: `visitor_${n}`, backend_roles: groupsOf(n, roles) };
    return { ...(described ? { subject } : { user: `user_${n}` }), action: SEARCH, index };
  });
  const startedAtMs = performance.now();
  for (const request of requests) {
    const { outcome } = (await engine.decide(request)).result;
    if (outcome !== 'allowed') throw new Error(`${JSON.stringify(request)}: ${outcome}`);
  }
  return (requests.length / (performance.now() - startedAtMs)) * 1000;
}

/** Time from a change request to the first decision after it, including the durable write. */
async function changeMs(engine, roles) {
  const timesMs = [];
  for (let run = 0; run < 40; run++) {
    const index = `fresh-${run}`;
    const request = { user: 'user_1', action: SEARCH, index: [index] };
    if ((await engine.decide(request)).result.outcome !== 'denied') throw new Error('too early');
    const startedAtMs = performance.now();
    if (run % 2 === 0) {
      const changed = role(7);
      changed.index_permissions[0].index_patterns.push(index);
      await put(engine, `roles/${rolesOf(1, roles)[0]}`, changed);
    } else {
      // A change of an action group recompiles every role.
      const members = ['indices:data/read/*', `indices:data/write/x${run}`];
      await put(engine, 'actiongroups/own_group', { allowed_actions: members });
      const changed = {
        index_permissions: [{ index_patterns: [index], allowed_actions: ['own_group'] }],
      };
      await put(engine, `roles/${rolesOf(1, roles)[1]}`, changed);
    }
    if ((await engine.decide(request)).result.outcome !== 'allowed') throw new Error('too late');
    timesMs.push(performance.now() - startedAtMs);
  }
  return { medianMs: median(timesMs), worstMs: Math.max(...timesMs) };
}

async function explainMs(engine) {
  const timesMs = [];
  for (let run = 0; run < 20; run++) {
    const request = { user: `user_${run}`, action: SEARCH, index: [`nobody-has-${run}`] };
    const startedAtMs = performance.now();
    await engine.explain(INTERNAL, request);
    timesMs.push(performance.now() - startedAtMs);
  }
  return median(timesMs);
}

async function withEngine(size, work) {
  const dataDir = temporaryFolder();
  const { startEmbeddedEngine } = require(inRoot('build', 'server', 'engine.js'));
  const { engine } = await startEmbeddedEngine({
    dataDir: path.join(dataDir, 'engine'),
    initialAdminPassword: ADMIN.password,
  });
  try {
    await filled(engine, size);
    return await work(engine);
  } finally {
    await engine.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}

const rate = (perSecond) => `${Math.round(perSecond).toLocaleString('en')}/s`;

module.exports = {
  name: 'Engine: decisions',
  async run() {
    const small = { users: 10_000, roles: 1_000 };
    const half = small.users / 2;
    const first = await withEngine(small, async (engine) => ({
      // The first half runs in a cold process: neither roles nor JavaScript are compiled yet.
      atStart: await coldPerSecond(engine, small, { to: half }, false),
      stored: await coldPerSecond(engine, small, { from: half, to: small.users }, false),
      described: await coldPerSecond(engine, small, { to: half }, true),
      warm: await warmPerSecond(engine, small.roles),
    }));
    const large = { users: 10_000, roles: 2_000 };
    const second = await withEngine(large, async (engine) => ({
      change: await changeMs(engine, large.roles),
      explained: await explainMs(engine),
    }));
    const who = `${ROLES_PER_USER} of ${small.roles.toLocaleString('en')} roles`;
    const at = '10,000 users, 2,000 roles';
    return [
      { what: `Decisions, warm, user with ${who}`, value: rate(first.warm), goal: '300,000/s' },
      {
        what: `Users seen the first time, ${who}, backend roles given`,
        value: rate(first.described),
        goal: '20,000/s',
      },
      {
        what: `Users seen the first time, ${who}, read from the store`,
        value: rate(first.stored),
        goal: '20,000/s',
      },
      { what: 'the same, the first 5,000 decisions of a process', value: rate(first.atStart) },
      {
        what: `Change to decision, durable write included, ${at}, median`,
        value: `${second.change.medianMs.toFixed(1)} ms`,
        goal: '50 ms',
      },
      { what: 'its worst of 40', value: `${second.change.worstMs.toFixed(1)} ms`, goal: '50 ms' },
      {
        what: `Explanation of a denial, ${at}, median`,
        value: `${second.explained.toFixed(1)} ms`,
      },
    ];
  },
};
