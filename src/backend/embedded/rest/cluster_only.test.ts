/** REST responses for requests that only a cluster can act on: docs/reference/engine.md. */
import { parse } from 'yaml';
import { cleanUp, clientOf, INTERNAL, login } from '../../testing/embedded';
import { GOOD_PASSWORD, run, says, startWith } from '../../../../test/helpers/engine_contract';

afterEach(cleanUp);

const noHandler = {
  statusCode: 400,
  body: { error: expect.stringContaining('no handler found') },
};

describe('requests without meaning outside a cluster', () => {
  it('get the response of a cluster without the feature', async () => {
    const { admin, internal } = await startWith();
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
      ['PUT', '/api/ssl/other/reloadcerts', undefined, says(403, 'Access denied')],
      ['GET', '/api/ssl/other/reloadcerts', undefined, { statusCode: 405 }],
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

  it('treat slashes in paths as a cluster does: trailing ones are ignored, and two enclose an empty name', async () => {
    const { admin } = await startWith();
    await run(admin, [
      ['GET', '/api/tenants//', undefined, { statusCode: 200 }],
      ['GET', '/api//tenants', undefined, noHandler],
      ['GET', '/api/tenants//x', undefined, noHandler],
      ['POST', '/api/internalusers//authtoken', {}, says(400, 'No user specified.')],
    ]);
  });

  it('accept every parameter of a node list, and reject invalid flags', async () => {
    const { admin } = await startWith();
    const nodes = (query: Record<string, string>) =>
      admin('GET', '//_cat/nodes', undefined, { query: { h: 'cluster_manager', ...query } });
    expect(await nodes({ size: '3', ts: '', pri: '' })).toMatchObject({
      statusCode: 200,
      body: '*\n',
    });
    expect((await nodes({ local: 'x' })).statusCode).toBe(400);
  });

  it('name the only node by the id of audit events, and find it as a cluster does', async () => {
    const { engine, internal } = await startWith();
    await expect(engine.authenticate({ headers: {}, remoteAddress: '::1' })).resolves.toBeDefined();
    await internal('PUT', '/api/tenants/t', { description: '' });
    const audit = await engine.auditEvents!(INTERNAL, {});
    const id = audit.ok ? String(audit.result.events[0]?.['audit_node_id']) : '';
    expect(id).toMatch(/^\w{22}$/);
    const nodesOf = async (path: string) =>
      Object.keys(((await internal('GET', path)).body as { nodes: object }).nodes);
    for (const suffix of ['', `/${id}`, '/security-dashboards', '/_all', '/_local', `/other,${id}`])
      expect(await nodesOf(`/api/certificates${suffix}`)).toEqual([id]);
    expect(await nodesOf('/api/certificates/embedded')).toEqual([]);
    const query = { config_types: 'roles' };
    expect(await internal('PUT', '/configupdate', undefined, { query })).toMatchObject({
      body: { configupdate_response: { nodes: { [id]: {} } } },
    });
  });

  it('report the configured release, which determines the endpoints of old clusters', async () => {
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
  ] as const)('read lists as OpenSearch %s does', async (compatibility, blank, none) => {
    const { internal } = await startWith({ compatibility });
    await run(internal, [
      ['PUT', '/api/roles/blank', { cluster_permissions: [' '] }, blank],
      // Lists are validated before flags.
      ['PUT', '/api/tenants/none', { hidden: [null] }, none],
      ['PUT', '/api/tenants/odd', { hidden: {} }, { statusCode: 400 }],
      ['PUT', '/api/tenants/off', { hidden: ' ' }, { statusCode: 201 }],
      ['GET', '/api/tenants/off', undefined, { body: { off: { hidden: false } } }],
    ]);
  });

  it('accept bodies with the content type JSON only, from any caller', async () => {
    const { engine, admin } = await startWith();
    const anonymous = clientOf(engine, { kind: 'anonymous' });
    const put = (client: typeof admin, type?: string) =>
      client('PUT', '/api/tenants/t', undefined, {
        rawBody: '{"description":"d"}',
        headers: type === undefined ? {} : { 'content-type': type },
      });
    for (const type of [undefined, 'text/plain', 'application/x-www-form-urlencoded'])
      for (const client of [admin, anonymous])
        expect(await put(client, type)).toMatchObject({
          statusCode: 406,
          body: { error: `Content-Type header [${type ?? ''}] is not supported`, status: 406 },
        });
    expect((await put(admin, 'application/json; charset=utf-8')).statusCode).toBe(201);
  });

  it('get a YAML response on request', async () => {
    const { admin } = await startWith();
    const byQuery = await admin('GET', '/health', undefined, { query: { format: 'yaml' } });
    expect(byQuery.headers['content-type']).toBe('application/yaml');
    expect(parse(byQuery.body as string)).toMatchObject({ status: 'UP' });
    const byHeader = await admin('GET', '/api/tenants/none', undefined, {
      headers: { accept: 'application/yaml' },
    });
    expect(parse(byHeader.body as string)).toMatchObject({ status: 'NOT_FOUND' });
  });

  it('get 401 with text from a named route without its permission', async () => {
    const { engine, admin } = await startWith();
    await admin('PUT', '/api/internalusers/plain', { password: GOOD_PASSWORD });
    const plain = clientOf(engine, await login(engine, 'plain', GOOD_PASSWORD));
    expect(await plain('GET', '/whoamiprotected')).toMatchObject({
      statusCode: 401,
      body: expect.stringMatching(
        /^no permissions for \[any of \[cluster:admin\/opendistro_security\/whoamiprotected, security:whoamiprotected\]\]/
      ),
    });
  });

  it('restore built-in roles to their original form', async () => {
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
