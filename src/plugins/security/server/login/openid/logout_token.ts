/** Verifies logout notices of a provider (OpenID Connect Back-Channel Logout 1.0, section 2.6). */
import { LOGIN_LIMITS } from '@sd/core/common';
import type { ProviderLogout } from '@sd/core/server';
import type { JWTPayload } from 'jose';
import type { OpenIdClient } from './openid_client';
import { PUBLIC_KEY_ALGORITHMS, type ProviderKeys } from './provider_keys';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

export interface LogoutTokensDeps {
  readonly client: Pick<OpenIdClient, 'provider'>;
  readonly clientId: string;
  readonly keys: Pick<ProviderKeys, 'get'>;
}

export class LogoutTokens {
  constructor(private readonly deps: LogoutTokensDeps) {}

  /**
   * @returns `undefined` for an invalid token
   * @throws {ProviderUnavailableError}
   */
  async read(token: string): Promise<ProviderLogout | undefined> {
    const { client, clientId } = this.deps;
    const { configuration } = await client.provider();
    const { issuer } = configuration.serverMetadata();
    const keys = await this.deps.keys.get();
    if (!keys) return undefined;
    const { jwtVerify, errors } = await import('jose');
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience: clientId,
        algorithms: [...PUBLIC_KEY_ALGORITHMS],
        requiredClaims: ['iat', 'jti', 'events'],
        clockTolerance: LOGIN_LIMITS.providerClockMs / 1_000,
        maxTokenAge: LOGIN_LIMITS.logoutTokenMs / 1_000,
      });
      return endedBy(payload);
    } catch (error) {
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout))
        return undefined;
      throw error;
    }
  }
}

function endedBy({ sub, sid, events, nonce }: JWTPayload): ProviderLogout | undefined {
  const isEvent = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
  // A token with a nonce is an id token, which browsers see as well.
  if (!isEvent || nonce !== undefined) return undefined;
  const session = typeof sid === 'string' ? sid : undefined;
  if (sub === undefined && session === undefined) return undefined;
  return {
    ...(sub !== undefined && { subject: sub }),
    ...(session !== undefined && { session }),
  };
}
