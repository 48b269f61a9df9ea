/**
 * Reads and validates the TLS files and settings. OpenSSL's errors name neither file nor key, and
 * it silently ignores unreadable authorities and accepts ciphers that no client could use.
 */
import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { duplexPair } from 'node:stream';
import {
  connect,
  createSecureContext,
  TLSSocket,
  type SecureContextOptions,
  type SecureVersion,
} from 'node:tls';
import { readUsedCertificates, type UsedCertificate } from '../../../backend/api';
import { EXIT_INVALID_CONFIG, StartError } from '../start_error';
import type { CoreConfig, ServerConfig } from './core_sections';

const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

export interface ServerTls {
  readonly context: SecureContextOptions;
  /** Certificate authorities of client certificates. */
  readonly authorities: readonly X509Certificate[];
  readonly used: readonly UsedCertificate[];
}

/** @throws {StartError} one line for each key that is wrong */
export async function readServerTls(ssl: ServerConfig['ssl']): Promise<ServerTls> {
  const versions = [...ssl.supportedProtocols].sort() as SecureVersion[];
  const { path, password } = ssl.keystore;
  const [authorities, own, ciphers] = runAll(
    () => getAuthorities('server.ssl', ssl),
    () => (path === undefined ? readCertificate('server.ssl', ssl) : getKeystore(path, password)),
    () => getCiphers(ssl.cipherSuites)
  );
  const context: SecureContextOptions = {
    ...own,
    ca: authorities.length > 0 ? toPem(authorities) : undefined,
    ciphers,
    minVersion: versions[0],
    maxVersion: versions.at(-1),
  };
  for (const version of versions) await tryHandshake(context, version);
  const used = [
    ...readUsedCertificates('server.ssl', ssl.certificate, ssl.certificateAuthorities),
    ...(ssl.keystore.path === undefined ? [] : [keystoreCertificate(ssl.keystore.path, context)]),
  ];
  return { context, authorities, used };
}

/** Node decodes a PKCS#12 file only into a context, which shows the certificate in DER. */
function keystoreCertificate(file: string, options: SecureContextOptions): UsedCertificate {
  const { context } = createSecureContext(options) as {
    readonly context: { getCertificate(): Buffer };
  };
  const { validTo } = new X509Certificate(context.getCertificate());
  return { file, usedBy: 'server.ssl.keystore', endsAtMs: Date.parse(validTo) };
}

/** @throws {StartError} like {@link readServerTls}, for the files of cluster connections */
export function assertClusterTls({ hosts, ssl }: CoreConfig['opensearch']): void {
  if (hosts === undefined) return;
  runAll(
    () => getAuthorities('opensearch.ssl', ssl),
    () => ssl.certificate !== undefined && readCertificate('opensearch.ssl', ssl)
  );
}

/**
 * @returns PEM of the authorities that vouch for the syslog server; undefined: those of the system
 * @throws {StartError} as {@link readServerTls}
 */
export function readSyslogAuthorities({ ssl }: CoreConfig['engine']['audit']['syslog']) {
  const authorities = getAuthorities('engine.audit.syslog.ssl', ssl);
  return authorities.length > 0 ? toPem(authorities) : undefined;
}

type PemFiles = Pick<ServerConfig['ssl'], 'certificate' | 'key' | 'keyPassphrase'>;

/** The schema guarantees that both files are given. */
function readCertificate(
  section: string,
  { certificate = '', key = '', keyPassphrase }: PemFiles
): Pick<SecureContextOptions, 'cert' | 'key' | 'passphrase'> {
  const [chain, pem] = runAll(
    () => certificatesIn(`${section}.certificate`, certificate),
    () => readFile(`${section}.key`, key)
  );
  const privateKey = toPrivateKey(section, key, pem, keyPassphrase);
  if (!chain[0]?.checkPrivateKey(privateKey)) {
    throw chain.some((one) => one.checkPrivateKey(privateKey))
      ? wrong(
          `${section}.certificate`,
          `the certificate of the key ${key} is not the first one in ${certificate}: put it before those of its authorities`
        )
      : wrong(`${section}.key`, `${key} is not the key of the certificate ${certificate}`);
  }
  return { cert: toPem(chain), key: pem, passphrase: keyPassphrase };
}

function toPrivateKey(
  section: string,
  file: string,
  pem: Buffer,
  passphrase: string | undefined
): KeyObject {
  try {
    return createPrivateKey({ key: pem, passphrase });
  } catch {
    const text = pem.toString('latin1');
    const isEncrypted = /-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m.test(text);
    if (isEncrypted && passphrase === undefined)
      throw wrong(`${section}.keyPassphrase`, `${file} is encrypted: set its passphrase`);
    if (isEncrypted)
      throw wrong(`${section}.keyPassphrase`, `this passphrase does not decrypt ${file}`);
    throw wrong(`${section}.key`, `${file} has no private key in PEM format`);
  }
}

