/** The lockout check, validation of DLS queries before saving, and mappings by host name. */
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
  type Client,
} from '../../../testing/embedded';
import type { EngineSettings } from '../../../api/settings';
import type { EngineResponse } from '../../../api/engine';

const GOOD_PASSWORD = 'Str0ng!Passw0rd-9';
/** Well-formed, but matches no password. */
const DUMMY_HASH = `$2y$12$${'.'.repeat(53)}`;

// Generous, for machines whose processors are shared.
jest.setTimeout(30_000);
afterEach(cleanUp);

async function start(settings: Partial<EngineSettings> = {}) {
  const { engine } = await startEngine({ settings });
  const admin = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
  const internal = clientOf(engine, INTERNAL);
  const addUser = async (name: string, user: object) => {
    const { statusCode } = await internal('PUT', `/api/internalusers/${name}`, {
      password: GOOD_PASSWORD,
      ...user,
    });
    expect(statusCode).toBe(201);
    return clientOf(engine, await login(engine, name, GOOD_PASSWORD));
  };
  return { engine, admin, internal, addUser };
}

const OWN = /take away your own access to the security API.*confirm_lockout=true/;
const LAST = /no user with a password could administer security any more.*confirm_lockout=true/;
const refused = (words: RegExp) => ({
  statusCode: 409,
  body: { status: 'CONFLICT', message: expect.stringMatching(words) },
});
const confirmed = { query: { confirm_lockout: 'true' } };

type Change = readonly [
  what: string,
  make: (client: Client, more?: object) => Promise<EngineResponse>,
];

const OWN_CHANGES: readonly Change[] = [
  ['deleting oneself', (c, more) => c('DELETE', '/api/internalusers/admin', undefined, more)],
  [
    'replacing oneself',
    (c, more) => c('PUT', '/api/internalusers/admin', { backend_roles: [] }, more),
  ],
  [
    'patching oneself',
    (c, more) =>
      c('PATCH', '/api/internalusers/admin', [{ op: 'remove', path: '/backend_roles' }], more),
  ],
  [
    'a bulk patch of users',
    (c, more) => c('PATCH', '/api/internalusers', [{ op: 'remove', path: '/admin' }], more),
  ],
  [
    'deleting the mapping',
    (c, more) => c('DELETE', '/api/rolesmapping/all_access', undefined, more),
  ],
  [
    'replacing the mapping',
    (c, more) => c('PUT', '/api/rolesmapping/all_access', { users: ['somebody'] }, more),
  ],
  [
    'patching the mapping',
    (c, more) =>
      c(
        'PATCH',
        '/api/rolesmapping/all_access',
        [{ op: 'remove', path: '/backend_roles/0' }],
        more
      ),
  ],
  [
    'a bulk patch of mappings',
    (c, more) => c('PATCH', '/api/rolesmapping', [{ op: 'remove', path: '/all_access' }], more),
  ],
  ['the older path', (c, more) => c('DELETE', '/api/user/admin', undefined, more)],
];

