'use strict';
/** Patterns that are expensive to match for their length. */
const { ENGINE } = require('../people');

/** Valid in Java's dialect, with billions of ways to backtrack. */
const HANGING_REGEX = '/(?:(?:.?){40}){40}z/';
const LOOK_AHEAD_REGEX = '/(?=(a+)+$)(a+)+b/';

const filterPath = {
  name: 'filter_path',
  what: 'filter_path of many **, by a stranger, on answers and refusals',
  async fire({ fire, grow, check }) {
    const ask = (count, path = '/authinfo', filter = '**') =>
      fire({
        // A trailing ** would match everything, which is fast.
        path: `${ENGINE}${path}?filter_path=${`${filter}.`.repeat(count)}z`,
        headers: { 'kbn-xsrf': undefined },
      });
    for (const count of [40, 80, 160, 320]) {
      for (const path of ['/authinfo', '/health', '/api/roles', '/nowhere']) await ask(count, path);
    }
    await grow('filter_path', 60, (count) => ask(count, '/health'));
    await ask(400, '/health', '*a*b*');
    const list = Array(2_000).fill('**.a').join(',');
    const { status } = await fire({ path: `${ENGINE}/health?filter_path=${list}` });
    check(status !== 0, 'a list of 2 000 filters got no answer');
  },
};

const filterPathOfMuch = {
  name: 'filter_path_wide',
  what: 'filter_path of many alternatives over the largest answers',
  async fire({ fire, grow, people: users }) {
    const ask = (count, filter) =>
      fire({
        path: `${ENGINE}/api/roles?filter_path=${Array(count).fill(filter).join(',')}`,
        headers: users.admin.headers,
      });
    await grow('filter_path', 40, (count) => ask(count, '**.*a*e*i*'));
    await ask(60, '**.**.**.*e*a*r*x');
    await ask(60, '*.*.*.*,-**.cluster*');
  },
};

const regexMapping = {
  name: 'regex_mapping',
  what: 'role mappings with regular expressions that do not end',
  isFresh: true,
  async fire({ fire, people: users, check }) {
    const patterns = [
      HANGING_REGEX,
      LOOK_AHEAD_REGEX,
      '/(x+x+)+y/',
      '/(.*)*\\1z/',
      '/((a{0,60}){0,60}){0,60}b/',
    ];
    const { admin, writer } = users;
    const longName = 'a'.repeat(200);
    /**
     * @returns {Promise<boolean>} false: no response, and further requests would get none either
     */
    const isAnswered = async (call) => {
      const { status } = await fire({ headers: admin.headers, timeoutMs: 5_000, ...call });
      check(status !== 0, `${call.method ?? 'GET'} ${call.path.slice(0, 60)} found no answer`);
      return status !== 0;
    };
    const put = (path, body) => isAnswered({ method: 'PUT', path: ENGINE + path, body });
    const requests = [
      { path: '/api/v1/auth/authinfo', headers: writer.headers },
      {
        path: `/api/v1/access/explain?user=${longName}&action=indices:data/read/search&index=${longName}`,
      },
    ];
    await put(`/api/internalusers/${longName}`, {
      password: writer.password,
      backend_roles: ['a'.repeat(250), 'x'.repeat(250)],
    });
    for (const [at, pattern] of patterns.entries()) {
      for (const field of ['users', 'backend_roles', 'hosts']) {
        const name = `atk_${at}_${field}`;
        const index = { index_patterns: [pattern], allowed_actions: ['read'] };
        if (!(await put(`/api/roles/${name}`, { index_permissions: [index] }))) return;
        if (!(await put(`/api/rolesmapping/${name}`, { [field]: [pattern] }))) return;
      }
      for (const request of requests) if (!(await isAnswered(request))) return;
    }
  },
};

module.exports = [filterPath, filterPathOfMuch, regexMapping];
