/** REST contract of the tenancy, security and audit configuration, one row per response. */
import {
  admin,
  envelopeA,
  envelopeB,
  envelopeC,
  internal,
  it,
  rows,
  useContract,
  type Row,
} from '../../../../../test/helpers/engine_contract';

useContract();

describe('tenancy configuration', () => {
  beforeAll(async () => {
    await admin('PUT', '/api/tenants/hr_dep', { description: 'HR' });
  });
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
          sign_in_options: ['BASIC'],
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
      envelopeC(400, 'Private tenant can not be disabled if it is the default tenant.'),
    ],
    [
      'the login option is checked first',
      'PUT',
      '/api/tenancy/config',
      { private_tenant_enabled: false, sign_in_options: ['SAML'] },
      envelopeC(
        400,
        'Validation failure: SAML authentication provider is not available for this cluster.'
      ),
    ],
    [
      'both at once',
      'PUT',
      '/api/tenancy/config',
      { default_tenant: 'GLOBAL', private_tenant_enabled: 'false' },
      { statusCode: 200, body: { private_tenant_enabled: false } },
    ],
    [
      'unknown tenant',
      'PUT',
      '/api/tenancy/config',
      { default_tenant: 'nope' },
      envelopeC(400, unset),
    ],
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
      envelopeC(
        400,
        'Validation failure: FOO authentication provider is not available for this cluster.'
      ),
    ],
    [
      'unavailable option',
      'PUT',
      '/api/tenancy/config',
      { sign_in_options: ['SAML'] },
      envelopeC(
        400,
        'Validation failure: SAML authentication provider is not available for this cluster.'
      ),
    ],
    [
      'option in lower case',
      'PUT',
      '/api/tenancy/config',
      { sign_in_options: ['basic'] },
      envelopeC(
        400,
        'Validation failure: basic authentication provider is not available for this cluster.'
      ),
    ],
    ...['true', 'TRUE', 1, -1].map((flag): Row => [
      `a flag that is no boolean: ${JSON.stringify(flag)}`,
      'PUT',
      '/api/tenancy/config',
      { multitenancy_enabled: flag },
      envelopeB('Wrong datatype', { multitenancy_enabled: 'Boolean expected' }),
    ]),
    [
      'good options',
      'PUT',
      '/api/tenancy/config',
      { sign_in_options: ['BASIC', 'ANONYMOUS'] },
      { statusCode: 200, body: { sign_in_options: ['BASIC', 'ANONYMOUS'] } },
    ],
    [
      'unknown key',
      'PUT',
      '/api/tenancy/config',
      { foo: 1 },
      envelopeB('Invalid configuration', { invalid_keys: { keys: 'foo' } }),
    ],
    ...[{}, null, 1, 'x', []].map((body): Row => [
      `nothing in the body ${JSON.stringify(body)}`,
      'PUT',
      '/api/tenancy/config',
      body,
      envelopeB('Request body required for this action.'),
    ]),
    ...[1, null].map((tenant): Row => [
      `a tenant that is no text: ${tenant}`,
      'PUT',
      '/api/tenancy/config',
      { default_tenant: tenant },
      envelopeB('Wrong datatype', { default_tenant: 'String expected' }),
    ]),
    ...(['POST', 'DELETE', 'PATCH'] as const).map((method): Row => [
      'method that it lacks',
      method,
      '/api/tenancy/config',
      undefined,
      {
        statusCode: 405,
        headers: { allow: expect.stringMatching(/^(GET,PUT|PUT,GET)$/) },
        body: { status: 405 },
      },
    ]),
    ['half of the path', 'GET', '/api/tenancy', undefined, { statusCode: 400 }],
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

it('a deleted default tenant must be changed first', async () => {
  await admin('PUT', '/api/tenants/passing', { description: '' });
  await admin('PUT', '/api/tenancy/config', { default_tenant: 'passing' });
  await admin('DELETE', '/api/tenants/passing');
  const change = { multitenancy_enabled: true };
  expect(await admin('PUT', '/api/tenancy/config', change)).toMatchObject(
    envelopeC(
      400,
      'passing can not be set to default tenant. Default tenant should be selected from one of the available tenants.'
    )
  );
  const both = { ...change, default_tenant: '' };
  expect((await admin('PUT', '/api/tenancy/config', both)).statusCode).toBe(200);
});

