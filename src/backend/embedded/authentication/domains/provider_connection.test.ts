/** Identity providers behind TLS: a private authority, another host name, a client certificate. */
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { Authority, type Certified } from '../../../../../test/helpers/certificates';
import { SamlProviderDouble } from '../../../../../test/helpers/saml_provider';
import { ask, configure, domain, PASSWORDS } from '../../../testing/domains';
import { cleanUp, clientOf, startEngine } from '../../../testing/embedded';
import { DomainSettingsError } from './domain';
import { DomainSettings } from './domain_settings';
import { getConnection } from './provider_connection';

jest.setTimeout(60_000);

const KEYS = '/keys';
const METADATA = '/metadata';
const DISCOVERY = '/.well-known/openid-configuration';

let authority: Authority;
let otherAuthority: Authority;
let own: Certified;
let foreign: Certified;
let saml: SamlProviderDouble;
let token: string;
let server: Server | undefined;
/** Common names of the client certificates that were presented. */
let presentedNames: string[];

const at = (path: string, host = '127.0.0.1') =>
  `https://${host}:${(server?.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  [authority, otherAuthority] = [await Authority.make(), await Authority.make('C=DE, CN=stranger')];
  own = await authority.issue('C=DE, CN=engine');
  foreign = await otherAuthority.issue('C=DE, CN=engine');
  saml = await SamlProviderDouble.make();
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig', alg: 'RS256' };
  token = await new SignJWT({ sub: 'jdoe' })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .sign(privateKey);
  const leaf = await authority.issue('C=DE, CN=provider', { isServer: true });
  server = createServer(
    {
      cert: leaf.cert,
      key: leaf.key,
      ca: authority.files.cert,
      requestCert: true,
      rejectUnauthorized: false,
    },
    ({ url, socket }, response) => {
      const { authorized: isKnown } = socket as TLSSocket;
      const { CN = '' } = (socket as TLSSocket).getPeerCertificate().subject ?? {};
      presentedNames.push(isKnown ? String(CN) : '');
      // Clients without a certificate of the authority get nothing.
      if (!isKnown && url !== '/open') return void response.writeHead(403).end();
      if (url === METADATA) return void response.end(saml.metadata);
      const result = url === DISCOVERY ? { jwks_uri: at(KEYS) } : { keys: [jwk] };
      response.end(JSON.stringify(result));
    }
  );
  await new Promise<void>((resolve) => server?.listen(0, resolve));
});
beforeEach(() => {
  presentedNames = [];
});
afterEach(cleanUp);
afterAll(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  authority?.remove();
  otherAuthority?.remove();
});

type Connection = Readonly<Record<string, unknown>>;
const trusting = (): Connection => ({
  enable_ssl: true,
  pemtrustedcas_filepath: authority.files.certFile,
});
const withOwn = ({ certFile, keyFile } = own): Connection => ({
  ...trusting(),
  enable_ssl_client_auth: true,
  pemcert_filepath: certFile,
  pemkey_filepath: keyFile,
});

/** Whether a token is accepted with the keys of the provider. */
async function acceptsToken(config: Connection): Promise<boolean> {
  const { engine } = await startEngine();
  await configure(engine, { authc: { sso: domain('openid', config), passwords: PASSWORDS } });
  return (await ask(engine, { authorization: `Bearer ${token}` })).ok;
}

it('fetches the discovery document and keys over mutual TLS', async () => {
  const found = { openid_connect_url: at(DISCOVERY), openid_connect_idp: withOwn() };
  expect(await acceptsToken(found)).toBe(true);
  expect(presentedNames).toEqual(['engine', 'engine']);
  expect(await acceptsToken({ jwks_uri: at(KEYS), jwks: withOwn() })).toBe(true);
});

it('rejects connections without client certificate, with an unknown authority, or to another host name', async () => {
  const url = at(DISCOVERY);
  const refused: readonly Connection[] = [
    { openid_connect_url: url, openid_connect_idp: trusting() },
    { openid_connect_url: url, openid_connect_idp: withOwn(foreign) },
    {
      openid_connect_url: url,
      openid_connect_idp: { ...withOwn(), enable_ssl_client_auth: false },
    },
    {
      openid_connect_url: url,
      openid_connect_idp: { ...withOwn(), pemtrustedcas_filepath: otherAuthority.files.certFile },
    },
    { openid_connect_url: url, openid_connect_idp: { ...withOwn(), pemtrustedcas_filepath: '' } },
    // The certificate is for other names of this machine.
    { jwks_uri: at(KEYS, '127.0.0.2'), jwks: withOwn() },
  ];
  for (const config of refused) expect(await acceptsToken(config)).toBe(false);
  const lenient = { ...withOwn(), verify_hostnames: false };
  expect(await acceptsToken({ jwks_uri: at(KEYS, '127.0.0.2'), jwks: lenient })).toBe(true);
});

it('fetches SAML provider metadata with the same settings', async () => {
  const challenge = async (idp: Connection) => {
    const { engine } = await startEngine();
    const config = {
      idp: { metadata_url: at(METADATA), entity_id: saml.entityId, ...idp },
      sp: { entity_id: 'dashboards' },
      kibana_url: 'https://dashboards.test',
      roles_key: 'groups',
      exchange_key: 'a text of more than thirty-two characters',
    };
    const http_authenticator = { type: 'saml', challenge: true, config };
    await configure(engine, { authc: { sso: { ...domain('saml', {}), http_authenticator } } });
    const { headers } = await clientOf(engine, { kind: 'anonymous' })('GET', '/authinfo');
    return headers['www-authenticate'] ?? '';
  };
  expect(await challenge(withOwn())).toContain('https://idp.example.com/SingleSignOnService');
  expect(await challenge(trusting())).toBe('');
});

it('names an unusable setting without its content', () => {
  const connection = (idp: Connection) =>
    getConnection(new DomainSettings({ idp: { ...withOwn(), ...idp } }), 'idp', '.');
  expect(connection({ pemkey_filepath: undefined, pemkey_content: own.key })).toMatchObject({
    cert: own.cert,
    key: own.key,
  });
  const cases: ReadonlyArray<readonly [RegExp, Connection]> = [
    [/idp\.pemcert_filepath or _content is missing/, { pemcert_filepath: null }],
    [/idp\.pemkey_filepath or _content is missing/, { pemkey_filepath: null }],
    [/the file of idp\.pemkey_filepath cannot be read/, { pemkey_filepath: '/none' }],
    [/idp\.pemtrustedcas_\*, .* cannot be used/, { pemkey_filepath: foreign.keyFile }],
    [/idp\.pemtrustedcas_\*, .* cannot be used/, { pemtrustedcas_content: 'nonsense' }],
  ];
  for (const [problem, idp] of cases) {
    expect(() => connection(idp)).toThrow(problem);
    expect(() => connection(idp)).toThrow(DomainSettingsError);
  }
});
