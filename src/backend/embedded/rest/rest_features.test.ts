/** Endpoints of features that are disabled by default or reserved for super administrators. */
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  login,
  startEngine,
} from '../../testing/embedded';
import { GOOD_PASSWORD, run, says, startWith } from '../../../../test/helpers/engine_contract';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

afterEach(cleanUp);

describe('nodes DN', () => {
  it('has no handler unless enabled', async () => {
    const { admin } = await startWith();
    await run(admin, [
      [
        'GET',
        '/api/nodesdn',
        undefined,
        { statusCode: 400, body: { error: expect.stringContaining('no handler found') } },
      ],
      ['PUT', '/api/nodesdn/a', { nodes_dn: [] }, { statusCode: 400 }],
    ]);
  });

  it('lets super administrators read, write, patch and delete', async () => {
    const { admin, internal } = await startWith({ hasNodesDnApi: true, nodesDn: ['CN=a'] });
    await run(admin, [
      ['GET', '/api/nodesdn', undefined, says(403, 'Access denied')],
      ['PUT', '/api/nodesdn/c1', { nodes_dn: ['x'] }, says(403, 'Access denied')],
    ]);
    await run(internal, [
      ['PUT', '/api/nodesdn/c1', { nodes_dn: ['CN=*.example.com'] }, says(201, "'c1' created.")],
      ['PUT', '/api/nodesdn/c1', { nodes_dn: ['CN=x'] }, says(200, "'c1' updated.")],
      [
        'GET',
        '/api/nodesdn/c1',
        undefined,
        { statusCode: 200, body: { c1: { nodes_dn: ['CN=x'] } } },
      ],
      [
        'PATCH',
        '/api/nodesdn/c1',
        [{ op: 'add', path: '/nodes_dn/-', value: 'CN=y' }],
        says(200, "'c1' updated."),
      ],
      [
        'PATCH',
        '/api/nodesdn',
        [{ op: 'add', path: '/c2', value: { nodes_dn: [] } }],
        says(200, 'Resource updated.'),
      ],
      [
        'PATCH',
        '/api/nodesdn',
        [{ op: 'replace', path: '/c1/nodes_dn/0', value: 'CN=x' }],
        says(200, 'No updates required'),
      ],
      // Patches see no empty lists and keep entries that they do not name.
      [
        'PATCH',
        '/api/nodesdn/c2',
        [{ op: 'replace', path: '/nodes_dn', value: ['CN=z'] }],
        says(400, 'Missing field "nodes_dn"'),
      ],
      [
        'PATCH',
        '/api/nodesdn',
        [{ op: 'replace', path: '/c1', value: 7 }],
        { statusCode: 400, body: { reason: 'Request body required for this action.' } },
      ],
      [
        'GET',
        '/api/nodesdn',
        undefined,
        { body: { c1: { nodes_dn: ['CN=x', 'CN=y'] }, c2: { nodes_dn: [] } } },
      ],
      ['DELETE', '/api/nodesdn/c2', undefined, says(200, "'c2' deleted.")],
      ['DELETE', '/api/nodesdn/c2', undefined, says(404, "nodesdn 'c2' not found.")],
      [
        'PUT',
        '/api/nodesdn/STATIC_OPENSEARCH_YML_NODES_DN',
        { nodes_dn: [] },
        says(403, "Resource 'STATIC_OPENSEARCH_YML_NODES_DN' is read-only."),
      ],
      ['PUT', '/api/nodesdn/STATIC_OPENSEARCH_YML_NODES_DN', { foo: 1 }, { statusCode: 400 }],
      ['PATCH', '/api/nodesdn/STATIC_OPENSEARCH_YML_NODES_DN', [], says(400, 'Wrong request body')],
      [
        'PATCH',
        '/api/nodesdn',
        [{ op: 'replace', path: '', value: {} }],
        says(400, 'Replacing the whole collection is not supported'),
      ],
      ...(['add', 'replace', 'remove'] as const).map(
        (op) =>
          [
            'PATCH',
            '/api/nodesdn',
            [{ op, path: '/_meta', value: { nodes_dn: ['x'] } }],
            says(400, "The name '_meta' is not allowed: files use it for their own data."),
          ] as const
      ),
      ['PUT', '/api/nodesdn/_meta', { nodes_dn: ['x'] }, { statusCode: 400 }],
      ['GET', '/api/nodesdn/_meta', undefined, says(404, "nodesdn '_meta' not found.")],
      [
        'PUT',
        '/api/nodesdn/c3',
        { foo: [] },
        {
          statusCode: 400,
          body: { invalid_keys: { keys: 'foo' }, missing_mandatory_keys: { keys: 'nodes_dn' } },
        },
      ],
      [
        'PUT',
        '/api/nodesdn/c3',
        { nodes_dn: 'x' },
        { statusCode: 400, body: { nodes_dn: 'Array expected' } },
      ],
    ]);
    const all = await internal('GET', '/api/nodesdn', undefined, { query: { show_all: 'true' } });
    expect(all.body).toMatchObject({ STATIC_OPENSEARCH_YML_NODES_DN: { nodes_dn: ['CN=a'] } });
    await internal('PUT', '/api/nodesdn/c4', { nodes_dn: ['CN=b'] });
    const one = await internal('GET', '/api/nodesdn/c4', undefined, { query: { show_all: '' } });
    expect(one.body).toEqual({
      c4: { nodes_dn: ['CN=b'] },
      STATIC_OPENSEARCH_YML_NODES_DN: { nodes_dn: ['CN=a'] },
    });
    for (const show_all of ['true', 'x'])
      expect(
        await internal('GET', '/api/nodesdn/STATIC_OPENSEARCH_YML_NODES_DN', undefined, {
          query: { show_all },
        })
      ).toMatchObject({ statusCode: 404 });
  });
});

