import { createPrivateKey } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Authority, type Certified } from '../../../../test/helpers/certificates';
import { pkcs12Of } from '../../../../test/helpers/pkcs12';
import type { StartError } from '../start_error';
import type { CoreConfig, ServerConfig } from './core_sections';
import { assertClusterTls, readServerTls } from './tls_files';
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';

let folder: string;
let authority: Authority;
let own: Certified;
let other: Certified;
beforeAll(async () => {
  folder = temporaryFolder();
  authority = await Authority.make();
  own = await authority.issue('C=DE, CN=own', { isServer: true });
  other = await authority.issue('C=DE, CN=other', { isServer: true });
});
afterAll(() => {
  authority.remove();
});

function written(name: string, content: string | Buffer): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}
const encrypted = (): string =>
  written(
    'encrypted.pem',
    createPrivateKey(own.key).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'right',
    })
  );
const keystore = (): string => written('own.p12', pkcs12Of(own, 'right'));

type Ssl = ServerConfig['ssl'];
const base = (): Ssl => ({
  enabled: true,
  certificate: own.certFile,
  key: own.keyFile,
  keystore: {},
  clientAuthentication: 'none',
  supportedProtocols: ['TLSv1.2', 'TLSv1.3'],
});

async function denial(ssl: Partial<Ssl>): Promise<string> {
  const error = await readServerTls({ ...base(), ...ssl }).then(
    () => undefined,
    (reason: StartError) => reason
  );
  expect(error).toMatchObject({ name: 'StartError', exitCode: 78 });
  expect(error?.message).not.toMatch(/\n|right/);
  return error?.message ?? '';
}

describe('server TLS', () => {
  it.each<[string, () => Partial<Ssl>]>([
    ['a certificate with its key', () => ({})],
    ['a chain', () => ({ certificate: written('chain.pem', own.cert + authority.files.cert) })],
    ['an encrypted key', () => ({ key: encrypted(), keyPassphrase: 'right' })],
    ['a keystore', () => ({ ...pathless, keystore: { path: keystore(), password: 'right' } })],
    ['ciphers', () => ({ cipherSuites: ['TLS_AES_256_GCM_SHA384', 'HIGH:!aNULL'] })],
    ['authorities', () => ({ certificateAuthorities: [authority.files.certFile] })],
  ])('accepts %s', async (_what, ssl) => {
    await expect(readServerTls({ ...base(), ...ssl() })).resolves.toBeDefined();
  });

  const pathless = { certificate: undefined, key: undefined };

  // @asvs V9.1.2/1: server TLS › rejects ciphers of another protocol with one line
  it.each<[string, () => Partial<Ssl>, string]>([
    [
      'a missing file',
      () => ({ certificate: '/none' }),
      '[server.ssl.certificate]: cannot read /none: there is no such file.',
    ],
    ['a folder', () => ({ key: folder }), '[server.ssl.key]: cannot read '],
    [
      'a certificate that is not PEM',
      () => ({ certificate: written('a', 'junk') }),
      '[server.ssl.certificate]: ',
    ],
    [
      'a damaged certificate',
      () => ({ certificate: written('b', own.cert.replace(/MII/, 'MXX')) }),
      'has a damaged certificate.',
    ],
    [
      'a damaged certificate in a chain',
      () => ({ certificate: written('c', own.cert + other.cert.replace(/MII/, 'MXX')) }),
      '[server.ssl.certificate]: ',
    ],
    ['a key that is not PEM', () => ({ key: written('d', 'junk') }), '[server.ssl.key]: '],
    [
      'a certificate in place of a key',
      () => ({ key: own.certFile }),
      'has no private key in PEM format.',
    ],
    ['a foreign key', () => ({ key: other.keyFile }), '[server.ssl.key]: '],
    [
      'a chain that begins with its authority',
      () => ({ certificate: written('e', authority.files.cert + own.cert) }),
      'is not the first one in ',
    ],
    [
      'an encrypted key without passphrase',
      () => ({ key: encrypted() }),
      '[server.ssl.keyPassphrase]: ',
    ],
    [
      'a wrong passphrase',
      () => ({ key: encrypted(), keyPassphrase: 'x' }),
      '[server.ssl.keyPassphrase]: this passphrase does not decrypt ',
    ],
    [
      'a keystore without password',
      () => ({ ...pathless, keystore: { path: keystore() } }),
      '[server.ssl.keystore.password]: ',
    ],
    [
      'a wrong password of a keystore',
      () => ({ ...pathless, keystore: { path: keystore(), password: 'x' } }),
      '[server.ssl.keystore.password]: this password does not open ',
    ],
    [
      'the passphrase of a key as password of a keystore',
      () => ({ ...pathless, keyPassphrase: 'right', keystore: { path: keystore() } }),
      '[server.ssl.keystore.password]: ',
    ],
    [
      'a keystore that is none',
      () => ({ ...pathless, keystore: { path: own.certFile, password: 'x' } }),
      'is not a PKCS#12 file.',
    ],
    [
      'an unknown cipher',
      () => ({ cipherSuites: ['NOPE'] }),
      '[server.ssl.cipherSuites]: OpenSSL has no cipher "NOPE"',
    ],
    [
      'an unknown cipher beside a known one',
      () => ({ cipherSuites: ['HIGH', 'TLS_NOPE'] }),
      'OpenSSL has no cipher "TLS_NOPE"',
    ],
    [
      'ciphers of another protocol',
      () => ({ cipherSuites: ['TLS_AES_256_GCM_SHA384'], supportedProtocols: ['TLSv1.2'] }),
      '[server.ssl.cipherSuites]: no client could connect by TLSv1.2',
    ],
    [
      'ciphers of another kind of key',
      () => ({ cipherSuites: ['ECDHE-RSA-AES256-GCM-SHA384'], supportedProtocols: ['TLSv1.2'] }),
      'no client could connect by TLSv1.2',
    ],
    [
      'authorities that are not PEM',
      () => ({ certificateAuthorities: written('f', 'junk') }),
      '[server.ssl.certificateAuthorities]: ',
    ],
  ])('rejects %s with one line', async (_what, ssl, message) => {
    expect(await denial(ssl())).toContain(message);
  });
});

describe('TLS of cluster connections', () => {
  const cluster = (ssl: Partial<CoreConfig['opensearch']['ssl']>, hosts = 'https://h') =>
    ({
      hosts,
      ssl: { verificationMode: 'full', alwaysPresentCertificate: false, ...ssl },
    }) as unknown as CoreConfig['opensearch'];

  it.each<[string, () => Partial<CoreConfig['opensearch']['ssl']>, string]>([
    [
      'authorities that are not there',
      () => ({ certificateAuthorities: ['/none'] }),
      '[opensearch.ssl.certificateAuthorities]: cannot read /none: there is no such file.',
    ],
    [
      'a foreign key',
      () => ({ certificate: own.certFile, key: other.keyFile }),
      '[opensearch.ssl.key]: ',
    ],
    [
      'an encrypted key without passphrase',
      () => ({ certificate: own.certFile, key: encrypted() }),
      '[opensearch.ssl.keyPassphrase]: ',
    ],
  ])('rejects %s with one line', (_what, ssl, message) => {
    expect(() => assertClusterTls(cluster(ssl()))).toThrow(message);
  });

  it('accepts valid files', () => {
    const ssl = {
      certificate: own.certFile,
      key: own.keyFile,
      certificateAuthorities: [authority.files.certFile],
    };
    expect(() => assertClusterTls(cluster(ssl))).not.toThrow();
  });
});
