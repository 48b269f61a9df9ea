/**
 * Login and logout with an independent SAML identity provider over real HTTP: each side reads the
 * other's metadata from its URL.
 */
import type { HttpClient, HttpResult } from '../helpers/http_client';
import { SamlPeer } from '../helpers/saml_peer';
import { serviceKeys } from '../helpers/saml_provider';
import { put, startSecurityServer, type SecurityServer } from '../helpers/security_server';
import { configure, domain, PASSWORDS } from '../../src/backend/testing/domains';

jest.setTimeout(120_000);

const SAML = '/_opendistro/_security/saml';

let peer: SamlPeer;
let server: SecurityServer;
afterEach(async () => {
  await server?.stop();
  await peer?.stop();
});

async function start(isEncrypted = false): Promise<void> {
  peer = new SamlPeer({ isEncrypted });
  await peer.start();
  server = await startSecurityServer({ config: { auth: { type: 'saml' } } });
  const config = {
    idp: { metadata_url: `${peer.address}/metadata`, entity_id: peer.entityId },
    sp: { entity_id: 'dashboards', signature_private_key: serviceKeys().privateKey },
    kibana_url: server.url,
    roles_key: 'groups',
    exchange_key: 'a text of more than thirty-two characters',
  };
  const http_authenticator = { type: 'saml', challenge: true, config };
  const quiet = { ...PASSWORDS, http_authenticator: { type: 'basic', challenge: false } };
  await configure(server.engine, {
    authc: { sso: { ...domain('saml', {}), http_authenticator }, passwords: quiet },
  });
  await put(server, 'rolesmapping/kibana_user', { backend_roles: ['dev'] });
  await peer.register(`${server.url}${SAML}/metadata`);
}

const whoami = (client: HttpClient) => client.get('/api/test/whoami');
const locationOf = ({ headers }: HttpResult) => headers.get('location') ?? '';

/** Fields and target path of a page's form. The target defaults to the page itself. */
function formOf(page: string) {
  const of = (pattern: RegExp) => [...page.matchAll(pattern)];
  const [[, action = `${SAML}/acs`] = []] = of(/<form[^>]* action="([^"]*)"/g);
  const fields = of(/name="([^"]*)" value="([^"]*)"/g).map(([, name = '', value = '']) => [
    name,
    value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
  ]);
  const path = new URL(action, server.url).pathname;
  return { path, body: new URLSearchParams(fields).toString() };
}
const submit = (client: HttpClient, page: string, site: 'cross-site' | 'same-origin') => {
  const { path, body } = formOf(page);
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'kbn-xsrf': '' };
  return client.post(path, body, { headers: { ...type, 'sec-fetch-site': site } });
};

/**
 * Logs in from a page of the product through the provider and back. Sends no cookies across sites.
 */
async function login(client: HttpClient, nextUrl: string): Promise<HttpResult> {
  const away = locationOf(
    await client.get(`/auth/saml/login?nextUrl=${encodeURIComponent(nextUrl)}`, {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
  );
  expect(away).toMatch(/[?&]Signature=/);
  const shown = await fetch(away);
  const page = await shown.text();
  expect([shown.status, page]).toEqual([200, expect.stringContaining('SAMLResponse')]);
  const ours = await submit(server.client(), page, 'cross-site');
  expect(ours.status).toBe(200);
  return submit(client, ours.text, 'same-origin');
}

it.each([
  ['signed', false],
  ['signed and encrypted', true],
])(
  'logs in with the requested page and roles from responses that are %s',
  async (_what, isEncrypted) => {
    await start(isEncrypted);
    const client = server.client();
    const back = await login(client, '/app/test?security_tenant=global#/deep?x=1');
    expect([back.status, locationOf(back)]).toEqual([
      302,
      '/app/test?security_tenant=global#/deep?x=1',
    ]);
    expect((await whoami(client)).body).toMatchObject({ user: 'jdoe', tenant: '' });
    expect((await client.get('/api/v1/auth/signin')).body).toMatchObject({
      type: 'saml',
      backend_roles: ['dev'],
      roles: expect.arrayContaining(['kibana_user']),
    });
  }
);

it('accepts a login that the provider initiates, once', async () => {
  await start();
  // The metadata contain only one endpoint, so this one is passed explicitly.
  const at = `${server.url}${SAML}/acs/idpinitiated`;
  const page = await (await fetch(`${peer.address}/unasked?at=${encodeURIComponent(at)}`)).text();
  const client = server.client();
  const sent = await submit(client, page, 'cross-site');
  expect([sent.status, locationOf(sent)]).toEqual([302, '/']);
  expect((await whoami(client)).body).toMatchObject({ user: 'jdoe' });
  const again = await submit(server.client(), page, 'cross-site');
  expect(locationOf(again)).toBe('/app/login?problem=refused');
});

it('logs out here and at the provider, with a request that the provider verifies', async () => {
  await start();
  const client = server.client();
  await login(client, '/');
  const out = await client.get('/auth/logout', { headers: { 'sec-fetch-site': 'same-origin' } });
  const told = await fetch(locationOf(out));
  expect([told.status, await told.text()]).toEqual([200, 'Signed out.']);
  expect(peer.loggedOut).toEqual(['jdoe']);
  expect((await whoami(client)).status).toBe(401);
});

it('signs its requests: the provider rejects an altered one', async () => {
  await start();
  const asked = async () => new URL(locationOf(await server.client().get('/auth/saml/login')));
  const [one, other] = [await asked(), await asked()];
  expect((await fetch(one)).status).toBe(200);
  one.searchParams.set('SAMLRequest', other.searchParams.get('SAMLRequest') ?? '');
  expect((await fetch(one)).status).toBe(400);
});
