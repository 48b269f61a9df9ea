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
