/** Certificate authorities and certificates for TLS tests, created for each run. */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type X509Certificate,
} from '@peculiar/x509';
import type { ServerConfig } from '../../src/core/server/config';

cryptoProvider.set(webcrypto as Crypto);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;

/** PEM texts, and the paths of their files. */
export interface Certified {
  readonly cert: string;
  readonly key: string;
  readonly certFile: string;
  readonly keyFile: string;
}

export interface LeafOptions {
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly isServer?: boolean;
}

interface Issued {
  readonly certificate: X509Certificate;
  readonly keys: CryptoKeyPair;
}

export class Authority {
  private count = 1;
  private constructor(
    private readonly folder: string,
    private readonly own: Issued,
    readonly files: Certified
  ) {}

  /** @param name - the subject, least specific part first: `C=DE, CN=root` */
  static async make(name = 'C=DE, CN=root'): Promise<Authority> {
    const folder = mkdtempSync(path.join(tmpdir(), 'sd-certificates-'));
    const keys = await newKeys();
    const certificate = await X509CertificateGenerator.createSelfSigned({
      name,
      keys,
      signingAlgorithm: ALGORITHM,
      notBefore: new Date(Date.now() - DAY_MS),
      notAfter: new Date(Date.now() + DAY_MS),
      extensions: [new BasicConstraintsExtension(true, undefined, true)],
    });
    const own = { certificate, keys };
    return new Authority(folder, own, await written(folder, 'root', own));
  }

  /** @param subject - least specific part first */
  async issue(
    subject: X509Certificate['subject'] | object[],
    { notBefore, notAfter, isServer = false }: LeafOptions = {}
  ): Promise<Certified> {
    const keys = await newKeys();
    const usage = isServer ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth;
    const names = new SubjectAlternativeNameExtension([
      { type: 'dns', value: 'localhost' },
      { type: 'ip', value: '127.0.0.1' },
    ]);
    const certificate = await X509CertificateGenerator.create({
      subject: subject as string,
      issuer: this.own.certificate.subjectName.toString(),
      signingKey: this.own.keys.privateKey,
      publicKey: keys.publicKey,
      signingAlgorithm: ALGORITHM,
      notBefore: notBefore ?? new Date(Date.now() - DAY_MS),
      notAfter: notAfter ?? new Date(Date.now() + DAY_MS),
      extensions: [new ExtendedKeyUsageExtension([usage]), ...(isServer ? [names] : [])],
    });
    return written(this.folder, `leaf-${this.count++}`, { certificate, keys });
  }

  /** `server.ssl` of a server that accepts client certificates of this authority. */
  async serverTls(): Promise<ServerConfig['ssl']> {
    const own = await this.issue('C=DE, CN=server', { isServer: true });
    return {
      enabled: true,
      certificate: own.certFile,
      key: own.keyFile,
      keystore: {},
      certificateAuthorities: this.files.certFile,
      clientAuthentication: 'optional',
      supportedProtocols: ['TLSv1.2', 'TLSv1.3'],
    };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const newKeys = (): Promise<CryptoKeyPair> =>
  webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<CryptoKeyPair>;

async function written(folder: string, name: string, issued: Issued): Promise<Certified> {
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', issued.keys.privateKey);
  const cert = issued.certificate.toString('pem');
  const key = PemConverter.encode(pkcs8, 'PRIVATE KEY');
  const certFile = path.join(folder, `${name}.pem`);
  const keyFile = path.join(folder, `${name}-key.pem`);
  writeFileSync(certFile, cert);
  writeFileSync(keyFile, key, { mode: 0o600 });
  return { cert, key, certFile, keyFile };
}
