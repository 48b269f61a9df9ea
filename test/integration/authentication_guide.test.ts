/**
 * Runs the blocks of the authentication guide as printed: for each method, the first block
 * configures a server, the second one the engine, and a user logs in. Only host names are replaced.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { exportJWK, generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { parse } from 'yaml';
import type { Backend } from '../../src/backend/api';
import type { EmbeddedEngine } from '../../src/backend/embedded';
import { configure } from '../../src/backend/testing/domains';
import {
  ADMIN_PASSWORD,
  startWholeServer,
  type WholeServer,
} from '../../src/dev/openapi/whole_server';
import { HttpClient } from '../helpers/http_client';
import { OpenIdPeer } from '../helpers/openid_provider';
import { SamlProviderDouble } from '../helpers/saml_provider';
import { put } from '../helpers/security_server';
import { shiftClock } from '../helpers/shifted_clock';

jest.setTimeout(120_000);

const GUIDE = path.resolve(__dirname, '..', '..', 'docs', 'guide', 'authentication.md');
const SSO = 'https://sso.example.org';
const BASE = 'https://dashboards.example.org';
const PROXY = '192.0.2.1';

/** The blocks of each section in order, by heading. */
const SECTIONS = new Map(
  readFileSync(GUIDE, 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((text) => [
      text.split('\n', 1)[0] ?? '',
      [...text.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, block = '']) => block),
    ])
);

const folder = mkdtempSync(path.join(tmpdir(), 'sd-guide-'));
const peer = new OpenIdPeer({
  client: {
    client_id: 'dashboards',
    client_secret: 'a secret of the provider',
    redirect_uris: [`${BASE}/auth/openid/login`],
    post_logout_redirect_uris: [BASE],
  },
});
let documents: Server | undefined;
let saml: SamlProviderDouble;
let key: CryptoKey;
/** Replacements for the host names of the guide. */
let places: ReadonlyArray<readonly [string, string]>;
let server: WholeServer | undefined;

