/**
 * Endpoints of features that are off, or that only super admins see. Source:
 * docs/reference/engine.md.
 */
import { createHmac } from 'node:crypto';
import { parse } from 'yaml';
import {
  ADMIN_PASSWORD,
  cleanUp,
  clientOf,
  INTERNAL,
  signIn,
  startEngine,
  type Client,
} from '../../testing/embedded';
import { GOOD_PASSWORD, run, says, startWith } from '../../../../test/helpers/engine_contract';
import type { EngineCaller } from '../../contract/engine';
import type { EmbeddedEngine } from '../embedded_engine';

const SIGNING_KEY = Buffer.alloc(64, 7).toString('base64');

afterEach(cleanUp);

describe('nodes DN', () => {
  it('has no handler unless the setting says so', async () => {
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

  it('is for super admins, who read, write, patch and delete', async () => {
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
      // Patches see no empty list, and leave the entries alone that they do not name.
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
  });
});

describe('allow list', () => {
  it('is for super admins, and binds everybody else while it is on', async () => {
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
      // Without REST administration (restapi.admin.enabled) no administrator could switch it off
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
});

describe('auth failure listeners', () => {
  it('are kept in the security configuration and in force at once', async () => {
    const { engine, admin } = await startWith();
    const listener = { type: 'username', authentication_backend: 'internal', allowed_tries: 2 };
    const shown = {
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
      ['PUT', '/api/authfailurelisteners/l', listener, { statusCode: 200, body: { l: shown } }],
      [
        'GET',
        '/api/securityconfig',
        undefined,
        { body: { config: { dynamic: { auth_failure_listeners: { l: { allowed_tries: 2 } } } } } },
      ],
      ['PUT', '/api/internalusers/victim', { password: GOOD_PASSWORD }, { statusCode: 201 }],
    ]);
    for (let i = 0; i < 2; i++) await expect(signIn(engine, 'victim', 'wrong')).rejects.toThrow();
    await expect(signIn(engine, 'victim', GOOD_PASSWORD)).rejects.toThrow('blocked');
    await run(admin, [
      ['DELETE', '/api/authfailurelisteners/l', undefined, { statusCode: 200, body: {} }],
      ['DELETE', '/api/authfailurelisteners/l', undefined, says(404, 'listener not found')],
    ]);
    await signIn(engine, 'victim', GOOD_PASSWORD);
  });
});

describe('service accounts', () => {
  it('sign in with a generated token, others get none', async () => {
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
    // Whatever the roles say: cluster permissions are none of a service account.
    const program = clientOf(engine, { kind: 'user', principal: signed.principal });
    expect((await program('GET', '/whoamiprotected')).statusCode).toBe(401);
    expect((await program('GET', '//')).statusCode).toBe(403);
    expect((await admin('GET', '/whoamiprotected')).statusCode).toBe(200);
  });
});

describe('on-behalf-of tokens', () => {
  const enable = (internal: Client, on_behalf_of: object) =>
    internal('PATCH', '/api/securityconfig', [
      { op: 'add', path: '/config/dynamic/on_behalf_of', value: on_behalf_of },
    ]);
  const bearer = (engine: EmbeddedEngine, token: string) =>
    engine.authenticate({ headers: { authorization: `Bearer ${token}` }, remoteAddress: '::1' });

  it('are refused where they are not enabled', async () => {
    const { engine, admin } = await startWith();
    expect(await admin('POST', '/api/obo/token', { description: 'd' })).toMatchObject({
      statusCode: 400,
      body: expect.stringMatching(/has been disabled/),
    });
    expect(await bearer(engine, 'x')).toMatchObject({ ok: false, reason: 'missing' });
  });

  it('sign in as their user until they end, and can neither renew themselves nor change the password', async () => {
    let nowMs = Date.now();
    const { engine } = await startEngine({ now: () => nowMs });
    const internal = clientOf(engine, INTERNAL);
    const admin = clientOf(engine, await signIn(engine, 'admin', ADMIN_PASSWORD));
    await enable(internal, { enabled: true, signing_key: SIGNING_KEY });
    const { body, statusCode } = await admin('POST', '/api/generateonbehalfoftoken', {
      description: 'd',
      durationSeconds: '60',
    });
    expect({ statusCode, body }).toMatchObject({
      statusCode: 200,
      body: { user: 'admin', durationSeconds: 60 },
    });
    const token = (body as { authenticationToken: string }).authenticationToken;
    const signed = await bearer(engine, token);
    if (!signed.ok) throw new Error(signed.reason);
    const caller: EngineCaller = {
      kind: 'user',
      principal: signed.principal,
      remoteAddress: '::1',
    };
    const own = clientOf(engine, caller);
    await run(own, [
      ['GET', '/api/roles/all_access', undefined, { statusCode: 200 }],
      ['POST', '/api/obo/token', { description: 'd' }, { statusCode: 403 }],
      [
        'PUT',
        '/api/account',
        { current_password: ADMIN_PASSWORD, password: GOOD_PASSWORD },
        says(403, 'Token-authenticated users cannot change passwords'),
      ],
    ]);
    const [, claims = ''] = token.split('.');
    const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signedAs = (alg: string, digest: string, of = claims) => {
      const signed = `${text({ alg, typ: 'JWT' })}.${of}`;
      const key = Buffer.from(SIGNING_KEY, 'base64');
      return `${signed}.${createHmac(digest, key).update(signed).digest('base64url')}`;
    };
    const read = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    expect((await bearer(engine, signedAs('HS512', 'sha512'))).ok).toBe(true);
    for (const forged of [
      `${text({ alg: 'none', typ: 'JWT' })}.${claims}.`,
      signedAs('HS256', 'sha256'),
      signedAs('HS512', 'sha512', text({ ...read, typ: 'access' })),
      signedAs('HS512', 'sha512', text({ ...read, iss: 'another' })),
      signedAs('HS512', 'sha512', text({ ...read, exp: undefined })),
      signedAs('HS512', 'sha512', text({ ...read, nbf: Math.floor(nowMs / 1_000) + 60 })),
      token.slice(0, -2),
      `${token}x`,
      token.replace(/\.[^.]+$/, '.'),
      'a.b.c',
      '',
    ]) {
      expect((await bearer(engine, forged)).ok).toBe(false);
    }
    nowMs += 61_000;
    expect(await bearer(engine, token)).toMatchObject({ ok: false });
    expect(await engine.identify(caller)).toBeUndefined();
  });

  it('end with the password they were made under', async () => {
    const { engine, admin, internal } = await startWith();
    await enable(internal, { enabled: true, signing_key: SIGNING_KEY });
    await admin('PUT', '/api/internalusers/u', {
      password: GOOD_PASSWORD,
      opendistro_security_roles: ['all_access'],
    });
    const user = clientOf(engine, await signIn(engine, 'u', GOOD_PASSWORD));
    const { body } = await user('POST', '/api/obo/token', { description: 'd', service: 's' });
    const token = (body as { authenticationToken: string }).authenticationToken;
    expect((await bearer(engine, token)).ok).toBe(true);
    await admin('PATCH', '/api/internalusers/u', [
      { op: 'add', path: '/password', value: `${GOOD_PASSWORD}-2` },
    ]);
    expect((await bearer(engine, token)).ok).toBe(false);
  });

  it('checks what is ordered, and the permission', async () => {
    const { engine, admin, internal } = await startWith();
    await enable(internal, { enabled: true, signing_key: SIGNING_KEY });
    for (const body of [
      {},
      { description: 'd', foo: 1 },
      { description: 'd', durationSeconds: 601 },
      { description: 'd', durationSeconds: 'x' },
      { description: '' },
      [],
    ]) {
      expect((await admin('POST', '/api/obo/token', body)).statusCode).toBe(400);
    }
    await admin('PUT', '/api/internalusers/plain', { password: GOOD_PASSWORD });
    const plain = clientOf(engine, await signIn(engine, 'plain', GOOD_PASSWORD));
    expect(await plain('POST', '/api/obo/token', { description: 'd' })).toMatchObject({
      statusCode: 401,
      body: 'no permissions for [security:obo/create] and User [name=plain, backend_roles=[], requestedTenant=null]',
    });
    // A key that is too short to be safe counts as none.
    await enable(internal, { enabled: true, signing_key: 'c2hvcnQ=' });
    expect((await admin('POST', '/api/obo/token', { description: 'd' })).statusCode).toBe(400);
  });
});

describe('what has no meaning without a cluster', () => {
  it('answers as a cluster without the feature', async () => {
    const { admin, internal } = await startWith();
    const noHandler = {
      statusCode: 400,
      body: { error: expect.stringContaining('no handler found') },
    };
    await run(admin, [
      ['POST', '/api/migrate', undefined, noHandler],
      ['GET', '/api/validate', undefined, noHandler],
      ['GET', '/sslinfo', undefined, noHandler],
      [
        'GET',
        '//_opendistro/_security/sslinfo',
        undefined,
        { statusCode: 200, body: { principal: null, peer_certificates: '0', ssl_protocol: null } },
      ],
      ['GET', '/api/ssl/certs', undefined, says(403, 'Access denied')],
      ['GET', '/api/certificates', undefined, says(403, 'Access denied')],
      ['PUT', '/api/ssl/http/reloadcerts', undefined, says(403, 'Access denied')],
      ['PUT', '/api/ssl/transport/reloadcerts', undefined, says(403, 'Access denied')],
      ['GET', '/api/versions', undefined, noHandler],
      ['POST', '/api/version/rollback', undefined, noHandler],
      ['GET', '/api/apitokens', undefined, noHandler],
      ['POST', '/api/authtoken', { SAMLResponse: 'x' }, says(200, '')],
      ['PUT', '/configupdate', undefined, { statusCode: 403, body: '' }],
      ['GET', '/whoamiprotected', undefined, { statusCode: 200, body: { is_admin: false } }],
    ]);
    await run(internal, [
      [
        'GET',
        '/api/ssl/certs',
        undefined,
        { statusCode: 200, body: { http_certificates_list: null } },
      ],
      ['GET', '/api/certificates', undefined, { statusCode: 200, body: { _nodes: { total: 1 } } }],
      [
        'GET',
        '/api/certificates/other',
        undefined,
        { statusCode: 200, body: { _nodes: { total: 0 } } },
      ],
    ]);
    const update = (config_types: string) =>
      internal('PUT', '/configupdate', undefined, { query: { config_types } });
    expect((await update('roles')).statusCode).toBe(200);
    for (const types of ['', 'roles,nope']) expect((await update(types)).statusCode).toBe(400);
  });

  it('names its one node by the id of audit events, and finds it as a cluster does', async () => {
    const { engine, internal } = await startWith();
    await expect(engine.authenticate({ headers: {}, remoteAddress: '::1' })).resolves.toBeDefined();
    await internal('PUT', '/api/tenants/t', { description: '' });
    const audit = await engine.auditEvents!(INTERNAL, {});
    const id = audit.ok ? String(audit.result.events[0]?.['audit_node_id']) : '';
    expect(id).toMatch(/^\w{22}$/);
    const nodesOf = async (path: string) =>
      Object.keys(((await internal('GET', path)).body as { nodes: object }).nodes);
    for (const wanted of ['', `/${id}`, '/security-dashboards', '/_all', '/_local', `/other,${id}`])
      expect(await nodesOf(`/api/certificates${wanted}`)).toEqual([id]);
    expect(await nodesOf('/api/certificates/embedded')).toEqual([]);
    const query = { config_types: 'roles' };
    expect(await internal('PUT', '/configupdate', undefined, { query })).toMatchObject({
      body: { configupdate_response: { nodes: { [id]: {} } } },
    });
  });

  it('announces the line it follows, which decides about endpoints of old clusters', async () => {
    const { admin, internal } = await startWith({ compatibility: '2.19' });
    await run(internal, [
      [
        'POST',
        '/api/migrate',
        undefined,
        says(400, 'Can not migrate configuration because it was already migrated.'),
      ],
      ['GET', '/api/validate', undefined, { statusCode: 400 }],
      ['GET', '/api/cache', undefined, { statusCode: 501 }],
    ]);
    await run(admin, [
      ['GET', '/api/validate', undefined, { statusCode: 400 }],
      [
        'GET',
        '/api/authfailurelisteners',
        undefined,
        { statusCode: 400, body: { error: expect.stringContaining('no handler found') } },
      ],
    ]);
    expect((await admin('GET', '/health')).body).not.toHaveProperty('settings');
    expect(await admin('GET', '//')).toMatchObject({ body: { version: { number: '2.19.3' } } });
    const { admin: younger } = await startWith();
    expect(await younger('GET', '//')).toMatchObject({ body: { version: { number: '3.4.0' } } });
  });

  it.each([
    [
      '2.19',
      { statusCode: 201 },
      { statusCode: 400, body: { reason: '`null` is not allowed as json array element' } },
    ],
    [
      '3.4',
      {
        statusCode: 400,
        body: { reason: '`null` or blank values are not allowed as json array elements' },
      },
      {
        statusCode: 400,
        body: { reason: '`null` or blank values are not allowed as json array elements' },
      },
    ],
  ] as const)('reads lists as OpenSearch %s does', async (compatibility, blank, none) => {
    const { internal } = await startWith({ compatibility });
    await run(internal, [
      ['PUT', '/api/roles/blank', { cluster_permissions: [' '] }, blank],
      // Flags are looked at after lists.
      ['PUT', '/api/tenants/none', { hidden: [null] }, none],
      ['PUT', '/api/tenants/odd', { hidden: {} }, { statusCode: 400 }],
      ['PUT', '/api/tenants/off', { hidden: ' ' }, { statusCode: 201 }],
      ['GET', '/api/tenants/off', undefined, { body: { off: { hidden: false } } }],
    ]);
  });

  it('takes bodies of the content type JSON only, whoever sends them', async () => {
    const { engine, admin } = await startWith();
    const nobody = clientOf(engine, { kind: 'anonymous' });
    const put = (client: typeof admin, type?: string) =>
      client('PUT', '/api/tenants/t', undefined, {
        rawBody: '{"description":"d"}',
        headers: type === undefined ? {} : { 'content-type': type },
      });
    for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded'])
      for (const client of [admin, nobody])
        expect(await put(client, type)).toMatchObject({
          statusCode: 406,
          body: { error: `Content-Type header [${type ?? ''}] is not supported`, status: 406 },
        });
    expect((await put(admin, 'application/json; charset=utf-8')).statusCode).toBe(201);
  });

  it('answers in YAML when asked to', async () => {
    const { admin } = await startWith();
    const byQuery = await admin('GET', '/health', undefined, { query: { format: 'yaml' } });
    expect(byQuery.headers['content-type']).toBe('application/yaml');
    expect(parse(byQuery.body as string)).toMatchObject({ status: 'UP' });
    const byHeader = await admin('GET', '/api/tenants/none', undefined, {
      headers: { accept: 'application/yaml' },
    });
    expect(parse(byHeader.body as string)).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('refuses a named route with 401 and text', async () => {
    const { engine, admin } = await startWith();
    await admin('PUT', '/api/internalusers/plain', { password: GOOD_PASSWORD });
    const plain = clientOf(engine, await signIn(engine, 'plain', GOOD_PASSWORD));
    expect(await plain('GET', '/whoamiprotected')).toMatchObject({
      statusCode: 401,
      body: expect.stringMatching(
        /^no permissions for \[any of \[cluster:admin\/opendistro_security\/whoamiprotected, security:whoamiprotected\]\]/
      ),
    });
  });

  it('brings shipped roles back to their shipped form', async () => {
    const { admin, internal } = await startWith();
    await run(admin, [
      [
        'GET',
        '/api/_upgrade_check',
        undefined,
        { statusCode: 200, body: { status: 'OK', upgradeAvailable: false } },
      ],
      [
        'POST',
        '/api/_upgrade_perform',
        {},
        says(400, "Unable to upgrade, no differences found in 'roles' config"),
      ],
    ]);
    await internal('DELETE', '/api/roles/ml_read_access');
    await internal('PATCH', '/api/roles/ml_full_access', [
      { op: 'add', path: '/description', value: 'old' },
    ]);
    const actions = { roles: { add: ['ml_read_access'], modify: ['ml_full_access'] } };
    await run(admin, [
      [
        'GET',
        '/api/_upgrade_check',
        undefined,
        { body: { upgradeAvailable: true, upgradeActions: actions } },
      ],
      ['POST', '/api/_upgrade_perform', { configs: ['tenants'] }, { statusCode: 400 }],
      [
        'POST',
        '/api/_upgrade_perform',
        { configs: ['roles'] },
        { statusCode: 200, body: { status: 'OK', upgrades: actions } },
      ],
      ['GET', '/api/_upgrade_check', undefined, { body: { upgradeAvailable: false } }],
    ]);
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
  it('leaves out', async () => {
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
  it('a filter beyond a limit is refused before anything is done', async () => {
    const { admin } = await startWith();
    const query = { filter_path: '*.'.repeat(40) };
    expect(await admin('PUT', '/api/tenants/t', { description: '' }, { query })).toMatchObject({
      statusCode: 400,
      body: { error: { reason: expect.stringContaining('more than 32 parts with wildcards') } },
    });
    expect(await admin('GET', '/api/tenants/t')).toMatchObject({ statusCode: 404 });
  });
  it('pretty makes readable text of the same JSON', async () => {
    const { admin } = await startWith();
    const { body, headers } = await admin('GET', '/health', undefined, { query: { pretty: '' } });
    expect(body).toMatch(/^\{\n {2}"message"/);
    expect(JSON.parse(body as string)).toMatchObject({ status: 'UP' });
    expect(headers['content-type']).toContain('application/json');
  });
});
