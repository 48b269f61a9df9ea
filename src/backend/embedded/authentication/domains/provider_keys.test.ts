/** Tokens of `openid` domains when the provider works, rotates its keys, lies, or is down. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { cleanUp, startEngine } from '../../../testing/embedded';
import { ask, configure, domain, PASSWORDS } from '../../../testing/domains';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { fetchFromProvider } from './provider_fetch';
import type { EmbeddedEngine } from '../../embedded_engine';

type Response = (request: IncomingMessage, response: ServerResponse) => void;

const CERTS = '/certs';
const DISCOVERY = '/.well-known/openid-configuration';

class Provider {
  readonly requests: string[] = [];
  private readonly responses = new Map<string, Response>();
  private readonly keys = new Map<string, KeyObject>();
  private readonly server: Server = createServer((request, response) => {
    const path = request.url ?? '';
    this.requests.push(path);
    const result = this.responses.get(path) ?? ((_, other) => other.writeHead(404).end());
    result(request, response);
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.respondJson(DISCOVERY, { jwks_uri: this.url(CERTS) });
    this.rotate('one');
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  respond(path: string, response: Response): void {
    this.responses.set(path, response);
  }

  respondJson(path: string, body: unknown): void {
    this.respond(path, (_, response) => response.end(JSON.stringify(body)));
  }

  /** Replaces all keys by a new one. */
  rotate(kid: string): void {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
    this.keys.set(kid, privateKey);
    this.respondJson(CERTS, {
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid, use: 'sig' }],
    });
  }

  token(kid: string, sub = 'jdoe'): Promise<string> {
    return new SignJWT({ sub })
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(this.keys.get(kid) as KeyObject);
  }

  count(path: string): number {
    return this.requests.filter((one) => one === path).length;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

let provider: Provider;
beforeEach(async () => {
  provider = new Provider();
  await provider.start();
});
afterEach(async () => {
  await cleanUp();
  await provider.stop();
});

let nowMs = Date.now();

async function engineWithDomain(
  config: Readonly<Record<string, unknown>> = {}
): Promise<EmbeddedEngine> {
  nowMs = Date.now();
  const { engine } = await startEngine({ now: () => nowMs });
  const openid = domain('openid', { openid_connect_url: provider.url(DISCOVERY), ...config });
  await configure(engine, { authc: { sso: openid, passwords: PASSWORDS } });
  return engine;
}

const outcome = async (engine: EmbeddedEngine, token: string): Promise<string> => {
  const result = await ask(engine, { authorization: `Bearer ${token}` });
  return result.ok ? result.principal.userName : result.reason;
};

it('fetches the keys once, and again after the provider has rotated them', async () => {
  const engine = await engineWithDomain();
  const first = await provider.token('one');
  expect(await outcome(engine, first)).toBe('jdoe');
  expect(await outcome(engine, first)).toBe('jdoe');
  expect([provider.count(DISCOVERY), provider.count(CERTS)]).toEqual([1, 1]);
  provider.rotate('two');
  nowMs += DOMAIN_LIMITS.providerPauseMs;
  expect(await outcome(engine, await provider.token('two'))).toBe('jdoe');
  expect(provider.count(CERTS)).toBe(2);
  // The removed key is no longer accepted.
  expect(await outcome(engine, first)).toBe('invalid');
});

it('stops accepting a removed key after a while, without a token that names another key', async () => {
  const engine = await engineWithDomain();
  const first = await provider.token('one');
  expect(await outcome(engine, first)).toBe('jdoe');
  provider.rotate('two');
  nowMs += DOMAIN_LIMITS.providerKeepMs + 1;
  await outcome(engine, first);
  for (let i = 0; i < 500 && (await outcome(engine, first)) === 'jdoe'; i++)
    await new Promise((resolve) => setImmediate(resolve));
  expect(await outcome(engine, first)).toBe('invalid');
});

it('fetches the keys at most once a second for tokens with unknown key ids', async () => {
  const engine = await engineWithDomain();
  const good = await provider.token('one');
  await outcome(engine, good);
  const [, claims, signature] = good.split('.');
  const head = (i: number) =>
    Buffer.from(JSON.stringify({ alg: 'RS256', kid: `invented-${i}` })).toString('base64url');
  const all = Array.from({ length: 50 }, (_, i) => [head(i), claims, signature].join('.'));
  expect(new Set(await Promise.all(all.map((token) => outcome(engine, token))))).toEqual(
    new Set(['invalid'])
  );
  expect(provider.count(CERTS)).toBe(1);
});

it('reports an unreachable provider as unavailable instead of invalid, and recovers', async () => {
  provider.respond(CERTS, (_, response) => response.writeHead(503).end());
  const engine = await engineWithDomain();
  const good = await provider.token('one');
  expect(await outcome(engine, good)).toBe('unavailable');
  const { length } = provider.requests;
  expect(await outcome(engine, good)).toBe('unavailable');
  expect(provider.requests.length).toBeLessThanOrEqual(length + 1);
  provider.rotate('one');
  nowMs += DOMAIN_LIMITS.providerPauseMs;
  expect(await outcome(engine, await provider.token('one'))).toBe('jdoe');
  // Known keys stay valid while the provider is down.
  provider.respond(CERTS, (_, response) => response.writeHead(503).end());
  nowMs += DOMAIN_LIMITS.providerKeepMs + 1;
  expect(await outcome(engine, await provider.token('one'))).toBe('jdoe');
  expect(await outcome(engine, await provider.token('one'))).toBe('jdoe');
});

it('rejects key sets that are too large, compressed, redirected or malformed, and symmetric keys', async () => {
  const keys = Array.from({ length: DOMAIN_LIMITS.providerKeys + 1 }, (_, i) => ({
    kty: 'oct',
    k: 'AAAA',
    kid: String(i),
  }));
  const cases: readonly Response[] = [
    (_, response) => response.end(JSON.stringify({ keys })),
    (_, response) =>
      response.end(`{"keys":[],"x":"${'x'.repeat(DOMAIN_LIMITS.providerAnswerBytes)}"}`),
    (_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"keys":[]}')),
    (_, response) => response.writeHead(302, { location: provider.url('/other') }).end(),
    (_, response) => response.end('<html>'),
    (_, response) => response.end('['.repeat(100_000)),
    (_, response) => response.end('{"keys":{}}'),
  ];
  const good = await provider.token('one');
  const engine = await engineWithDomain();
  for (const response of cases) {
    provider.respond(CERTS, response);
    nowMs += DOMAIN_LIMITS.providerPauseMs;
    expect(await outcome(engine, good)).toBe('unavailable');
  }
  expect(provider.count('/other')).toBe(0);
  const secret = Buffer.alloc(64, 1);
  provider.respondJson(CERTS, {
    keys: [{ kty: 'oct', k: secret.toString('base64url'), kid: 's' }],
  });
  nowMs += DOMAIN_LIMITS.providerPauseMs;
  const forged = new SignJWT({ sub: 'admin' }).setProtectedHeader({ alg: 'HS512', kid: 's' });
  expect(await outcome(engine, await forged.sign(secret))).toBe('invalid');
});

it('times out when the provider is slow', async () => {
  provider.respond(DISCOVERY, (_, response) => {
    response.write('{');
  });
  const engine = await engineWithDomain({ idp_request_timeout_ms: 50 });
  expect(await outcome(engine, await provider.token('one'))).toBe('unavailable');
});

it('rejects a discovery document that names a URL of another protocol', async () => {
  const engine = await engineWithDomain();
  for (const jwks_uri of ['file:///etc/passwd', 'ftp://127.0.0.1/', 7, undefined]) {
    provider.respondJson(DISCOVERY, { jwks_uri });
    nowMs += DOMAIN_LIMITS.providerPauseMs;
    expect(await outcome(engine, await provider.token('one'))).toBe('unavailable');
  }
});

it('rejects private addresses named by a provider on the Internet', async () => {
  const port = new URL(provider.url('/')).port;
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '10.1.2.3'])
    await expect(
      fetchFromProvider({
        url: new URL(`http://${host}:${port}${CERTS}`),
        mayBePrivate: false,
        timeoutMs: 30_000,
      })
    ).rejects.toThrow('network at home');
  expect(provider.count(CERTS)).toBe(0);
});
