/** Tests of TLS connections to an OpenID provider. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TLSSocket } from 'node:tls';
import { Authority, type Certified } from '../../../../../test/helpers/certificates';
import { pkcs12Of } from '../../../../../test/helpers/pkcs12';
import { OpenIdClient } from './openid/openid_client';
import { createProviderFetch, ProviderUnavailableError, type ProviderTls } from './provider_fetch';

jest.setTimeout(60_000);

const NOTHING: ProviderTls = {
  root_ca: '',
  verify_hostnames: true,
  certificate: '',
  private_key: '',
  passphrase: '',
  pfx: '',
};

let authority: Authority;
let otherAuthority: Authority;
let own: Certified;
let server: Server | undefined;

const at = (path: string, host = 'localhost') =>
  `https://${host}:${(server?.address() as AddressInfo).port}${path}`;

beforeAll(async () => {
  [authority, otherAuthority] = [await Authority.make(), await Authority.make('C=DE, CN=stranger')];
  own = await authority.issue('C=DE, CN=dashboards');
  const { cert, key } = await authority.issue('C=DE, CN=provider', { isServer: true });
  const tls = { cert, key, ca: authority.files.cert, requestCert: true, rejectUnauthorized: false };
  server = createServer(tls, ({ socket }, response) => {
    const { authorized: isKnown } = socket as TLSSocket;
    if (!isKnown) return void response.writeHead(401).end();
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        issuer: at(''),
        authorization_endpoint: at('/authorize'),
        token_endpoint: at('/token'),
        jwks_uri: at('/keys'),
      })
    );
  });
  await new Promise<void>((resolve) => server?.listen(0, resolve));
});
afterAll(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  authority?.remove();
  otherAuthority?.remove();
});

const discovered = (tls: Partial<ProviderTls>) =>
  new OpenIdClient({
    connectUrl: at('/.well-known/openid-configuration'),
    clientId: 'dashboards',
    clientSecret: '',
    hasCertificate: true,
    fetch: createProviderFetch({ ...NOTHING, ...tls }),
  }).provider();

const both = () => ({
  root_ca: authority.files.certFile,
  certificate: own.certFile,
  private_key: own.keyFile,
});

it('reaches a provider with a private authority and authenticates with a client certificate', async () => {
  const { configuration } = await discovered(both());
  expect(configuration.serverMetadata().token_endpoint).toBe(at('/token'));
});

it('reaches no provider without its authority, without a client certificate or with a foreign one', async () => {
  const foreign = await otherAuthority.issue('C=DE, CN=dashboards');
  const refused: ReadonlyArray<Partial<ProviderTls>> = [
    { ...both(), root_ca: '' },
    { ...both(), root_ca: otherAuthority.files.certFile },
    { root_ca: authority.files.certFile },
    { ...both(), certificate: foreign.certFile, private_key: foreign.keyFile },
    // The host name check can be disabled, the authority check cannot.
    { ...both(), root_ca: otherAuthority.files.certFile, verify_hostnames: false },
  ];
  for (const tls of refused)
    await expect(discovered(tls)).rejects.toThrow(ProviderUnavailableError);
});

it('reads client certificate and key from one file protected by a passphrase', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sd-pfx-'));
  try {
    const pfx = path.join(folder, 'own.p12');
    const foreign = path.join(folder, 'foreign.p12');
    await writeFile(pfx, pkcs12Of(own, 'a passphrase: ä'));
    await writeFile(foreign, pkcs12Of(await otherAuthority.issue('C=DE, CN=dashboards'), 'other'));
    const root_ca = authority.files.certFile;
    const { configuration } = await discovered({ root_ca, pfx, passphrase: 'a passphrase: ä' });
    expect(configuration.serverMetadata().issuer).toBe(at(''));
    for (const tls of [
      { root_ca, pfx, passphrase: 'another' },
      { root_ca, pfx },
      { root_ca, pfx: foreign, passphrase: 'other' },
    ])
      await expect(discovered(tls)).rejects.toThrow(ProviderUnavailableError);
    expect(() => createProviderFetch({ ...NOTHING, pfx: '/none.p12' })).toThrow(
      'opensearch_security.openid.pfx: the file "/none.p12" cannot be read (ENOENT).'
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

it('accepts a certificate for another host name when verify_hostnames is off', async () => {
  const ask = (verify_hostnames: boolean) =>
    createProviderFetch({ ...NOTHING, ...both(), verify_hostnames })(at('/', '127.0.0.2'));
  await expect(ask(true)).rejects.toThrow(ProviderUnavailableError);
  expect((await ask(false)).status).toBe(200);
});

it('fails at startup with the name of an unreadable file', () => {
  expect(() => createProviderFetch({ ...NOTHING, root_ca: '/none.pem' })).toThrow(
    'opensearch_security.openid.root_ca: the file "/none.pem" cannot be read (ENOENT).'
  );
});
