/**
 * Login methods that the cluster's own authentication domains verify: a separate node with SAML,
 * OpenID, JWT, a proxy, certificates and anonymous access, and another index for saved objects.
 */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { SignJWT } from 'jose';
import { stringify } from 'yaml';
import { makeCertificates } from '../../deploy/certificates';
import { FOR_TESTS } from '../../scripts/lib/cluster/configuration';
import { startNode, stopNode } from '../../scripts/lib/cluster/node';
import { releaseOf } from '../../scripts/lib/cluster/versions';
import { freePort } from '../../scripts/lib/tests/cluster';
import type { ClusterClient } from '../../src/backend/opensearch/client';
import {
  asAdmin,
  clientAs,
  closeClients,
  clusterNode,
  grantServer,
  SERVER_USER,
} from '../helpers/cluster';
import { PREFIX } from '../helpers/cluster_backend';
import { domainsOf } from '../helpers/cluster_domains';
import { HttpClient, type HttpResult } from '../helpers/http_client';
import { OpenIdPeer } from '../helpers/openid_provider';
import { SamlProviderDouble } from '../helpers/saml_provider';
import { startServer, type TestServer } from '../helpers/server';

jest.setTimeout(300_000);

const BASE = 'http://dashboards.test';
const ACS = '/_opendistro/_security/saml/acs';
const CLIENT = { client_id: 'dashboards', client_secret: 's'.repeat(40) } as const;
const SIGNING_KEY = Buffer.alloc(64, 7);
const INDEX = '.opensearch_dashboards';
/** Name in the certificate of the server that authenticates by certificate. */
const CERTIFIED = 'dashboards';

const folder = mkdtempSync(path.join(tmpdir(), 'sd-domains-'));
const nodeDir = path.join(folder, 'node');
const openid = new OpenIdPeer({
  client: {
    ...CLIENT,
    redirect_uris: [`${BASE}/auth/openid/login`],
    post_logout_redirect_uris: [BASE],
  },
});
let saml: SamlProviderDouble;
/** A client with the node's administrator certificate. */
let admin: ClusterClient;
let adminPassword: string;
/** The server for logins by form, provider or as the anonymous user. */
let open: TestServer | undefined;
/** The server behind an authenticating proxy, known to the cluster by a certificate. */
let proxied: TestServer | undefined;

beforeAll(async () => {
  // Nodes started by root run as another user.
  chmodSync(folder, 0o755);
  saml = await SamlProviderDouble.make();
  await openid.start();
  const security = mkdtempSync(path.join(folder, 'security-'));
  writeFileSync(
    path.join(security, 'config.yml'),
    stringify(domainsOf({ base: BASE, index: INDEX, signingKey: SIGNING_KEY, openid, saml }))
  );
  const node = await startNode({
    release: releaseOf(clusterNode().version),
    dir: nodeDir,
    port: await freePort(),
    securityConfig: security,
    ...FOR_TESTS,
  });
  adminPassword = node.adminPassword;
  const conf = path.join(nodeDir, 'config');
  makeCertificates(conf, {
    organization: 'test',
    names: [CERTIFIED],
    hosts: ['localhost'],
    days: 2,
  });
  const tls = {
    verificationMode: 'full',
    certificateAuthorities: node.ca,
    alwaysPresentCertificate: false,
  } as const;
  admin = clientAs('', '', {
    hosts: [node.url],
    username: undefined,
    ssl: { ...tls, certificate: node.adminCertificate, key: node.adminKey },
  });
  await grantServer(admin);
  const map = (role: string, mapping: object) =>
    asAdmin(admin, 'PUT', `${PREFIX}/rolesmapping/${role}`, mapping);
  const servers = { users: [SERVER_USER.name, CERTIFIED] };
  for (const role of ['kibana_server', 'security_dashboards_server', 'security_rest_api_access'])
    await map(role, servers);
  await map('all_access', { backend_roles: ['admin', 'all_access'] });
  const visitors = 'opendistro_security_anonymous_backendrole';
  await map('kibana_user', { backend_roles: ['kibanauser', 'dev', visitors] });
  await map('readall', { backend_roles: ['readall', visitors] });
  const shared = [
    `--opensearch.hosts=${node.url}`,
    `--opensearch.ssl.certificateAuthorities=${node.ca}`,
    `--opensearchDashboards.index=${INDEX}`,
    '--status.allowAnonymous=true',
  ];
  open = await startServer({
    args: [
      ...shared,
      `--opensearch.username=${SERVER_USER.name}`,
      `--opensearch.password=${SERVER_USER.password}`,
      '--opensearch_security.auth.type=["basicauth","openid","saml"]',
      '--opensearch_security.auth.multiple_auth_enabled=true',
      '--opensearch_security.auth.anonymous_auth_enabled=true',
      `--opensearch_security.openid.connect_url=${openid.connectUrl}`,
      `--opensearch_security.openid.client_id=${CLIENT.client_id}`,
      `--opensearch_security.openid.client_secret=${CLIENT.client_secret}`,
      '--opensearch_security.openid.scope=openid profile',
      `--opensearch_security.openid.base_redirect_url=${BASE}`,
    ],
  });
  proxied = await startServer({
    args: [
      ...shared,
      `--opensearch.ssl.certificate=${path.join(conf, `${CERTIFIED}.pem`)}`,
      `--opensearch.ssl.key=${path.join(conf, `${CERTIFIED}-key.pem`)}`,
      '--opensearch.requestHeadersAllowlist=["authorization","x-forwarded-for","x-proxy-user","x-proxy-roles"]',
      '--server.trustedProxies=["127.0.0.1"]',
      '--opensearch_security.auth.type=proxy',
      '--opensearch_security.proxycache.user_header=x-proxy-user',
      '--opensearch_security.proxycache.roles_header=x-proxy-roles',
    ],
  });
});
afterAll(async () => {
  await open?.stop();
  await proxied?.stop();
  await closeClients();
  await stopNode(nodeDir);
  await openid.stop();
  rmSync(folder, { recursive: true, force: true });
});

