/** Single logout started by the SAML provider, and the metadata for registering this server. */
import { createVerify, X509Certificate } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import type { HttpClient, HttpResult } from '../../../../../../test/helpers/http_client';
import {
  RELAY,
  SamlProviderDouble,
  serviceKeys,
  type SamlLogout,
} from '../../../../../../test/helpers/saml_provider';
import {
  startSecurityServer,
  type SecurityServer,
} from '../../../../../../test/helpers/security_server';
import { configure, domain, PASSWORDS } from '../../../../../backend/testing/domains';

jest.setTimeout(120_000);

const BASE = 'https://dashboards.test';
const LOGOUT = '/_opendistro/_security/saml/logout';
const IDP_INITIATED = '/_opendistro/_security/saml/acs/idpinitiated';
const DESTINATION = BASE + LOGOUT;
const FOREIGN = {
  'content-type': 'application/x-www-form-urlencoded',
  'kbn-xsrf': '',
  'sec-fetch-site': 'cross-site',
};
const { privateKey, publicKey } = serviceKeys();

let provider: SamlProviderDouble;
let server: SecurityServer;
beforeAll(async () => {
  provider = await SamlProviderDouble.make();
  server = await startSecurityServer({ config: { auth: { type: 'saml' } } });
  await trust(provider.metadata);
});

async function trust(metadata: string): Promise<void> {
  const saml = {
    idp: { metadata_content: metadata, entity_id: provider.entityId },
    sp: { entity_id: 'dashboards', signature_private_key: privateKey },
    kibana_url: BASE,
    roles_key: 'groups',
    exchange_key: 'a text of more than thirty-two characters',
  };
  const http_authenticator = { type: 'saml', challenge: true, config: saml };
  const quiet = { ...PASSWORDS, http_authenticator: { type: 'basic', challenge: false } };
  await configure(server.engine, {
    authc: { sso: { ...domain('saml', {}), http_authenticator }, passwords: quiet },
  });
}

const locationOf = ({ headers }: HttpResult): URL => new URL(headers.get('location') ?? '', BASE);
const whoami = async (client: HttpClient) => (await client.get('/api/test/whoami')).status;
const post = (client: HttpClient, path: string, fields: Record<string, string>) =>
  client.post(path, new URLSearchParams(fields).toString(), { headers: FOREIGN });
const inBase64 = (xml: string): string => Buffer.from(xml).toString('base64');

/** A session that came from the provider's session `s1`. */
async function loggedIn(name = 'jdoe'): Promise<HttpClient> {
  const client = server.client();
  const response = {
    recipient: BASE + IDP_INITIATED,
    audience: 'dashboards',
    roles: ['admin'],
    name,
  };
  await post(client, IDP_INITIATED, { SAMLResponse: inBase64(provider.signed(response)) });
  expect(await whoami(client)).toBe(200);
  return client;
}

const request = (more: Partial<SamlLogout> = {}): string =>
  provider.logoutRequest({ destination: DESTINATION, ...more });
const posted = (xml: string): Promise<HttpResult> =>
  post(server.client(), LOGOUT, { SAMLRequest: inBase64(xml), RelayState: RELAY });
const signed = (more: Partial<SamlLogout> = {}): string =>
  provider.sign(request(more), 'LogoutRequest');

/** Expects the browser to carry a signed response of this server to the provider. */
function expectResponse(result: HttpResult): void {
  const away = locationOf(result);
  expect([result.status, away.origin + away.pathname]).toEqual([
    302,
    'https://idp.example.com/SingleLogoutService',
  ]);
  expect(away.searchParams.get('RelayState')).toBe(RELAY);
  const message = Buffer.from(away.searchParams.get('SAMLResponse') ?? '', 'base64');
  const xml = inflateRawSync(message).toString();
  expect(xml).toContain('InResponseTo="_out"');
  expect(xml).toContain('urn:oasis:names:tc:SAML:2.0:status:Success');
  const query = away.search.slice(1);
  const verify = createVerify('RSA-SHA256').update(query.slice(0, query.indexOf('&Signature=')));
  const signature = away.searchParams.get('Signature') ?? '';
  expect(verify.verify(publicKey, signature, 'base64')).toBe(true);
}

it('ends the sessions of a posted logout request without a cookie and signs the response', async () => {
  const mine = await loggedIn();
  const other = await loggedIn('other');
  expectResponse(await posted(signed({ sessions: [] })));
  expect([await whoami(mine), await whoami(other)]).toEqual([401, 200]);
});

