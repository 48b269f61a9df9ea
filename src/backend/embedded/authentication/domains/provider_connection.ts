/** Reads the TLS and address settings for the connection to an identity provider. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { certificateEnds } from '../../../api';
import { type DomainCertificate, DomainSettingsError } from './domain';
import type { DomainSettings } from './domain_settings';
import type { ProviderRequest } from './provider_fetch';

export type ProviderConnection = Pick<
  ProviderRequest,
  'ca' | 'verifiesHostName' | 'cert' | 'key' | 'passphrase'
> & { readonly certificates: readonly DomainCertificate[] };

/**
 * @param block - `openid_connect_idp`, `jwks` or `idp`
 * @throws {DomainSettingsError}
 */
export function getConnection(
  settings: DomainSettings,
  block: string,
  filesDir: string
): ProviderConnection {
  const toText = (key: string): string | undefined => {
    const file = settings.text(`${block}.${key}_filepath`);
    const content = settings.text(`${block}.${key}_content`);
    if (content !== undefined || file === undefined) return content;
    return textOfFile(file, filesDir, `${block}.${key}_filepath`);
  };
  const requirePermission = (key: string): string => {
    const text = toText(key);
    if (text === undefined)
      throw new DomainSettingsError(`${block}.${key}_filepath or _content is missing`);
    return text;
  };
  const getEnd = (key: string, pem: string | undefined): readonly DomainCertificate[] => {
    const ends = certificateEnds(pem ?? '');
    const file = settings.text(`${block}.${key}_filepath`);
    const isFile = file !== undefined && settings.text(`${block}.${key}_content`) === undefined;
    if (ends.length === 0) return [];
    return [
      {
        setting: `${block}.${key}`,
        ...(isFile && { file: resolve(filesDir, file) }),
        endsAtMs: Math.min(...ends),
      },
    ];
  };
  const ca = toText('pemtrustedcas');
  const passphrase = settings.text(`${block}.pemkey_password`);
  const secrets = {
    ...(ca !== undefined && { ca }),
    ...(settings.flag(`${block}.enable_ssl_client_auth`, false) && {
      cert: requirePermission('pemcert'),
      key: requirePermission('pemkey'),
      ...(passphrase !== undefined && { passphrase }),
    }),
  };
  try {
    // `createSecureContext` silently ignores a text without a certificate.
    if (ca !== undefined) new X509Certificate(ca);
    createSecureContext(secrets);
  } catch {
    throw new DomainSettingsError(
      `${block}.pemtrustedcas_*, ${block}.pemcert_* and ${block}.pemkey_* cannot be used`
    );
  }
  return {
    ...secrets,
    verifiesHostName: settings.flag(`${block}.verify_hostnames`, true),
    certificates: [
      ...getEnd('pemtrustedcas', ca),
      ...('cert' in secrets ? getEnd('pemcert', secrets.cert) : []),
    ],
  };
}

/**
 * @param key - the setting that names the file
 * @throws {DomainSettingsError} without any content of the file
 */
export function textOfFile(name: string, filesDir: string, key: string): string {
  const file = resolve(filesDir, name);
  try {
    if (statSync(file).size > DOMAIN_LIMITS.providerAnswerBytes)
      throw new DomainSettingsError(
        `the file of ${key} has more than ${DOMAIN_LIMITS.providerAnswerBytes} bytes`
      );
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof DomainSettingsError) throw error;
    throw new DomainSettingsError(`the file of ${key} cannot be read`);
  }
}

/** @throws {DomainSettingsError} if the text is not a valid HTTP address */
export function webAddress(text: string, key: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new DomainSettingsError(`${key} is no http or https address`);
  return url;
}
