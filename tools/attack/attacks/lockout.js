'use strict';
/** Changes that would lock all users out. */
const { ENGINE, logIn } = require('../people');

const TOO_COSTLY = `$2y$31$${'a'.repeat(22)}${'b'.repeat(31)}`;

const lastAdministrator = {
  name: 'last_administrator',
  what: 'unconfirmed changes that would leave no administrator',
  isFresh: true,
  async fire({ fire, people: users, check }) {
    const { admin } = users;
    const user = `${ENGINE}/api/internalusers/admin`;
    const roles = ['admin'];
    const changes = [
      ['PUT', user, { hash: TOO_COSTLY, backend_roles: roles }],
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
      await fire(method, path, admin.headers, body);
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

module.exports = [lastAdministrator];
