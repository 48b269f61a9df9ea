'use strict';
/** Unauthenticated requests by unusual addresses, and what they are told. */
const NO_XSRF = { 'kbn-xsrf': undefined };

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

module.exports = [pathReadings, anonymousFacts];