describe('lockout check', () => {
  it.each(OWN_CHANGES)(
    'rejects %s without changes, and applies it when confirmed',
    async (_what, make) => {
      const { admin, internal, addUser } = await start();
      await addUser('second', { opendistro_security_roles: ['all_access'] });
      const state = async () =>
        JSON.stringify([
          (await internal('GET', '/api/internalusers')).body,
          (await internal('GET', '/api/rolesmapping')).body,
        ]);
      const before = await state();
      expect(await make(admin)).toMatchObject(refused(OWN));
      expect(await state()).toBe(before);
      expect((await make(admin, confirmed)).statusCode).toBe(200);
    }
  );

  it('names the users who would lose access, the caller first, at most ten', async () => {
    const { admin, internal, addUser } = await start();
    await addUser('adele', { backend_roles: ['admin'] });
    await addUser('other', { backend_roles: ['admin'], opendistro_security_roles: ['all_access'] });
    const lockout = async (response: Promise<EngineResponse>) =>
      ((await response).body as { lockout: unknown }).lockout;
    expect(await lockout(admin('DELETE', '/api/rolesmapping/all_access'))).toEqual({
      own: true,
      last: false,
      users: ['admin', 'adele'],
      more: false,
    });
    await internal('DELETE', '/api/internalusers/other');
    expect(await lockout(internal('DELETE', '/api/rolesmapping/all_access'))).toEqual({
      own: false,
      last: true,
      users: ['adele', 'admin'],
      more: false,
    });
    const team = Array.from({ length: 12 }, (_, index) => ({
      op: 'add',
      path: `/u${String(index).padStart(2, '0')}`,
      value: { hash: DUMMY_HASH, backend_roles: ['admin'] },
    }));
    expect((await admin('PATCH', '/api/internalusers', team)).statusCode).toBe(200);
    expect(await lockout(admin('DELETE', '/api/rolesmapping/all_access'))).toMatchObject({
      users: ['admin', 'adele', ...Array.from({ length: 8 }, (_, index) => `u0${index}`)],
      more: true,
    });
  });

  it.each([
    ['a service account', { service: 'true' }],
    ['disabled', { enabled: 'false' }],
  ])('does not count a user who is %s', async (_what, attributes) => {
    const { admin, internal, addUser } = await start();
    await addUser('second', { opendistro_security_roles: ['all_access'] });
    const unable = (name: string) =>
      [
        `/api/internalusers/${name}`,
        [{ op: 'add', path: '/attributes', value: attributes }],
      ] as const;
    if ('enabled' in attributes) {
      expect(await admin('PATCH', ...unable('admin'))).toMatchObject(refused(OWN));
    }
    expect((await internal('PATCH', ...unable('second'))).statusCode).toBe(200);
    expect(await internal('PATCH', ...unable('admin'))).toMatchObject(refused(LAST));
    expect(await internal('DELETE', '/api/internalusers/admin')).toMatchObject(refused(LAST));
  });

  it.each([
    ['takes the password', { attributes: { service: 'true', enabled: 'false' } }],
    ['cannot be read', { hash: 'x' }],
    ['costs too much to check', { hash: `$2y$31$${'a'.repeat(53)}` }],
  ])('keeps the password of the last administrator from a change that %s', async (_what, user) => {
    const { engine, admin } = await start();
    const changes = Object.entries(user).map(([key, value]) => ({
      op: 'add',
      path: `/${key}`,
      value,
    }));
    const bulk = changes.map((change) => ({ ...change, path: `/admin${change.path}` }));
    const path = '/api/internalusers/admin';
    await admin('PUT', path, { backend_roles: ['admin'], ...user });
    await admin('PATCH', path, changes);
    await admin('PATCH', '/api/internalusers', bulk);
    const again = clientOf(engine, await login(engine, 'admin', ADMIN_PASSWORD));
    expect((await again('GET', '/api/roles')).statusCode).toBe(200);
  });

  // @asvs V11.1/1
  it('keeps the last administrator, for every caller', async () => {
    const { internal } = await start();
    for (const [, make] of OWN_CHANGES) expect(await make(internal)).toMatchObject(refused(LAST));
    expect((await OWN_CHANGES[0]![1](internal, confirmed)).statusCode).toBe(200);
  });

  // @asvs V1.11/1
  it('lets two administrators delete each other only one at a time', async () => {
    const { admin, internal, addUser } = await start();
    const second = await addUser('second', { backend_roles: ['admin'] });
    const responses = await Promise.all([
      second('DELETE', '/api/internalusers/admin'),
      admin('DELETE', '/api/internalusers/second'),
    ]);
    const [created, refused] = responses.map(({ statusCode }) => statusCode).sort();
    expect(created).toBe(200);
    // When changes are serialized, the deleted administrator is unknown by then (401).
    expect([401, 409]).toContain(refused);
    expect(Object.keys((await internal('GET', '/api/internalusers')).body as object)).toHaveLength(
      1
    );
  });

  it.each([
    ['a direct role', { opendistro_security_roles: ['security_rest_api_access'] }, {}],
    ['a user pattern', {}, { users: ['sec*'] }],
    ['a regular expression', {}, { users: ['/s.cond/'] }],
    ['an exact user', {}, { users: ['second'] }],
    ['a backend role pattern', { backend_roles: ['team-a'] }, { backend_roles: ['team-?'] }],
    [
      'all of several backend roles',
      { backend_roles: ['a', 'b'] },
      { and_backend_roles: ['a', 'b'] },
    ],
  ])('counts an administrator by %s', async (_what, user, mapping) => {
    const { internal, addUser } = await start();
    await addUser('second', user);
    if (Object.keys(mapping).length > 0)
      await internal('PUT', '/api/rolesmapping/security_rest_api_access', mapping);
    expect((await internal('DELETE', '/api/internalusers/admin')).statusCode).toBe(200);
    const mine =
      Object.keys(mapping).length > 0
        ? '/api/rolesmapping/security_rest_api_access'
        : '/api/internalusers/second';
    expect(await internal('DELETE', mine)).toMatchObject(refused(LAST));
  });

  it('does not count users without a password, nor mappings by address', async () => {
    const { internal } = await start();
    await internal('PATCH', '/api/internalusers', [
      { op: 'add', path: '/nobody', value: { opendistro_security_roles: ['all_access'] } },
    ]);
    await internal('PUT', '/api/rolesmapping/security_rest_api_access', { hosts: ['*'] });
    expect(await internal('DELETE', '/api/internalusers/admin')).toMatchObject(refused(LAST));
  });

  it('ignores callers with access through a mapping by address, as long as it stays', async () => {
    const { internal, addUser } = await start();
    await internal('PUT', '/api/rolesmapping/security_rest_api_access', { hosts: ['127.0.0.1'] });
    const guest = await addUser('guest', { backend_roles: ['x'] });
    expect((await guest('PUT', '/api/internalusers/guest', { backend_roles: [] })).statusCode).toBe(
      200
    );
    expect(await guest('DELETE', '/api/rolesmapping/security_rest_api_access')).toMatchObject(
      refused(OWN)
    );
  });

  it('does not affect harmless changes, which accept the parameter', async () => {
    const { admin, addUser } = await start();
    await addUser('plain', { backend_roles: ['a', 'b'] });
    expect(
      (await admin('PUT', '/api/internalusers/plain', { backend_roles: ['a'] })).statusCode
    ).toBe(200);
    expect(
      (await admin('PUT', '/api/rolesmapping/all_access', { backend_roles: ['admin', 'more'] }))
        .statusCode
    ).toBe(200);
    expect((await admin('DELETE', '/api/internalusers/plain')).statusCode).toBe(200);
    for (const path of ['/api/roles/r', '/api/tenants/t']) {
      expect((await admin('PUT', path, { description: 'd' }, confirmed)).statusCode).toBe(201);
    }
    expect(
      (await admin('PUT', '/api/tenancy/config', { private_tenant_enabled: true }, confirmed))
        .statusCode
    ).toBe(200);
  });
});

