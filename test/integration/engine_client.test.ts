/**
 * The official JavaScript client against the embedded engine: creates, reads, patches and deletes
 * every resource of its `security` namespace, and checks that it understands the other endpoints.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@opensearch-project/opensearch';
import { startEmbeddedEngine, type EmbeddedEngine } from '../../src/backend/embedded';
import { openEngineEntryPoint, type EngineEntryPoint } from '../helpers/engine_entry_point';

const PASSWORD = 'Correct-Horse-7-Battery';
const NEW_PASSWORD = 'N3w!Strong-Pass_77';

let dataDir: string;
let engine: EmbeddedEngine;
let entryPoint: EngineEntryPoint;
let client: Client;

const clientFor = (username: string, password: string): Client =>
  new Client({ node: entryPoint.url, auth: { username, password } });

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'engine-client-'));
  const settings = { hasNodesDnApi: true, isRestAdminEnabled: true };
  ({ engine } = await startEmbeddedEngine({ dataDir, initialAdminPassword: PASSWORD, settings }));
  // REST administration cannot be granted through the API, so the server itself grants it.
  const body = { backend_roles: ['admin'] };
  await engine.request(
    { kind: 'internal' },
    {
      method: 'PUT',
      path: '/_plugins/_security/api/rolesmapping/security_rest_api_full_access',
      body,
    }
  );
  entryPoint = await openEngineEntryPoint(engine);
  client = clientFor('admin', PASSWORD);
});
afterAll(async () => {
  await client.close();
  await entryPoint.stop();
  await engine.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The common signature of the client's generated methods. */
type Method = (
  params: Record<string, unknown>
) => Promise<{ readonly statusCode: number | null; readonly body: any }>;
const method = (name: string): Method => {
  const security = client.security as unknown as Record<string, Method>;
  return (params) => security[name]!.call(client.security, params);
};

interface Resource {
  readonly param: string;
  readonly name: string;
  readonly body: Record<string, unknown>;
  readonly calls: Readonly<
    Record<'create' | 'read' | 'list' | 'patch' | 'patchAll' | 'remove', string>
  >;
}

const calls = (
  one: string,
  all: string,
  more: Partial<Resource['calls']> = {}
): Resource['calls'] => ({
  create: `create${one}`,
  read: `get${one}`,
  list: `get${all}`,
  patch: `patch${one}`,
  patchAll: `patch${all}`,
  remove: `delete${one}`,
  ...more,
});

const RESOURCES: readonly (readonly [string, Resource])[] = [
  [
    'users',
    {
      param: 'username',
      name: 'client user/é',
      body: { password: NEW_PASSWORD, backend_roles: ['a'] },
      calls: calls('User', 'Users'),
    },
  ],
  [
    'roles',
    {
      param: 'role',
      name: 'client_role',
      body: { cluster_permissions: ['cluster_monitor'] },
      calls: calls('Role', 'Roles'),
    },
  ],
  [
    'role mappings',
    {
      param: 'role',
      name: 'readall',
      body: { backend_roles: ['x'] },
      calls: calls('RoleMapping', 'RoleMappings'),
    },
  ],
  [
    'action groups',
    {
      param: 'action_group',
      name: 'client_group',
      body: { allowed_actions: ['read'], type: 'index' },
      calls: calls('ActionGroup', 'ActionGroups'),
    },
  ],
  [
    'tenants',
    {
      param: 'tenant',
      name: 'client_tenant',
      body: { description: 'd' },
      calls: calls('Tenant', 'Tenants'),
    },
  ],
  [
    'nodes DN',
    {
      param: 'cluster_name',
      name: 'cluster1',
      body: { nodes_dn: ['CN=a'] },
      calls: calls('DistinguishedName', 'DistinguishedNames', {
        create: 'updateDistinguishedName',
      }),
    },
  ],
];

it('identifies the engine as a cluster', async () => {
  expect((await client.info()).body).toMatchObject({
    version: { distribution: 'opensearch', number: expect.stringMatching(/^3\./) },
  });
});

it.each(RESOURCES)(
  'creates, reads, patches and deletes %s',
  async (_what, { param, name, body, calls: { create, read, list, patch, patchAll, remove } }) => {
    const isPlain = name === encodeURIComponent(name);
    const one = { [param]: name };
    const key =
      Object.keys(body)[0] === 'password' ? 'backend_roles' : (Object.keys(body)[0] as string);
    const pointer = name.replaceAll('~', '~0').replaceAll('/', '~1');
    const value = Array.isArray(body[key]) ? ['patched'] : 'patched';

    expect(isPlain || encodeURIComponent(name)).not.toBe(name);
    const created = await method(create)({ ...one, body });
    expect([200, 201]).toContain(created.statusCode);
    expect((await method(read)(one)).body).toMatchObject({ [name]: { [key]: body[key] } });
    expect((await method(list)({})).body).toHaveProperty([name]);
    expect(
      (await method(patch)({ ...one, body: [{ op: 'replace', path: `/${key}`, value }] })).body
        .message
    ).toMatch(/updated/);
    expect((await method(read)(one)).body).toMatchObject({ [name]: { [key]: value } });
    expect(
      (
        await method(patchAll)({
          body: [{ op: 'replace', path: `/${pointer}/${key}`, value: body[key] }],
        })
      ).body
    ).toMatchObject({ status: 'OK' });
    expect((await method(remove)(one)).body).toMatchObject({ message: `'${name}' deleted.` });
    await expect(method(read)(one)).rejects.toMatchObject({
      statusCode: 404,
      body: { status: 'NOT_FOUND' },
    });
  }
);

