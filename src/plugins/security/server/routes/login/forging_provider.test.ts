/**
 * Tests of the OpenID client against a token endpoint that sends invalid tokens, and against a
 * provider that has just rotated its keys. The engine accepts any token.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import type { HttpClient, HttpResult } from '../../../../../../test/helpers/http_client';
import {
  addUser,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { loggingInBy } from '../../../../../backend/testing/altered';

jest.setTimeout(120_000);

const BASE = 'http://dashboards.test';
const PASSWORD = 'Correct-horse-7-battery';
const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) } as const;
const OTHER_ISSUER = 'http://other.example';
const REFUSED = '/app/login?problem=refused';

type Token = (right: JWTPayload) => Promise<string> | string;
interface Keys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}
const newKeys = (): Keys => generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** Claims to support every algorithm and returns the id token it is told to. */
class ForgingProvider {
  keys = newKeys();
  kid = 'one';
  keyRequests = 0;
  private token: Token = (claims) => this.signed(claims);
  private nonce = '';
  private readonly server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', this.issuer);
    response.setHeader('content-type', 'application/json');
    request.resume().on('end', () => {
      void this.response(pathname).then((body) => response.end(JSON.stringify(body)));
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Replaces the only key. */
  rotate(kid: string): void {
    this.keys = newKeys();
    this.kid = kid;
  }

  signed(claims: JWTPayload, { privateKey } = this.keys, kid = this.kid): Promise<string> {
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
  }

  /** The address to which the browser returns after a login at the provider. */
  callbackFor(location: string, token: Token = (claims) => this.signed(claims)): string {
    const query = new URL(location).searchParams;
    this.nonce = query.get('nonce') ?? '';
    this.token = token;
    const code = encodeURIComponent(`code-${Math.random()}`);
    return `/auth/openid/login?code=${code}&state=${query.get('state')}`;
  }

  private async response(pathname: string): Promise<object> {
    const { issuer, keys, kid } = this;
    const nowS = Math.floor(Date.now() / 1_000);
    if (pathname === '/keys') {
      this.keyRequests++;
      return { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid, use: 'sig' }] };
    }
    if (pathname === '/token')
      return {
        access_token: 'x',
        token_type: 'Bearer',
        id_token: await this.token({
          iss: issuer,
          aud: CLIENT.client_id,
          sub: 'jane',
          nonce: this.nonce,
          iat: nowS,
          exp: nowS + 3_600,
        }),
      };
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    };
  }
}

const provider = new ForgingProvider();
let server: SecurityServer;
beforeAll(async () => {
  await provider.start();
  server = await startSecurityServer({
    // Accepts every token, so that only the client can reject one.
    wrapBackend: (backend) =>
      loggingInBy(backend, {
        authenticate: (request) =>
          request.headers['authorization']?.startsWith('Bearer ')
            ? backend.login.authenticate({
                ...request,
                headers: { authorization: `Basic ${btoa(`jane:${PASSWORD}`)}` },
              })
            : backend.login.authenticate(request),
      }),
    config: {
      auth: { type: 'openid' },
      openid: {
        connect_url: `${provider.issuer}/.well-known/openid-configuration`,
        ...CLIENT,
        base_redirect_url: BASE,
      },
    },
  });
  await addUser(server, 'jane', PASSWORD);
});
afterAll(async () => {
  await server?.stop();
  await provider.stop();
});

const locationOf = ({ headers }: HttpResult): string => headers.get('location') ?? '';
const whoami = async (client: HttpClient) => (await client.get('/api/test/whoami')).status;

async function outcome(token?: Token): Promise<[string, number]> {
  const client = server.client();
  const away = locationOf(await client.get('/auth/openid/login'));
  const back = locationOf(await client.get(provider.callbackFor(away, token)));
  return [back, await whoami(client)];
}

const failedLogins = async (): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const { audit } = server.engine.parts;
  const { events } = await audit.find({ categories: ['FAILED_LOGIN'] });
  return events;
};

/** Each with its defect and the way to produce it. */
const FORGERIES: ReadonlyArray<readonly [string, Token]> = [
  ['a forged signature', (claims) => provider.signed(claims, newKeys())],
  ['another issuer', (claims) => provider.signed({ ...claims, iss: OTHER_ISSUER })],
  ['another audience', (claims) => provider.signed({ ...claims, aud: 'elsewhere' })],
  [
    'an expiry in the past',
    ({ iat = 0, ...claims }) => provider.signed({ ...claims, iat: iat - 7_200, exp: iat - 3_600 }),
  ],
  ['the algorithm none', (claims) => new UnsecuredJWT(claims).encode()],
  [
    'the public key as a secret',
    (claims) => {
      const pem = provider.keys.publicKey.export({ type: 'spki', format: 'pem' });
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: provider.kid })
        .sign(Buffer.from(pem));
    },
  ],
  ['the nonce of another login', (claims) => provider.signed({ ...claims, nonce: 'another' })],
  ['no nonce', ({ nonce: _nonce, ...claims }) => provider.signed(claims)],
  [
    'the token of another provider',
    (claims) => provider.signed({ ...claims, iss: OTHER_ISSUER }, newKeys(), 'theirs'),
  ],
  ['no token', () => ''],
];

describe('OpenID client with a dishonest token endpoint', () => {
  it('logs the user in with a valid token', async () => {
    expect(await outcome()).toEqual(['/', 200]);
  });

  it.each(FORGERIES)('rejects a token with %s', async (_what, token) => {
    const before = (await failedLogins()).length;
    expect(await outcome(token)).toEqual([REFUSED, 401]);
    const events = await failedLogins();
    expect(events.length).toBe(before + 1);
    expect(server.logs()).not.toMatch(/eyJ/);
  });
});

describe('OpenID client after a key rotation', () => {
  const realNow = Date.now;
  afterEach(() => jest.restoreAllMocks());

  it('accepts tokens of the new key and loads the keys at most once for unknown key ids', async () => {
    expect(await outcome()).toEqual(['/', 200]);
    provider.rotate('two');
    const laterMs = realNow() + 3_000;
    jest.spyOn(Date, 'now').mockImplementation(() => laterMs);
    expect(await outcome()).toEqual(['/', 200]);
    const before = provider.keyRequests;
    for (let i = 0; i < 10; i++)
      expect(
        await outcome((claims) => provider.signed(claims, newKeys(), `invented-${i}`))
      ).toEqual([REFUSED, 401]);
    expect(provider.keyRequests - before).toBeLessThanOrEqual(1);
    expect(await outcome()).toEqual(['/', 200]);
  });
});
