/**
 * Tests of SAML login: the provider's messages, the server's routes and the engine's own domain.
 */
import { inflateRawSync } from 'node:zlib';
import type { HttpClient, HttpResult } from '../../../../../../test/helpers/http_client';
import {
  SamlProviderDouble,
  type SamlResponse,
} from '../../../../../../test/helpers/saml_provider';
import {
  put,
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { configure, domain, PASSWORDS } from '../../../../../backend/testing/domains';

jest.setTimeout(120_000);

const BASE = 'https://dashboards.test';
const ACS = '/_opendistro/_security/saml/acs';
const IDP_INITIATED = `${ACS}/idpinitiated`;
/** Headers of a form that a provider's page posts: without cookies. */
const FOREIGN = { 'sec-fetch-site': 'cross-site', origin: 'https://idp.example.com' };
const XSRF = { 'kbn-xsrf': 'true' };

let provider: SamlProviderDouble;
let server: SecurityServer | undefined;
beforeAll(async () => {
  provider = await SamlProviderDouble.make();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const countLogin = jest.fn();

async function start(config: object = {}, metadata: object = {}): Promise<SecurityServer> {
  const started = await startSecurityServer({
    config: { auth: { type: 'saml' }, ...config },
    countLogin,
  });
  server = started;
  const saml = {
    idp: { metadata_content: provider.metadata, entity_id: provider.entityId, ...metadata },
    sp: { entity_id: 'dashboards' },
    kibana_url: BASE,
    roles_key: 'groups',
    exchange_key: 'a text of more than thirty-two characters',
  };
  const http_authenticator = { type: 'saml', challenge: true, config: saml };
  const quiet = { ...PASSWORDS, http_authenticator: { type: 'basic', challenge: false } };
  await configure(started.engine, {
    authc: { sso: { ...domain('saml', {}), http_authenticator }, passwords: quiet },
  });
  await put(started, 'rolesmapping/kibana_user', { backend_roles: ['dev'] });
  return started;
}

const locationOf = ({ headers }: HttpResult): string => headers.get('location') ?? '';

const OWN = { headers: { 'sec-fetch-site': 'same-origin' } };

/** @returns the id of the request to the provider */
async function begin(client: HttpClient, query = ''): Promise<string> {
  const away = new URL(locationOf(await client.get(`/auth/saml/login${query}`, OWN)));
  expect(away.origin + away.pathname).toBe('https://idp.example.com/SingleSignOnService');
  const request = inflateRawSync(
    Buffer.from(away.searchParams.get('SAMLRequest') ?? '', 'base64')
  ).toString();
  return /ID="([^"]+)"/.exec(request)?.[1] ?? '';
}

const responseTo = (requestId: string | undefined, more: Partial<SamlResponse> = {}): string =>
  provider.signed({
    recipient: `${BASE}${requestId === undefined ? IDP_INITIATED : ACS}`,
    audience: 'dashboards',
    requestId,
    roles: ['dev'],
    ...more,
  });

const post = (client: HttpClient, path: string, fields: Record<string, string>, headers = {}) =>
  client.post(path, new URLSearchParams(fields).toString(), {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'kbn-xsrf': '',
      ...headers,
    },
  });
const inBase64 = (xml: string): string => Buffer.from(xml).toString('base64');

/** The form posted by the provider's page, then the one by ours. */
async function submitResponse(client: HttpClient, started: SecurityServer, xml: string) {
  const first = await post(started.client(), ACS, { SAMLResponse: inBase64(xml) }, FOREIGN);
  expect([first.status, first.headers.get('set-cookie')]).toEqual([200, null]);
  const [, SAMLResponse = ''] = /name="SAMLResponse" value="([^"]*)"/.exec(first.text) ?? [];
  const own = { 'sec-fetch-site': 'same-origin' };
  return post(client, ACS, { SAMLResponse, again: '1' }, own);
}
const whoami = async (client: HttpClient) => (await client.get('/api/test/whoami')).status;

const TYPED = { headers: { 'sec-fetch-site': 'none' } };

it('returns from the SAML provider to the page, with fragment and tenant', async () => {
  const started = await start();
  const client = started.client();
  const first = await client.get('/app/test?security_tenant=global', TYPED);
  expect([first.status, locationOf(first)]).toEqual([
    302,
    '/auth/saml/captureUrlFragment?nextUrl=%2Fapp%2Ftest%3Fsecurity_tenant%3Dglobal&tenant_source=typed',
  ]);
  const page = await client.get(locationOf(first), TYPED);
  expect(page.text).toContain('captureUrlFragment.js');
  const nextUrl = '/app/test?security_tenant=global#/deep?x=1';
  const requestId = await begin(client, `?nextUrl=${encodeURIComponent(nextUrl)}`);
  const sessionUntilMs = Date.now() + 600_000;
  const back = await submitResponse(client, started, responseTo(requestId, { sessionUntilMs }));
  expect([back.status, locationOf(back)]).toEqual([302, nextUrl]);
  expect((await client.get('/api/test/whoami')).body).toMatchObject({ user: 'jdoe' });
  // The pending login is completed, and no token is in the browser.
  expect(client.cookieHeader()).toMatch(/^security_authentication=[\w-]{43}$/);
  const script = await client.get(`${ACS}.js`);
  expect(script.headers.get('content-type')).toContain('javascript');
});