describe('DLS queries', () => {
  const role = (...queries: readonly string[]) => ({
    index_permissions: queries.map((dls) => ({ index_patterns: ['hr-*'], dls })),
  });
  it.each([
    '',
    ' ',
    '{"match_all":{}}',
    '{"term":{"dept":"${attr.internal.dept}"}}',
    '{"terms":{"x":[${user.roles}]}}',
    '{"bool":{"must":[{"term":{"a":${attr.internal.number}}}]}}',
    `{"terms":{"x":["${'y'.repeat(99_000)}"]}}`,
  ])('accepts %.60s', async (query) => {
    const { admin } = await start();
    expect((await admin('PUT', '/api/roles/dls', role(query))).statusCode).toBe(201);
  });
  it.each([
    ['not JSON', '{"term":', /^The query is not JSON/],
    ['text', '"x"', /must be a JSON object/],
    ['array', '[]', /must be a JSON object/],
    ['nothing', '{}', /exactly one kind of query/],
    ['two kinds', '{"a":{},"b":{}}', /exactly one kind/],
    ['no object', '{"term":1}', /must hold a JSON object/],
    ['broken placeholder', '{"term":{"x":${user.name}', /not JSON/],
  ])('rejects %s and names the path', async (_what, query, problem) => {
    const { admin } = await start();
    const expected = {
      statusCode: 400,
      body: {
        status: 'error',
        reason: 'Invalid DLS query',
        'DLS query not valid in index_permissions[1]': expect.stringMatching(problem),
      },
    };
    expect(await admin('PUT', '/api/roles/dls', role('{"match_all":{}}', query))).toMatchObject(
      expected
    );
    expect((await admin('GET', '/api/roles/dls')).statusCode).toBe(404);
    await admin('PUT', '/api/roles/dls', role('{"match_all":{}}', '{"match_all":{}}'));
    const patch = [{ op: 'replace', path: '/index_permissions/1/dls', value: query }];
    expect(await admin('PATCH', '/api/roles/dls', patch)).toMatchObject(expected);
  });
  it('have a length limit of their own', async () => {
    const { admin } = await start();
    const reason = (n: number) => ({
      statusCode: 400,
      body: { reason: `String value exceeds the maximum allowed length of ${n} characters` },
    });
    expect(
      await admin('PUT', '/api/roles/dls', role(`{"term":{"x":"${'y'.repeat(100_000)}"}}`))
    ).toMatchObject(reason(100_000));
    expect(
      await admin('PUT', '/api/roles/dls', { index_permissions: [{ fls: ['y'.repeat(257)] }] })
    ).toMatchObject(reason(256));
  });
});