describe('SAML provider that accepts responses only by POST', () => {
  beforeAll(() => trust(provider.metadataByPost));
  afterAll(() => trust(provider.metadata));

  it('receives a signed response from an automatically posted form', async () => {
    const mine = await loggedIn();
    const page = await posted(signed());
    expect(page.status).toBe(200);
    expect(await whoami(mine)).toBe(401);
    const [form] = Array.from(
      new DOMParser().parseFromString(page.text, 'text/html').getElementsByTagName('form')
    );
    expect([form?.getAttribute('method'), form?.getAttribute('action')]).toEqual([
      'post',
      'https://idp.example.com/SingleLogoutService',
    ]);
    const fields = new Map(
      Array.from(form?.getElementsByTagName('input') ?? [], (one) => [
        one.getAttribute('name'),
        one.getAttribute('value') ?? '',
      ])
    );
    expect([...fields.keys()]).toEqual(['SAMLResponse', 'RelayState']);
    expect(fields.get('RelayState')).toBe(RELAY);
    const xml = Buffer.from(fields.get('SAMLResponse') ?? '', 'base64').toString();
    expect(xml).toContain('InResponseTo="_out"');
    expect(xml).toContain('Destination="https://idp.example.com/SingleLogoutService"');
    expect(xml).toContain('urn:oasis:names:tc:SAML:2.0:status:Success');
    const document = new DOMParser().parseFromString(xml, 'text/xml');
    const [signature] = Array.from(document.getElementsByTagNameNS('*', 'Signature'));
    const proof = new SignedXml({ publicCert: publicKey });
    proof.loadSignature(signature as never);
    expect(proof.checkSignature(xml)).toBe(true);
    // Only the server's own script runs there, and the page contains none of the input.
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const script = /<script src="([^"]+)">/.exec(page.text)?.[1] ?? '';
    expect((await server.client().get(script)).text).toContain('submit()');
  });

  it('receives the relay state escaped as text', async () => {
    const evil = '"><script>alert(1)</script>';
    const fields = { SAMLRequest: inBase64(signed()), RelayState: evil };
    const { text } = await post(server.client(), LOGOUT, fields);
    expect(text).not.toContain('<script>');
    const [, value = ''] = /name="RelayState" value="([^"]*)"/.exec(text) ?? [];
    expect(
      value.replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    ).toBe(evil);
  });
});

it('ends the session of a redirected logout request', async () => {
  const mine = await loggedIn();
  const query = provider.byRedirect(request());
  expectResponse(await server.client().get(`${LOGOUT}?${query}`));
  expect(await whoami(mine)).toBe(401);
});

it('rejects forged, unsigned, weakly signed, misaddressed and outdated logout requests', async () => {
  const mine = await loggedIn();
  const otherProvider = await SamlProviderDouble.make();
  const pastMs = Date.now() - 600_000;
  const inner = request({ name: 'other' }).replace('"_out"', '"_in"');
  const bad = [
    request(),
    otherProvider.sign(request(), 'LogoutRequest'),
    signed().replace('>jdoe<', '>admin<'),
    signed({ destination: `${BASE}/elsewhere` }),
    signed({ issuer: 'https://another' }),
    signed({ issuedAtMs: pastMs }),
    signed({ issuedAtMs: Date.now() + 600_000 }),
    provider.sign(request(), 'LogoutRequest', 'digest'),
    provider.sign(request(), 'LogoutRequest', 'signature'),
    signed().replace('</samlp:LogoutRequest>', `${inner}</samlp:LogoutRequest>`),
    signed().replace('>jdoe<', '>jdoe<!-- -->.other<'),
    signed().replace(/^/, '<!DOCTYPE x [<!ENTITY e "e">]>'),
    '',
  ];
  for (const xml of bad) {
    const { status, body } = await posted(xml);
    expect([xml.slice(0, 400), status, body]).toEqual([
      xml.slice(0, 400),
      400,
      expect.objectContaining({ attributes: { code: 'security.invalid_logout_request' } }),
    ]);
  }
  const good = provider.byRedirect(request());
  const [unsigned = ''] = good.split('&Signature=');
  const bomb = request().replace('jdoe', 'j'.repeat(4_000_000));
  for (const query of [
    unsigned,
    good.replace('RelayState=there', 'RelayState=here'),
    good.replace('there%20', 'x'.repeat(2_000)),
    `${good}&SAMLRequest=again`,
    `${good}&Sig%41lg=again`,
    otherProvider.byRedirect(request()),
    provider.byRedirect(request(), 'sha1'),
    provider.byRedirect(bomb),
    good.replace(/rsa-sha256/, 'rsa-md5'),
    'SAMLRequest=%25&SigAlg=&Signature=',
    '',
  ])
    expect([query.slice(-100), (await server.client().get(`${LOGOUT}?${query}`)).status]).toEqual([
      query.slice(-100),
      400,
    ]);
  expect(await whoami(mine)).toBe(200);
});

it('redirects browsers to the confirmation or login page instead of returning JSON', async () => {
  const navigating = { headers: { accept: 'text/html,*/*', 'sec-fetch-site': 'cross-site' } };
  const response = await server.client().get(`${LOGOUT}?SAMLRequest=x`, navigating);
  expect([response.status, locationOf(response).pathname]).toEqual([
    302,
    '/app/customerror/logout',
  ]);
  const back = await post(server.client(), LOGOUT, { SAMLResponse: 'x' });
  expect([back.status, locationOf(back).pathname]).toEqual([302, '/app/login']);
});

it('returns signed and stable metadata with its addresses and certificate', async () => {
  const path = '/_opendistro/_security/saml/metadata';
  const first = await server.client().get(path);
  expect(first.headers.get('content-type')).toContain('application/samlmetadata+xml');
  const document = new DOMParser().parseFromString(first.text, 'text/xml');
  const [root] = Array.from(document.getElementsByTagName('EntityDescriptor'));
  expect(root?.getAttribute('entityID')).toBe('dashboards');
  const locations = Array.from(document.getElementsByTagName('*'), (one) =>
    one.getAttribute('Location')
  ).filter(Boolean);
  expect(locations).toEqual([DESTINATION, `${BASE}/_opendistro/_security/saml/acs`]);
  const [, base64 = ''] = /<ds:X509Certificate>([^<]+)</.exec(first.text) ?? [];
  const certificate = new X509Certificate(Buffer.from(base64.replace(/\s/g, ''), 'base64'));
  expect(certificate.publicKey.export({ type: 'spki', format: 'pem' })).toBe(publicKey);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  const [signature] = Array.from(document.getElementsByTagNameNS('*', 'Signature'));
  const proof = new SignedXml({ publicCert: certificate.toString() });
  proof.loadSignature(signature as never);
  expect(proof.checkSignature(first.text)).toBe(true);
});
