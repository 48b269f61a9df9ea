/**
 * REST contract of the information endpoints and of what all requests have in common, one row per
 * method and documented response.
 */
import {
  admin,
  anonymous,
  envelopeA,
  envelopeC,
  it,
  plain,
  rows,
  useContract,
  type Row,
} from '../../../../../test/helpers/engine_contract';

useContract();

/** A cluster lists methods in an order that differs after each start. */
const GET_AND_PATCH = expect.stringMatching(/^(GET,PATCH|PATCH,GET)$/);
const GET_AND_POST = expect.stringMatching(/^(GET,POST|POST,GET)$/);

/** Of a new installation, for the user `plain`. */
const DASHBOARDS = {
  user_name: 'plain',
  not_fail_on_forbidden_enabled: false,
  opensearch_dashboards_mt_enabled: true,
  opensearch_dashboards_index: '.kibana',
  opensearch_dashboards_server_user: 'kibanaserver',
  multitenancy_enabled: true,
  private_tenant_enabled: true,
  default_tenant: '',
  sign_in_options: ['BASIC'],
  password_validation_error_message: expect.stringMatching(/^Password should be at least 8 /),
  password_validation_regex: String.raw`(?=.*[A-Z])(?=.*[^a-zA-Z\d])(?=.*[0-9])(?=.*[a-z]).{8,}`,
};

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
            roles: ['kibana_user'],
            tenants: { global_tenant: true, plain: true },
            principal: null,
            peer_certificates: '0',
            sso_logout_url: null,
          },
        },
      ],
      ['authinfo', 'POST', '/authinfo', undefined, { statusCode: 200 }],
      ...(['GET', 'POST'] as const).map((method): Row => [
        'dashboardsinfo',
        method,
        '/dashboardsinfo',
        undefined,
        { statusCode: 200, body: { ...DASHBOARDS, resource_sharing_enabled: false } },
      ]),
      ...(['authinfo', 'dashboardsinfo', 'health', 'whoami', 'tenantinfo'] as const).flatMap(
        (path) =>
          (['PUT', 'DELETE', 'PATCH'] as const).map((method): Row => [
            'method that it lacks',
            method,
            `/${path}`,
            method === 'DELETE' ? undefined : { a: 1 },
            {
              statusCode: 405,
              headers: { allow: GET_AND_POST },
              body: {
                status: 405,
                error: expect.stringMatching(
                  `^Incorrect HTTP method for uri \\[/_plugins/_security/${path}\\] and method \\[${method}\\]`
                ),
              },
            },
          ])
      ),
      ['tenancy without API access', 'GET', '/api/tenancy/config', undefined, { statusCode: 403 }],
      [
        'tenancy without API access',
        'PUT',
        '/api/tenancy/config',
        { private_tenant_enabled: true },
        { statusCode: 403 },
      ],
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
        envelopeC(
          403,
          'no permissions for [cluster:monitor/main] and User [name=plain, backend_roles=[kibanauser], requestedTenant=null]'
        ),
      ],
      [
        'no API access',
        'GET',
        '/api/roles',
        undefined,
        envelopeA(
          403,
          'No permission to access REST API: User plain with Security roles [kibana_user] does not have any role privileged for admin access. No ssl info found in request.'
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
    ['flush', 'DELETE', '/api/cache', undefined, envelopeA(200, 'Cache flushed successfully.')],
    [
      'flush one',
      'DELETE',
      '/api/cache/user/jdoe',
      undefined,
      envelopeA(200, 'Cache invalidated for user: jdoe'),
    ],
    [
      'no reading of the cache',
      'GET',
      '/api/cache',
      undefined,
      { statusCode: 405, headers: expect.objectContaining({ allow: 'DELETE' }) },
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
      ['health', 'POST', '/health', undefined, { statusCode: 200, body: { status: 'UP' } }],
      ['whoami', 'POST', '/whoami', undefined, { statusCode: 200, body: { is_admin: false } }],
      [
        'dashboardsinfo without credentials',
        'GET',
        '/dashboardsinfo',
        undefined,
        { statusCode: 401 },
      ],
      ['tenancy without credentials', 'GET', '/api/tenancy/config', undefined, { statusCode: 401 }],
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
        'authinfo without credentials',
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

  it('serves older names under the older prefix only, and newer names under the newer one', async () => {
    const noHandler = { statusCode: 400, body: { error: expect.stringMatching(/^no handler/) } };
    for (const [path, expected] of [
      ['/kibanainfo', noHandler],
      ['//_opendistro/_security/dashboardsinfo', noHandler],
      ['//_opendistro/_security/whoami', noHandler],
      ['//_opendistro/_security/health', { statusCode: 200 }],
      ['//_opendistro/_security/authinfo', { statusCode: 200 }],
    ] as const)
      expect(await admin('GET', path)).toMatchObject(expected);
  });
  it('accepts auth_type where clients send it, and nowhere else', async () => {
    const query = { auth_type: 'anonymous' };
    expect(await admin('GET', '/authinfo', undefined, { query })).toMatchObject({
      statusCode: 200,
    });
    expect(await admin('GET', '/api/roles', undefined, { query })).toMatchObject(
      envelopeC(
        400,
        'request [/_plugins/_security/api/roles] contains unrecognized parameter: [auth_type]'
      )
    );
  });
  it('returns the tenant header and sizes', async () => {
    const { body } = await admin('GET', '/authinfo', undefined, {
      headers: { security_tenant: 'hr' },
      query: { verbose: 'true' },
    });
    expect(body).toMatchObject({
      user_requested_tenant: 'hr',
      size_of_user: expect.stringMatching(/^\d+ bytes$/),
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
        headers: { allow: GET_AND_PATCH },
        body: {
          status: 405,
          error: expect.stringMatching(
            /^Incorrect HTTP method for uri \[\/_plugins\/_security\/api\/roles\] and method \[PUT\], allowed: \[(GET, PATCH|PATCH, GET)\]$/
          ),
        },
      },
    ],
    [
      'options',
      'OPTIONS',
      '/api/roles',
      undefined,
      { statusCode: 200, headers: { allow: GET_AND_PATCH } },
    ],
    ['bad escape', 'GET', '/api/roles/%zz', undefined, envelopeC(400)],
  ]);
  it('rejects unknown parameters, and accepts the global ones', async () => {
    expect(await admin('GET', '/api/roles', undefined, { query: { foo: '1' } })).toMatchObject(
      envelopeC(
        400,
        'request [/_plugins/_security/api/roles] contains unrecognized parameter: [foo]'
      )
    );
    expect(
      (await admin('GET', '/api/roles', undefined, { query: { pretty: '' } })).statusCode
    ).toBe(200);
    const query = { prety: '', filterBi: 'x', foo: '1' };
    expect(await admin('GET', '/api/internalusers', undefined, { query })).toMatchObject(
      envelopeC(
        400,
        'request [/_plugins/_security/api/internalusers] contains unrecognized parameters: ' +
          '[filterBi] -> did you mean any of [filterBy, filter_path]?, [foo], ' +
          '[prety] -> did you mean [pretty]?'
      )
    );
  });
  it('returns a deprecation warning for the older prefix', async () => {
    const response = await admin('GET', '//_opendistro/_security/api/tenants');
    expect(response.statusCode).toBe(200);
    expect(response.headers['warning']).toContain(
      '[_opendistro/_security] is a deprecated endpoint path. Please use _plugins/_security instead.'
    );
  });
  // @asvs V14.5/1
  it('rejects forged internal headers', async () => {
    const headers = { _opendistro_security_user: 'x' };
    const query = { format: 'yaml', filter_path: 'x' };
    const refused = await admin('GET', '/authinfo', undefined, { headers, query });
    expect(refused).toMatchObject({
      statusCode: 403,
      headers: { 'content-type': 'application/json; charset=UTF-8' },
    });
    expect(JSON.parse(refused.body as string)).toEqual({
      error: {
        status: 'error',
        reason: expect.stringMatching(
          /^Illegal parameter in http or transport request found\.\nThis means .*\nis spoofing requests\./s
        ),
      },
    });
    for (const [method, path, statusCode] of [
      ['GET', '/api/nope', 400],
      ['DELETE', '/authinfo', 405],
    ] as const)
      expect((await admin(method, path, undefined, { headers })).statusCode).toBe(statusCode);
  });
});

describe('caller without permission', () => {
  it('cannot use the SAML exchange, and is rejected by a named route before its parameters are read', async () => {
    expect(await plain('POST', '/api/authtoken', {})).toMatchObject({
      statusCode: 403,
      body: { message: expect.stringMatching(/^No permission to access REST API/) },
    });
    const odd = { query: { foo: '1' } };
    expect((await plain('GET', '/whoamiprotected', undefined, odd)).statusCode).toBe(401);
    expect((await admin('GET', '/whoamiprotected', undefined, odd)).statusCode).toBe(400);
  });
});
