/** Tests that id tokens log in only as the provider meant them: forged, borrowed, old, or huge. */
import { generateKeyPairSync } from 'node:crypto';
import { UnsecuredJWT } from 'jose';
import type { HttpClient } from '../../../../../../test/helpers/http_client';
import { OpenIdDouble } from '../../../../../../test/helpers/openid_double';
import {
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { configure, domain, PASSWORDS } from '../../../../../backend/testing/domains';

jest.setTimeout(60_000);

const BASE = 'http://dashboards.test';
const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) } as const;

const provider = new OpenIdDouble(CLIENT.client_id);
let server: SecurityServer;
beforeAll(async () => {
  await provider.start();
  server = await startSecurityServer({
    config: {
      auth: { type: 'openid' },
      openid: { ...CLIENT, connect_url: provider.connectUrl, base_redirect_url: BASE },
    },
  });
  const config = {
    openid_connect_url: provider.connectUrl,
    required_audience: CLIENT.client_id,
  };
  await configure(server.engine, {
    authc: { tokens: domain('openid', config), passwords: PASSWORDS },
  });
  await put(server, 'rolesmapping/kibana_user', { users: ['olga'] });
});
afterAll(() => provider.stop());

/** @returns the path to which the provider sends the browser back */
async function begin(client: HttpClient): Promise<string> {
  const { headers } = await client.get('/auth/openid/login');
  const { searchParams } = new URL(headers.get('location') ?? '');
  provider.nonce = searchParams.get('nonce') ?? '';
  return `/auth/openid/login?code=c&state=${searchParams.get('state')}`;
}

/** @returns whom the token logs in, or the status of a request without a session */
async function logIn(issue: OpenIdDouble['issue']): Promise<string | number> {
  const client = server.client();
  const path = await begin(client);
  provider.issue = issue;
  await client.get(path);
  const { status, body } = await client.get('/api/test/whoami');
  return status === 200 ? (body as { user: string }).user : status;
}

const nowS = () => Math.floor(Date.now() / 1_000);
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });
const bytes = (text: string) => new TextEncoder().encode(text);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('an id token as the provider makes it logs in its user', async () => {
  expect(await logIn(() => provider.sign())).toBe('olga');
});

it.each<[string, OpenIdDouble['issue']]>([
  ['without a signature', () => new UnsecuredJWT(provider.claims()).encode()],
  [
    'signed with the public key as a secret',
    () => {
      const pem = provider.keys.publicKey.export({ type: 'spki', format: 'pem' });
      return provider.sign({}, { alg: 'HS256' }, bytes(pem.toString()));
    },
  ],
  [
    'signed with the client secret',
    () => provider.sign({}, { alg: 'HS256' }, bytes(CLIENT.client_secret)),
  ],
  ['signed with another key', () => provider.sign({}, {}, newKeys().privateKey)],
  [
    'that brings its own key',
    () => {
      const { publicKey, privateKey } = newKeys();
      return provider.sign({}, { jwk: publicKey.export({ format: 'jwk' }) }, privateKey);
    },
  ],
  [
    'with a key id that is a path',
    () => provider.sign({}, { kid: '../../../dev/null' }, newKeys().privateKey),
  ],
  ['with its signature cut off', async () => (await provider.sign()).replace(/[^.]*$/, '')],
  [
    'with other claims under the same signature',
    async () => {
      const [head, , signature] = (await provider.sign()).split('.');
      return `${head}.${part({ ...provider.claims(), sub: 'admin' })}.${signature}`;
    },
  ],
  ['of another issuer', () => provider.sign({ iss: 'http://evil.example' })],
  ['for another audience', () => provider.sign({ aud: 'somebody_else' })],
  [
    'for two, of whom another is authorized',
    () => provider.sign({ aud: [CLIENT.client_id, 'other'], azp: 'other' }),
  ],
  ['of the past', () => provider.sign({ exp: nowS() - 600 })],
  ['of the future', () => provider.sign({ iat: nowS() + 7_200, nbf: nowS() + 7_200 })],
  ['without an end', () => provider.sign({ exp: undefined })],
  ['with another nonce', () => provider.sign({ nonce: 'other' })],
  ['without a nonce', () => provider.sign({ nonce: undefined })],
  ['without a name', () => provider.sign({ sub: undefined })],
  ['with a list for a name', () => provider.sign({ sub: ['admin'] as never })],
  ['of 2 MB', () => provider.sign({ x: 'x'.repeat(2 ** 21) })],
  [
    'that nests 20,000 deep',
    () => `${part({ alg: 'RS256' })}.${btoa(`${'{"a":'.repeat(20_000)}1`)}.x`,
  ],
  ['that is no token', () => 'x.y'],
])('an id token %s logs in nobody', async (_what, issue) => {
  expect(await logIn(issue)).toBe(401);
});
