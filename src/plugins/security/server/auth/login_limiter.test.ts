import { request as httpRequest } from 'node:http';
import { LOGIN_LIMITS } from '@sd/core/common';
import { randomBytes } from 'node:crypto';
import {
  addUser,
  startSecurityServer,
  ADMIN,
  put,
  type SecurityServer,
} from '../../../../../test/helpers/security_server';
import { LoginLimiter } from './login_limiter';
import { configure, domain, PASSWORDS } from '../../../../backend/testing/domains';

jest.setTimeout(60_000);

/** A limiter whose clock advances only on waits and on request. */
function limiter(failuresPerMinute = 3) {
  let nowMs = 0;
  const waits: number[] = [];
  const subject = new LoginLimiter({
    failuresPerMinute,
    now: () => nowMs,
    wait: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  const attempt = async (remoteAddress: string, userName: string | undefined, isRight: boolean) => {
    const outcome = await subject.run(
      { remoteAddress, userName },
      async () => isRight,
      (result) => !result
    );
    return 'limited' in outcome ? outcome.limited : outcome.result;
  };
  return { subject, attempt, waits, pass: (ms: number) => (nowMs += ms) };
}
const limited = expect.objectContaining({ retryAfterSeconds: expect.any(Number) });

describe('failures of one address', () => {
  it('are limited per minute across user names without affecting other addresses', async () => {
    const { attempt, pass } = limiter();
    for (const name of ['a', 'b', undefined])
      expect(await attempt('10.0.0.1', name, false)).toBe(false);
    expect(await attempt('10.0.0.1', 'd', true)).toEqual({
      message: 'Too many failed logins from this address (limit: 3 per minute).',
      retryAfterSeconds: 60,
    });
    expect(await attempt('10.0.0.2', 'd', true)).toBe(true);
    pass(60_000);
    expect(await attempt('10.0.0.1', 'd', true)).toBe(true);
  });

  it('do not limit successful logins', async () => {
    const { attempt } = limiter();
    for (let i = 0; i < 20; i++) expect(await attempt('10.0.0.1', `user${i}`, true)).toBe(true);
  });

  it('do not block clients known at that address, whose failures count separately', async () => {
    const { attempt } = limiter();
    expect(await attempt('10.0.0.1', 'anna', true)).toBe(true);
    for (let i = 0; i < 3; i++) await attempt('10.0.0.1', `guess${i}`, false);
    expect(await attempt('10.0.0.1', 'ben', true)).toEqual(limited);
    expect(await attempt('10.0.0.1', 'anna', true)).toBe(true);
  });

  it('cannot be bypassed with parallel guesses', async () => {
    const { subject } = limiter();
    let finish!: () => void;
    const gate = new Promise<void>((resolve) => (finish = resolve));
    let guesses = 0;
    const all = Array.from({ length: 50 }, (_, i) =>
      subject.run(
        { remoteAddress: '10.0.0.1', userName: `u${i}` },
        async () => {
          guesses++;
          await gate;
          return false;
        },
        (result) => !result
      )
    );
    finish();
    const refused = (await Promise.all(all)).filter((outcome) => 'limited' in outcome);
    expect([guesses, refused.length]).toEqual([3, 47]);
  });

  it('do not lift the limit of concurrent attempts when unlimited', async () => {
    const { subject } = limiter(0);
    const never = new Promise<boolean>(() => undefined);
    const start = (userName: string) =>
      subject.run({ remoteAddress: '10.0.0.1', userName }, () => never, Boolean);
    for (let i = 0; i < LOGIN_LIMITS.attemptsUnderWay; i++) void start(`u${i}`);
    expect(await start('next')).toEqual({
      limited: {
        message: 'Too many logins from this address at the same time (limit: 256).',
        retryAfterSeconds: 1,
      },
    });
  });
});

describe('failures of one user name', () => {
  const attack = async (attempt: ReturnType<typeof limiter>['attempt']) => {
    for (let i = 0; i < LOGIN_LIMITS.failuresOfName; i++)
      await attempt(`10.1.${i}.1`, 'anna', false);
  };

  it('slow down unknown clients everywhere without blocking, and never known clients', async () => {
    const { attempt, waits } = limiter();
    await attempt('10.0.0.1', 'anna', true);
    await attack(attempt);
    expect(waits).toEqual([]);
    expect(await attempt('10.2.0.1', 'anna', false)).toBe(false);
    expect(await attempt('10.2.0.2', 'anna', true)).toBe(true);
    expect(waits).toEqual([250, 250]);
    expect(await attempt('10.0.0.1', 'anna', true)).toBe(true);
    expect(await attempt('10.2.0.2', 'anna', true)).toBe(true);
    expect(await attempt('10.2.0.3', 'ben', true)).toBe(true);
    expect(waits).toHaveLength(2);
  });

  it('expire after a while', async () => {
    const { attempt, waits, pass } = limiter();
    await attack(attempt);
    pass(LOGIN_LIMITS.failuresOfNameMs);
    expect(await attempt('10.2.0.1', 'anna', true)).toBe(true);
    expect(waits).toEqual([]);
  });

  it('limit the number of delayed attempts and allow one per address', async () => {
    const waiting: Array<() => void> = [];
    const subject = new LoginLimiter({
      failuresPerMinute: 0,
      now: () => 0,
      wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    });
    const attempt = (remoteAddress: string) =>
      subject.run(
        { remoteAddress, userName: 'anna' },
        async () => false,
        (result) => !result
      );
    for (let i = 0; i < LOGIN_LIMITS.failuresOfName; i++) await attempt(`10.1.${i}.1`);
    const slowed = Array.from({ length: LOGIN_LIMITS.slowedWaiting }, (_, i) =>
      attempt(`10.2.${i}.1`)
    );
    expect(await attempt('10.2.0.1')).toEqual({ limited });
    expect(await attempt('10.3.0.1')).toEqual({ limited });
    waiting.forEach((resolve) => resolve());
    expect(await Promise.all(slowed)).toEqual(slowed.map(() => ({ result: false })));
    const [next] = [attempt('10.3.0.1'), waiting.at(-1)?.()];
    waiting.forEach((resolve) => resolve());
    expect(await next).toEqual({ result: false });
  });
});

describe('login limits over HTTP', () => {
  const PASSWORD = 'Jane-doe-secret-7';
  const basic = (name: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
  });
  const statusFrom = (
    url: string,
    localAddress: string,
    path: string,
    headers: Record<string, string>
  ): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      httpRequest(new URL(path, url), { localAddress, headers, agent: false }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      })
        .on('error', reject)
        .end();
    });

  it('count all login methods together: login page, routes and entry point', async () => {
    const server = await startSecurityServer({ config: { auth: { max_logins_per_minute: 4 } } });
    await addUser(server, 'jdoe', PASSWORD);
    const { url } = server;
    const entryPoint = '/_plugins/_security/authinfo';
    const attacker = '127.0.0.2';
    const tries = [
      await statusFrom(url, attacker, '/api/test/whoami', basic('a', 'x')),
      await statusFrom(url, attacker, entryPoint, basic('b', 'x')),
      await statusFrom(url, attacker, '/api/test/whoami', basic('c', 'x')),
      await statusFrom(url, attacker, entryPoint, { authorization: 'ApiKey sdk_guess' }),
      await statusFrom(url, attacker, entryPoint, basic('e', 'x')),
      await statusFrom(url, attacker, '/api/test/whoami', basic('jdoe', PASSWORD)),
    ];
    const bystander = await statusFrom(url, '127.0.0.1', entryPoint, basic('jdoe', PASSWORD));
    await server.stop();
    expect(tries).toEqual([401, 401, 401, 401, 429, 429]);
    expect(bystander).toBe(200);
  });

  it.each([
    ['a client beside the proxy', '127.0.0.2', (at: number) => `10.0.0.${at}`],
    ['a client of the proxy', '127.0.0.9', (at: number) => `10.0.0.${at}, 192.0.2.7`],
  ])('count %s once, whatever addresses it invents', async (_who, address, forwarded) => {
    const server = await startSecurityServer({
      config: { auth: { max_logins_per_minute: 2 } },
      server: { trustedProxies: ['127.0.0.9'] },
    });
    const statuses: Array<number | undefined> = [];
    for (const at of [1, 2, 3]) {
      const headers = { ...basic(`guess${at}`, 'x'), 'x-forwarded-for': forwarded(at) };
      statuses.push(await statusFrom(server.url, address, '/api/test/whoami', headers));
    }
    await server.stop();
    expect(statuses).toEqual([401, 401, 429]);
  });

  it('count wrong current passwords of account changes on the route and the entry point', async () => {
    const server = await startSecurityServer({ config: { auth: { max_logins_per_minute: 2 } } });
    await addUser(server, 'jdoe', PASSWORD);
    const client = await server.loggedIn('jdoe', PASSWORD);
    // Known at this address, so only the engine counts it. From elsewhere it counts as an unknown
    // client's guess.
    const guess = { password: 'Another-secret-8', current_password: 'wrong' };
    const guessAt = (method: string, path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = {
          cookie: client.cookieHeader(),
          'content-type': 'application/json',
          'osd-xsrf': 'true',
        };
        httpRequest(
          new URL(path, server.url),
          { method, localAddress: '127.0.0.2', agent: false, headers },
          (response) => response.resume().on('end', () => resolve(response.statusCode))
        )
          .on('error', reject)
          .end(JSON.stringify(guess));
      });
    const byRoute = () => guessAt('POST', '/api/v1/configuration/account');
    const byEntryPoint = () => guessAt('PUT', '/_plugins/_security/api/account');
    const statuses = [await byRoute(), await byEntryPoint(), await byEntryPoint(), await byRoute()];
    await server.stop();
    expect(statuses).toEqual([400, 400, 429, 429]);
  });
});

