/**
 * What a provider says by itself of a session that has ended there. Source: OpenID Connect
 * Back-Channel Logout 1.0, section 2.6.
 */
import { SIGN_IN_LIMITS } from '@sd/core/common';
import type { ProviderSignOut } from '@sd/core/server';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { ProviderFetch } from '../provider_fetch';
import type { OpenIdClient } from './openid_client';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Public keys alone: a secret of the client signs nothing that ends sessions. */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];

export interface LogoutTokensDeps {
  readonly client: Pick<OpenIdClient, 'provider'>;
  readonly clientId: string;
  readonly fetch: ProviderFetch;
}

export class LogoutTokens {
  private keys: { readonly from: string; readonly get: JWTVerifyGetKey } | undefined;

  constructor(private readonly deps: LogoutTokensDeps) {}

  /**
   * @returns `undefined` for a token that does not hold
   * @throws {ProviderUnavailableError}
   */
  async read(token: string): Promise<ProviderSignOut | undefined> {
    const { client, clientId } = this.deps;
    const { configuration } = await client.provider();
    const { issuer, jwks_uri: from } = configuration.serverMetadata();
    if (from === undefined) return undefined;
    const { jwtVerify, errors } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, await this.keysFrom(from), {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['iat', 'jti', 'events'],
        clockTolerance: SIGN_IN_LIMITS.providerClockMs / 1_000,
        maxTokenAge: SIGN_IN_LIMITS.logoutTokenMs / 1_000,
      });
      return endedBy(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout))
        return undefined;
      throw error;
    }
  }

  private async keysFrom(from: string): Promise<JWTVerifyGetKey> {
    if (this.keys?.from === from) return this.keys.get;
    const { createRemoteJWKSet, customFetch } = await import('jose');
    const get = createRemoteJWKSet(new URL(from), {
      timeoutDuration: SIGN_IN_LIMITS.providerMs,
      // A provider says it once: with a key of a moment ago, too.
      cooldownDuration: SIGN_IN_LIMITS.providerPauseMs,
      [customFetch]: (url: string, init: object) => this.deps.fetch(url, init),
    });
    this.keys = { from, get };
    return get;
  }
}

function endedBy({ sub, sid, events, nonce }: JWTPayload): ProviderSignOut | undefined {
  const isEvent = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
  // With a nonce it would be an id token, which is for somebody else's eyes as well.
  if (!isEvent || nonce !== undefined) return undefined;
  const session = typeof sid === 'string' ? sid : undefined;
  if (sub === undefined && session === undefined) return undefined;
  return {
    ...(sub !== undefined && { subject: sub }),
    ...(session !== undefined && { session }),
  };
}
