/**
 * The keys of a `jwt` domain: texts of which each is a public key (RSA or EC; PEM, or its base64
 * alone) or a secret in base64. What a key is decides which algorithms it may verify, so that no
 * public key is ever taken for a secret (RFC 8725, section 3.1).
 */
import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { DomainSettingsError } from './domain';

export interface SigningKey {
  readonly key: KeyObject;
  readonly algorithms: readonly string[];
}

/** Of RSA keys and all key sets of providers; none is symmetric. */
const RSA = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'ES256',
  secp384r1: 'ES384',
  secp521r1: 'ES512',
};
export const PUBLIC_KEY_ALGORITHMS: readonly string[] = [
  ...RSA,
  ...Object.values(CURVES),
  'EdDSA',
  'Ed25519',
];
const MIN_RSA_BITS = 2_048;

/**
 * @throws {DomainSettingsError} for a text that is no key, a weak one, or none at all
 */
export function signingKeys(texts: readonly string[]): readonly SigningKey[] {
  if (texts.length === 0) throw new DomainSettingsError('signing_key is missing');
  if (texts.length > DOMAIN_LIMITS.signingKeys)
    throw new DomainSettingsError(`signing_key holds more than ${DOMAIN_LIMITS.signingKeys} keys`);
  return texts.map(signingKey);
}

function signingKey(text: string): SigningKey {
  const isPem = text.includes('-----BEGIN');
  const encoded = text.replace(/-----(?:BEGIN|END) PUBLIC KEY-----/g, '').replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded))
    throw new DomainSettingsError('a signing_key is neither base64 nor a public key in PEM');
  const bytes = Buffer.from(encoded, 'base64');
  const key = publicKey(bytes);
  if (key) return { key, algorithms: publicAlgorithms(key) };
  if (isPem) throw new DomainSettingsError('a signing_key is no public key that can be read');
  return { key: createSecretKey(bytes), algorithms: secretAlgorithms(bytes) };
}

function publicKey(der: Buffer): KeyObject | undefined {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

function publicAlgorithms({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string[] {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'rsa') {
    if (modulusLength >= MIN_RSA_BITS) return RSA;
    throw new DomainSettingsError(`an RSA signing_key has fewer than ${MIN_RSA_BITS} bits`);
  }
  const algorithm = asymmetricKeyType === 'ec' ? CURVES[namedCurve] : undefined;
  if (algorithm === undefined)
    throw new DomainSettingsError('a signing_key is neither RSA nor of the curves P-256 to P-521');
  return [algorithm];
}

/** A secret is at least as long as the hash (RFC 7518, section 3.2). */
function secretAlgorithms({ length }: Buffer): string[] {
  const algorithms = [
    ...(length >= 32 ? ['HS256'] : []),
    ...(length >= 48 ? ['HS384'] : []),
    ...(length >= 64 ? ['HS512'] : []),
  ];
  if (algorithms.length > 0) return algorithms;
  throw new DomainSettingsError('a secret signing_key has fewer than 32 bytes');
}
