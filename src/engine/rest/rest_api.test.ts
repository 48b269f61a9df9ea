/** The REST contract, one row per endpoint, method and documented answer. Source: reference section 1. */
import {
  cleanUp,
  clientOf,
  INTERNAL,
  signIn,
  startEngine,
  ADMIN_PASSWORD,
  type Client,
} from '../testing';
import type { Engine, EngineCaller, EngineResponse, HttpMethod } from '../types';

const GOOD_PASSWORD = 'Str0ng!Passw0rd-9';
const LONG = 'x'.repeat(257);

let engine: Engine;
let admin: Client;
let internal: Client;
let plain: Client;
let anonymous: Client;

beforeAll(async () => {
  ({ engine } = await startEngine());
  admin = clientOf(engine, await signIn(engine, 'admin', ADMIN_PASSWORD));
  internal = clientOf(engine, INTERNAL);
  anonymous = clientOf(engine, { kind: 'anonymous' });
  await admin('PUT', '/api/internalusers/plain', {
    password: GOOD_PASSWORD,
    backend_roles: ['kibanauser'],
  });
  plain = clientOf(engine, await signIn(engine, 'plain', GOOD_PASSWORD));
  await internal('PUT', '/api/roles/hidden_role', { description: 'h', hidden: true });
  await internal('PUT', '/api/internalusers/hidden_user', {
    password: GOOD_PASSWORD,
    hidden: true,
  });
  await internal('PUT', '/api/tenants/hidden_tenant', { description: '', hidden: true });
  await internal('PUT', '/api/internalusers/reserved_user', {
    password: GOOD_PASSWORD,
    reserved: true,
  });
});
afterAll(cleanUp);

const a = (statusCode: number, message: string) => ({
  statusCode,
  body: expect.objectContaining({ message }),
});
const b = (reason: string, details: object = {}) => ({
  statusCode: 400,
  body: { status: 'error', reason, ...details },
});
const c = (statusCode: number, reason?: string) => ({
  statusCode,
  body: { status: statusCode, error: expect.objectContaining(reason ? { reason } : {}) },
});

type Row = readonly [
  what: string,
  method: HttpMethod,
  path: string,
  body: unknown,
  expected: object,
];

function rows(table: readonly Row[], client: () => Client = () => admin) {
  it.each(table)('%s: %s %s', async (_what, method, path, body, expected) => {
    expect(await client()(method, path, body)).toMatchObject(expected);
  });
}

