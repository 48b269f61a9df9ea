/**
 * SAML 2.0 metadata that registers this product with an identity provider. A configured signing key
 * alone determines signature and certificate, so that they are the same on every server.
 */
import { createHash, createPrivateKey, createPublicKey, webcrypto } from 'node:crypto';
import type { SamlConfig } from '@node-saml/node-saml';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
const FROM = new Date('2000-01-01T00:00:00Z');
/** No expiry (RFC 5280, section 4.1.2.5). */
const UNTIL = new Date('9999-12-31T23:59:59Z');

interface Described {
  /** Library configuration, used only to create metadata. */
  readonly library: Pick<SamlConfig, 'issuer' | 'callbackUrl'> &
    Partial<Omit<SamlConfig, 'idpCert'>>;
  /** URL for the provider's logout messages; absent if they are not supported. */
  readonly logoutAt?: string;
}

/** @returns XML */
export async function toDescription({ library, logoutAt }: Described): Promise<string> {
  const { SAML } = await import('@node-saml/node-saml');
  const key = library.privateKey?.toString();
  const certificate = key === undefined ? null : await getCertificate(key);
  const id = createHash('sha256').update(library.issuer).digest('hex').slice(0, 32);
  const saml = new SAML({
    ...library,
    // Required by the library, but nothing is verified here.
    idpCert: 'none',
    ...(logoutAt !== undefined && { logoutCallbackUrl: logoutAt }),
    generateUniqueId: () => `_${id}`,
    signMetadata: key !== undefined,
  });
  return saml.generateServiceProviderMetadata(certificate, certificate);
}

/** @param privateKey - PEM @returns PEM */
async function getCertificate(privateKey: string): Promise<string> {
  await import('reflect-metadata');
  const { X509CertificateGenerator } = await import('@peculiar/x509');
  const { subtle } = webcrypto;
  const key = createPrivateKey(privateKey).export({ type: 'pkcs8', format: 'der' });
  const open = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: `01${createHash('sha256').update(open).digest('hex').slice(0, 30)}`,
      name: 'CN=Security Dashboards',
      notBefore: FROM,
      notAfter: UNTIL,
      signingAlgorithm: RSA,
      keys: {
        privateKey: await subtle.importKey('pkcs8', key, RSA, false, ['sign']),
        publicKey: await subtle.importKey('spki', open, RSA, true, ['verify']),
      },
    },
    webcrypto as Crypto
  );
  return certificate.toString('pem');
}
