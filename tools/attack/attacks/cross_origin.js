'use strict';
/** Requests from pages of other origins, and unauthenticated requests by unusual addresses. */
const { times } = require('../http');
const { ENGINE, logIn } = require('../people');

const FOREIGN = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' };
const NO_XSRF = { 'kbn-xsrf': undefined };

const crossSite = {
  name: 'cross_site',
  what: 'writes that a foreign page sends with credentials the browser knows',
  async fire({ fire, people: users, check }) {
    const { admin } = users;
    const role = { cluster_permissions: ['*'] };
    const senders = {
      basic: { authorization: admin.basic, ...NO_XSRF, ...FOREIGN },
      cookie: { cookie: admin.cookie, ...NO_XSRF, ...FOREIGN },
      'basic as text': {
        authorization: admin.basic,
        'content-type': 'text/plain',
        ...NO_XSRF,
        ...FOREIGN,
      },
      'basic without Origin': {
        authorization: admin.basic,
        ...NO_XSRF,
        'sec-fetch-site': 'cross-site',
      },
      'basic with Origin null': { authorization: admin.basic, ...NO_XSRF, origin: 'null' },
    };
    const targets = [
      ['PUT', `${ENGINE}/api/roles/atk_foreign`, role],
      ['PUT', '/_opendistro/_security/api/roles/atk_foreign', role],
      ['PATCH', `${ENGINE}/api/roles`, [{ op: 'add', path: '/atk_foreign', value: role }]],
      ['POST', '/api/v1/configuration/roles/atk_foreign', role],
      ['POST', '/api/kibana/settings', { changes: { 'theme:darkMode': true } }],
      ['DELETE', `${ENGINE}/api/internalusers/${users.nobody.username}`],
    ];
    for (const [name, headers] of Object.entries(senders)) {
      for (const [method, path, body] of targets) {
        const { status } = await fire(method, path, headers, body);
        check(
          status >= 400,
          `${method} ${path} from a foreign page (${name}) was answered ${status}`
        );
      }
    }
    const left = await fire({ path: `${ENGINE}/api/roles/atk_foreign`, headers: admin.headers });
    check(left.status === 404, 'a foreign page has made a role');
  },
};

const foreignLogins = {
  name: 'foreign_logins',
  what: 'pages of other sites that use up the login limit of their visitors',
  isFresh: true,
  async fire({ fire, people: users, check }) {
    const from = '127.0.0.6';
    const attempts = times(
      400,
      () => () =>
        fire({
          method: 'POST',
          path: '/auth/login',
          headers: { ...NO_XSRF, ...FOREIGN, 'content-type': 'text/plain' },
          body: '{"username":"a","password":"b"}',
          from,
        })
    );
    await require('../http').runPool(20, attempts);
    const { status } = await logIn(fire, users.writer, { from });
    check(status === 200, `afterwards a user at that address could not log in (${status})`);
  },
};

const pathReadings = {
  name: 'path_readings',
  what: 'addresses that page rule and router might read differently',
  async fire({ fire, check, url }) {
    const prefixes = [
      '/app/..\\',
      '/app/..%5c',
      '/app/%2e%2e/',
      '/app/./',
      '//',
      '/app/login/..\\',
      '/app/login/../',
      '/app/login/..;/',
      '/%61pp/',
      '/app%2f',
      '/app/login/%2e%2e%5c',
    ];
    const rest = [
      'home',
      'status',
      'api/v1/configuration/roles',
      'x',
      'api/saved_objects/_find?type=dashboard',
      '_plugins/_security/api/roles',
    ];
    for (const prefix of prefixes) {
      for (const tail of rest) {
        const address = prefix + tail;
        const { status, text, headers } = await fire({
          path: address,
          headers: { ...NO_XSRF, accept: 'text/html' },
        });
        // The login page is public.
        const isLogin = status === 200 && /"login"|app\/login/.test(text);
        check(status >= 300 || isLogin, `${address} was answered ${status} to a stranger`);
        const target = new URL(headers.location ?? '/', url);
        check(target.origin === new URL(url).origin, `${address} leads to ${headers.location}`);
      }
    }
  },
};

const anonymousFacts = {
  name: 'anonymous_facts',
  what: 'what pages tell strangers',
  async fire({ fire, check }) {
    const { text } = await fire({ path: '/app/login', headers: NO_XSRF });
    check(!text.includes('kibana_read_only'), 'the login page tells the roles of readonly_mode');
    check(!/buildSha[^,]{0,20}[0-9a-f]{40}/.test(text), 'the login page tells the commit');
  },
};

module.exports = [crossSite, foreignLogins, pathReadings, anonymousFacts];
