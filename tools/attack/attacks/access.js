'use strict';
/** Access explanations, and configurations that make them expensive. */
const { ENGINE } = require('../people');
const { runPool, times } = require('../http');

const EXPLAIN = '/api/v1/access/explain';

/** Adds roles with wildcards and similar names, mapped to the caller. */
async function addRoles({ fire, people: users }, count) {
  const jobs = times(count, (at) => async () => {
    await fire('PUT', `${ENGINE}/api/roles/atk_role_${at}`, users.admin.headers, {
      cluster_permissions: ['cluster:monitor/*'],
      index_permissions: [
        {
          index_patterns: [`logs-${at}-*-a*`, `*-${at}-metrics-*`],
          allowed_actions: ['read', 'indices:admin/*'],
        },
      ],
      tenant_permissions: [{ tenant_patterns: [`t${at}*`], allowed_actions: ['kibana_all_read'] }],
    });
    await fire('PUT', `${ENGINE}/api/rolesmapping/atk_role_${at}`, users.admin.headers, {
      users: [users.nobody.username],
    });
  });
  await runPool(8, jobs);
}

const explainAtLimits = {
  name: 'explain_at_limits',
  what: 'an explanation with all indices, wildcards and parts that a question may have',
  isFresh: true,
  async fire(context) {
    const { fire, people: users, grow } = context;
    await addRoles(context, 100);
    const ask = (known, wildcards, more = {}) =>
      fire('POST', EXPLAIN, users.nobody.headers, {
        action: 'indices:data/read/search',
        index: times(wildcards, (at) => `*${at % 10}*o*s*-*`),
        known_indices: times(known, (at) => ({
          name: `logs-${at}-${'o-s-'.repeat(40)}z`,
          aliases: [`alias-${at}`],
        })),
        ...more,
      });
    await grow('known indices', 50, (count) => ask(count, 50));
    await grow('wildcards', 25, (count) => ask(100, count));
    await ask(200, 100);
    await ask(2_000, 1_000);
    await Promise.all(times(20, () => ask(200, 100)));
    const role = (at) => ({
      index_permissions: [{ index_patterns: [`*${'a*'.repeat(60)}${at}`], allowed_actions: ['*'] }],
    });
    const roles = Object.fromEntries(times(500, (at) => [`c${at}`, role(at)]));
    for (const user of [users.nobody, users.admin]) {
      await fire('POST', EXPLAIN, user.headers, {
        user: user.username,
        action: 'indices:data/read/search',
        index: [`${'a'.repeat(250)}`],
        changes: { roles },
      });
    }
    await fire('POST', EXPLAIN, users.admin.headers, {
      action: '*'.repeat(200),
      subject: {
        name: 's',
        backend_roles: times(20_000, (at) => `b${at}`),
        attributes: Object.fromEntries(times(500, (at) => [`attr.internal.a${at}`, 'v'])),
      },
    });
    for (let turn = 0; turn < 20; turn++) {
      await fire({ path: '/api/v1/access/effective', headers: users.nobody.headers });
    }
  },
};

const manyTenants = {
  name: 'many_tenants',
  what: '3 400 tenants: what each costs every request',
  isFresh: true,
  async fire({ fire, people: users, check, leastWork, isShort }) {
    const add = (from, to) =>
      runPool(
        8,
        times(
          to - from,
          (at) => () =>
            fire('PUT', `${ENGINE}/api/tenants/atk_tenant_${from + at}`, users.admin.headers, {
              description: 'x',
            })
        )
      );
    const cost = () =>
      leastWork(() => fire({ path: '/api/v1/multitenancy/tenant', headers: users.admin.headers }));
    const half = isShort ? 1_000 : 1_700;
    await cost();
    await add(0, half);
    const first = await cost();
    await add(half, 2 * half);
    const second = await cost();
    check(
      second < 10 || second < 2.5 * first,
      `a call costs ${first.toFixed(1)} ms with ${half} tenants and ${second.toFixed(1)} ms with twice as many`
    );
    check(second < 50, `a call costs ${second.toFixed(0)} ms with ${2 * half} tenants`);
    for (const path of ['/app/home', '/api/v1/configuration/account', `${ENGINE}/authinfo`]) {
      await fire({ path, headers: users.admin.headers });
    }
  },
};

const searches = {
  name: 'searches',
  what: 'lists, history and audit with long words, many facets and far pages',
  async fire({ fire, people: users }) {
    const long = 'ab '.repeat(330);
    for (const resource of ['internalusers', 'roles', 'rolesmapping', 'tenants', 'actiongroups']) {
      for (const query of [
        { search: long },
        { search: '%'.repeat(900) },
        { search: '*_'.repeat(400), per_page: '1000' },
        { facets: Array(200).fill('kind').join(',') },
        { filters: JSON.stringify({ kind: Array(4_000).fill('a') }) },
        { filters: `{"kind":${'['.repeat(9_000)}` },
        { page: '1000000', per_page: '1000' },
        { sort_field: 'z'.repeat(5_000) },
      ]) {
        await fire({
          path: `/api/v1/search/${resource}?${new URLSearchParams(query)}`,
          headers: users.admin.headers,
        });
      }
    }
    for (const path of ['/api/v1/audit/events', '/api/v1/history']) {
      for (const search of [long, '%'.repeat(900), '"'.repeat(900), 'a%b_'.repeat(200)]) {
        const query = new URLSearchParams({ search, per_page: '500' });
        await fire({ path: `${path}?${query}`, headers: users.admin.headers });
      }
    }
  },
};

module.exports = [explainAtLimits, manyTenants, searches];