function certificatesIn(key: string, file: string): X509Certificate[] {
  const blocks = readFile(key, file).toString('latin1').match(PEM_CERTIFICATE) ?? [];
  if (blocks.length === 0) throw wrong(key, `${file} has no certificate in PEM format`);
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw wrong(key, `${file} has a damaged certificate`);
  }
}

/** OpenSSL fails on a missing line break between two certificates. */
const toPem = (certificates: readonly X509Certificate[]): string =>
  certificates.map((one) => one.toString()).join('');

const getAuthorities = (
  section: string,
  { certificateAuthorities = [] }: Pick<ServerConfig['ssl'], 'certificateAuthorities'>
): X509Certificate[] =>
  runAll(
    ...[certificateAuthorities]
      .flat()
      .map((file) => () => certificatesIn(`${section}.certificateAuthorities`, file))
  ).flat();

/** @throws {StartError} one line for each that fails */
function runAll<T extends readonly unknown[]>(...runs: { [K in keyof T]: () => T[K] }): T {
  const problems: string[] = [];
  const results = runs.map((run: () => unknown) => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      problems.push(error.message);
      return undefined;
    }
  });
  if (problems.length > 0) throw new StartError(problems.join('\n'), EXIT_INVALID_CONFIG);
  return results as unknown as T;
}

function getKeystore(
  file: string,
  passphrase: string | undefined
): Pick<SecureContextOptions, 'pfx' | 'passphrase'> {
  const pfx = readFile('server.ssl.keystore.path', file);
  try {
    createSecureContext({ pfx, passphrase });
  } catch (error) {
    throw keystoreProblem(file, passphrase, (error as Error).message);
  }
  return { pfx, passphrase };
}

function keystoreProblem(file: string, password: string | undefined, reason: string): StartError {
  if (/mac verify/i.test(reason)) {
    return wrong(
      'server.ssl.keystore.password',
      password === undefined
        ? `${file} has a password: set it`
        : `this password does not open ${file}`
    );
  }
  const [, part] = /Unable to load (private key|certificate)/.exec(reason) ?? [];
  const what = part
    ? `${file} has no ${part}`
    : /unsupported/i.test(reason)
      ? `${file} is encrypted in an outdated way: make it again with "openssl pkcs12 -export", without -legacy`
      : `${file} is not a PKCS#12 file`;
  return wrong('server.ssl.keystore.path', what);
}

/** OpenSSL skips unknown names as long as it knows at least one. */
function getCiphers(suites: readonly string[] | undefined): string | undefined {
  const names = suites?.flatMap((item) => item.split(':'));
  for (const name of names ?? []) {
    if (/^[!+@-]/.test(name)) continue;
    try {
      createSecureContext({ ciphers: name });
    } catch {
      throw wrong(
        'server.ssl.cipherSuites',
        `OpenSSL has no cipher "${name}"; it has, for example, ECDHE-RSA-AES256-GCM-SHA384 and TLS_AES_256_GCM_SHA384`
      );
    }
  }
  return names?.join(':');
}

/**
 * Detects ciphers that fit neither the protocol nor the type of key, so that no client could
 * connect.
 */
async function tryHandshake(options: SecureContextOptions, version: SecureVersion): Promise<void> {
  const only = { minVersion: version, maxVersion: version };
  const [near, far] = duplexPair();
  try {
    const server = new TLSSocket(near, {
      isServer: true,
      secureContext: createSecureContext({ ...options, ...only }),
    });
    const client = connect({ socket: far, rejectUnauthorized: false, ...only });
    await new Promise<void>((resolve, reject) => {
      client.once('secureConnect', resolve).once('error', reject);
      server.once('error', reject);
    });
  } catch (error) {
    const { reason, message } = error as Error & { reason?: string };
    throw wrong(
      'server.ssl.cipherSuites',
      `no client could connect by ${version} (${reason ?? message}): change cipherSuites, supportedProtocols or the certificate`
    );
  } finally {
    near.destroy();
    far.destroy();
  }
}

function readFile(key: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: 'there is no such file',
      EACCES: 'permission denied',
      EISDIR: 'it is a folder',
    };
    throw wrong(key, `cannot read ${file}: ${reasons[code] ?? (error as Error).message}`);
  }
}

const wrong = (key: string, what: string): StartError =>
  new StartError(`[${key}]: ${what}.`, EXIT_INVALID_CONFIG);
