/** The settings of a `saml` domain. */
import { createHash, createPrivateKey, createSecretKey, type KeyObject } from 'node:crypto';
import type { SamlConfig } from '@node-saml/node-saml';
import { DomainSettingsError } from './domain';
import type { DomainSettings } from './domain_settings';
import { textOfFile, webAddress } from './provider_connection';
import { SAML_SKEW_MS } from './saml_assertion';

export interface SamlSettings {
  readonly idpEntityId: string;
  /** URL of this product, with a trailing slash. */
  readonly root: string;
  /** URL that receives logout messages of the provider. */
  readonly logoutAt: string;
  readonly subjectKey: string | undefined;
  readonly rolesKey: string;
  readonly rolesSeparator: string | undefined;
  /** Signs the tokens that are issued in exchange for SAML responses. */
  readonly exchangeKey: KeyObject;
  readonly lifeMinutes: number | undefined;
  /** Whether signatures with SHA-1 are accepted. */
  readonly allowsSha1: boolean;
  /** Settings of the library, without those of provider and request. */
  readonly library: Omit<SamlConfig, 'idpCert'>;
}

interface Signing {
  readonly privateKey?: string;
  readonly decryptionPvk?: string;
  readonly signatureAlgorithm?: 'sha256' | 'sha512';
}

/** Path of the assertion consumer service, relative to the product's URL. */
const CONSUMER = '_opendistro/_security/saml/acs';
/** Path of single logout, likewise. */
const LOGOUT = '_opendistro/_security/saml/logout';
const SIGNATURES: Readonly<Record<string, 'sha256' | 'sha512'>> = {
  RSA_SHA256: 'sha256',
  RSA_SHA512: 'sha512',
};
/** Minimum length; shorter keys could be found from a token by brute force. */
const MIN_EXCHANGE_KEY = 32;

/** @throws {DomainSettingsError} */
export function samlSettings(settings: DomainSettings, filesDir: string): SamlSettings {
  const address = webAddress(settings.required('kibana_url'), 'kibana_url').href;
  const root = address.endsWith('/') ? address : `${address}/`;
  const exchangeKey = settings.required('exchange_key');
  if (exchangeKey.length < MIN_EXCHANGE_KEY)
    throw new DomainSettingsError(`exchange_key has fewer than ${MIN_EXCHANGE_KEY} characters`);
  const issuer = settings.required('sp.entity_id');
  const life = settings.text('jwt.expiry');
  return {
    idpEntityId: settings.required('idp.entity_id'),
    root,
    logoutAt: root + LOGOUT,
    subjectKey: settings.text('subject_key'),
    rolesKey: settings.required('roles_key'),
    rolesSeparator: settings.text('roles_separator'),
    // Hashed to the length that the algorithm requires.
    exchangeKey: createSecretKey(createHash('sha512').update(exchangeKey).digest()),
    lifeMinutes: life !== undefined && /^\d{1,6}$/.test(life) ? Number(life) : undefined,
    // The cluster's setting. Clusters accept SHA-1 by default.
    allowsSha1: !settings.flag('validator.security.reject_deprecated_alg', true),
    library: {
      issuer,
      audience: issuer,
      callbackUrl: root + CONSUMER,
      forceAuthn: settings.flag('sp.forceAuthn', false),
      identifierFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      disableRequestedAuthnContext: true,
      acceptedClockSkewMs: SAML_SKEW_MS,
      // Either the response or the assertion must be signed; only signed content is read.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      ...signing(settings, filesDir),
    },
  };
}

/** Key that signs requests and decrypts what the provider encrypts. */
function signing(settings: DomainSettings, filesDir: string): Signing {
  const file = settings.text('sp.signature_private_key_filepath');
  const text =
    settings.text('sp.signature_private_key') ??
    (file && textOfFile(file, filesDir, 'sp.signature_private_key_filepath'));
  if (!text) return {};
  const name = settings.text('sp.signature_algorithm') ?? 'RSA_SHA256';
  const signatureAlgorithm = Object.hasOwn(SIGNATURES, name) ? SIGNATURES[name] : undefined;
  if (!signatureAlgorithm)
    throw new DomainSettingsError('sp.signature_algorithm is neither RSA_SHA256 nor RSA_SHA512');
  const privateKey = toPem(text, settings.text('sp.signature_private_key_password'));
  return { privateKey, decryptionPvk: privateKey, signatureAlgorithm };
}

function toPem(text: string, passphrase: string | undefined): string {
  try {
    const key = text.includes('-----BEGIN')
      ? createPrivateKey({ key: text, passphrase })
      : createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' });
    return key.export({ type: 'pkcs8', format: 'pem' }).toString();
  } catch {
    throw new DomainSettingsError('sp.signature_private_key cannot be read');
  }
}