describe('counts of failed logins', () => {
  let server: SecurityServer;

  const counts: string[] = [];

  const counted = async (act: () => Promise<unknown>): Promise<string[]> => {
    counts.length = 0;
    await act();
    return [...counts];
  };

  const basic = (userName: string, password: string) => ({
    authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`,
  });

  const PROXY = { user_header: 'x-proxy-user', roles_header: 'x-proxy-roles' };

  const PASSWORD = 'Vintage-Tractor-42';

  beforeAll(async () => {
    server = await startSecurityServer({
      config: {
        auth: { type: ['basicauth', 'proxy', 'jwt'], anonymous_auth_enabled: true },
        proxycache: PROXY,
      },
      server: { trustedProxies: ['127.0.0.1'] },
      countLogin: (method, outcome) => void counts.push(`${method} ${outcome}`),
    });
    await addUser(server, 'jane', PASSWORD);
    await put(server, 'rolesmapping/kibana_user', {
      users: ['jane'],
      backend_roles: ['staff', 'opendistro_security_anonymous_backendrole'],
    });
    await configure(server.engine, {
      authc: {
        tokens: domain('jwt', { signing_key: randomBytes(64).toString('base64') }),
        proxy: domain('proxy', PROXY, { order: 1 }),
        basic: PASSWORDS,
      },
      http: {
        anonymous_auth_enabled: true,
        xff: { enabled: true, internalProxies: '127\\.0\\.0\\.1' },
      },
    });
  });

  it('counts a login with the form once, when its session is opened', async () => {
    const client = server.client();
    expect(await counted(() => client.login(ADMIN.username, ADMIN.password))).toEqual([
      'basicauth success',
    ]);
    expect(await counted(() => client.get('/api/test/whoami'))).toEqual([]);
    expect(await counted(() => server.client().login('jane', 'wrong'))).toEqual([
      'basicauth invalid',
    ]);
  });

  // @asvs V7.3/7
  it('counts calls with a name and password only when they fail', async () => {
    const call = (password: string) =>
      server.client().request('GET', '/api/test/whoami', { headers: basic('jane', password) });
    expect(await counted(() => call(PASSWORD))).toEqual([]);
    expect(await counted(() => call('wrong'))).toEqual(['basicauth invalid']);
  });

  it.each([
    ['an API key', { authorization: 'ApiKey sdk_no' }, 'apikey invalid'],
    ['a token', { authorization: 'Bearer a.b.c' }, 'jwt invalid'],
  ])('counts a call with %s that does not hold', async (_what, headers, count) => {
    const call = () => server.client().request('GET', '/api/test/whoami', { headers });
    expect(await counted(call)).toEqual([count]);
  });

  // @feature metrics/1
  it('counts sessions that open without the form by their method', async () => {
    const said = {
      'x-forwarded-for': '192.0.2.7',
      'x-proxy-user': 'john',
      'x-proxy-roles': 'staff',
    };
    const client = server.client();
    expect(await counted(() => client.get('/app/test', { headers: said }))).toEqual([
      'proxy success',
    ]);
    expect(await counted(() => client.get('/api/test/whoami', { headers: said }))).toEqual([]);
    const headers = { 'sec-fetch-site': 'none' };
    const visit = () => server.client().get('/auth/anonymous', { headers });
    expect(await counted(visit)).toEqual(['anonymous success']);
  });
});