describe('security configuration', () => {
  rows([
    [
      'is read-only',
      'PUT',
      '/api/securityconfig/config',
      { dynamic: {} },
      envelopeA(403, 'Access denied'),
    ],
    [
      'is read-only',
      'PATCH',
      '/api/securityconfig',
      [{ op: 'add', path: '/config/dynamic/license', value: 'x' }],
      envelopeA(403, 'Access denied'),
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
  it('applies patches to the document with defaults, and stores only the values that were sent', async () => {
    const before = (await internal('GET', '/api/securityconfig')).body;
    const patch = (op: string, path: string, value: unknown) =>
      internal('PATCH', '/api/securityconfig', [{ op, path: `/config/dynamic/${path}`, value }]);
    expect(await patch('replace', 'disable_rest_auth', true)).toMatchObject(
      envelopeA(400, 'Missing field "disable_rest_auth"')
    );
    expect(await patch('replace', 'kibana/index', '.kibana')).toMatchObject(
      envelopeA(200, 'No updates required')
    );
    expect(await patch('replace', 'http/xff/remoteIpHeader', 'x-real-ip')).toMatchObject(
      envelopeA(200, 'Resource updated.')
    );
    expect((await internal('GET', '/api/securityconfig')).body).toMatchObject({
      config: { dynamic: { http: { xff: { remoteIpHeader: 'x-real-ip', enabled: false } } } },
    });
    await patch('remove', 'http/xff/remoteIpHeader', undefined);
    expect((await internal('GET', '/api/securityconfig')).body).toEqual(before);
  });
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
    // Writing the masked response back keeps the secret.
    await internal('PUT', '/api/securityconfig/config', (body as { config: object }).config);
    expect((await internal('PATCH', '/api/securityconfig', write)).body).toMatchObject({
      message: 'No updates required',
    });
  });
});

describe('audit configuration', () => {
  rows([
    [
      'a number is no flag',
      'PATCH',
      '/api/audit',
      [{ op: 'replace', path: '/config/audit/enable_rest', value: 0 }],
      envelopeB('Could not parse content of request.'),
    ],
    [
      'text as a flag',
      'PATCH',
      '/api/audit',
      [{ op: 'replace', path: '/config/audit/enable_rest', value: 'False' }],
      envelopeA(200, 'Resource updated.'),
    ],
    [
      'became one',
      'GET',
      '/api/audit',
      undefined,
      { body: { config: { audit: { enable_rest: false } } } },
    ],
    [
      'back',
      'PATCH',
      '/api/audit',
      [{ op: 'replace', path: '/config/audit/enable_rest', value: true }],
      envelopeA(200, 'Resource updated.'),
    ],
    [
      'a flag in capitals',
      'PATCH',
      '/api/audit',
      [{ op: 'replace', path: '/config/audit/enable_rest', value: 'TRUE' }],
      envelopeB('Could not parse content of request.'),
    ],
    [
      'a single text among watched fields',
      'PATCH',
      '/api/audit',
      [{ op: 'add', path: '/config/compliance/read_watched_fields', value: { a: 'b' } }],
      envelopeB('Could not parse content of request.'),
    ],
    [
      'null, repetitions, and categories in small letters',
      'PATCH',
      '/api/audit',
      [
        { op: 'add', path: '/config/audit/ignore_requests', value: null },
        { op: 'add', path: '/config/audit/ignore_users', value: ['b', 'a', 'b', 'NONE'] },
        { op: 'add', path: '/config/audit/disabled_rest_categories', value: ['authenticated'] },
        { op: 'add', path: '/config/compliance/write_watched_indices', value: ['a', 'a'] },
      ],
      envelopeA(200, 'Resource updated.'),
    ],
    [
      'are a default, sets, and capitals',
      'GET',
      '/api/audit',
      undefined,
      {
        body: {
          config: {
            audit: {
              ignore_requests: [],
              ignore_users: ['b', 'a', 'NONE'],
              disabled_rest_categories: ['AUTHENTICATED'],
            },
            compliance: { write_watched_indices: ['a', 'a'] },
          },
        },
      },
    ],
    [
      'as it was',
      'PATCH',
      '/api/audit',
      [
        { op: 'add', path: '/config/audit/ignore_users', value: null },
        { op: 'add', path: '/config/audit/disabled_rest_categories', value: null },
        { op: 'add', path: '/config/compliance/write_watched_indices', value: null },
      ],
      envelopeA(200, 'Resource updated.'),
    ],
    [
      'something beside it',
      'PATCH',
      '/api/audit',
      [{ op: 'add', path: '/other', value: {} }],
      envelopeB('Request body required for this action.'),
    ],
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
      envelopeA(200, 'Resource updated.'),
    ],
    [
      'replaces',
      'PUT',
      '/api/audit/config',
      { enabled: false, audit: { disabled_rest_categories: [] }, compliance: {} },
      envelopeA(200, "'config' updated."),
    ],
    [
      'empties categories',
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
      'what a change leaves out of these two is false',
      'PUT',
      '/api/audit/config',
      { enabled: true },
      envelopeA(200, "'config' updated."),
    ],
    [
      'left out',
      'GET',
      '/api/audit',
      undefined,
      {
        body: { config: { compliance: { read_metadata_only: false, write_metadata_only: false } } },
      },
    ],
    [
      'unknown category',
      'PUT',
      '/api/audit/config',
      { audit: { disabled_rest_categories: ['FOO'] } },
      envelopeB('Could not parse content of request.'),
    ],
    [
      'category of the other layer',
      'PUT',
      '/api/audit/config',
      { audit: { disabled_rest_categories: ['INDEX_EVENT'] } },
      envelopeB('Could not parse content of request.'),
    ],
    [
      'unknown inner key',
      'PUT',
      '/api/audit/config',
      { audit: { foo: 1 } },
      envelopeB('Could not parse content of request.'),
    ],
    [
      'unknown key',
      'PUT',
      '/api/audit/config',
      { foo: 1 },
      envelopeB('Invalid configuration', { invalid_keys: { keys: 'foo' } }),
    ],
    ['other name', 'PUT', '/api/audit/other', {}, { statusCode: 400 }],
    ['other method', 'POST', '/api/audit', {}, { statusCode: 405 }],
  ]);
});