const clientOf = (server: TestServer | undefined): HttpClient => new HttpClient(server?.url ?? '');
const locationOf = ({ headers }: HttpResult): string => headers.get('location') ?? '';
const accountOf = async (client: HttpClient, headers: Record<string, string> = {}) => {
  const { status, body } = await client.get('/api/v1/configuration/account', { headers });
  return status === 200 ? { status, ...body.data } : { status };
};
/** The account of a logged-in user, with the roles that the cluster maps. */
const isIn = (user_name: string, roles: readonly string[]) => ({
  status: 200,
  user_name,
  roles: expect.arrayContaining([...roles]),
});
const OUT = { status: 401 };
/** Headers of a link on one of our pages. */
const OWN = { headers: { 'sec-fetch-site': 'same-origin' } };

/** Logs in at the provider, from its first page to the URL that it redirects the browser to. */
async function atProvider(address: string, name: string): Promise<string> {
  const { origin } = new URL(address);
  const browser = new HttpClient(origin);
  let next = address;
  for (let hop = 0; hop < 10 && next.startsWith(origin); hop++) {
    const response = await browser.get(next.replace(origin, ''));
    next = new URL(locationOf(response), origin).href;
    if (next.includes('/interaction/')) next += `?name=${name}`;
  }
  return next.slice(BASE.length);
}

const post = (client: HttpClient, fields: Record<string, string>) =>
  client.post(ACS, new URLSearchParams(fields).toString(), {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    },
  });

it('logs in by password, and rejects a wrong one', async () => {
  const client = clientOf(open);
  expect((await client.login('admin', 'wrong')).status).toBe(401);
  expect((await client.login('admin', adminPassword)).status).toBe(200);
  expect(await accountOf(client)).toMatchObject(isIn('admin', ['all_access']));
  await client.get('/auth/logout', OWN);
  expect(await accountOf(client)).toEqual(OUT);
});

// @backend cluster/26
it('logs in by OpenID, and logs out at the provider', async () => {
  const client = clientOf(open);
  const away = locationOf(await client.get('/auth/openid/login?nextUrl=/app/home'));
  const back = await client.get(await atProvider(away, 'jane'));
  expect([back.status, locationOf(back)]).toEqual([302, '/app/home']);
  expect(await accountOf(client)).toMatchObject(isIn('jane', ['all_access']));
  expect(locationOf(await client.get('/auth/openid/logout', OWN))).toContain(
    `${openid.issuer}/session/end`
  );
  expect(await accountOf(client)).toEqual(OUT);
});

