'use strict';
/** Requests that are valid in sequence, sent concurrently. */
const { times } = require('../http');
const { change, ENGINE, logIn, PASSWORD, subject } = require('../people');

const ROUNDS = 5;
const together = (count, one) => Promise.all(times(count, (at) => one(at)));
const taken = (responses) => responses.filter(({ status }) => status >= 200 && status < 300).length;

const races = {
  name: 'races',
  what: 'last administrators who remove each other, versions saved twice, quotas, logins of the deleted',
  isFresh: true,
  async fire({ fire, url, people: users, check }) {
    const { admin, writer } = users;
    const call = (method, path, body, headers = admin.headers) =>
      fire(method, ENGINE + path, headers, body);

    // Two administrators remove each other.
    for (let round = 0; round < ROUNDS; round++) {
      const name = `atk_second_${round}`;
      const user = { password: PASSWORD, backend_roles: ['admin'] };
      await change(url, admin, 'PUT', `/api/internalusers/${name}`, user);
      const second = await subject(url, { username: name, password: PASSWORD });
      const none = [{ op: 'add', path: '/backend_roles', value: [] }];
      await Promise.all([
        call('PATCH', `/api/internalusers/${name}`, none),
        call('PATCH', '/api/internalusers/admin', none, second.headers),
        call('DELETE', `/api/internalusers/${name}`),
        call('PUT', '/api/rolesmapping/all_access', { users: [name] }, second.headers),
      ]);
      const rights = await Promise.all(
        [admin, second].map(({ basic: authorization }) =>
          fire({ path: `${ENGINE}/api/roles`, headers: { authorization }, from: '127.0.0.3' })
        )
      );
      const left = taken(rights);
      check(left > 0, 'two administrators who remove each other leave none');
      if (left === 0) return;
      // The remaining administrator restores the permissions of `admin`.
      const keeper = rights[0].status === 200 ? admin : second;
      await change(url, keeper, 'PUT', '/api/rolesmapping/all_access', {
        backend_roles: ['admin'],
        users: [keeper.username],
      });
      await change(url, keeper, 'PUT', '/api/internalusers/admin', {
        password: admin.password,
        backend_roles: ['admin'],
      });
      Object.assign(admin, await subject(url, admin));
    }

    const path = '/api/v1/configuration/roles/atk_race';
    const save = (at, headers) =>
      fire(
        'POST',
        path,
        { ...admin.headers, ...headers },
        { description: `${at}`, cluster_permissions: [] }
      );
    await save('first');
    for (let round = 0; round < ROUNDS; round++) {
      const { headers } = await fire({ path, headers: admin.headers });
      const saved = taken(await together(10, (at) => save(at, { 'if-match': headers.etag })));
      check(saved === 1, `one version was replaced ${saved} times at once`);
    }
    const created = taken(
      await together(10, () =>
        fire('POST', '/api/saved_objects/index-pattern/atk_race', writer.headers, {
          attributes: { title: 't' },
        })
      )
    );
    check(created === 1, `one saved object was created ${created} times at once`);

    const keys = await together(60, (at) =>
      fire('POST', '/api/v1/account/api_keys', writer.headers, {
        name: `k${at}`,
        days: 1,
        current_password: writer.password,
      })
    );
    check(
      taken(keys) > 0 && taken(keys) <= 25,
      `one person made ${taken(keys)} keys at once (limit 25)`
    );

    for (let round = 0; round < ROUNDS; round++) {
      const user = { username: `atk_gone_${round}`, password: PASSWORD };
      const entry = `/api/internalusers/${user.username}`;
      await change(url, admin, 'PUT', entry, { password: PASSWORD });
      const [logins] = await Promise.all([
        together(4, () => logIn(fire, user)),
        call('DELETE', entry),
      ]);
      // Another user gets the same name.
      await change(url, admin, 'PUT', entry, { password: 'Other-harbour-lantern-74' });
      for (const { headers } of logins) {
        const cookie = String(headers['set-cookie'] ?? '').split(';')[0];
        const { status } = await fire({
          path: '/api/v1/configuration/account',
          headers: { cookie },
        });
        check(status === 401, `a session of a deleted user goes on (${status})`);
      }
    }
    for (let round = 0; round < ROUNDS; round++) {
      const { headers } = await subject(url, writer);
      await Promise.all([
        ...times(8, () => fire({ path: '/app/home', headers })),
        fire('POST', '/auth/logout', headers),
        ...times(8, () => fire({ path: '/app/home', headers })),
      ]);
      const { status } = await fire({ path: '/api/v1/configuration/account', headers });
      check(status === 401, `requests beside a logout bring the session back (${status})`);
    }
  },
};

module.exports = [races];