describe('reserved name _meta', () => {
  it('is never found, and no patch changes it', async () => {
    const { admin } = await startWith();
    const refused = says(400, "The name '_meta' is not allowed: files use it for their own data.");
    await run(admin, [
      ['GET', '/api/roles/_meta', undefined, says(404, "role '_meta' not found.")],
      ['DELETE', '/api/tenants/_meta', undefined, says(404, "tenant '_meta' not found.")],
      ['PUT', '/api/roles/_meta', { cluster_permissions: ['x'] }, refused],
      ['PATCH', '/api/roles', [{ op: 'remove', path: '/_meta' }], refused],
      ['PATCH', '/api/tenants', [{ op: 'replace', path: '/_meta/type', value: 'x' }], refused],
      ['PATCH', '/api/audit', [{ op: 'remove', path: '/_meta' }], refused],
    ]);
  });
});

describe('allow list', () => {
  it('has its older name on 2.19 only, under both prefixes', async () => {
    const older = '//_opendistro/_security/api/whitelist';
    const { internal } = await startWith({ compatibility: '2.19' });
    await run(internal, [
      [
        'PUT',
        '/api/whitelist',
        { enabled: false, requests: { '/': ['GET'] } },
        { statusCode: 200 },
      ],
      ['GET', '/api/allowlist', undefined, { body: { config: { requests: { '/': ['GET'] } } } }],
      ['GET', older, undefined, { body: { config: { requests: { '/': ['GET'] } } } }],
      ['DELETE', '/api/whitelist', undefined, { statusCode: 405 }],
    ]);
    const { internal: newer } = await startWith({ compatibility: '3.4' });
    await run(newer, [['GET', '/api/whitelist', undefined, { statusCode: 400 }]]);
  });
  it('is for super administrators, and restricts all other callers while enabled', async () => {
    const { engine, admin, internal } = await startWith();
    await run(admin, [['GET', '/api/allowlist', undefined, says(403, 'Access denied')]]);
    const requests = {
      '/_plugins/_security/api/allowlist': ['PUT'],
      '/_plugins/_security/api/roles/': ['GET'],
    };
    await run(internal, [
      [
        'GET',
        '/api/allowlist',
        undefined,
        {
          statusCode: 200,
          body: { config: { enabled: false, requests: { '/_cat/nodes': ['GET'] } } },
        },
      ],
      [
        'PUT',
        '/api/allowlist',
        { enabled: true, requests: { '/x': ['FETCH'] } },
        { statusCode: 400 },
      ],
      ['PUT', '/api/allowlist', { enabled: true, requests: {} }, says(409, /confirm_lockout=true/)],
      [
        'PATCH',
        '/api/allowlist',
        [{ op: 'add', path: '/config/enabled', value: true }],
        says(409, /allowlist/),
      ],
      // Without REST administration (restapi.admin.enabled), no administrator could disable it
      // again.
      ['PUT', '/api/allowlist', { enabled: true, requests }, says(409, /confirm_lockout=true/)],
    ]);
    expect(
      await internal(
        'PUT',
        '/api/allowlist',
        { enabled: true, requests },
        { query: { confirm_lockout: 'true' } }
      )
    ).toMatchObject({ statusCode: 200, body: { message: "'config' updated." } });
    await run(admin, [
      ['GET', '/api/roles', undefined, { statusCode: 200 }],
      [
        'GET',
        '/api/tenants',
        undefined,
        {
          statusCode: 403,
          body: {
            error: 'GET /_plugins/_security/api/tenants API not allowlisted',
            status: 'FORBIDDEN',
          },
        },
      ],
      ['GET', '/health', undefined, { statusCode: 403 }],
    ]);
    expect((await clientOf(engine, { kind: 'anonymous' })('GET', '/health')).statusCode).toBe(200);
    expect((await clientOf(engine, { kind: 'anonymous' })('GET', '/api/tenants')).statusCode).toBe(
      401
    );
    await run(internal, [
      [
        'PATCH',
        '/api/allowlist',
        [{ op: 'replace', path: '/config/enabled', value: false }],
        says(200, 'Resource updated.'),
      ],
    ]);
    await run(admin, [['GET', '/api/tenants', undefined, { statusCode: 200 }]]);
  });

  it('applies again after a restart', async () => {
    const dataDir = temporaryFolder();
    const { engine } = await startEngine({ dataDir });
    const list = { enabled: true, requests: { '/_plugins/_security/api/roles': ['GET'] } };
    const confirmed = { query: { confirm_lockout: 'true' } };
    await clientOf(engine, INTERNAL)('PUT', '/api/allowlist', list, confirmed);
    await engine.stop();
    const { engine: again } = await startEngine({ dataDir });
    const admin = clientOf(again, await login(again, 'admin', ADMIN_PASSWORD));
    expect((await admin('GET', '/api/roles')).statusCode).toBe(200);
    expect((await admin('GET', '/api/tenants')).statusCode).toBe(403);
  });
});

