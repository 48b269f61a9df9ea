/** Tests of renaming over HTTP: references move along, all or nothing, with one history entry. */
import {
  overrideBackend,
  overrideEngine,
  withoutFeatures,
} from '../../../../../backend/testing/altered';
import { ENGINE_ERRORS, englishText } from '@sd/contracts';
import type { HttpClient } from '../../../../../../test/helpers/http_client';
import {
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';

jest.setTimeout(60_000);
const PASSWORD = 'Jane-doe-secret-7';
const API = '/api/v1/configuration';

let server: SecurityServer;
let admin: HttpClient;
const rename = (resource: string, name: string, to: string, query = '', headers = {}) =>
  admin.post(`${API}/${resource}/${name}/_rename${query}`, { to }, { headers });
const put = async (path: string, body: object) => {
  const { status } = await admin.post(`${API}/${path}`, body);
  if (status >= 300) throw new Error(`${path}: ${status}`);
};
const stored = async (path: string) => {
  const { status, body } = await admin.get(`${API}/${path}`);
  return status === 200 ? body : status;
};
const history = async (query = '') =>
  (await admin.get(`/api/v1/history?per_page=50${query}`)).body.items as Array<
    Record<string, unknown>
  >;

describe('renaming', () => {
  beforeAll(async () => {
    server = await startSecurityServer();
    await addUser(server, 'jdoe', PASSWORD);
    admin = await server.admin();
  });

  // @feature roles-groups-tenants/4
  it('moves a role with its mapping and direct users, as one entry of the history that can be reverted', async () => {
    await put('roles/reader', { cluster_permissions: ['cluster_monitor'], description: 'Reads' });
    await put('rolesmapping/reader', { users: ['jdoe'], backend_roles: ['staff'] });
    await put('internalusers/direct', {
      password: PASSWORD,
      opendistro_security_roles: ['reader'],
    });
    const before = (await history()).length;
    const moved = { rolesmapping: 1, internalusers: 1 };
    const plan = await rename('roles', 'reader', 'viewer', '?dry_run=true');
    const entries = { rolesmapping: ['reader'], internalusers: ['direct'] };
    expect(plan.body).toEqual({ message: "'reader' renamed to 'viewer'.", moved, entries });
    expect(await stored('roles/viewer')).toBe(404);
    expect((await history()).length).toBe(before);

    expect((await rename('roles', 'reader', 'viewer')).body.moved).toEqual(moved);
    expect(await stored('roles/reader')).toBe(404);
    expect(await stored('rolesmapping/reader')).toBe(404);
    expect(await stored('roles/viewer')).toMatchObject({ description: 'Reads' });
    expect(await stored('rolesmapping/viewer')).toMatchObject({ users: ['jdoe'] });
    expect(await stored('internalusers/direct')).toMatchObject({
      opendistro_security_roles: ['viewer'],
    });
    const after = await history();
    expect(after.length).toBe(before + 1);
    expect(after[0]).toMatchObject({ type: 'roles', name: 'viewer', renamed_from: 'reader' });
    // The history of what refers to it names the rename, too.
    expect((await history('&type=internalusers&name=direct'))[0]).toMatchObject({ via: 'rename' });

    // The history of the role has one entry for the rename, not a second one for its mapping.
    const ofRole = await history('&type=roles,rolesmapping&name=viewer');
    expect(ofRole.map(({ type }) => type)).toEqual(['roles']);

    const reverted = await admin.post(`/api/v1/history/${String(after[0]?.['id'])}/revert`);
    expect(reverted.status).toBe(200);
    expect(await stored('roles/viewer')).toBe(404);
    expect(await stored('rolesmapping/reader')).toMatchObject({ users: ['jdoe'] });
  });

  it('refuses to revert a part of a rename, and names the whole', async () => {
    await put('roles/finance', { cluster_permissions: ['cluster_monitor'] });
    await put('rolesmapping/finance', { users: ['jdoe'] });
    expect((await rename('roles', 'finance', 'finance_team')).status).toBe(200);
    const [part] = await history('&type=rolesmapping&name=finance_team');
    const [whole] = await history('&type=roles&name=finance_team');
    const id = String(part?.['id']);
    const details = (await admin.get(`/api/v1/history/${id}`)).body;
    expect(details).toMatchObject({
      rename: { id: whole?.['id'], renamed_from: 'finance' },
      together: [],
    });

    const alone = await admin.post(`/api/v1/history/${id}/revert`);
    expect([alone.status, alone.body.attributes.code]).toEqual([409, 'core.engine.part_of_rename']);
    const among = await admin.post('/api/v1/history/_revert', { changes: [part?.['id']] });
    expect(among.body.results).toMatchObject([{ is_done: false }]);
    expect(await stored('rolesmapping/finance_team')).toMatchObject({ users: ['jdoe'] });
  });

  it('moves an action group in roles and other groups', async () => {
    await put('actiongroups/looking', {
      allowed_actions: ['indices:data/read/get'],
      type: 'index',
    });
    await put('actiongroups/outer', { allowed_actions: ['looking', 'read'], type: 'index' });
    await put('roles/looker', {
      description: 'looking',
      index_permissions: [{ index_patterns: ['looking'], allowed_actions: ['looking'] }],
    });
    const { body } = await rename('actiongroups', 'looking', 'watching');
    expect(body.moved).toEqual({ roles: 1, actiongroups: 1 });
    expect(await stored('actiongroups/outer')).toMatchObject({
      allowed_actions: ['watching', 'read'],
    });
    expect(await stored('roles/looker')).toMatchObject({
      description: 'looking',
      index_permissions: [{ index_patterns: ['looking'], allowed_actions: ['watching'] }],
    });
  });

  it('moves a tenant in the permissions of roles, but not patterns', async () => {
    await put('tenants/north', { description: 'North' });
    await put('roles/northern', {
      tenant_permissions: [
        { tenant_patterns: ['north', 'north*'], allowed_actions: ['kibana_all_write'] },
      ],
    });
    await put('rolesmapping/northern', { users: ['admin'] });
    const { status, body } = await rename('tenants', 'north', 'south');
    expect([status, body.moved]).toEqual([200, { roles: 1 }]);
    expect(await stored('tenants/south')).toMatchObject({ description: 'North' });
    expect(await stored('roles/northern')).toMatchObject({
      tenant_permissions: [{ tenant_patterns: ['south', 'north*'] }],
    });
  });

  it('changes nothing for a taken name, an invalid name, a reserved entry and an outdated version', async () => {
    await put('roles/first', { cluster_permissions: [] });
    await put('roles/second', { cluster_permissions: [] });
    const taken = await rename('roles', 'first', 'second');
    expect([taken.status, taken.body.attributes.code]).toEqual([409, 'security.already_exists']);
    expect((await rename('roles', 'first', 'a%b')).status).toBe(400);
    expect((await rename('roles', 'all_access', 'mine')).status).toBe(403);
    expect((await rename('roles', 'no_such', 'mine')).status).toBe(404);
    const stale = await rename('roles', 'first', 'third', '', { 'if-match': '"0-0"' });
    expect([stale.status, stale.body.attributes.code]).toEqual([409, 'security.stale_version']);
    expect(await stored('roles/first')).toMatchObject({ cluster_permissions: [] });
  });

  it('requires API access', async () => {
    const jane = await server.loggedIn('jdoe', PASSWORD);
    expect((await jane.post(`${API}/roles/first/_rename`, { to: 'other' })).status).toBe(403);
  });
});

it('names a conflict that is not about the name', async () => {
  const text = englishText(ENGINE_ERRORS.tenantMoving);
  const other = await startSecurityServer({
    wrapBackend: (backend) =>
      overrideBackend(backend, {
        engine: overrideEngine(backend.engine, {
          request: async (caller, request) =>
            request.path.endsWith('/_rename')
              ? { statusCode: 409, headers: {}, body: { message: text } }
              : backend.engine.request(caller, request),
        }),
      }),
  });
  try {
    const client = await other.admin();
    const { status, body } = await client.post(`${API}/tenants/north/_rename`, { to: 'south' });
    expect([status, body.attributes.code]).toEqual([409, 'core.engine.tenant_moving']);
  } finally {
    await other.stop();
  }
});

it('is refused on a backend that cannot rename', async () => {
  const other = await startSecurityServer({ wrapBackend: withoutFeatures('rename') });
  try {
    const client = await other.admin();
    const { status, body } = await client.post(`${API}/roles/first/_rename`, { to: 'other' });
    expect([status, body.attributes.params.feature]).toEqual([501, 'rename']);
  } finally {
    await other.stop();
  }
});
