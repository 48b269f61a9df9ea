'use strict';
/** Unauthenticated visitors, and endpoints that the configuration disables. */
const { runPool, times } = require('../http');
const { change, ENGINE, PASSWORD, subject } = require('../people');

const BARE = { 'kbn-xsrf': undefined };
const VISITORS = 'opendistro_security_anonymous_backendrole';

const anonymous = {
  name: 'anonymous',
  what: 'visitors who open any number of sessions',
  start: async () => ({
    args: [
      '--engine.unsupported.restapi.allow_securityconfig_modification=true',
      '--opensearch_security.auth.anonymous_auth_enabled=true',
    ],
    async prepare({ url, people: { admin } }) {
      await change(url, admin, 'PATCH', '/api/securityconfig', [
        { op: 'add', path: '/config/dynamic/http/anonymous_auth_enabled', value: true },
      ]);
      await change(url, admin, 'PUT', '/api/rolesmapping/kibana_user', {
        users: ['betty', 'walter'],
        backend_roles: [VISITORS],
      });
    },
  }),
  async fire({ fire, check, product, isShort }) {
    const enter = (headers, from) =>
      fire({ path: '/auth/anonymous', headers: { ...BARE, ...headers }, from });
    const cookieOf = ({ headers }) =>
      [headers['set-cookie'] ?? []]
        .flat()
        .map((line) => line.split(';')[0])
        .join('; ');
    const cookie = cookieOf(await enter({ 'sec-fetch-site': 'none' }));
    const read = await fire({
      path: '/api/saved_objects/_find?type=dashboard',
      headers: { cookie },
    });
    check(read.status === 200, `a visitor is refused (${read.status})`);
    const startMib = product.rssMib();
    const flood = times(
      isShort ? 2_000 : 10_000,
      () => () => enter({ 'sec-fetch-site': 'none' }, '127.0.0.42')
    );
    await runPool(20, flood);
    const grownMib = product.rssMib() - startMib;
    check(grownMib < 100, `${flood.length} visits of one address took ${Math.round(grownMib)} MiB`);
    const another = await enter({ 'sec-fetch-site': 'none' }, '127.0.0.43');
    check(
      cookieOf(another).includes('security_authentication='),
      'a flood keeps other visitors out'
    );
  },
};

/** May use the security API, except for the disabled endpoints. */
const CHIEF = { username: 'chief', password: PASSWORD };

/** Different spellings of one address. */
const spellings = (path) => [
  path,
  `${path}/`,
  `${path}?pretty=true`,
  path.replace('/api/', '/API/'),
  path.replace('/api/', '//api/'),
  path.replace('/api/', '/./api/'),
  path.replace('/api/', '/x/../api/'),
  path.replace('/api/', '/%61pi/'),
  path.replace('/api/', '/api%2f'),
  path.replace('_plugins', '_opendistro'),
  path.replace('_plugins', '_opendistro').replace('/api/', '/%61pi/'),
];

const endpointsDisabled = {
  name: 'endpoints_disabled',
  what: 'endpoints that are disabled, by every spelling, method and route that leads there',
  start: async () => ({
    args: [
      '--engine.restapi.roles_enabled=["all_access","atk_security"]',
      `--engine.restapi.endpoints_disabled=${JSON.stringify({
        atk_security: { ROLES: ['PUT', 'PATCH', 'DELETE'], INTERNALUSERS: ['*'] },
        global: { TENANTS: ['PUT', 'POST', 'PATCH', 'DELETE'] },
      })}`,
    ],
    async prepare({ url, people: { admin } }) {
      const put = (path, body) => change(url, admin, 'PUT', path, body);
      await put('/api/roles/atk_security', { cluster_permissions: ['*'] });
      await put(`/api/internalusers/${CHIEF.username}`, { password: CHIEF.password });
      await put('/api/rolesmapping/atk_security', { users: [CHIEF.username] });
    },
  }),
  async fire({ fire, url, people: users, check }) {
    const chief = await subject(url, CHIEF);
    const role = { cluster_permissions: ['*'] };
    const patch = (value) => [{ op: 'add', path: '/atk_off', value }];
    const tenant = { description: 'x' };
    const user = { password: 'Stolen-account-wizard-9' };
    const calls = [
      ['PUT', `${ENGINE}/api/roles/atk_off`, role],
      ['PATCH', `${ENGINE}/api/roles`, patch(role)],
      [
        'PATCH',
        `${ENGINE}/api/roles/kibana_user`,
        [{ op: 'add', path: '/description', value: 'x' }],
      ],
      ['DELETE', `${ENGINE}/api/roles/own_index`],
      ['PUT', `${ENGINE}/api/tenants/atk_off`, tenant],
      ['PATCH', `${ENGINE}/api/tenants`, patch(tenant)],
      ['PUT', `${ENGINE}/api/internalusers/atk_off`, user],
      ['PUT', `${ENGINE}/api/user/atk_off`, user],
      ['GET', `${ENGINE}/api/internalusers`],
      ['GET', `${ENGINE}/api/internalusers/admin`],
      ['POST', `${ENGINE}/api/internalusers/admin/authtoken`],
      ['PATCH', `${ENGINE}/api/internalusers`, patch(user)],
    ];
    const senders = { cookie: chief.headers, basic: { authorization: chief.basic } };
    for (const [who, headers] of Object.entries(senders)) {
      for (const [method, path, body] of calls) {
        for (const address of spellings(path)) {
          const { status } = await fire(method, address, headers, body);
          check(status >= 400, `${method} ${address} (${who}) was answered ${status}`);
        }
        if (method === 'GET') continue;
        for (const pretended of ['x-http-method-override', 'x-http-method', 'x-method-override']) {
          await fire('POST', path, { ...headers, [pretended]: method }, body);
        }
      }
    }
    for (const [method, path, body] of [
      ['POST', '/api/v1/configuration/roles/atk_off', role],
      ['POST', '/api/v1/configuration/tenants/atk_off', tenant],
      ['POST', '/api/v1/configuration/internalusers/atk_off', user],
      ['GET', '/api/v1/configuration/internalusers'],
      ['GET', '/api/v1/search/internalusers'],
    ]) {
      const { status } = await fire(method, path, chief.headers, body);
      check(status >= 400, `${method} ${path} was answered ${status}`);
    }
    for (const path of ['roles/atk_off', 'tenants/atk_off']) {
      const { status } = await fire({
        path: `${ENGINE}/api/${path}`,
        headers: users.admin.headers,
      });
      check(status === 404, `${path} has been made in spite of all (${status})`);
    }
    const kept = await fire({
      path: `${ENGINE}/api/roles/own_index`,
      headers: users.admin.headers,
    });
    check(kept.status === 200, `own_index is gone (${kept.status})`);
    const group = { allowed_actions: ['read'] };
    const { status } = await fire('PUT', `${ENGINE}/api/actiongroups/atk_on`, chief.headers, group);
    check(status === 201, `what is not disabled was answered ${status}`);
  },
};

module.exports = [anonymous, endpointsDisabled];