beforeAll(async () => {
  await peer.start();
  saml = await SamlProviderDouble.make(SSO);
  const pair = await generateKeyPair('RS256', { extractable: true });
  key = pair.privateKey;
  const jwk = { ...(await exportJWK(pair.publicKey)), alg: 'RS256', use: 'sig', kid: '1' };
  documents = createServer(({ url }, response) =>
    response.end(url === '/keys' ? JSON.stringify({ keys: [jwk] }) : saml.metadata)
  );
  await new Promise<void>((resolve) => documents?.listen(0, '127.0.0.1', resolve));
  const own = `http://127.0.0.1:${(documents.address() as AddressInfo).port}`;
  places = [
    [`${SSO}/.well-known/openid-configuration`, peer.connectUrl],
    [`${SSO}/metadata`, `${own}/metadata`],
    [`${SSO}/keys`, `${own}/keys`],
    [PROXY, '127.0.0.1'],
    [PROXY.replaceAll('.', '\\.'), '127\\.0\\.0\\.1'],
  ];
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(async () => {
  await peer.stop();
  documents?.closeAllConnections();
  documents?.close();
  rmSync(folder, { recursive: true, force: true });
});

const blocksOf = (heading: string): readonly string[] =>
  (SECTIONS.get(heading) ?? []).map((block) =>
    places.reduce((text, [name, here]) => text.replaceAll(name, here), block)
  );

type Dynamic = Readonly<Record<string, object>>;

/**
 * Starts a server with exactly the configuration of a section.
 * @param domainsOf - sections whose authentication domains the engine gets; default: the same one
 * @returns a function that creates a client without cookies
 */
async function start(heading: string, domainsOf = [heading]): Promise<() => HttpClient> {
  const [configuration = ''] = blocksOf(heading);
  expect(configuration).toContain('security');
  const file = path.join(folder, 'security-dashboards.yml');
  writeFileSync(file, configuration);
  let backend: Backend | undefined;
  const started = await startWholeServer({
    args: ['--server.host=127.0.0.1', '--server.checkAnswers=true', `--config=${file}`],
    wrapBackend: (opened) => (backend = opened),
  });
  server = started;
  const engine = backend?.engine as EmbeddedEngine;
  const parts = domainsOf
    .flatMap((name) => blocksOf(name).slice(1))
    .map((text) => parse(text) as Dynamic);
  const authc = Object.assign({}, ...parts.map((part) => part['authc']));
  if (parts.length > 0) await configure(engine, { ...parts[0], authc });
  const roles = ['staff', 'all_access', 'opendistro_security_anonymous_backendrole'];
  await put({ engine }, 'rolesmapping/kibana_user', { backend_roles: roles });
  return () => new HttpClient(started.url);
}

const ACCOUNT = '/api/v1/configuration/account';
const nameOf = async (client: HttpClient, headers = {}): Promise<unknown> => {
  const { status, body } = await client.get(ACCOUNT, { headers });
  return status === 200 ? (body as { data: { user_name: string } }).data.user_name : status;
};
const locationOf = ({ headers }: { readonly headers: Headers }) => headers.get('location') ?? '';

async function overOpenId(client: HttpClient): Promise<void> {
  const theirs = new HttpClient(peer.issuer);
  let next = locationOf(await client.get('/auth/openid/login'));
  for (let hop = 0; hop < 10 && !next.startsWith(BASE); hop++) {
    const response = await theirs.get(next.replace(peer.issuer, ''));
    next = new URL(locationOf(response), peer.issuer).href;
    if (next.includes('/interaction/')) next += '?name=jane';
  }
  await client.get(next.slice(BASE.length));
}

async function overSaml(client: HttpClient): Promise<void> {
  const away = new URL(locationOf(await client.get('/auth/saml/login')));
  expect(away.origin).toBe(SSO);
  const asked = Buffer.from(away.searchParams.get('SAMLRequest') ?? '', 'base64');
  const said = (name: string) =>
    new RegExp(` ${name}="([^"]+)"`).exec(inflateRawSync(asked).toString())?.[1] ?? '';
  const recipient = said('AssertionConsumerServiceURL');
  expect(recipient.startsWith(`${BASE}/`)).toBe(true);
  const xml = saml.signed({
    recipient,
    audience: 'dashboards',
    requestId: said('ID'),
    roles: ['staff'],
  });
  const form = new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64') });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'kbn-xsrf': '' };
  await client.post(recipient.slice(BASE.length), form.toString(), { headers });
}

it('logs in by OpenID Connect', async () => {
  const client = (await start('OpenID Connect'))();
  await overOpenId(client);
  expect(await nameOf(client)).toBe('jane');
});

it('logs in by SAML', async () => {
  const client = (await start('SAML'))();
  await overSaml(client);
  expect(await nameOf(client)).toBe('jdoe');
});

it('offers several methods together, with the domains of both', async () => {
  const visitor = await start('Several methods together', ['OpenID Connect', 'SAML']);
  const { body } = await visitor().get('/api/authtype');
  expect(body).toEqual({ authtype: 'basicauth,openid,saml' });
  for (const [name, enter] of [
    ['admin', (client: HttpClient) => client.login('admin', ADMIN_PASSWORD)],
    ['jane', overOpenId],
    ['jdoe', overSaml],
  ] as const) {
    const client = visitor();
    await enter(client);
    expect(await nameOf(client)).toBe(name);
  }
});

it('logs in by JWT', async () => {
  const visitor = await start('JSON web tokens (JWT)');
  const token = await new SignJWT({ roles: ['staff'] })
    .setProtectedHeader({ alg: 'RS256', kid: '1' })
    .setSubject('tom')
    .setIssuer(SSO)
    .setAudience('dashboards')
    .setExpirationTime('5m')
    .sign(key);
  const client = visitor();
  const entered = await client.get(`/app/home?authorization=${token}`);
  expect(locationOf(entered)).toBe('/app/home');
  expect(await nameOf(client)).toBe('tom');
  expect(await nameOf(visitor(), { authorization: `Bearer ${token}` })).toBe('tom');
  expect(await nameOf(visitor(), { authorization: `Bearer ${token.slice(0, -8)}AAAAAAAA` })).toBe(
    401
  );
});

it('logs in behind a proxy', async () => {
  const visitor = await start('An authenticating proxy');
  const said = {
    'x-proxy-user': 'pat',
    'x-proxy-roles': 'staff',
    'x-forwarded-for': '198.51.100.7',
  };
  expect(await nameOf(visitor(), said)).toBe('pat');
  expect(locationOf(await visitor().get('/app/home'))).toBe(`${SSO}/`);
});

it('logs in as the anonymous user', async () => {
  const client = (await start('Anonymous access'))();
  await client.get('/auth/anonymous', { headers: { 'sec-fetch-site': 'none' } });
  expect(await nameOf(client)).toBe('opendistro_security_anonymous');
});

it('requires a second factor from the configured date on', async () => {
  const clock = shiftClock();
  try {
    clock.aheadMs = Math.max(0, Date.parse('2027-02-01') - Date.now());
    const visitor = await start('Two-factor authentication and passkeys');
    const asked = await visitor().login('admin', ADMIN_PASSWORD);
    expect(asked.body).toMatchObject({ attributes: { round: { question: { kind: 'enrol' } } } });
  } finally {
    clock.restore();
  }
});

it('contains no block that these tests do not run', () => {
  const started = [...SECTIONS].filter(([, blocks]) => blocks.length > 0).map(([name]) => name);
  expect(started).toEqual([
    'Several methods together',
    'OpenID Connect',
    'SAML',
    'JSON web tokens (JWT)',
    'An authenticating proxy',
    'Two-factor authentication and passkeys',
    'Anonymous access',
  ]);
});
