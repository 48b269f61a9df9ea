import type { HttpClient } from '../../../../../../test/helpers/http_client';
import {
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { withoutFeatures } from '../../../../../backend/testing/altered';

jest.setTimeout(60_000);
const HISTORY = '/api/v1/history';
const PASSWORD = 'Jane-doe-secret-7';

describe('change history', () => {
  let server: SecurityServer;
  let admin: HttpClient;
  beforeAll(async () => {
    server = await startSecurityServer();
    await addUser(server, 'jdoe', PASSWORD);
    admin = await server.admin();
  });

  const list = (query: Record<string, string>, client = admin) =>
    client.get(`${HISTORY}?${new URLSearchParams(query)}`);
  const save = async (name: string, description: string) => {
    const path = `/api/v1/configuration/tenants/${name}`;
    const { status } = await admin.post(path, { description });
    expect(status).toBe(200);
  };
  const described = async (name: string) =>
    (await admin.get(`/api/v1/configuration/tenants/${name}`)).body?.description;

  it('lists, filters and pages changes, newest first', async () => {
    for (const description of ['a', 'b', 'c']) await save('listed', description);
    const { status, body } = await list({ type: 'tenants', name: 'listed', per_page: '2' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ total: 3, page: 1, per_page: 2 });
    expect(body.items[0]).toEqual({
      id: expect.any(Number),
      changed_at: expect.any(Number),
      actor: 'admin',
      remote_address: '127.0.0.1',
      via: 'rest',
      request: expect.any(String),
      type: 'tenants',
      name: 'listed',
      action: 'update',
      fields: ['description'],
    });
    const rest = await list({ type: 'roles,tenants', name: 'listed', per_page: '2', page: '2' });
    expect(rest.body.items).toMatchObject([{ action: 'create' }]);
    expect((await list({ actor: 'jdoe' })).body.total).toBe(0);
    expect((await list({ name: 'listed', action: 'create' })).body.total).toBe(1);
    expect((await list({ name: 'listed', action: 'create,update' })).body.total).toBe(3);
    expect((await list({ search: 'LIST admin', type: 'tenants' })).body.total).toBe(3);
    expect((await list({ search: 'list nobody' })).body.total).toBe(0);
    const refused = await list({ action: 'burn' });
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining('expected any of create, update, delete'),
    ]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await list({ name: 'listed', from: today, to: today })).body.total).toBe(3);
    expect((await list({ to: '1000' })).body.total).toBe(0);
  });

  it('shows a change without its secrets', async () => {
    const { id } = (await list({ type: 'internalusers', name: 'jdoe' })).body.items[0];
    const { status, body, text } = await admin.get(`${HISTORY}/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, action: 'create', is_latest: true });
    expect(body.current_version).toEqual(expect.any(String));
    expect(body.before).toBeUndefined();
    expect(body.diff[0]).toMatchObject({ op: 'add', path: '/jdoe' });
    expect(text).not.toContain('$argon2');
  });

  it('reverts a change, and returns 409 if the entity changed since', async () => {
    for (const description of ['first', 'second', 'third']) await save('reverted', description);
    const { items } = (await list({ name: 'reverted' })).body;
    const [third, second] = items;
    const { status, body } = await admin.post(`${HISTORY}/${third.id}/revert`);
    expect([status, body.message]).toEqual([200, "'reverted' updated."]);
    expect(await described('reverted')).toBe('second');
    const [latest] = (await list({ name: 'reverted' })).body.items;
    expect(latest).toMatchObject({ via: 'revert', reverts: third.id });

    const stale = await admin.post(`${HISTORY}/${second.id}/revert`, {});
    expect([stale.status, stale.body.message]).toEqual([
      409,
      expect.stringContaining("'reverted' has been changed since."),
    ]);
    const { current_version: version } = (await admin.get(`${HISTORY}/${second.id}`)).body;
    expect(stale.headers.get('etag')).toBe(version);
    const confirmed = await admin.post(`${HISTORY}/${second.id}/revert`, { version });
    expect(confirmed.status).toBe(200);
    expect(await described('reverted')).toBe('first');
  });

  it('tells who gains and who loses by a revert of several changes', async () => {
    const config = '/api/v1/configuration';
    await admin.post(`${config}/roles/clerks`, { cluster_permissions: ['cluster_monitor'] });
    await admin.post(`${config}/rolesmapping/clerks`, { users: ['jdoe'] });
    await admin.post(`${config}/rolesmapping/clerks`, { users: [] });
    await admin.post(`${config}/rolesmapping/clerks`, { users: ['jdoe', 'nobody'] });
    const [again, , created] = (await list({ type: 'rolesmapping', name: 'clerks' })).body.items;
    const impact = async (...ids: number[]) =>
      (await admin.post('/api/v1/access/impact', { reverts: ids })).body;
    const loses = { total: 1, people: [{ name: 'jdoe', roles: ['clerks'] }] };
    expect(await impact(again.id)).toMatchObject({ gains: { total: 0 }, loses });
    // Together, they restore the state before the earliest one.
    expect(await impact(created.id, again.id)).toMatchObject({ gains: { total: 0 }, loses });
    expect((await admin.post('/api/v1/access/impact', { reverts: [999_999] })).status).toBe(404);
    expect((await admin.post('/api/v1/access/impact', { reverts: [] })).status).toBe(400);
    const jdoe = await server.loggedIn('jdoe', PASSWORD);
    expect((await jdoe.post('/api/v1/access/impact', { reverts: [again.id] })).status).toBe(403);
  });

  it('restores a deleted entity, with version null', async () => {
    await save('deleted', 'kept');
    await admin.delete('/api/v1/configuration/tenants/deleted');
    const [deletion] = (await list({ name: 'deleted' })).body.items;
    const { status } = await admin.post(`${HISTORY}/${deletion.id}/revert`, { version: null });
    expect(status).toBeLessThan(300);
    expect(await described('deleted')).toBe('kept');
  });

  it('requires confirmation for a revert that removes access', async () => {
    const user = { password: PASSWORD, opendistro_security_roles: ['all_access'] };
    const path = '/api/v1/configuration/internalusers/second_admin';
    await admin.post(path, { password: PASSWORD });
    await admin.post(path, user);
    const second = await server.loggedIn('second_admin', PASSWORD);
    const [grant] = (await list({ name: 'second_admin' })).body.items;
    const refused = await second.post(`${HISTORY}/${grant.id}/revert`, {});
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('your own access to the security API'),
    ]);
    expect(refused.body.attributes).toEqual({
      code: 'security.locks_out',
      params: { message: refused.body.message },
      lockout: { own: true, last: false, users: ['second_admin'], more: false },
    });
    const done = await second.post(`${HISTORY}/${grant.id}/revert?confirm_lockout=true`);
    expect(done.status).toBe(200);
    expect((await second.get(HISTORY)).status).toBeGreaterThanOrEqual(401);
  });

  it.each([
    ['?type=roles,users', '[request query.type]: expected any of roles, rolesmapping,'],
    ['?from=x', '[request query.from]: expected a date'],
    ['?per_page=501', '[request query.per_page]: Value must be equal to or lower than [500].'],
    ['?other=1', '[request query.other]: definition for this key is missing'],
    ['/x', '[request params.id]: expected value of type [integer] but got [string]'],
    ['/0', '[request params.id]: Value must be equal to or greater than [1].'],
  ])('rejects GET %s', async (suffix, message) => {
    const { status, body } = await admin.get(HISTORY + suffix);
    expect([status, body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([[{ version: 7 }], [{ confirm_lockout: 'yes' }], [{ other: 1 }], [[]]])(
    'rejects a revert with %j',
    async (body) => {
      const response = await admin.post(`${HISTORY}/1/revert`, body);
      expect([response.status, response.body.message]).toEqual([
        400,
        expect.stringMatching(/^\[request body/),
      ]);
    }
  );

  it('returns 404 for an unknown change and rejects unauthenticated requests', async () => {
    for (const { status, body } of [
      await admin.get(`${HISTORY}/999999`),
      await admin.post(`${HISTORY}/999999/revert`),
    ])
      expect([status, body.message]).toEqual([404, "change '999999' not found."]);
    const jdoe = await server.loggedIn('jdoe', PASSWORD);
    for (const [client, status] of [
      [server.client(), 401],
      [jdoe, 403],
    ] as const) {
      expect((await client.get(HISTORY)).status).toBe(status);
      expect((await client.get(`${HISTORY}/1`)).status).toBe(status);
      expect((await client.post(`${HISTORY}/1/revert`)).status).toBe(status);
    }
    const withoutHeader = { headers: { 'kbn-xsrf': '' } };
    const { status } = await admin.post(`${HISTORY}/1/revert`, {}, withoutHeader);
    expect(status).toBe(400);
  });
});

describe('change history with engine errors', () => {
  it('passes the error on', async () => {
    const server = await startSecurityServer({
      settings: { disabledEndpoints: { all_access: { ROLES: ['GET'] } } },
    });
    const admin = await server.admin();
    const refused = await admin.get(`${HISTORY}?type=roles`);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('endpoint ROLES and method GET'),
    ]);
    expect((await admin.get(HISTORY)).status).toBe(200);
  });

  it('returns 501 for an engine without history', async () => {
    const server = await startSecurityServer({ wrapBackend: withoutFeatures('history') });
    const admin = await server.admin();
    for (const { status, body } of [
      await admin.get(HISTORY),
      await admin.get(`${HISTORY}/1`),
      await admin.post(`${HISTORY}/1/revert`),
    ])
      expect([status, body.message, body.attributes]).toEqual([
        501,
        'The security backend in use keeps no history of changes.',
        {
          code: 'security.feature_unsupported',
          params: { feature: 'history' },
          feature: 'history',
        },
      ]);
  });
});
