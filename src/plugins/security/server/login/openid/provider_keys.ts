/**
 * The keys by which a provider signs (JWKS, RFC 7517). They are kept for ten minutes and asked for
 * again when a token names one that is not known, so that nobody is refused after a provider has
 * changed its keys; at most once in `LOGIN_LIMITS.providerPauseMs`, whatever names tokens invent.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { JWTVerifyGetKey } from 'jose';
import { ProviderUnavailableError, type ProviderFetch } from '../provider_fetch';
import type { OpenIdClient } from './openid_client';

/** Public keys alone: what the client knows as well signs nothing that counts. */
export const PUBLIC_KEY_ALGORITHMS: readonly string[] = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

export interface ProviderKeysDeps {
  readonly client: Pick<OpenIdClient, 'provider'>;
  readonly fetch: ProviderFetch;
}

export class ProviderKeys {
  private known: { readonly from: string; readonly get: JWTVerifyGetKey } | undefined;

  constructor(private readonly deps: ProviderKeysDeps) {}

  /**
   * @returns `undefined` where the provider names no keys
   * @throws {ProviderUnavailableError}
   */
  async get(): Promise<JWTVerifyGetKey | undefined> {
    const { configuration } = await this.deps.client.provider();
    const { jwks_uri: from } = configuration.serverMetadata();
    if (from === undefined || this.known?.from === from) return this.known?.get;
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const get = createRemoteJWKSet(new URL(from), {
      timeoutDuration: LOGIN_LIMITS.providerMs,
      cooldownDuration: LOGIN_LIMITS.providerPauseMs,
      [customFetch]: (url: string, init: object) => this.deps.fetch(url, init),
    });
    this.known = { from, get };
    return get;
  }

  /**
   * Looks at the signature alone.
   * @returns why it is not the provider's, as a code; `undefined`: it is
   * @throws {ProviderUnavailableError} its keys cannot be had
   */
  async refusalOf(token: string): Promise<string | undefined> {
    const keys = await this.get();
    if (!keys) return 'no jwks_uri';
    const { compactVerify, errors } = await import('jose');
    try {
      await compactVerify(token, keys, { algorithms: [...PUBLIC_KEY_ALGORITHMS] });
      return undefined;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      if (ABOUT_THE_PROVIDER.includes(error.code))
        throw new ProviderUnavailableError(
          `The keys of the identity provider cannot be had: ${error.message}.`,
          { cause: error }
        );
      return error.code;
    }
  }
}

/** No keys came, or none that can be read: nothing is said of the token. */
const ABOUT_THE_PROVIDER: readonly string[] = [
  'ERR_JWKS_TIMEOUT',
  'ERR_JWKS_INVALID',
  'ERR_JOSE_GENERIC',
];