describe('roles', () => {
  rows([
    [
      'creates',
      'PUT',
      '/api/roles/hr',
      { cluster_permissions: ['cluster_composite_ops_ro'] },
      a(201, "'hr' created."),
    ],
    [
      'replaces',
      'PUT',
      '/api/roles/hr',
      {
        description: 'd',
        index_permissions: [{ index_patterns: ['hr-*'], allowed_actions: ['read'] }],
      },
      a(200, "'hr' updated."),
    ],
    [
      'shows one as a map of one',
      'GET',
      '/api/roles/hr',
      undefined,
      {
        statusCode: 200,
        body: {
          hr: {
            reserved: false,
            hidden: false,
            description: 'd',
            cluster_permissions: [],
            index_permissions: [
              { index_patterns: ['hr-*'], fls: [], masked_fields: [], allowed_actions: ['read'] },
            ],
            tenant_permissions: [],
            static: false,
          },
        },
      },
    ],
    [
      'knows encoded names',
      'PUT',
      '/api/roles/a%2Fb%20%C3%A9',
      { description: '' },
      a(201, "'a/b é' created."),
    ],
    ['deletes them', 'DELETE', '/api/roles/a%2Fb%20%C3%A9', undefined, a(200, "'a/b é' deleted.")],
    ['unknown', 'GET', '/api/roles/nope', undefined, a(404, "role 'nope' not found.")],
    ['unknown', 'DELETE', '/api/roles/nope', undefined, a(404, "role 'nope' not found.")],
    [
      'unknown',
      'PATCH',
      '/api/roles/nope',
      [{ op: 'add', path: '/description', value: 'x' }],
      a(404, "role 'nope' not found."),
    ],
    [
      'static',
      'PUT',
      '/api/roles/all_access',
      { description: 'x' },
      a(403, "Resource 'all_access' is static."),
    ],
    [
      'static',
      'DELETE',
      '/api/roles/all_access',
      undefined,
      a(403, "Resource 'all_access' is static."),
    ],
    [
      'static',
      'PATCH',
      '/api/roles',
      [{ op: 'remove', path: '/all_access' }],
      a(403, "Resource 'all_access' is static."),
    ],
    [
      'reserved',
      'PUT',
      '/api/roles/alerting_full_access',
      { description: 'x' },
      a(403, "Resource 'alerting_full_access' is reserved."),
    ],
    [
      'reserved',
      'PATCH',
      '/api/roles/alerting_full_access',
      [{ op: 'add', path: '/description', value: 'x' }],
      a(403, "Resource 'alerting_full_access' is reserved."),
    ],
    [
      'hidden',
      'GET',
      '/api/roles/hidden_role',
      undefined,
      a(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'hidden',
      'PUT',
      '/api/roles/hidden_role',
      { description: 'x' },
      a(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'hidden',
      'DELETE',
      '/api/roles/hidden_role',
      undefined,
      a(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'REST admin permissions',
      'PUT',
      '/api/roles/evil',
      { cluster_permissions: ['restapi:admin/roles'] },
      a(403, 'Access denied'),
    ],
    [
      'bad mask',
      'PUT',
      '/api/roles/m',
      { index_permissions: [{ index_patterns: ['a'], masked_fields: ['f::XYZ'] }] },
      b('Wrong datatype', { 'Masked field not valid: f::XYZ': 'Invalid algorithm XYZ' }),
    ],
    [
      'bad mask',
      'PUT',
      '/api/roles/m',
      { index_permissions: [{ masked_fields: ['f::a::b'] }] },
      b('Wrong datatype', {
        'Masked field not valid: f::a::b': 'A regular expression needs to be wrapped in /.../',
      }),
    ],
    [
      'good mask',
      'PUT',
      '/api/roles/m',
      { index_permissions: [{ masked_fields: ['f', 'f::SHA-256', 'e::/@.*/::@***'] }] },
      a(201, "'m' created."),
    ],
    ['unknown nested key', 'PUT', '/api/roles/n', { index_permissions: [{ nope: 1 }] }, c(400)],
    [
      'unknown key',
      'PUT',
      '/api/roles/n',
      { foo: 1, static: true },
      b('Invalid configuration', { invalid_keys: { keys: 'foo,static' } }),
    ],
    [
      'flags are for super admins',
      'PUT',
      '/api/roles/n',
      { reserved: true },
      b('Invalid configuration', { invalid_keys: { keys: 'reserved' } }),
    ],
    [
      'wrong types',
      'PUT',
      '/api/roles/n',
      { cluster_permissions: 'x', description: 1 },
      b('Wrong datatype', {
        cluster_permissions: 'Array expected',
        description: 'String expected',
      }),
    ],
    [
      'null for a typed key',
      'PUT',
      '/api/roles/n',
      { description: null },
      b('Wrong datatype', { description: 'String expected' }),
    ],
    [
      'null element',
      'PUT',
      '/api/roles/n',
      { cluster_permissions: [null] },
      b('`null` or blank values are not allowed as json array elements'),
    ],
    [
      'blank element',
      'PUT',
      '/api/roles/n',
      { index_permissions: [{ index_patterns: [' '] }] },
      b('`null` or blank values are not allowed as json array elements'),
    ],
    [
      'long string',
      'PUT',
      '/api/roles/n',
      { description: LONG },
      b('String value exceeds the maximum allowed length of 256 characters'),
    ],
    ['empty object', 'PUT', '/api/roles/n', {}, b('Request body required for this action.')],
    ['no body', 'PUT', '/api/roles/n', undefined, b('Request body required for this action.')],
    ['array', 'PUT', '/api/roles/n', [1], b('Could not parse content of request.')],
    [
      'long name',
      'PUT',
      `/api/roles/${LONG}`,
      { description: '' },
      a(400, 'role name exceeds maximum length of 256.'),
    ],
  ]);

  it('merges static entries and leaves hidden ones out', async () => {
    const { body } = await admin('GET', '/api/roles');
    const all = body as Record<string, { static: boolean; reserved: boolean }>;
    expect(Object.values(all).filter((role) => role.static)).toHaveLength(8);
    expect(Object.values(all).filter((role) => role.reserved)).toHaveLength(8 + 46);
    expect(all).not.toHaveProperty('hidden_role');
    expect((await internal('GET', '/api/roles')).body).toHaveProperty('hidden_role');
  });
});

describe('payload text', () => {
  const put = (rawBody: string) => admin('PUT', '/api/roles/raw', undefined, { rawBody });
  it.each([
    ['{', 'Could not parse content of request.'],
    ['{"a":1,"a":2}', 'Could not parse content of request.'],
    ['{"description":"x","d":{"k":1,"\\u006b":2}}', 'Could not parse content of request.'],
    ['', 'Request body required for this action.'],
    ['  ', 'Request body required for this action.'],
    ['null', 'Request body required for this action.'],
    ['"x"', 'Could not parse content of request.'],
    ['['.repeat(100_000) + ']'.repeat(100_000), 'Could not parse content of request.'],
  ])('%.40s', async (text, reason) => expect(await put(text)).toMatchObject(b(reason)));
  it('accepts good text with structure inside strings', async () => {
    expect((await put('{"description":"{\\"a\\":1,\\"a\\":[}"}')).statusCode).toBe(201);
  });
});

describe('PATCH', () => {
  beforeEach(() =>
    internal('PUT', '/api/roles/p', { description: 'old', cluster_permissions: ['a', 'b'] })
  );
  rows([
    [
      'one',
      'PATCH',
      '/api/roles/p',
      [
        { op: 'replace', path: '/description', value: 'new' },
        { op: 'remove', path: '/cluster_permissions/0' },
      ],
      a(200, "'p' updated."),
    ],
    [
      'appends',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/cluster_permissions/-', value: 'c' }],
      a(200, "'p' updated."),
    ],
    [
      'nothing',
      'PATCH',
      '/api/roles/p',
      [{ op: 'replace', path: '/description', value: 'old' }],
      a(200, 'No updates required'),
    ],
    [
      'default-valued property',
      'PATCH',
      '/api/roles/p',
      [{ op: 'replace', path: '/index_permissions', value: [] }],
      { statusCode: 400 },
    ],
    [
      'object instead of array',
      'PATCH',
      '/api/roles/p',
      { op: 'add' },
      a(400, 'Wrong request body'),
    ],
    ['empty', 'PATCH', '/api/roles/p', [], a(400, 'Wrong request body')],
    ['no op', 'PATCH', '/api/roles/p', [{ path: '/a' }], a(400, 'Wrong request body')],
    ['no body', 'PATCH', '/api/roles/p', undefined, a(400, 'Wrong request body')],
    [
      'other operation',
      'PATCH',
      '/api/roles/p',
      [{ op: 'move', from: '/a', path: '/b' }],
      a(400, 'Unsupported patch operation: move. Supported are: add,replace,remove'),
    ],
    [
      'missing path',
      'PATCH',
      '/api/roles/p',
      [{ op: 'remove', path: '/x/y' }],
      { statusCode: 400 },
    ],
    [
      'unknown key',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/foo', value: 1 }],
      b('Invalid configuration', { invalid_keys: { keys: 'foo' } }),
    ],
    [
      'flag',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/hidden', value: true }],
      b('Invalid configuration', { invalid_keys: { keys: 'hidden' } }),
    ],
    [
      'wrong type',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/cluster_permissions', value: 'x' }],
      b('Wrong datatype', { cluster_permissions: 'Array expected' }),
    ],
    [
      'null element',
      'PATCH',
      '/api/roles/p',
      [{ op: 'add', path: '/cluster_permissions/-', value: null }],
      b('`null` or blank values are not allowed as json array elements'),
    ],
    [
      'several',
      'PATCH',
      '/api/roles',
      [
        { op: 'add', path: '/q~1r', value: { description: 'q' } },
        { op: 'replace', path: '/p/description', value: 'z' },
      ],
      a(200, 'Resource updated.'),
    ],
    [
      'several, nothing',
      'PATCH',
      '/api/roles',
      [{ op: 'replace', path: '/p/description', value: 'old' }],
      a(200, 'No updates required'),
    ],
    [
      'an entity that is none',
      'PATCH',
      '/api/roles',
      [{ op: 'add', path: '/p', value: 1 }],
      { statusCode: 400 },
    ],
    [
      'hidden among several',
      'PATCH',
      '/api/roles',
      [{ op: 'remove', path: '/hidden_role' }],
      a(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'whole collection',
      'PATCH',
      '/api/roles',
      [{ op: 'replace', path: '', value: {} }],
      { statusCode: 400 },
    ],
  ]);

  it('unparsable text', async () => {
    expect((await admin('PATCH', '/api/roles/p', undefined, { rawBody: '[{' })).body).toMatchObject(
      {
        status: 'BAD_REQUEST',
        message: expect.stringMatching(/^Error in JSON patch: /),
      }
    );
  });
  it('is all or nothing', async () => {
    const patch = [
      { op: 'add', path: '/half', value: { description: 'x' } },
      { op: 'add', path: '/evil', value: { cluster_permissions: ['restapi:admin/x'] } },
    ];
    expect(await admin('PATCH', '/api/roles', patch)).toMatchObject(a(403, 'Access denied'));
    expect((await admin('GET', '/api/roles/half')).statusCode).toBe(404);
  });
  it('changes what it says', async () => {
    await admin('PATCH', '/api/roles', [
      { op: 'remove', path: '/p/cluster_permissions' },
      { op: 'add', path: '/__proto__', value: { description: 'odd' } },
    ]);
    expect((await admin('GET', '/api/roles/p')).body).toMatchObject({
      p: { description: 'old', cluster_permissions: [] },
    });
    expect(Object.keys((await admin('GET', '/api/roles/__proto__')).body as object)).toEqual([
      '__proto__',
    ]);
    expect(({} as Record<string, unknown>)['description']).toBeUndefined();
    await admin('DELETE', '/api/roles/__proto__');
  });
});

describe('internal users', () => {
  const jdoe = {
    password: GOOD_PASSWORD,
    backend_roles: ['devs'],
    attributes: { dept: 'hr' },
    opendistro_security_roles: ['readall'],
    description: 'HR',
  };
  rows([
    ['creates', 'PUT', '/api/internalusers/jdoe', jdoe, a(201, "'jdoe' created.")],
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
      a(400, "Please specify either 'hash' or 'password' when creating a new internal user."),
    ],
    [
      'colon',
      'PUT',
      '/api/internalusers/a%3Ab',
      jdoe,
      a(400, "A restricted character(s) was detected in the account name. Please remove: ':'"),
    ],
    [
      'unknown role',
      'PUT',
      '/api/internalusers/new',
      { ...jdoe, opendistro_security_roles: ['nope'] },
      a(404, "role 'nope' not found."),
    ],
    [
      'hidden role',
      'PUT',
      '/api/internalusers/new',
      { ...jdoe, opendistro_security_roles: ['hidden_role'] },
      a(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'role with a reserved mapping',
      'PUT',
      '/api/internalusers/new',
      { ...jdoe, opendistro_security_roles: ['kibana_server'] },
      a(403, "Resource 'kibana_server' is reserved."),
    ],
    [
      'service account with a password',
      'PUT',
      '/api/internalusers/svc',
      { password: GOOD_PASSWORD, attributes: { service: 'true' } },
      a(
        400,
        'A password cannot be provided for a service account. Failed to register service account: svc'
      ),
    ],
    [
      'service account with a hash',
      'PUT',
      '/api/internalusers/svc',
      { hash: 'x', attributes: { service: 'true' } },
      a(
        400,
        'A password hash cannot be provided for service account. Failed to register service account: svc'
      ),
    ],
    [
      'service account',
      'PUT',
      '/api/internalusers/svc',
      { attributes: { service: 'true' } },
      a(201, "'svc' created."),
    ],
    [
      'empty password',
      'PUT',
      '/api/internalusers/new',
      { password: '' },
      b('Password is too short'),
    ],
    [
      'long password',
      'PUT',
      '/api/internalusers/new',
      { password: 'aB3$'.repeat(26) },
      b('Password is too long'),
    ],
    [
      'weak password',
      'PUT',
      '/api/internalusers/new',
      { password: 'password1' },
      b('Weak password'),
    ],
    [
      'password like the name',
      'PUT',
      '/api/internalusers/marigold',
      { password: 'marigold-Xq7!vT2#zL' },
      b('Password is similar to user name'),
    ],
    [
      'attributes not an object',
      'PUT',
      '/api/internalusers/new',
      { attributes: [] },
      b('Wrong datatype', { attributes: 'Object expected' }),
    ],
    [
      'object as attribute',
      'PUT',
      '/api/internalusers/new',
      { password: GOOD_PASSWORD, attributes: { a: {} } },
      c(400),
    ],
    [
      'keeps the hash',
      'PUT',
      '/api/internalusers/jdoe',
      { description: 'only this' },
      a(200, "'jdoe' updated."),
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
      a(403, "Resource 'reserved_user' is reserved."),
    ],
    [
      'hidden',
      'DELETE',
      '/api/internalusers/hidden_user',
      undefined,
      a(404, "Resource 'hidden_user' is not available."),
    ],
    ['unknown', 'DELETE', '/api/internalusers/nope', undefined, a(404, "user 'nope' not found.")],
    [
      'bulk',
      'PATCH',
      '/api/internalusers',
      [
        { op: 'add', path: '/bulk', value: { password: GOOD_PASSWORD } },
        { op: 'add', path: '/jdoe/backend_roles', value: ['x'] },
      ],
      a(200, 'Resource updated.'),
    ],
    [
      'bulk weak',
      'PATCH',
      '/api/internalusers',
      [{ op: 'add', path: '/bulk2', value: { password: 'abc' } }],
      b('Weak password'),
    ],
  ]);

  it('signs in after each way of setting a password', async () => {
    await signIn(engine, 'bulk', GOOD_PASSWORD);
    await signIn(engine, 'jdoe', GOOD_PASSWORD);
    await admin('PATCH', '/api/internalusers/jdoe', [
      { op: 'add', path: '/password', value: 'An0ther#Secret-4711' },
    ]);
    await signIn(engine, 'jdoe', 'An0ther#Secret-4711');
    expect(
      (
        await engine.authenticate({
          headers: { authorization: `Basic ${btoa(`jdoe:${GOOD_PASSWORD}`)}` },
          remoteAddress: 'x',
        })
      ).ok
    ).toBe(false);
  });
  it('filters service accounts', async () => {
    const names = async (filterBy: string) =>
      Object.keys(
        (await admin('GET', '/api/internalusers', undefined, { query: { filterBy } }))
          .body as object
      );
    expect(await names('service')).toEqual(['svc']);
    expect(await names('internal')).not.toContain('svc');
    expect(await names('anything')).toContain('svc');
  });
  it('never tells a hash', async () => {
    const answers = [
      await admin('GET', '/api/internalusers'),
      await internal('GET', '/api/internalusers/admin'),
    ];
    expect(JSON.stringify(answers)).not.toMatch(/argon2|\$2/);
  });
});

describe('role mappings', () => {
  beforeAll(() => internal('PUT', '/api/roles/mapped', { description: '' }));
  rows([
    [
      'creates',
      'PUT',
      '/api/rolesmapping/mapped',
      { backend_roles: ['hr'], users: ['jdoe'], hosts: [] },
      a(201, "'mapped' created."),
    ],
    [
      'shows',
      'GET',
      '/api/rolesmapping/mapped',
      undefined,
      {
        body: {
          mapped: {
            hosts: [],
            users: ['jdoe'],
            reserved: false,
            hidden: false,
            backend_roles: ['hr'],
            and_backend_roles: [],
          },
        },
      },
    ],
    [
      'maps a static role',
      'PUT',
      '/api/rolesmapping/own_index',
      { users: ['*'] },
      a(201, "'own_index' created."),
    ],
    [
      'no array at all',
      'PUT',
      '/api/rolesmapping/mapped',
      { description: 'x' },
      b('Invalid configuration', {
        specify_one_of: { keys: 'hosts,users,backend_roles,and_backend_roles' },
      }),
    ],
    [
      'unknown role',
      'PUT',
      '/api/rolesmapping/nope',
      { users: [] },
      a(404, "role 'nope' not found."),
    ],
    [
      'hidden role',
      'PUT',
      '/api/rolesmapping/hidden_role',
      { users: [] },
      a(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'reserved mapping',
      'PUT',
      '/api/rolesmapping/kibana_server',
      { users: [] },
      a(403, "Resource 'kibana_server' is reserved."),
    ],
    [
      'REST admin role',
      'PUT',
      '/api/rolesmapping/security_rest_api_full_access',
      { users: ['x'] },
      a(403, 'Access denied'),
    ],
    [
      'unknown',
      'GET',
      '/api/rolesmapping/nope',
      undefined,
      a(404, "rolesmapping 'nope' not found."),
    ],
    [
      'patches',
      'PATCH',
      '/api/rolesmapping/mapped',
      [{ op: 'add', path: '/and_backend_roles', value: ['a', 'b'] }],
      a(200, "'mapped' updated."),
    ],
    ['deletes', 'DELETE', '/api/rolesmapping/mapped', undefined, a(200, "'mapped' deleted.")],
  ]);
});

describe('action groups', () => {
  rows([
    [
      'creates',
      'PUT',
      '/api/actiongroups/my_ag',
      { allowed_actions: ['indices:data/read/search*', 'crud'], type: 'index', description: 'd' },
      a(201, "'my_ag' created."),
    ],
    [
      'shows',
      'GET',
      '/api/actiongroups/my_ag',
      undefined,
      {
        body: {
          my_ag: {
            reserved: false,
            hidden: false,
            allowed_actions: ['indices:data/read/search*', 'crud'],
            type: 'index',
            description: 'd',
            static: false,
          },
        },
      },
    ],
    ['alias', 'GET', '/api/actiongroup/crud', undefined, { body: { crud: { static: true } } }],
    [
      'missing actions',
      'PUT',
      '/api/actiongroups/x',
      { type: 'index' },
      b('Invalid configuration', { missing_mandatory_keys: { keys: 'allowed_actions' } }),
    ],
    [
      'all key problems in one answer',
      'PUT',
      '/api/actiongroups/x',
      { foo: 1 },
      b('Invalid configuration', {
        invalid_keys: { keys: 'foo' },
        missing_mandatory_keys: { keys: 'allowed_actions' },
      }),
    ],
    [
      'type',
      'PUT',
      '/api/actiongroups/x',
      { allowed_actions: [], type: 'foo' },
      a(400, 'Invalid action group type: foo. Supported types are: cluster, index.'),
    ],
    [
      'type in capitals',
      'PUT',
      '/api/actiongroups/x',
      { allowed_actions: [], type: 'CLUSTER' },
      a(201, "'x' created."),
    ],
    [
      'role name',
      'PUT',
      '/api/actiongroups/hidden_role',
      { allowed_actions: [] },
      a(
        400,
        'hidden_role is an existing role. A action group cannot be named with an existing role name.'
      ),
    ],
    [
      'itself',
      'PUT',
      '/api/actiongroups/y',
      { allowed_actions: ['y'] },
      a(400, 'y cannot be an allowed_action of itself'),
    ],
    [
      'REST admin',
      'PUT',
      '/api/actiongroups/y',
      { allowed_actions: ['restapi:admin/roles'] },
      a(403, 'Access denied'),
    ],
    [
      'static',
      'PUT',
      '/api/actiongroups/manage_snapshots',
      { allowed_actions: [] },
      a(403, "Resource 'manage_snapshots' is static."),
    ],
    [
      'unknown',
      'DELETE',
      '/api/actiongroups/nope',
      undefined,
      a(404, "actiongroup 'nope' not found."),
    ],
  ]);
});

describe('tenants', () => {
  rows([
    [
      'creates',
      'PUT',
      '/api/tenants/hr_dep',
      { description: 'HR department' },
      a(201, "'hr_dep' created."),
    ],
    [
      'shows',
      'GET',
      '/api/tenants',
      undefined,
      {
        body: {
          global_tenant: {
            reserved: true,
            hidden: false,
            description: 'Global tenant',
            static: true,
          },
          hr_dep: { reserved: false, hidden: false, description: 'HR department', static: false },
        },
      },
    ],
    ['empty body', 'PUT', '/api/tenants/x', {}, b('Request body required for this action.')],
    ['empty description', 'PUT', '/api/tenants/x', { description: '' }, a(201, "'x' created.")],
    [
      'static',
      'DELETE',
      '/api/tenants/global_tenant',
      undefined,
      a(403, "Resource 'global_tenant' is static."),
    ],
    ['unknown', 'GET', '/api/tenants/nope', undefined, a(404, "tenant 'nope' not found.")],
    ['deletes', 'DELETE', '/api/tenants/x', undefined, a(200, "'x' deleted.")],
  ]);
});

describe('tenancy configuration', () => {
  const unset =
    'nope can not be set to default tenant. Default tenant should be selected from one of the available tenants.';
  rows([
    [
      'shows',
      'GET',
      '/api/tenancy/config',
      undefined,
      {
        statusCode: 200,
        body: {
          default_tenant: '',
          private_tenant_enabled: true,
          multitenancy_enabled: true,
          sign_in_options: [],
          preferred_tenants: [],
        },
      },
    ],
    [
      'changes what is sent',
      'PUT',
      '/api/tenancy/config',
      { default_tenant: 'Private' },
      { statusCode: 200, body: { default_tenant: 'Private', private_tenant_enabled: true } },
    ],
    [
      'private is the default',
      'PUT',
      '/api/tenancy/config',
      { private_tenant_enabled: false },
      c(400, 'Private tenant can not be disabled if it is the default tenant.'),
    ],
    [
      'both at once',
      'PUT',
      '/api/tenancy/config',
      { default_tenant: 'GLOBAL', private_tenant_enabled: 'false' },
      { statusCode: 200, body: { private_tenant_enabled: false } },
    ],
    ['unknown tenant', 'PUT', '/api/tenancy/config', { default_tenant: 'nope' }, c(400, unset)],
    [
      'tenant in any case',
      'PUT',
      '/api/tenancy/config',
      { default_tenant: 'HR_DEP' },
      { statusCode: 200 },
    ],
    [
      'unknown option',
      'PUT',
      '/api/tenancy/config',
      { sign_in_options: ['FOO'] },
      c(400, 'Validation failure: FOO is not a recognized sign-in option.'),
    ],
    [
      'unavailable option',
      'PUT',
      '/api/tenancy/config',
      { sign_in_options: ['saml'] },
      c(400, 'Validation failure: SAML authentication provider is not available for this cluster.'),
    ],
    [
      'good options',
      'PUT',
      '/api/tenancy/config',
      { sign_in_options: ['basic', 'ANONYMOUS'] },
      { statusCode: 200, body: { sign_in_options: ['BASIC', 'ANONYMOUS'] } },
    ],
    [
      'unknown key',
      'PUT',
      '/api/tenancy/config',
      { foo: 1 },
      b('Invalid configuration', { invalid_keys: { keys: 'foo' } }),
    ],
    [
      'is told to the dashboards',
      'GET',
      '/dashboardsinfo',
      undefined,
      {
        body: {
          default_tenant: 'HR_DEP',
          private_tenant_enabled: false,
          sign_in_options: ['BASIC', 'ANONYMOUS'],
        },
      },
    ],
  ]);
});

describe('account', () => {
  let own: Client;
  let caller: EngineCaller;
  beforeAll(async () => {
    await admin('PUT', '/api/internalusers/self', {
      password: GOOD_PASSWORD,
      attributes: { dept: 'hr' },
      backend_roles: ['kibanauser'],
    });
    caller = await signIn(engine, 'self', GOOD_PASSWORD);
    own = clientOf(engine, caller);
  });
  const next = 'N3w!Strong-Pass_77';
  rows(
    [
      [
        'shows',
        'GET',
        '/api/account',
        undefined,
        {
          statusCode: 200,
          body: {
            user_name: 'self',
            is_reserved: false,
            is_hidden: false,
            is_internal_user: true,
            user_requested_tenant: null,
            backend_roles: ['kibanauser'],
            custom_attribute_names: ['attr.internal.dept'],
            tenants: { global_tenant: true, self: true },
            roles: ['kibana_user', 'own_index'],
          },
        },
      ],
      [
        'missing current password',
        'PUT',
        '/api/account',
        { password: next },
        b('Invalid configuration', { missing_mandatory_keys: { keys: 'current_password' } }),
      ],
      [
        'wrong current password',
        'PUT',
        '/api/account',
        { password: next, current_password: 'nope' },
        a(400, 'Could not validate your current password.'),
      ],
      [
        'weak new password',
        'PUT',
        '/api/account',
        { password: 'abc', current_password: GOOD_PASSWORD },
        b('Weak password'),
      ],
      [
        'empty new password',
        'PUT',
        '/api/account',
        { password: '', current_password: GOOD_PASSWORD },
        b('Password is too short'),
      ],
      [
        'no new password',
        'PUT',
        '/api/account',
        { current_password: GOOD_PASSWORD },
        a(400, 'Both provided password and hash cannot be null/empty.'),
      ],
    ],
    () => own
  );

  it('changes the password and ends older sessions', async () => {
    const changed = await own('PUT', '/api/account', {
      password: next,
      current_password: GOOD_PASSWORD,
    });
    expect(changed).toMatchObject(a(200, "'self' updated."));
    expect(await engine.identify(caller)).toBeUndefined();
    const renewed = {
      kind: 'user',
      principal: { userName: 'self', credentialVersion: changed.headers['x-credential-version'] },
    } as const;
    expect(await engine.identify(renewed)).toMatchObject({ userName: 'self' });
    await signIn(engine, 'self', next);
  });
  it('refuses reserved users', async () => {
    const reserved = clientOf(engine, await signIn(engine, 'reserved_user', GOOD_PASSWORD));
    const body = { password: next, current_password: GOOD_PASSWORD };
    expect(await reserved('PUT', '/api/account', body)).toMatchObject(
      a(403, "Resource 'reserved_user' is reserved.")
    );
  });
  it('knows only internal users', async () => {
    expect(
      await internal('PUT', '/api/account', { password: next, current_password: 'x' })
    ).toMatchObject(a(404, "account '_internal' not found."));
  });
});

describe('security configuration', () => {
  rows([
    ['is read-only', 'PUT', '/api/securityconfig/config', { dynamic: {} }, a(403, 'Access denied')],
    [
      'is read-only',
      'PATCH',
      '/api/securityconfig',
      [{ op: 'add', path: '/config/dynamic/license', value: 'x' }],
      a(403, 'Access denied'),
    ],
    [
      'other name',
      'PUT',
      '/api/securityconfig/other',
      { dynamic: {} },
      { statusCode: 400, body: { error: expect.stringContaining('no handler found') } },
    ],
    ['other method', 'DELETE', '/api/securityconfig', undefined, { statusCode: 405 }],
  ]);
  it('shows all defaults and masks passwords', async () => {
    const write = [
      {
        op: 'add',
        path: '/config/dynamic/authc/ldap/authentication_backend/config/password',
        value: 'secret',
      },
    ];
    expect((await internal('PATCH', '/api/securityconfig', write)).statusCode).toBe(200);
    const { body } = await admin('GET', '/api/securityconfig');
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(body).toMatchObject({
      config: {
        dynamic: {
          do_not_fail_on_forbidden: false,
          kibana: { index: '.kibana' },
          authc: { ldap: { authentication_backend: { config: { password: '******' } } } },
        },
      },
    });
    // Writing the masked answer back keeps the secret.
    await internal('PUT', '/api/securityconfig/config', (body as { config: object }).config);
    expect((await internal('PATCH', '/api/securityconfig', write)).body).toMatchObject({
      message: 'No updates required',
    });
  });
});

describe('audit configuration', () => {
  rows([
    [
      'shows',
      'GET',
      '/api/audit',
      undefined,
      {
        statusCode: 200,
        body: {
          config: {
            enabled: true,
            audit: { enable_rest: true, ignore_users: ['kibanaserver'] },
            compliance: { internal_config: true },
          },
          _readonly: [],
        },
      },
    ],
    [
      'patches',
      'PATCH',
      '/api/audit',
      [{ op: 'replace', path: '/config/audit/enable_rest', value: false }],
      a(200, 'Resource updated.'),
    ],
    [
      'replaces',
      'PUT',
      '/api/audit/config',
      { enabled: false, audit: { disabled_rest_categories: ['NONE'] }, compliance: {} },
      a(200, "'config' updated."),
    ],
    [
      'empties NONE',
      'GET',
      '/api/audit',
      undefined,
      {
        body: {
          config: { enabled: false, audit: { enable_rest: true, disabled_rest_categories: [] } },
        },
      },
    ],
    [
      'unknown category',
      'PUT',
      '/api/audit/config',
      { audit: { disabled_rest_categories: ['FOO'] } },
      b('Could not parse content of request.'),
    ],
    [
      'category of the other layer',
      'PUT',
      '/api/audit/config',
      { audit: { disabled_rest_categories: ['INDEX_EVENT'] } },
      b('Could not parse content of request.'),
    ],
    [
      'unknown inner key',
      'PUT',
      '/api/audit/config',
      { audit: { foo: 1 } },
      b('Could not parse content of request.'),
    ],
    [
      'unknown key',
      'PUT',
      '/api/audit/config',
      { foo: 1 },
      b('Invalid configuration', { invalid_keys: { keys: 'foo' } }),
    ],
    ['other name', 'PUT', '/api/audit/other', {}, { statusCode: 400 }],
    ['other method', 'POST', '/api/audit', {}, { statusCode: 405 }],
  ]);
});

describe('information', () => {
  rows(
    [
      [
        'authinfo',
        'GET',
        '/authinfo',
        undefined,
        {
          statusCode: 200,
          body: {
            user: 'User [name=plain, backend_roles=[kibanauser], requestedTenant=null]',
            user_name: 'plain',
            user_requested_tenant: null,
            remote_address: '127.0.0.1',
            roles: ['kibana_user', 'own_index'],
            tenants: { global_tenant: true, plain: true },
            principal: null,
            peer_certificates: '0',
            sso_logout_url: null,
          },
        },
      ],
      ['authinfo', 'POST', '/authinfo', undefined, { statusCode: 200 }],
      [
        'kibanainfo',
        'GET',
        '//_opendistro/_security/kibanainfo',
        undefined,
        { statusCode: 200, body: { kibana_index: '.kibana', kibana_mt_enabled: true } },
      ],
      ['tenantinfo', 'GET', '/tenantinfo', undefined, { statusCode: 403, body: '' }],
      [
        'permissionsinfo',
        'GET',
        '/api/permissionsinfo',
        undefined,
        {
          statusCode: 200,
          body: {
            user_name: 'plain',
            has_api_access: false,
            disabled_endpoints: { ROLES: expect.arrayContaining(['GET', 'CONNECT']) },
          },
        },
      ],
      [
        'main without permission',
        'GET',
        '//',
        undefined,
        c(
          403,
          'no permissions for [cluster:monitor/main] and User [name=plain, backend_roles=[kibanauser], requestedTenant=null]'
        ),
      ],
      [
        'no API access',
        'GET',
        '/api/roles',
        undefined,
        a(
          403,
          'No permission to access REST API: User plain with Security roles [kibana_user, own_index] does not have any role privileged for admin access. No ssl info found in request.'
        ),
      ],
      ['no API access', 'DELETE', '/api/cache', undefined, { statusCode: 403 }],
    ],
    () => plain
  );
  rows([
    [
      'permissionsinfo',
      'GET',
      '/api/permissionsinfo',
      undefined,
      { body: { has_api_access: true, disabled_endpoints: {} } },
    ],
    [
      'main',
      'GET',
      '//',
      undefined,
      {
        statusCode: 200,
        body: {
          version: { distribution: 'opensearch' },
          cluster_uuid: expect.stringMatching(/^.{22}$/),
        },
      },
    ],
    ['flush', 'DELETE', '/api/cache', undefined, a(200, 'Cache flushed successfully.')],
    [
      'flush one',
      'DELETE',
      '/api/cache/user/jdoe',
      undefined,
      a(200, 'Cache invalidated for user: jdoe'),
    ],
    [
      'no reading of the cache',
      'GET',
      '/api/cache',
      undefined,
      a(501, 'Method GET not supported for this action.'),
    ],
  ]);
  rows(
    [
      [
        'health',
        'GET',
        '/health',
        undefined,
        { statusCode: 200, body: { message: null, mode: 'strict', status: 'UP' } },
      ],
      [
        'whoami',
        'GET',
        '/whoami',
        undefined,
        {
          statusCode: 200,
          body: { dn: null, is_admin: false, is_node_certificate_request: false },
        },
      ],
      [
        'authinfo',
        'GET',
        '/authinfo',
        undefined,
        {
          statusCode: 401,
          body: 'Unauthorized',
          headers: {
            'www-authenticate': 'Basic realm="OpenSearch Security"',
            'content-type': expect.stringContaining('text/plain'),
          },
        },
      ],
      ['roles', 'GET', '/api/roles', undefined, { statusCode: 401 }],
      ['account', 'GET', '/api/account', undefined, { statusCode: 401 }],
    ],
    () => anonymous
  );

  it('echoes the tenant header and tells sizes', async () => {
    const { body } = await admin('GET', '/authinfo', undefined, {
      headers: { security_tenant: 'hr' },
      query: { verbose: 'true' },
    });
    expect(body).toMatchObject({
      user_requested_tenant: 'hr',
      size_of_user: expect.stringMatching(/^\d+b$/),
    });
  });
});

describe('transport', () => {
  rows([
    [
      'unknown path',
      'GET',
      '//nope',
      undefined,
      { statusCode: 400, body: { error: 'no handler found for uri [/nope] and method [GET]' } },
    ],
    ['unknown path below the prefix', 'GET', '/api/nope', undefined, { statusCode: 400 }],
    [
      'wrong method',
      'PUT',
      '/api/roles',
      {},
      {
        statusCode: 405,
        headers: { allow: 'GET,PATCH' },
        body: {
          status: 405,
          error:
            'Incorrect HTTP method for uri [/_plugins/_security/api/roles] and method [PUT], allowed: [GET, PATCH]',
        },
      },
    ],
    [
      'options',
      'OPTIONS',
      '/api/roles',
      undefined,
      { statusCode: 200, headers: { allow: 'GET,PATCH' } },
    ],
    ['bad escape', 'GET', '/api/roles/%zz', undefined, c(400)],
  ]);
  it('refuses unknown parameters, accepts the global ones', async () => {
    expect(await admin('GET', '/api/roles', undefined, { query: { foo: '1' } })).toMatchObject(
      c(400, 'request [/_plugins/_security/api/roles] contains unrecognized parameter: [foo]')
    );
    expect(
      (await admin('GET', '/api/roles', undefined, { query: { pretty: '' } })).statusCode
    ).toBe(200);
  });
  it('warns on the older prefix', async () => {
    const answer = await admin('GET', '//_opendistro/_security/api/tenants');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['warning']).toContain(
      '[_opendistro/_security] is a deprecated endpoint path. Please use _plugins/_security instead.'
    );
  });
  it('refuses forged internal headers', async () => {
    expect(
      (await admin('GET', '/authinfo', undefined, { headers: { _opendistro_security_user: 'x' } }))
        .statusCode
    ).toBe(403);
  });
});

describe('versions of entities', () => {
  const tagOf = (answer: EngineResponse) => answer.headers['etag'] as string;
  it('changes only the version that was read', async () => {
    const first = tagOf(await admin('PUT', '/api/roles/v', { description: '1' }));
    const second = tagOf(
      await admin('PUT', '/api/roles/v', { description: '2' }, { headers: { 'if-match': first } })
    );
    const stale = { headers: { 'if-match': first } };
    for (const answer of [
      await admin('PUT', '/api/roles/v', { description: '3' }, stale),
      await admin(
        'PATCH',
        '/api/roles/v',
        [{ op: 'replace', path: '/description', value: '3' }],
        stale
      ),
      await admin('DELETE', '/api/roles/v', undefined, stale),
    ])
      expect(answer).toMatchObject({ statusCode: 412, body: { status: 'PRECONDITION_FAILED' } });
    expect(tagOf(await admin('GET', '/api/roles/v'))).toBe(second);
    expect(
      (await admin('DELETE', '/api/roles/v', undefined, { headers: { 'if-match': second } }))
        .statusCode
    ).toBe(200);
    expect(
      (
        await admin(
          'PUT',
          '/api/roles/v',
          { description: '4' },
          { headers: { 'if-match': second } }
        )
      ).statusCode
    ).toBe(412);
  });
  it('creates without replacing', async () => {
    const once = { headers: { 'if-none-match': '*' } };
    expect((await admin('PUT', '/api/roles/w', { description: '1' }, once)).statusCode).toBe(201);
    expect((await admin('PUT', '/api/roles/w', { description: '2' }, once)).statusCode).toBe(412);
  });
  it('loses no update among 50 editors', async () => {
    await admin('PUT', '/api/roles/shared', { cluster_permissions: [] });
    const edit = async (editor: number): Promise<void> => {
      for (;;) {
        const read = await admin('GET', '/api/roles/shared');
        const { cluster_permissions } = (read.body as { shared: { cluster_permissions: string[] } })
          .shared;
        const body = { cluster_permissions: [...cluster_permissions, `editor-${editor}`] };
        const answer = await admin('PUT', '/api/roles/shared', body, {
          headers: { 'if-match': tagOf(read) },
        });
        if (answer.statusCode === 200) return;
        expect(answer.statusCode).toBe(412);
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, editor) => edit(editor)));
    const { body } = await admin('GET', '/api/roles/shared');
    expect(
      (body as { shared: { cluster_permissions: string[] } }).shared.cluster_permissions
    ).toHaveLength(50);
  });
  it('loses no patch of 50 without if-match', async () => {
    await admin('PUT', '/api/roles/patched', { cluster_permissions: ['first'] });
    const patch = (i: number) =>
      admin('PATCH', '/api/roles/patched', [
        { op: 'add', path: '/cluster_permissions/-', value: `p${i}` },
      ]);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => patch(i)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(50).fill(200));
    const { body } = await admin('GET', '/api/roles/patched');
    expect(
      (body as { patched: { cluster_permissions: string[] } }).patched.cluster_permissions
    ).toHaveLength(51);
  });
});
