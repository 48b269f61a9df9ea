'use strict';
/** Password hashes that are expensive, malformed or would lock users out. */
const { ENGINE, logIn } = require('../people');

const BCRYPT_31 = `$2y$31$${'a'.repeat(22)}${'b'.repeat(31)}`;
const SALT = 'c2FsdHNhbHRzYWx0c2FsdA';
const TAG = 'dGFndGFndGFndGFndGFndGFndGFndGFndGFndGFndGE';
const argon2 = (parameters, kind = 'argon2id') => `$${kind}$v=19$${parameters}$${SALT}$${TAG}`;

const BOMBS = [
  BCRYPT_31,
  BCRYPT_31.replace('$2y$', '$2a$'),
  BCRYPT_31.replace('$31$', '$20$'),
  argon2('m=2097152,t=3,p=1'),
  argon2('m=65536,t=100000,p=1'),
  argon2('m=4194304,t=1,p=255', 'argon2d'),
  argon2('m=8,t=4294967295,p=1', 'argon2i'),
  argon2('m=4294967295,t=1,p=1'),
];
const MALFORMED = [
  'x',
  '$2y$',
  '$2y$12$short',
  '$2y$99$' + 'a'.repeat(53),
  '$argon2id$',
  '$argon2id$v=19$m=a,t=b,p=c$x$y',
  `${BCRYPT_31.replace('$31$', '$04$')}\u0000`,
  '$3$1$100000000$512$' + 'A'.repeat(200),
  'a'.repeat(250),
  '$2y$12$' + '\u{1F600}'.repeat(20),
];
/** Time limit of a regular login during the attack, in milliseconds. */
const PATIENCE_MS = 5_000;

const hashBombs = {
  name: 'hash_bombs',
  what: 'hashes of any cost on own account and on users, then logins with them',
  isFresh: true,
  async fire({ fire, people: users, check }) {
    const { nobody: anonymous, admin, writer } = users;
    for (const [at, hash] of [...BOMBS, ...MALFORMED].entries()) {
      const own = await fire({
        method: 'PUT',
        path: `${ENGINE}/api/account`,
        headers: anonymous.headers,
        body: { hash, current_password: anonymous.password },
      });
      check(own.status >= 400, `an account took the hash ${hash.slice(0, 40)} (${own.status})`);
      for (const extra of [{}, { attributes: { service: 'true' } }]) {
        const made = await fire({
          method: 'PUT',
          path: `${ENGINE}/api/internalusers/atk_hash_${at}`,
          headers: admin.headers,
          body: { hash, ...extra },
        });
        check(
          made.status >= 400,
          `a user was made with the hash ${hash.slice(0, 40)} (${made.status})`
        );
      }
    }
    const victims = [anonymous.username, ...BOMBS.map((_, at) => `atk_hash_${at}`)];
    const attempts = victims.flatMap((username) =>
      [1, 2].map(() =>
        logIn(fire, { username, password: 'Some-password-of-mine-1' }, { timeoutMs: 20_000 })
      )
    );
    for (let turn = 0; turn < 3; turn++) {
      const { status } = await logIn(fire, writer, { from: '127.0.0.3', timeoutMs: PATIENCE_MS });
      check(status === 200, `meanwhile no other user could log in (${status})`);
    }
    await Promise.all(attempts);
  },
};

const lastAdministrator = {
  name: 'last_administrator',
  what: 'unconfirmed changes that would leave no administrator',
  isFresh: true,
  async fire({ fire, people: users, check }) {
    const { admin } = users;
    const user = `${ENGINE}/api/internalusers/admin`;
    const roles = ['admin'];
    const changes = [
      ...MALFORMED.map((hash) => ['PUT', user, { hash, backend_roles: roles }]),
      ...BOMBS.map((hash) => ['PUT', user, { hash, backend_roles: roles }]),
      [
        'PUT',
        user,
        {
          password: admin.password,
          backend_roles: roles,
          attributes: { service: 'true', enabled: 'false' },
        },
      ],
      [
        'PATCH',
        user,
        [{ op: 'add', path: '/attributes', value: { service: 'true', enabled: 'false' } }],
      ],
      ['PATCH', user, [{ op: 'add', path: '/hash', value: 'x' }]],
      ['PATCH', `${ENGINE}/api/internalusers`, [{ op: 'remove', path: '/admin' }]],
      ['PATCH', `${ENGINE}/api/internalusers`, [{ op: 'add', path: '/admin/hash', value: 'x' }]],
      ['PUT', user, { password: admin.password, backend_roles: [] }],
      ['DELETE', user],
      ['DELETE', `${ENGINE}/api/rolesmapping/all_access`],
      ['PUT', `${ENGINE}/api/rolesmapping/all_access`, { users: ['nobody_at_all'] }],
      ['PUT', `${ENGINE}/api/rolesmapping/all_access`, { and_backend_roles: ['a', 'b'] }],
      ['PUT', `${ENGINE}/api/rolesmapping/all_access`, { hosts: ['127.0.0.99'] }],
    ];
    for (const [method, path, body] of changes) {
      await fire({ method, path, headers: admin.headers, body });
      const { status } = await logIn(fire, admin, { from: '127.0.0.3' });
      const may = await fire({
        path: `${ENGINE}/api/roles`,
        headers: { authorization: admin.basic },
        from: '127.0.0.3',
      });
      if (status !== 200 || may.status !== 200) {
        const change = `${method} ${path} ${JSON.stringify(body ?? '').slice(0, 100)}`;
        check(false, `after ${change} the last administrator is gone (${status}, ${may.status})`);
        return;
      }
    }
  },
};

module.exports = [hashBombs, lastAdministrator];