// @backend cluster/27
it('logs in by SAML, once per response, and logs out at the provider', async () => {
  const client = clientOf(open);
  const away = new URL(locationOf(await client.get('/auth/saml/login?nextUrl=/app/home')));
  expect(away.origin).toBe('https://idp.example.com');
  const request = Buffer.from(away.searchParams.get('SAMLRequest') ?? '', 'base64');
  const [, requestId] = / ID="([^"]+)"/.exec(inflateRawSync(request).toString()) ?? [];
  const xml = saml.signed({
    recipient: `${BASE}${ACS}`,
    audience: 'dashboards',
    requestId,
    roles: ['dev'],
  });
  const SAMLResponse = Buffer.from(xml).toString('base64');
  const stranger = clientOf(open);
  await post(stranger, { SAMLResponse, again: '1' });
  expect(await accountOf(stranger)).toEqual(OUT);
  const back = await post(client, { SAMLResponse, again: '1' });
  expect([back.status, locationOf(back)]).toEqual([302, '/app/home']);
  expect(await accountOf(client)).toMatchObject(isIn('jdoe', ['kibana_user']));
  expect(locationOf(await client.get('/auth/saml/logout', OWN))).toMatch(
    /^https:\/\/idp\.example\.com\/SingleLogoutService\?/
  );
  expect(await accountOf(client)).toEqual(OUT);
});

it("lets a SAML provider register the product by the cluster's settings", async () => {
  const { status, headers, text } = await clientOf(open).get(
    '/_opendistro/_security/saml/metadata'
  );
  expect([status, headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml']);
  expect(text).toContain('entityID="dashboards"');
  expect(text).toContain(`Location="${BASE}${ACS}"`);
});

// @backend cluster/29
it('logs in anonymous users if the cluster allows them', async () => {
  const client = clientOf(open);
  expect(await accountOf(client)).toEqual(OUT);
  expect((await client.get('/auth/anonymous', OWN)).status).toBe(302);
  expect(await accountOf(client)).toMatchObject(isIn('opendistro_security_anonymous', ['readall']));
});

// @backend cluster/28
it('accepts a token with each request, and rejects a forged one', async () => {
  const token = (key: Buffer) =>
    new SignJWT({ roles: 'dev' })
      .setProtectedHeader({ alg: 'HS512' })
      .setSubject('script')
      .setExpirationTime('5m')
      .sign(key);
  const account = async (key: Buffer) =>
    accountOf(clientOf(open), { authorization: `Bearer ${await token(key)}` });
  expect(await account(SIGNING_KEY)).toMatchObject(isIn('script', ['kibana_user']));
  expect(await account(Buffer.alloc(64, 8))).toEqual(OUT);
});

// @backend cluster/2
it('accepts user names from a proxy through a server with a certificate known to the cluster', async () => {
  const client = clientOf(proxied);
  expect(await accountOf(client)).toEqual(OUT);
  const said = { 'x-proxy-user': 'paula', 'x-proxy-roles': 'dev' };
  // Any client can send these headers.
  expect(await accountOf(client, said)).toEqual(OUT);
  const headers = { ...said, 'x-forwarded-for': '192.0.2.9' };
  expect(await accountOf(client, headers)).toMatchObject(isIn('paula', ['kibana_user']));
  // Requests have the user's permissions, not those of the server's certificate.
  expect((await client.get('/api/v1/configuration/roles', { headers })).status).toBe(403);
  const { body } = await client.get('/api/status');
  // The cluster knows the server by its certificate: the status says what that user lacks.
  expect(JSON.stringify(body)).toContain("the server's own user dashboards has no permission");
});

it('stores saved objects under the configured index name', async () => {
  const client = clientOf(open);
  await client.login('admin', adminPassword);
  const object = '/api/saved_objects/dashboard/named?overwrite=true';
  expect((await client.post(object, { attributes: { title: 'Named' } })).status).toBe(200);
  const query = 'expand_wildcards=all&format=json&h=index';
  const indices = await asAdmin(admin, 'GET', `/_cat/indices/${INDEX}*,.kibana*?${query}`);
  expect(indices).toEqual([{ index: expect.stringMatching(/^\.opensearch_dashboards/) }]);
});