it('counts a login once, and failures, under its own method', async () => {
  const started = await start();
  const client = started.client();
  countLogin.mockClear();
  await submitResponse(client, started, responseTo(await begin(client)));
  await whoami(client);
  expect(countLogin.mock.calls).toEqual([['saml', 'success']]);
  await submitResponse(client, started, responseTo(await begin(client), { audience: 'another' }));
  expect(countLogin.mock.calls.slice(1)).toEqual([['saml', 'invalid']]);
});

it('handles SAML logins in several tabs independently and accepts each response once', async () => {
  const started = await start();
  const client = started.client();
  const one = await begin(client, '?nextUrl=/app/one');
  const two = await begin(client, '?nextUrl=/app/two');
  const second = responseTo(two);
  expect(locationOf(await submitResponse(client, started, second))).toBe('/app/two');
  expect(locationOf(await submitResponse(client, started, responseTo(one)))).toBe('/app/one');
  expect(locationOf(await submitResponse(client, started, second))).toBe(
    '/app/login?problem=round'
  );
});

it("rejects a SAML response to another user's request", async () => {
  const started = await start();
  const attacker = started.client();
  const victim = started.client();
  const requestId = await begin(attacker);
  await begin(victim);
  const refused = await submitResponse(victim, started, responseTo(requestId));
  expect(locationOf(refused)).toBe('/app/login?problem=round');
  expect(await whoami(victim)).toBe(401);
});

it('reports forged, misaddressed and subjectless SAML responses on the login page', async () => {
  const started = await start();
  const otherProvider = await SamlProviderDouble.make();
  const forged = (requestId: string) =>
    otherProvider.signed({ recipient: BASE + ACS, audience: 'dashboards', requestId });
  const bad: ReadonlyArray<(requestId: string) => string> = [
    forged,
    (requestId) => responseTo(requestId, { audience: 'another' }),
    (requestId) => responseTo(requestId, { recipient: BASE + IDP_INITIATED }),
    (requestId) => responseTo(requestId, { name: '' }),
    (requestId) => responseTo(requestId).replace('>jdoe<', '>admin<'),
  ];
  for (const make of bad) {
    const client = started.client();
    const requestId = await begin(client, '?nextUrl=/app/test');
    const refused = await submitResponse(client, started, make(requestId));
    expect(locationOf(refused)).toBe('/app/login?nextUrl=%2Fapp%2Ftest&problem=refused');
    expect(await whoami(client)).toBe(401);
  }
});

it.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/app/../\t/evil'])(
  'rejects the unsafe address %j',
  async (nextUrl) => {
    const started = await start();
    const path = `/auth/saml/login?nextUrl=${encodeURIComponent(nextUrl)}`;
    expect((await started.client().get(path)).status).toBe(400);
  }
);

it('accepts an unsolicited SAML response once unless disabled', async () => {
  const started = await start();
  const client = started.client();
  const SAMLResponse = inBase64(responseTo(undefined));
  const sent = await post(client, IDP_INITIATED, { SAMLResponse }, FOREIGN);
  expect([sent.status, locationOf(sent)]).toEqual([302, '/']);
  expect(await whoami(client)).toBe(200);
  const again = await post(started.client(), IDP_INITIATED, { SAMLResponse }, FOREIGN);
  expect(locationOf(again)).toBe('/app/login?problem=refused');
  await started.stop();
  const strict = await start({ saml: { idp_initiated: false } });
  const other = inBase64(responseTo(undefined));
  const refused = await post(strict.client(), IDP_INITIATED, { SAMLResponse: other }, XSRF);
  // The engine is below this prefix and has no such path.
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('no handler')]);
});

it('reflects only base64 and rejects a response that is too large', async () => {
  const started = await start();
  const evil = `"><script>alert(1)</script>`;
  const escaped = await post(started.client(), ACS, { SAMLResponse: evil }, FOREIGN);
  expect(escaped.text).toContain('value="scriptalert1/script"');
  const large = 'A'.repeat(300_000);
  const refused = await post(started.client(), ACS, { SAMLResponse: large }, FOREIGN);
  expect(refused.status).toBe(413);
});

it("ends the local session and redirects to the provider's logout", async () => {
  const started = await start();
  const client = started.client();
  await submitResponse(client, started, responseTo(await begin(client)));
  const out = await client.get('/auth/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
  const away = new URL(locationOf(out));
  expect(away.origin + away.pathname).toBe('https://idp.example.com/SingleLogoutService');
  const request = inflateRawSync(
    Buffer.from(away.searchParams.get('SAMLRequest') ?? '', 'base64')
  ).toString();
  expect(request).toContain('>jdoe</saml:NameID>');
  expect(await whoami(client)).toBe(401);
});

it('reports an unavailable provider while the engine has no metadata', async () => {
  const started = await start({}, { metadata_content: null, metadata_url: 'http://127.0.0.1:9/' });
  const client = started.client();
  const refused = await client.get('/auth/saml/login?nextUrl=/app/test');
  expect(locationOf(refused)).toBe('/app/login?nextUrl=%2Fapp%2Ftest&problem=provider');
});