describe('auth failure listeners', () => {
  it('are stored in the security configuration and apply immediately', async () => {
    const { engine, admin } = await startWith();
    const listener = { type: 'username', authentication_backend: 'internal', allowed_tries: 2 };
    const expected = {
      name: 'l',
      ...listener,
      time_window_seconds: 3600,
      block_expiry_seconds: 600,
      max_blocked_clients: 100000,
      max_tracked_clients: 100000,
      ignore_hosts: [],
    };
    await run(admin, [
      ['GET', '/api/authfailurelisteners', undefined, { statusCode: 200, body: {} }],
      ['PUT', '/api/authfailurelisteners/l', { type: 'username' }, { statusCode: 400 }],
      [
        'PUT',
        '/api/authfailurelisteners/l',
        { type: 'ip', authentication_backend: 'internal' },
        { statusCode: 400 },
      ],
      ['PUT', '/api/authfailurelisteners/l', { type: 'other' }, { statusCode: 400 }],
      [
        'PUT',
        '/api/authfailurelisteners/l',
        { allowed_tries: 3 },
        { statusCode: 400, body: { missing_mandatory_keys: { keys: 'type' } } },
      ],
      ['PUT', '/api/authfailurelisteners/l', { type: 'ip', allowed_tries: 0 }, { statusCode: 400 }],
      ['PUT', '/api/authfailurelisteners/l', listener, { statusCode: 200, body: { l: expected } }],
      [
        'GET',
        '/api/securityconfig',
        undefined,
        { body: { config: { dynamic: { auth_failure_listeners: { l: { allowed_tries: 2 } } } } } },
      ],
      ['PUT', '/api/internalusers/victim', { password: GOOD_PASSWORD }, { statusCode: 201 }],
    ]);
    for (let i = 0; i < 2; i++) await expect(login(engine, 'victim', 'wrong')).rejects.toThrow();
    await expect(login(engine, 'victim', GOOD_PASSWORD)).rejects.toThrow('blocked');
    await run(admin, [
      ['DELETE', '/api/authfailurelisteners/l', undefined, { statusCode: 200, body: {} }],
      ['DELETE', '/api/authfailurelisteners/l', undefined, says(404, 'listener not found')],
    ]);
    await login(engine, 'victim', GOOD_PASSWORD);
  });
});

