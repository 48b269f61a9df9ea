/**
 * `POST /auth/openid/backchannel_logout`: the provider itself says that a session has ended there.
 * Source: OpenID Connect Back-Channel Logout 1.0, sections 2.5 and 2.8.
 */
import { Type } from '@sinclair/typebox';
import { LOGIN_LIMITS } from '@sd/core/common';
import { SECURITY_ERRORS } from '../../../common';
import { EngineUnavailableError } from '../../auth/authenticator';
import { engineUnavailable, refused } from '../../errors';
import type { RouteDeps } from '../shared/route_deps';

const METHOD = 'openid';
const FRESH = { 'cache-control': 'no-store' };

export function registerBackchannelRoute(deps: RouteDeps): void {
  deps.router.post(
    {
      path: '/auth/openid/backchannel_logout',
      validate: { body: Type.String({ description: 'application/x-www-form-urlencoded' }) },
      doc: {
        summary: 'Takes a logout token of the OpenID provider',
        answers: { 200: null },
        errors: [SECURITY_ERRORS.invalidLogoutToken],
      },
      options: {
        access: 'public',
        xsrfRequired: false,
        body: {
          accepts: ['application/x-www-form-urlencoded'],
          maxBytes: LOGIN_LIMITS.bodyBytes,
        },
        rateLimitPerMinute: LOGIN_LIMITS.loginsPerMinute,
      },
    },
    async ({ body, remoteAddress }, response) => {
      const token = new URLSearchParams(body).get('logout_token') ?? '';
      try {
        const ended = await deps.authenticator.loggedOutByProvider(METHOD, {
          fields: { logout_token: token },
          remoteAddress,
        });
        if (!ended) return refused(response, SECURITY_ERRORS.invalidLogoutToken);
        await deps.providerSessions.end(METHOD, ended);
        return response.ok({ headers: FRESH });
      } catch (error) {
        if (!(error instanceof EngineUnavailableError)) throw error;
        deps.logger.error('A logout token could not be proven.', { reason: String(error.cause) });
        return engineUnavailable(response);
      }
    }
  );
}