it('changes the single documents', async () => {
  const audit = (await method('getAuditConfiguration')({})).body;
  expect((await method('updateAuditConfiguration')({ body: audit.config })).body.message).toBe(
    "'config' updated."
  );
  expect(
    (
      await method('patchAuditConfiguration')({
        body: [{ op: 'replace', path: '/config/enabled', value: false }],
      })
    ).statusCode
  ).toBe(200);
  const { body: shown } = await method('getConfiguration')({});
  expect((await method('updateConfiguration')({ body: shown.config })).body.message).toBe(
    "'config' updated."
  );
  expect(
    (
      await method('patchConfiguration')({
        body: [{ op: 'add', path: '/config/dynamic/license', value: 'x' }],
      })
    ).statusCode
  ).toBe(200);
  expect(
    (await method('createUpdateTenancyConfig')({ body: { default_tenant: 'private' } })).body
  ).toMatchObject({ default_tenant: 'private' });
  expect((await method('getTenancyConfig')({})).body).toMatchObject({ default_tenant: 'private' });
  expect(
    (await method('createAllowlist')({ body: { enabled: false, requests: {} } })).statusCode
  ).toBe(200);
  expect(
    (
      await method('patchAllowlist')({
        body: [{ op: 'add', path: '/config/requests', value: { '/x': ['GET'] } }],
      })
    ).statusCode
  ).toBe(200);
  expect((await method('getAllowlist')({})).body).toEqual({
    config: { enabled: false, requests: { '/x': ['GET'] } },
  });
});

it.each([
  ['authinfo', { user_name: 'admin' }],
  ['getAccountDetails', { user_name: 'admin' }],
  ['getPermissionsInfo', { has_api_access: true }],
  ['getDashboardsInfo', { multitenancy_enabled: true }],
  ['postDashboardsInfo', { multitenancy_enabled: true }],
  ['health', { status: 'UP' }],
  ['whoAmI', { is_admin: false }],
  ['whoAmIProtected', { is_admin: false }],
  ['getSslinfo', { peer_certificates: '0' }],
  ['getCertificates', { http_certificates_list: null }],
  ['getAllCertificates', { _nodes: { total: 1 } }],
  ['configUpgradeCheck', { status: 'OK' }],
  ['flushCache', { status: 'OK' }],
])('reads the response of %s', async (name, expected) =>
  expect((await method(name)({})).body).toMatchObject(expected)
);

it.each([
  ['migrate', 400],
  ['validate', 400],
  ['reloadHttpCertificates', 400],
  ['tenantInfo', 403],
  ['configUpgradePerform', 400],
  ['generateOboToken', 400],
])(
  '%s is rejected with %s: the engine or this user lacks the feature',
  async (name, statusCode) => {
    await expect(method(name)({ body: { description: 'd' } })).rejects.toMatchObject({
      statusCode,
    });
  }
);

it('generates a token for a service account, and changes a password', async () => {
  await method('createUser')({
    username: 'svc',
    body: { attributes: { service: 'true', enabled: 'true' } },
  });
  expect((await method('generateUserToken')({ username: 'svc' })).body.message).toMatch(
    /^'svc' authtoken generated Basic /
  );
  await method('createUser')({ username: 'person', body: { password: NEW_PASSWORD } });
  const own = clientFor('person', NEW_PASSWORD);
  const changed = await own.security.changePassword({
    body: { current_password: NEW_PASSWORD, password: `${NEW_PASSWORD}-2` },
  });
  expect(changed.body).toMatchObject({ message: "'person' updated." });
  await expect(own.security.getAccountDetails()).rejects.toMatchObject({ statusCode: 401 });
  await own.close();
});

it('loses no update when 50 editors change one role with if-match over HTTP', async () => {
  const authorization = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
  const url = `${entryPoint.url}/_plugins/_security/api/roles/shared`;
  const headers = { authorization, 'content-type': 'application/json' };
  await fetch(url, { method: 'PUT', headers, body: '{"cluster_permissions":[]}' });
  const edit = async (editor: number): Promise<number> => {
    for (let attempt = 1; ; attempt++) {
      const read = await fetch(url, { headers });
      const { shared } = (await read.json()) as { shared: { cluster_permissions: string[] } };
      const body = JSON.stringify({
        cluster_permissions: [...shared.cluster_permissions, `editor-${editor}`],
      });
      const { status } = await fetch(url, {
        method: 'PUT',
        headers: { ...headers, 'if-match': read.headers.get('etag') ?? '' },
        body,
      });
      if (status === 200) return attempt;
      expect(status).toBe(412);
    }
  };
  const attempts = await Promise.all(Array.from({ length: 50 }, (_, editor) => edit(editor)));
  const { shared } = (await (await fetch(url, { headers })).json()) as {
    shared: { cluster_permissions: string[] };
  };
  expect(new Set(shared.cluster_permissions).size).toBe(50);
  // At least one editor had to retry; otherwise nothing was tested.
  expect(Math.max(...attempts)).toBeGreaterThan(1);
}, 30_000);
