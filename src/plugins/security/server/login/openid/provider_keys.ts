/**
 * Signing keys of a provider (JWKS, RFC 7517), cached for ten minutes. An unknown key reloads them,
 * at most once per `LOGIN_LIMITS.providerPauseMs`, however many key ids tokens invent.
 */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { JWTVerifyGetKey } from 'jose';
import { ProviderUnavailableError, type ProviderFetch } from '../provider_fetch';
import type { OpenIdClient } from './openid_client';

/** Public-key algorithms only: the client also knows the shared secrets of symmetric ones. */
export const PUBLIC_KEY_ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

export interface ProviderKeysDeps {
  readonly client: Pick<OpenIdClient, 'provider'>;
  readonly fetch: ProviderFetch;
}

export class ProviderKeys {
  private cached: { readonly from: string; readonly get: JWTVerifyGetKey } | undefined;

  constructor(private readonly deps: ProviderKeysDeps) {}

  /**
   * @returns `undefined` if the provider publishes no keys
   * @throws {ProviderUnavailableError}
   */
  async get(): Promise<JWTVerifyGetKey | undefined> {
    const { configuration } = await this.deps.client.provider();
    const { jwks_uri: from } = configuration.serverMetadata();
    if (from === undefined || this.cached?.from === from) return this.cached?.get;
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const get = createRemoteJWKSet(new URL(from), {
      timeoutDuration: LOGIN_LIMITS.providerMs,
      cooldownDuration: LOGIN_LIMITS.providerPauseMs,
      [customFetch]: (url: string, init: object) => this.deps.fetch(url, init),
    });
    this.cached = { from, get };
    return get;
  }

  /**
   * Checks only the signature.
   * @returns the error code of an invalid signature, `undefined` if it is valid
   * @throws {ProviderUnavailableError} if the keys cannot be loaded
   */
  async signatureError(token: string): Promise<string | undefined> {
    const keys = await this.get();
    if (!keys) return 'no jwks_uri';
    const { compactVerify, errors } = await import('jose');
    try {
      await compactVerify(token, keys, { algorithms: [...PUBLIC_KEY_ALGORITHMS] });
      return undefined;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
      if (KEY_LOADING_ERRORS.includes(error.code))
        throw new ProviderUnavailableError(
          `The keys of the identity provider cannot be loaded: ${error.message}.`,
          { cause: error }
        );
      return error.code;
    }
  }
}

/** Errors of loading the keys, which say nothing about the token. */
const KEY_LOADING_ERRORS: readonly string[] = [
  'ERR_JWKS_TIMEOUT',
  'ERR_JWKS_INVALID',
  'ERR_JOSE_GENERIC',
];
