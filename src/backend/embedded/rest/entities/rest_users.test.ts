/** REST contract of internal users, one row per method and documented response. */
import { DEFAULT_PASSWORD_MESSAGE } from '../../../../contracts';
import {
  GOOD_PASSWORD,
  admin,
  envelopeA,
  envelopeB,
  envelopeC,
  internal,
  it,
  mayEnter,
  rows,
  useContract,
  type Row,
} from '../../../../../test/helpers/engine_contract';

useContract();

const NO_PASSWORD =
  'Existing user bare has no password, and no new password or hash was specified.';

describe('internal users', () => {
  const jdoe = {
    password: GOOD_PASSWORD,
    backend_roles: ['devs'],
    attributes: { dept: 'hr' },
    opendistro_security_roles: ['readall'],
    description: 'HR',
  };
  rows([
    ['creates', 'PUT', '/api/internalusers/jdoe', jdoe, envelopeA(201, "'jdoe' created.")],
    [
      'shows, never a hash',
      'GET',
      '/api/internalusers/jdoe',
      undefined,
      {
        statusCode: 200,
        body: {
          jdoe: {
            hash: '',
            reserved: false,
            hidden: false,
            backend_roles: ['devs'],
            attributes: { dept: 'hr' },
            description: 'HR',
            opendistro_security_roles: ['readall'],
            static: false,
          },
        },
      },
    ],
    ['alias', 'GET', '/api/user/jdoe', undefined, { statusCode: 200 }],
    ['alias has no PATCH', 'PATCH', '/api/user/jdoe', [], { statusCode: 405 }],
    [
      'no credentials',
      'PUT',
      '/api/internalusers/new',
      { backend_roles: [] },
      envelopeA(
        400,
        "Please specify either 'hash' or 'password' when creating a new internal user."
      ),
    ],
    [
      'colon',
      'PUT',
      '/api/internalusers/a%3Ab',
      jdoe,
      envelopeA(
        400,
        "A restricted character(s) was detected in the account name. Please remove: ':'"
      ),
    ],
    [
      'unknown role of a service account with a password',
      'PUT',
      '/api/internalusers/new',
      { ...jdoe, attributes: { service: 'TRUE' }, opendistro_security_roles: ['nope'] },
      envelopeA(404, "role 'nope' not found."),
    ],
    [
      'unknown role',
      'PUT',
      '/api/internalusers/new',
      { ...jdoe, opendistro_security_roles: ['nope'] },
      envelopeA(404, "role 'nope' not found."),
    ],
    ...(
      [
        [1, '1'],
        [true, 'true'],
        [{}, ''],
        [[], ''],
      ] as const
    ).map(([sent, read]): Row => [
      `a role that is no text: ${JSON.stringify(sent)}`,
      'PUT',
      '/api/internalusers/new',
      { ...jdoe, opendistro_security_roles: [sent] },
      envelopeA(404, `role '${read}' not found.`),
    ]),
    [
      'hidden role',
      'PUT',
      '/api/internalusers/new',
      { ...jdoe, opendistro_security_roles: ['hidden_role'] },
      envelopeA(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'role with a reserved mapping',
      'PUT',
      '/api/internalusers/new',
      { ...jdoe, opendistro_security_roles: ['kibana_server'] },
      envelopeA(403, "Resource 'kibana_server' is reserved."),
    ],
    [
      'service account with a password',
      'PUT',
      '/api/internalusers/svc',
      { password: GOOD_PASSWORD, attributes: { service: 'true' } },
      envelopeA(
        400,
        'A password cannot be provided for a service account. Failed to register service account: svc'
      ),
    ],
    [
      'service account with a hash',
      'PUT',
      '/api/internalusers/svc',
      { hash: `$2y$12$${'.'.repeat(53)}`, attributes: { service: 'true' } },
      envelopeA(
        400,
        'A password hash cannot be provided for service account. Failed to register service account: svc'
      ),
    ],
    [
      'service account',
      'PUT',
      '/api/internalusers/svc',
      { attributes: { service: 'true' } },
      envelopeA(201, "'svc' created."),
    ],
    [
      'empty password',
      'PUT',
      '/api/internalusers/new',
      { password: '' },
      envelopeB('Password is too short'),
    ],
    [
      'long password',
      'PUT',
      '/api/internalusers/new',
      { password: 'aB3$'.repeat(26) },
      envelopeB('Password is too long'),
    ],
    [
      'weak password',
      'PUT',
      '/api/internalusers/new',
      { password: 'Passw0rd!' },
      envelopeB('Weak password'),
    ],
    [
      'password of seven characters',
      'PUT',
      '/api/internalusers/new',
      { password: 'xK4#vQz' },
      envelopeB(DEFAULT_PASSWORD_MESSAGE),
    ],
    [
      'password without an uppercase letter',
      'PUT',
      '/api/internalusers/new',
      { password: 'quiet-meadow-4711-fox' },
      envelopeB(DEFAULT_PASSWORD_MESSAGE),
    ],
    [
      'password without a lowercase letter',
      'PUT',
      '/api/internalusers/new',
      { password: 'QUIET-MEADOW-4711-FOX' },
      envelopeB(DEFAULT_PASSWORD_MESSAGE),
    ],
    [
      'password without a digit',
      'PUT',
      '/api/internalusers/new',
      { password: 'Quiet-Meadow-Fox-Lamp' },
      envelopeB(DEFAULT_PASSWORD_MESSAGE),
    ],
    [
      'password without a special character',
      'PUT',
      '/api/internalusers/new',
      { password: 'QuietMeadow4711FoxLamp' },
      envelopeB(DEFAULT_PASSWORD_MESSAGE),
    ],
    [
      'password like the name',
      'PUT',
      '/api/internalusers/marigold',
      { password: 'marigold-Xq7!vT2#zL' },
      envelopeB('Password is similar to user name'),
    ],
    [
      'attributes not an object',
      'PUT',
      '/api/internalusers/new',
      { attributes: [] },
      envelopeB('Wrong datatype', { attributes: 'Object expected' }),
    ],
    [
      'object as attribute',
      'PUT',
      '/api/internalusers/new',
      { password: GOOD_PASSWORD, attributes: { a: {} } },
      envelopeC(400),
    ],
    [
      'keeps the hash',
      'PUT',
      '/api/internalusers/jdoe',
      { description: 'only this' },
      envelopeA(200, "'jdoe' updated."),
    ],
    [
      'resets the rest',
      'GET',
      '/api/internalusers/jdoe',
      undefined,
      { body: { jdoe: { backend_roles: [], attributes: {}, description: 'only this' } } },
    ],
    [
      'reserved',
      'DELETE',
      '/api/internalusers/reserved_user',
      undefined,
      envelopeA(403, "Resource 'reserved_user' is reserved."),
    ],
    [
      'hidden',
      'DELETE',
      '/api/internalusers/hidden_user',
      undefined,
      envelopeA(404, "Resource 'hidden_user' is not available."),
    ],
    [
      'unknown',
      'DELETE',
      '/api/internalusers/nope',
      undefined,
      envelopeA(404, "user 'nope' not found."),
    ],
    [
      'bulk',
      'PATCH',
      '/api/internalusers',
      [
        { op: 'add', path: '/bulk', value: { password: GOOD_PASSWORD } },
        { op: 'add', path: '/jdoe/backend_roles', value: ['x'] },
      ],
      envelopeA(200, 'Resource updated.'),
    ],
    [
      'bulk weak',
      'PATCH',
      '/api/internalusers',
      [{ op: 'add', path: '/bulk2', value: { password: 'Passw0rd!' } }],
      envelopeB('Weak password'),
    ],
    [
      'new user without a password',
      'PATCH',
      '/api/internalusers',
      [{ op: 'add', path: '/bare', value: { attributes: {} } }],
      envelopeA(200, 'Resource updated.'),
    ],
    [
      'user without a password',
      'GET',
      '/api/internalusers/bare',
      undefined,
      { statusCode: 200, body: { bare: { hash: '' } } },
    ],
    ...(['', '/bare'] as const).map((place): Row => [
      `user without a password, at${place || ' the collection'}`,
      'PATCH',
      `/api/internalusers${place}`,
      [{ op: 'add', path: `${place === '' ? '/bare' : ''}/description`, value: 'x' }],
      envelopeA(500, NO_PASSWORD),
    ]),
    [
      'user without a password',
      'PUT',
      '/api/internalusers/bare',
      { description: 'x' },
      envelopeA(400, NO_PASSWORD),
    ],
    [
      'a password for a user without',
      'PATCH',
      '/api/internalusers/bare',
      [{ op: 'add', path: '/password', value: GOOD_PASSWORD }],
      envelopeA(200, "'bare' updated."),
    ],
  ]);

  it('keep their password when they are sent back as they were read, with an empty hash', async () => {
    await admin('PUT', '/api/internalusers/read', { password: GOOD_PASSWORD });
    const { body } = await admin('GET', '/api/internalusers/read');
    const { hash } = (body as Record<string, { readonly hash: string }>)['read'] ?? {};
    expect(hash).toBe('');
    const patch = [{ op: 'add', path: '/hash', value: hash }];
    for (const [method, sent] of [
      ['PUT', { hash, description: 'd' }],
      ['PATCH', patch],
    ] as const)
      expect(await admin(method, '/api/internalusers/read', sent)).toMatchObject(
        envelopeA(200, "'read' updated.")
      );
    expect(await mayEnter('read', GOOD_PASSWORD)).toBe(true);
  });
  it('can log in after each way of setting a password', async () => {
    expect(await mayEnter('bulk', GOOD_PASSWORD)).toBe(true);
    expect(await mayEnter('jdoe', GOOD_PASSWORD)).toBe(true);
    const value = 'An0ther#Secret-4711';
    await admin('PATCH', '/api/internalusers/jdoe', [{ op: 'add', path: '/password', value }]);
    expect(await mayEnter('jdoe', value)).toBe(true);
    expect(await mayEnter('jdoe', GOOD_PASSWORD)).toBe(false);
  });
  it('can be filtered by service account', async () => {
    const names = async (filterBy: string) =>
      Object.keys(
        (await admin('GET', '/api/internalusers', undefined, { query: { filterBy } }))
          .body as object
      );
    expect(await names('service')).toEqual(['svc']);
    expect(await names('internal')).not.toContain('svc');
    expect(await names('anything')).toContain('svc');
  });
  // @asvs V1.8/1
  it('are returned without hashes', async () => {
    const responses = [
      await admin('GET', '/api/internalusers'),
      await internal('GET', '/api/internalusers/admin'),
    ];
    expect(JSON.stringify(responses)).not.toMatch(/argon2|\$2/);
  });
});
