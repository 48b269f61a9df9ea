/** How a provider is reached: the settings of the connection to it that a domain may have. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DOMAIN_LIMITS } from '../../../../contracts/limits';
import { DomainSettingsError } from './domain';
import type { DomainSettings } from './domain_settings';
import type { ProviderQuestion } from './provider_answer';

export type ProviderConnection = Pick<ProviderQuestion, 'ca' | 'verifiesHostName'>;

/**
 * @param block - `openid_connect_idp`, `jwks` or `idp`
 * @throws {DomainSettingsError}
 */
export function connectionOf(
  settings: DomainSettings,
  block: string,
  filesDir: string
): ProviderConnection {
  const file = settings.text(`${block}.pemtrustedcas_filepath`);
  const ca =
    settings.text(`${block}.pemtrustedcas_content`) ??
    (file === undefined
      ? undefined
      : textOfFile(file, filesDir, `${block}.pemtrustedcas_filepath`));
  return {
    ...(ca !== undefined && { ca }),
    verifiesHostName: settings.flag(`${block}.verify_hostnames`, true),
  };
}

/**
 * @param key - the setting that names the file
 * @throws {DomainSettingsError} with nothing of what stands in the file
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

/** @throws {DomainSettingsError} for what is no address of the web */
export function webAddress(text: string, key: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new DomainSettingsError(`${key} is no http or https address`);
  return url;
}
