/** Tests of multi-step logins and expiring credentials, with a login method made for them. */
import {
  ADMIN,
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { loggingInBy } from '../../../../../backend/testing/altered';
import type { Principal, LoginStep } from '@sd/core/server';
import { waitForCondition } from '../../../../../../test/helpers/wait_for';

jest.setTimeout(60_000);

const USER = { username: 'jdoe', password: 'Jane-doe-secret-7' };
const INVALID: LoginStep = { kind: 'concluded', result: { ok: false, reason: 'invalid' } };

/** Login method that asks for a code after the password and issues single-use refresh tokens. */
class CodeAndToken {
  authenticated: Principal | undefined;
  /** Another authenticated user. */
  other: Principal | undefined;
  issued = 0;
  refreshes: string[] = [];
  /** Lifetime of a token. Tokens with more than a minute left are not refreshed. */
  lifeMs = 3_600_000;
  /** Result of the next refresh. */
  next: 'same' | 'new' | 'ended' | 'another' | 'down' = 'same';

  async complete(state: string, fields: Readonly<Record<string, string>>) {
    if (state !== 'secret state' || fields['code'] !== '123456' || !this.authenticated)
      return INVALID;
    const principal = this.withToken(this.authenticated);
    return { kind: 'concluded', result: { ok: true, principal } } as const;
  }

  async refresh(principal: Principal): Promise<Principal | undefined> {
    if (this.next === 'same') return principal;
    this.refreshes.push(principal.headers?.['authorization'] ?? '');
    if (this.next === 'down') throw new Error('connect ECONNREFUSED');
    if (this.next === 'ended') return undefined;
    if (this.next === 'another') return this.other;
    await new Promise((resolve) => setImmediate(resolve));
    this.next = 'same';
    return this.withToken(principal);
  }

  private withToken(principal: Principal): Principal {
    const headers = { authorization: `Bearer token-${++this.issued}` };
    return { ...principal, headers, expiresAtMs: Date.now() + this.lifeMs };
  }
}

describe('login with two steps', () => {
  let server: SecurityServer;
  let method: CodeAndToken;
  beforeEach(async () => {
    method = new CodeAndToken();
    server = await startSecurityServer({
      config: { auth: { forbidden_usernames: ['robot'], max_logins_per_minute: 4 } },
      wrapBackend: (backend) =>
        loggingInBy(backend, {
          method: (own) => ({
            begin: async (input) => {
              const step = await own.begin(input);
              const { kind } = step;
              if (kind !== 'concluded' || !step.result.ok) return step;
              if (input.fields['username'] === ADMIN.username) {
                method.other = step.result.principal;
                return step;
              }
              method.authenticated = step.result.principal;
              return { kind: 'challenge', state: 'secret state', fields: ['code'] };
            },
            complete: (state, { fields }) => method.complete(state, fields),
            refresh: (principal) => method.refresh(principal),
          }),
        }),
    });
    await addUser(server, 'jdoe', USER.password);
    await addUser(server, 'robot', USER.password);
  });
  afterEach(() => server.stop());

  interface StepBody {
    readonly attributes: { readonly round: { readonly id: string; readonly fields: string[] } };
  }
  const begun = async (client = server.client()) => {
    const response = await client.login(USER.username, USER.password);
    return { client, response, id: (response.body as StepBody).attributes.round.id };
  };
  const complete = (client: ReturnType<SecurityServer['client']>, id: string, code = '123456') =>
    client.post('/auth/login/round', { id, fields: { code } });
  const whoami = async (client: ReturnType<SecurityServer['client']>) =>
    (await client.get('/api/test/whoami')).status;

  it('asks for the missing code and opens a session only after the last step', async () => {
    const { client, response, id } = await begun();
    expect(response).toMatchObject({
      status: 401,
      body: { attributes: { code: 'security.further_round', round: { fields: ['code'] } } },
    });
    expect(response.text).not.toContain('secret state');
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(await whoami(client)).toBe(401);
    const posing = { headers: { cookie: `security_authentication=${id}` } };
    expect((await client.get('/api/test/whoami', posing)).status).toBe(401);
    const done = await complete(client, id);
    expect([done.status, (done.body as { username: string }).username]).toEqual([200, 'jdoe']);
    expect(await whoami(client)).toBe(200);
  });

  it('accepts each step once, and counts failures', async () => {
    const first = await begun();
    expect((await complete(first.client, first.id, '000000')).status).toBe(401);
    expect((await complete(first.client, first.id)).status).toBe(401);
    for (const id of ['x', 'x'.repeat(43)])
      expect((await complete(first.client, id)).status).toBe(401);
    expect((await server.client().login(USER.username, USER.password)).status).toBe(429);
  });

  it('returns the same error for a forbidden user name and a wrong password', async () => {
    const response = await server.client().login('robot', USER.password);
    expect(response.body).toMatchObject({ attributes: { code: 'security.invalid_credentials' } });
  });

  it('keeps a session whose id is sent as a step id', async () => {
    const client = await server.admin();
    const id = client.cookieHeader().split('=')[1] as string;
    expect((await complete(client, id)).status).toBe(401);
    expect(await whoami(client)).toBe(200);
  });

  describe('expiring credentials', () => {
    let client: ReturnType<SecurityServer['client']>;
    beforeEach(async () => {
      const step = await begun();
      client = step.client;
      method.lifeMs = 0;
      await complete(client, step.id);
    });

    it('are renewed once for concurrent requests and replaced', async () => {
      method.next = 'new';
      method.lifeMs = 30_000;
      const statuses = await Promise.all(Array.from({ length: 6 }, () => whoami(client)));
      expect(statuses).toEqual([200, 200, 200, 200, 200, 200]);
      method.next = 'new';
      expect(await whoami(client)).toBe(200);
      // In the background: the token is still valid for half a minute.
      await waitForCondition(() => method.refreshes.length === 2);
      expect(method.refreshes).toEqual(['Bearer token-1', 'Bearer token-2']);
    });

    it.each(['ended', 'another'] as const)(
      'end the session when the renewal results in: %s',
      async (next) => {
        const replayed = { headers: { cookie: client.cookieHeader() } };
        await server.admin();
        method.next = next;
        expect(await whoami(client)).toBe(401);
        method.next = 'same';
        expect((await client.get('/api/test/whoami', replayed)).status).toBe(401);
      }
    );

    it('keep the session while the provider is unavailable', async () => {
      method.next = 'down';
      expect(await whoami(client)).toBe(503);
      method.next = 'new';
      method.lifeMs = 30_000;
      expect(await whoami(client)).toBe(200);
    });
  });
});
