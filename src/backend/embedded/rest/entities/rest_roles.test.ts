/** REST contract of roles and of payload validation, one row per method and documented response. */
import {
  LONG,
  admin,
  envelopeA,
  envelopeB,
  envelopeC,
  internal,
  it,
  rows,
  useContract,
} from '../../../../../test/helpers/engine_contract';
import { HTTP_LIMITS } from '../../../../contracts/limits';
import { clientOf, cleanUp, INTERNAL, startEngine, type Client } from '../../../testing/embedded';

useContract();

describe('roles', () => {
  rows([
    [
      'creates',
      'PUT',
      '/api/roles/hr',
      { cluster_permissions: ['cluster_composite_ops_ro'] },
      envelopeA(201, "'hr' created."),
    ],
    [
      'replaces',
      'PUT',
      '/api/roles/hr',
      {
        description: 'd',
        index_permissions: [{ index_patterns: ['hr-*'], allowed_actions: ['read'] }],
      },
      envelopeA(200, "'hr' updated."),
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
      envelopeA(201, "'a/b é' created."),
    ],
    [
      'deletes them',
      'DELETE',
      '/api/roles/a%2Fb%20%C3%A9',
      undefined,
      envelopeA(200, "'a/b é' deleted."),
    ],
    ['unknown', 'GET', '/api/roles/nope', undefined, envelopeA(404, "role 'nope' not found.")],
    ['unknown', 'DELETE', '/api/roles/nope', undefined, envelopeA(404, "role 'nope' not found.")],
    [
      'unknown',
      'PATCH',
      '/api/roles/nope',
      [{ op: 'add', path: '/description', value: 'x' }],
      envelopeA(404, "role 'nope' not found."),
    ],
    [
      'static',
      'PUT',
      '/api/roles/all_access',
      { description: 'x' },
      envelopeA(403, "Resource 'all_access' is static."),
    ],
    [
      'static',
      'DELETE',
      '/api/roles/all_access',
      undefined,
      envelopeA(403, "Resource 'all_access' is static."),
    ],
    [
      'static',
      'PATCH',
      '/api/roles',
      [{ op: 'remove', path: '/all_access' }],
      envelopeA(403, "Resource 'all_access' is static."),
    ],
    [
      'reserved',
      'PUT',
      '/api/roles/alerting_full_access',
      { description: 'x' },
      envelopeA(403, "Resource 'alerting_full_access' is reserved."),
    ],
    [
      'reserved',
      'PATCH',
      '/api/roles/alerting_full_access',
      [{ op: 'add', path: '/description', value: 'x' }],
      envelopeA(403, "Resource 'alerting_full_access' is reserved."),
    ],
    [
      'hidden',
      'GET',
      '/api/roles/hidden_role',
      undefined,
      envelopeA(404, "role 'hidden_role' not found."),
    ],
    [
      'hidden',
      'PUT',
      '/api/roles/hidden_role',
      { description: 'x' },
      envelopeA(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'hidden',
      'DELETE',
      '/api/roles/hidden_role',
      undefined,
      envelopeA(404, "Resource 'hidden_role' is not available."),
    ],
    [
      'REST admin permissions',
      'PUT',
      '/api/roles/evil',
      { cluster_permissions: ['restapi:admin/roles'] },
      envelopeA(403, 'Access denied'),
    ],
    [
      'bad mask',
      'PUT',
      '/api/roles/m',
      { index_permissions: [{ index_patterns: ['a'], masked_fields: ['f::XYZ'] }] },
      envelopeB('Wrong datatype', { 'Masked field not valid: f::XYZ': 'Invalid algorithm XYZ' }),
    ],
    [
      'bad mask',
      'PUT',
      '/api/roles/m',
      { index_permissions: [{ masked_fields: ['f::a::b'] }] },
      envelopeB('Wrong datatype', {
        'Masked field not valid: f::a::b': 'A regular expression needs to be wrapped in /.../',
      }),
    ],
    [
      'good mask',
      'PUT',
      '/api/roles/m',
      { index_permissions: [{ masked_fields: ['f', 'f::SHA-256', 'e::/@.*/::@***'] }] },
      envelopeA(201, "'m' created."),
    ],
    [
      'unknown nested key',
      'PUT',
      '/api/roles/n',
      { index_permissions: [{ nope: 1 }] },
      envelopeC(400),
    ],
    [
      'unknown key',
      'PUT',
      '/api/roles/n',
      { foo: 1, static: true },
      envelopeB('Invalid configuration', { invalid_keys: { keys: 'foo,static' } }),
    ],
    [
      'flags are for super admins',
      'PUT',
      '/api/roles/n',
      { reserved: true },
      envelopeB('Invalid configuration', { invalid_keys: { keys: 'reserved' } }),
    ],
    [
      'wrong types',
      'PUT',
      '/api/roles/n',
      { cluster_permissions: 'x', description: 1 },
      envelopeB('Wrong datatype', {
        cluster_permissions: 'Array expected',
        description: 'String expected',
      }),
    ],
    [
      'null for a typed key',
      'PUT',
      '/api/roles/n',
      { description: null },
      envelopeB('Wrong datatype', { description: 'String expected' }),
    ],
    [
      'null element',
      'PUT',
      '/api/roles/n',
      { cluster_permissions: [null] },
      envelopeB('`null` or blank values are not allowed as json array elements'),
    ],
    [
      'blank element',
      'PUT',
      '/api/roles/n',
      { index_permissions: [{ index_patterns: [' '] }] },
      envelopeB('`null` or blank values are not allowed as json array elements'),
    ],
    [
      'long string',
      'PUT',
      '/api/roles/n',
      { description: LONG },
      envelopeB('String value exceeds the maximum allowed length of 256 characters'),
    ],
    [
      'empty object',
      'PUT',
      '/api/roles/n',
      {},
      envelopeB('Request body required for this action.'),
    ],
    [
      'no body',
      'PUT',
      '/api/roles/n',
      undefined,
      envelopeB('Request body required for this action.'),
    ],
    ['array', 'PUT', '/api/roles/n', [1], envelopeB('Could not parse content of request.')],
    [
      'long name',
      'PUT',
      `/api/roles/${LONG}`,
      { description: '' },
      envelopeA(400, 'role name exceeds maximum length of 256.'),
    ],
  ]);

  it('include static entries and omit hidden ones', async () => {
    const { body } = await admin('GET', '/api/roles');
    const all = body as Record<string, { static: boolean; reserved: boolean }>;
    expect(Object.values(all).filter((role) => role.static)).toHaveLength(8);
    expect(Object.values(all).filter((role) => role.reserved)).toHaveLength(8 + 46);
    expect(all).not.toHaveProperty('hidden_role');
    expect((await internal('GET', '/api/roles')).body).toHaveProperty('hidden_role');
  });
});

describe('payload text', () => {
  const put = (rawBody: string) =>
    admin('PUT', '/api/roles/raw', undefined, {
      rawBody,
      headers: { 'content-type': 'application/json' },
    });
  const bodies = [
    ['{', 'Could not parse content of request.'],
    ['{"a":1,"a":2}', 'Could not parse content of request.'],
    ['{"description":"x","d":{"k":1,"\\u006b":2}}', 'Could not parse content of request.'],
    ['', 'Request body required for this action.'],
    ['  ', 'Request body required for this action.'],
    ['null', 'Request body required for this action.'],
    ['"x"', 'Request body required for this action.'],
    ['[{}]', 'Could not parse content of request.'],
    [
      '['.repeat(100_000) + ']'.repeat(100_000),
      'The body holds more than 64 levels of objects and arrays inside one another.',
    ],
  ] as const;
  for (const [text, reason] of bodies)
    it(`body ${text.slice(0, 40)}`, async () => {
      expect(await put(text)).toMatchObject(envelopeB(reason));
    });
  it('accepts valid text with structure inside strings', async () => {
    expect((await put('{"description":"{\\"a\\":1,\\"a\\":[}"}')).statusCode).toBe(201);
  });
});

describe('list of large entities', () => {
  const NAMES = ['large-1', 'large-2', 'large-3', 'large-4', 'large-5'];
  /** About 120 KB: two of them are read in one batch. */
  const LARGE = {
    cluster_permissions: Array.from(
      { length: 2_000 },
      (_, at) => `cluster:${at}:${'x'.repeat(50)}`
    ),
  };
  let client: Client;
  beforeAll(async () => {
    const { engine } = await startEngine();
    client = clientOf(engine, INTERNAL);
    for (const name of NAMES)
      expect((await client('PUT', `/api/roles/${name}`, LARGE)).statusCode).toBe(201);
  });
  afterAll(cleanUp);
  it('contains each entity once, whatever the batch size', async () => {
    const { statusCode, body } = await client('GET', '/api/roles');
    expect(statusCode).toBe(200);
    const roles = body as Record<string, { cluster_permissions: string[] }>;
    const large = Object.keys(roles).filter((name) => name.startsWith('large-'));
    expect(large).toEqual(NAMES);
    expect(roles['large-5']?.cluster_permissions).toHaveLength(2_000);
    expect(roles['all_access']).toBeDefined();
  });

  it('is rejected early if the response would be too large', async () => {
    jest.replaceProperty(HTTP_LIMITS as { responseBytes: number }, 'responseBytes', 400_000);
    expect(await client('GET', '/api/roles')).toMatchObject({
      statusCode: 413,
      body: {
        status: 'REQUEST_ENTITY_TOO_LARGE',
        message: expect.stringContaining('larger than 400000 bytes'),
      },
    });
    expect((await client('GET', '/api/roles/large-1')).statusCode).toBe(200);
  });
});
