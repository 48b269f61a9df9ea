'use strict';
/** Configurations that must prevent the start, or at least cause a warning. */
const { tryStart } = require('../product');

const STACK = /\n\s+at .+:\d+:\d+/;
const MUST_NOT_START = [
  ['--opensearch_security.cookie.domain=a;b'],
  ['--opensearch_security.cookie.domain=a\r\nset-cookie: x'],
  ['--server.basePath=//evil'],
  ['--server.basePath=/a/../b'],
  ['--opensearch_security.auth.logout_url=javascript:alert(1)'],
  ['--opensearch_security.auth.logout_url=data:text/html,x'],
  ['--plugins.paths=/nowhere_at_all'],
];

const badConfiguration = {
  name: 'bad_configuration',
  what: 'values that would betray people, and a weak first password',
  isAlone: true,
  async fire(context) {
    const { check, root } = context;
    const start = (args, env) => tryStart({ args, env, root });
    for (const args of MUST_NOT_START) {
      const { isStarted, said: output } = await start(args);
      check(!isStarted, `${JSON.stringify(args[0])} starts`);
      check(!STACK.test(output), `${args[0]} ends in a stack trace`);
    }
    // Browsers block port 6000 (X11).
    const port = await start(['--server.port=6000']);
    check(
      !port.isStarted || /browser/i.test(port.said),
      'a port that browsers refuse starts without a word'
    );
    const weak = await start([], { SECURITY_INITIAL_ADMIN_PASSWORD: 'password' });
    check(!weak.isStarted, 'the first administrator may have the password "password"');
  },
};

module.exports = [badConfiguration];