describe('service accounts', () => {
  it('authenticate with a generated token, which other users cannot get', async () => {
    const { engine, admin } = await startWith();
    await run(admin, [
      [
        'PUT',
        '/api/internalusers/svc',
        {
          attributes: { service: 'true', enabled: 'true' },
          opendistro_security_roles: ['all_access'],
        },
        { statusCode: 201 },
      ],
      [
        'PUT',
        '/api/internalusers/off',
        { attributes: { service: 'true', enabled: 'false' } },
        { statusCode: 201 },
      ],
      [
        'POST',
        '/api/internalusers/admin/authtoken',
        undefined,
        says(400, 'An auth token could not be generated for the specified account.'),
      ],
      ['POST', '/api/internalusers/off/authtoken', undefined, { statusCode: 400 }],
      ['POST', '/api/internalusers/nope/authtoken', undefined, says(404, "user 'nope' not found.")],
      ['POST', '/api/user/svc/authtoken', undefined, { statusCode: 501 }],
    ]);
    const { body } = await admin('POST', '/api/internalusers/svc/authtoken');
    const [, token = ''] =
      /^'svc' authtoken generated (Basic \S+)$/.exec((body as { message: string }).message) ?? [];
    const signed = await engine.authenticate({
      headers: { authorization: token },
      remoteAddress: '::1',
    });
    if (!signed.ok) throw new Error('the token is refused');
    expect(signed.principal.userName).toBe('svc');
    // Service accounts have no cluster permissions, whatever their roles grant.
    const program = clientOf(engine, { kind: 'user', principal: signed.principal });
    expect((await program('GET', '/whoamiprotected')).statusCode).toBe(401);
    expect((await program('GET', '//')).statusCode).toBe(403);
    expect((await admin('GET', '/whoamiprotected')).statusCode).toBe(200);
  });
});

describe('global parameters', () => {
  const filtered = async (filter: string) => {
    const { admin } = await startWith();
    return (await admin('GET', '/api/roles/readall', undefined, { query: { filter_path: filter } }))
      .body;
  };
  it.each([
    ['readall.static', { readall: { static: true } }],
    ['*.reserved,*.hidden', { readall: { reserved: true, hidden: false } }],
    ['**.index_patterns', { readall: { index_permissions: [{ index_patterns: ['*'] }] } }],
    ['nope', {}],
    ['readall.re*', { readall: { reserved: true } }],
  ])('filter_path=%s', async (filter, expected) =>
    expect(await filtered(filter)).toEqual(expected)
  );
  it('excludes paths with a negated filter_path', async () => {
    expect(await filtered('-readall.index_permissions,-**.hidden')).toEqual({
      readall: {
        reserved: true,
        static: true,
        description: expect.any(String),
        cluster_permissions: expect.any(Array),
        tenant_permissions: [],
      },
    });
  });
  it('leaves errors of the core whole', async () => {
    const { admin } = await startWith();
    const query = { filter_path: 'status' };
    const options = { sign_in_options: ['SAML'] };
    expect(await admin('PUT', '/api/tenancy/config', options, { query })).toMatchObject({
      statusCode: 400,
      body: { status: 400, error: { type: 'illegal_argument_exception' } },
    });
    // Errors of a handler are filtered.
    const missing = await admin('GET', '/api/roles/nope', undefined, { query });
    expect(missing.body).toEqual({ status: 'NOT_FOUND' });
  });
  it('rejects a filter_path beyond a limit before anything is done', async () => {
    const { admin } = await startWith();
    const query = { filter_path: '*.'.repeat(40) };
    expect(await admin('PUT', '/api/tenants/t', { description: '' }, { query })).toMatchObject({
      statusCode: 400,
      body: { error: { reason: expect.stringContaining('more than 32 parts with wildcards') } },
    });
    expect(await admin('GET', '/api/tenants/t')).toMatchObject({ statusCode: 404 });
  });
  it('formats the same JSON with pretty', async () => {
    const { admin } = await startWith();
    const { body, headers } = await admin('GET', '/health', undefined, { query: { pretty: '' } });
    expect(body).toMatch(/^\{\n {2}"message"/);
    expect(JSON.parse(body as string)).toMatchObject({ status: 'UP' });
    expect(headers['content-type']).toContain('application/json');
  });
});
