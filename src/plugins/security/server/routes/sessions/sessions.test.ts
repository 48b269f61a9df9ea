import {
  addUser,
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { HttpClient } from '../../../../../../test/helpers/http_client';

jest.setTimeout(60_000);
const OWN = '/api/v1/account/sessions';
const ALL = '/api/v1/sessions';
const PASSWORD = 'Sessions-of-people-9';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const basic = (name: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

describe('sessions', () => {
  let server: SecurityServer;
  beforeAll(async () => {
    server = await startSecurityServer({
      config: { auth: { anonymous_auth_enabled: true } },
      settings: {
        apiRoles: ['all_access', 'helpdesk'],
        disabledEndpoints: { helpdesk: { INTERNALUSERS: ['PATCH'] } },
      },
    });
    for (const name of ['jdoe', 'jane', 'leaver', 'desk', 'nameless'])
      await addUser(server, name, PASSWORD);
    await put(server, 'roles/helpdesk', { cluster_permissions: [] });
    await put(server, 'rolesmapping/helpdesk', { users: ['desk'] });
    await put(server, 'rolesmapping/kibana_user', {
      users: ['jdoe', 'jane', 'leaver'],
      backend_roles: ['opendistro_security_anonymous_backendrole'],
    });
  });

  const isOpen = async (client: HttpClient) =>
    (await client.get('/api/test/whoami')).status === 200;

  it('are shown to their owner with device, address and login method', async () => {
    const first = new HttpClient(server.url);
    const body = { username: 'jdoe', password: PASSWORD };
    await first.post('/auth/login', body, { headers: { 'user-agent': FIREFOX } });
    const second = await server.loggedIn('jdoe', PASSWORD);
    const { status, body: list } = await second.get(`${OWN}?per_page=10`);
    expect([status, list.total]).toEqual([200, 2]);
    const [newest, oldest] = list.items;
    expect([newest.is_current, oldest.is_current]).toEqual([true, false]);
    expect(oldest).toMatchObject({
      remote_address: '127.0.0.1',
      method: 'basicauth',
      browser: 'Firefox 128',
      system: 'Linux',
    });
    expect(oldest.expires_at).toBeGreaterThan(oldest.created_at);
    expect(oldest.used_at).toBeGreaterThanOrEqual(oldest.created_at);
    // The cookie contains no credential that opens a session.
    const cookie = `security_authentication=${oldest.id}`;
    const forged = await new HttpClient(server.url).get('/api/test/whoami', {
      headers: { cookie },
    });
    expect(forged.status).toBe(401);
    const page = await second.get(`${OWN}?per_page=1&page=2`);
    expect(page.body.items.map(({ id }: { id: string }) => id)).toEqual([oldest.id]);
  });

  // @asvs V3.3.4/1
  it('are ended by their owner, one or all others, and never by another user', async () => {
    const [mine, phone, tablet] = [
      await server.loggedIn('jane', PASSWORD),
      await server.loggedIn('jane', PASSWORD),
      await server.loggedIn('jane', PASSWORD),
    ];
    const otherUser = await server.loggedIn('jdoe', PASSWORD);
    const phones = (await phone.get(OWN)).body.items.find(
      (item: { is_current: boolean }) => item.is_current
    ).id;
    expect((await otherUser.delete(`${OWN}/${phones}`)).status).toBe(404);
    expect(await isOpen(phone)).toBe(true);
    expect((await mine.delete(`${OWN}/${phones}`)).status).toBe(200);
    expect(await isOpen(phone)).toBe(false);
    expect((await mine.delete(OWN)).body).toEqual({ ended: 1 });
    expect([await isOpen(mine), await isOpen(tablet), await isOpen(otherUser)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('are ended by administrators, and the audit log records it', async () => {
    const admin = await server.admin();
    const sessions = [
      await server.loggedIn('leaver', PASSWORD),
      await server.loggedIn('leaver', PASSWORD),
    ];
    const { body } = await admin.get(`${ALL}/leaver`);
    expect([body.total, body.items[0].is_current]).toEqual([2, false]);
    expect((await admin.delete(`${ALL}/leaver/${body.items[0].id}`)).status).toBe(200);
    const open = await Promise.all(sessions.map(isOpen));
    expect(open.filter(Boolean)).toHaveLength(1);
    // The session belongs to another user.
    expect((await admin.delete(`${ALL}/jane/${body.items[1].id}`)).status).toBe(404);
    expect((await admin.delete(`${ALL}/leaver`)).body).toEqual({ ended: 1 });
    expect(await Promise.all(sessions.map(isOpen))).toEqual([false, false]);
    const { body: audit } = await admin.get('/api/v1/audit/events?categories=SESSIONS_ENDED');
    expect(audit.events.slice(0, 2)).toMatchObject([
      { audit_request_effective_user: 'admin', audit_rest_request_path: `${ALL}/leaver` },
      { audit_rest_request_path: `${ALL}/leaver/${body.items[0].id}` },
    ]);
  });

  it('leave the last login until the user is deleted', async () => {
    const admin = await server.admin();
    const lastLogin = async () => (await admin.get(`${ALL}/former`)).body.last_sign_in;
    await addUser(server, 'former', PASSWORD);
    expect(await lastLogin()).toBeNull();
    const client = await server.loggedIn('former', PASSWORD);
    await client.post('/auth/logout', {});
    expect(await lastLogin()).toMatchObject({ remote_address: '127.0.0.1', method: 'basicauth' });
    const path = '/api/v1/configuration/internalusers/former';
    expect((await admin.delete(path)).status).toBe(200);
    expect((await admin.post(path, { password: PASSWORD })).status).toBe(200);
    expect(await lastLogin()).toBeNull();
  });

  it('show the last logins of several users', async () => {
    const admin = await server.admin();
    const beforeMs = Date.now();
    await server.loggedIn('jdoe', PASSWORD);
    const names = ['jdoe', 'nowhere', '__proto__'];
    const { status, body } = await admin.post(ALL, { names });
    expect([status, Object.keys(body.last_logins)]).toEqual([200, ['jdoe']]);
    expect(body.last_logins.jdoe).toBeGreaterThanOrEqual(beforeMs);
    const user = await server.loggedIn('jdoe', PASSWORD);
    expect((await user.post(ALL, { names })).status).toBe(403);
    expect((await admin.post(ALL, { names: Array(101).fill('x') })).status).toBe(400);
  });

  it('of other users are listed with read permission for users and ended with write permission', async () => {
    const jdoe = await server.loggedIn('jdoe', PASSWORD);
    const desk = await server.loggedIn('desk', PASSWORD);
    const list = await desk.get(`${ALL}/jdoe`);
    expect(list.status).toBe(200);
    for (const [client, path] of [
      [jdoe, `${ALL}/jane`],
      [desk, `${ALL}/jdoe`],
      [desk, `${ALL}/jdoe/${list.body.items[0].id}`],
    ] as const)
      expect((await client.delete(path)).status).toBe(403);
    expect((await jdoe.get(`${ALL}/jane`)).status).toBe(403);
    expect(await isOpen(jdoe)).toBe(true);
    for (const method of ['GET', 'DELETE'])
      expect((await server.client().request(method, `${ALL}/jdoe`)).status).toBe(401);
  });

  it("are listed and ended with a script's own credentials, with none marked as current", async () => {
    await server.loggedIn('nameless', PASSWORD);
    const headers = basic('nameless', PASSWORD);
    const { body } = await server.client().get(OWN, { headers });
    expect(body.items.map((item: { is_current: boolean }) => item.is_current)).toEqual([false]);
    expect((await server.client().delete(OWN, { headers })).body).toEqual({ ended: 1 });
  });

  it('have no remaining lifetime without a cookie', async () => {
    const headers = basic('jdoe', PASSWORD);
    const script = await server.client().get('/api/v1/account/session', { headers });
    expect(script.body).toEqual({ remaining_ms: null, is_extendable: false });
  });

  it('of anonymous visitors cannot be listed or ended', async () => {
    const config = await server.engine.request(
      { kind: 'internal' },
      { method: 'GET', path: '/_plugins/_security/api/securityconfig' }
    );
    const dynamic = (config.body as any).config.dynamic;
    dynamic.http.anonymous_auth_enabled = true;
    await server.engine.request(
      { kind: 'internal' },
      { method: 'PUT', path: '/_plugins/_security/api/securityconfig/config', body: { dynamic } }
    );
    const visitor = server.client();
    await visitor.get('/auth/anonymous', { headers: { 'sec-fetch-site': 'none' } });
    expect(await isOpen(visitor)).toBe(true);
    expect((await visitor.get(OWN)).status).toBe(403);
    expect((await visitor.delete(OWN)).status).toBe(403);
    expect(await isOpen(visitor)).toBe(true);
  });

  it.each([`${OWN}?per_page=101`, `${OWN}?page=101`, `${OWN}?page=0`, `${OWN}?offset=1`])(
    'reject %s',
    async (path) => {
      expect((await (await server.admin()).get(path)).status).toBe(400);
    }
  );
});

it('session state returns the remaining lifetime, and requests by the user extend it', async () => {
  const STATE = '/api/v1/account/session';
  const realNow = Date.now;
  let shiftMs = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => realNow() + shiftMs);
  const server = await startSecurityServer();
  const client = await server.admin();
  shiftMs = 50 * 60_000;
  const { body } = await client.get(STATE, { headers: { 'kbn-system-request': 'true' } });
  expect(body.is_extendable).toBe(true);
  expect(body.remaining_ms).toBeGreaterThan(9 * 60_000);
  expect(body.remaining_ms).toBeLessThanOrEqual(10 * 60_000);
  expect((await client.get(STATE)).body.remaining_ms).toBeGreaterThan(59 * 60_000);
});
