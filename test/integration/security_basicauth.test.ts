/**
 * Contract of the login (docs/reference/security-app.md#configuration-routes), against the built
 * server.
 */
import { ADMIN, startServer, type TestServer } from '../helpers/server';

jest.setTimeout(60_000);
const AUTH_INFO = '/api/v1/auth/authinfo';
const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

describe('basicauth', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.stop());

  it('shows the login page to visitors', async () => {
    const { status, headers } = await server
      .client()
      .get('/app/login', { headers: { accept: 'text/html' } });
    expect([status, headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
  });

  it('identifies users by the header or the session, and returns 401 without either', async () => {
    const header = await server
      .client()
      .get(AUTH_INFO, { headers: { authorization: basic(ADMIN.username, ADMIN.password) } });
    expect([header.status, header.body.user_name]).toEqual([200, 'admin']);
    expect((await (await server.adminClient()).get(AUTH_INFO)).status).toBe(200);
    expect((await server.client().get(AUTH_INFO)).status).toBe(401);
  });

  it('logs in with a cookie, rejects a wrong password, and ends the session at logout', async () => {
    const client = server.client();
    const response = await client.login(ADMIN.username, ADMIN.password);
    expect(response.status).toBe(200);
    expect(
      response.headers.getSetCookie().find((line) => line.startsWith('security_authentication='))
    ).toMatch(/HttpOnly/);
    expect((await server.client().login(ADMIN.username, 'wrong')).status).toBe(401);
    const cookie = client.cookieHeader();
    expect((await client.post('/auth/logout')).status).toBe(200);
    expect(client.cookieHeader()).toBe('');
    expect((await server.client().get(AUTH_INFO, { headers: { cookie } })).status).toBe(401);
  });

  it('hides the status API from visitors', async () => {
    expect((await server.client().get('/api/status')).status).toBe(401);
    expect((await (await server.adminClient()).get('/api/status')).status).toBe(200);
  });

  it('redirects visitors of pages to the login page and back', async () => {
    const { status, headers } = await server
      .client()
      .get('/app/home', { headers: { accept: 'text/html' } });
    expect([status, headers.get('location')]).toEqual([302, '/app/login?nextUrl=%2Fapp%2Fhome']);
  });

  it("keeps secrets out of the server's output", async () => {
    const client = await server.adminClient();
    await server
      .client()
      .get(AUTH_INFO, { headers: { authorization: basic(ADMIN.username, ADMIN.password) } });
    expect(server.output()).not.toContain(ADMIN.password);
    expect(server.output()).not.toContain(
      client.cookieHeader().split('security_authentication=')[1]
    );
    expect(server.output()).not.toContain(basic(ADMIN.username, ADMIN.password).slice(6));
  });
});

describe('sessions', () => {
  it('survive kill -9 and a restart', async () => {
    const first = await startServer();
    const client = await first.adminClient();
    const cookie = client.cookieHeader();
    const gone = await first.adminClient();
    const goneCookie = gone.cookieHeader();
    await gone.post('/auth/logout');
    await first.kill();
    const second = await startServer({ dataDir: first.dataDir });
    const again = await second.client().get(AUTH_INFO, { headers: { cookie } });
    const ended = await second.client().get(AUTH_INFO, { headers: { cookie: goneCookie } });
    await second.stop();
    expect([again.status, again.body.user_name, ended.status]).toEqual([200, 'admin', 401]);
  });
});

describe('configuration', () => {
  it('stops the start with one line for an unknown authentication type', async () => {
    await expect(
      startServer({ args: ['--opensearch_security.auth.type=kerberos'] })
    ).rejects.toThrow(
      /opensearch_security\.auth\.type: the authentication type "kerberos" is not available yet/
    );
  });
});
