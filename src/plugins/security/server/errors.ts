/** Texts and answers of the plugin's own refusals; those of the engine pass through `engine_api.ts`. */
import type { AuthenticationResult, ResponseFactory, RouteResponse } from '@sd/core/server';

/** The same for an unknown name, a wrong password and a forbidden name. */
const INVALID_CREDENTIALS_MESSAGE = 'Invalid username or password';
export const AUTHENTICATION_REQUIRED_MESSAGE = 'Authentication required';
export const ENGINE_UNAVAILABLE_MESSAGE =
  'The security backend does not answer at the moment. Try again in a few seconds.';

type Refusal = Extract<AuthenticationResult, { ok: false }> & { readonly limit?: string };

/** @param limit - which limit it was, where that may be told */
export function blockedMessage(
  retryAfterSeconds: number,
  limit = 'Too many failed sign-in attempts.'
): string {
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds';
  return `${limit} Try again in ${retryAfterSeconds} ${unit}.`;
}

/** Answer to credentials that did not hold. */
export function credentialsRefused(
  refusal: Pick<Refusal, 'reason' | 'retryAfterSeconds' | 'limit'>,
  response: ResponseFactory
): RouteResponse {
  if (refusal.reason === 'blocked') {
    const seconds = Math.max(1, Math.ceil(refusal.retryAfterSeconds ?? 60));
    return response.customError({
      statusCode: 429,
      headers: { 'retry-after': String(seconds) },
      body: {
        message: blockedMessage(seconds, refusal.limit),
        attributes: { code: 'security.sign_in_blocked' },
      },
    });
  }
  if (refusal.reason === 'unavailable') return engineUnavailable(response);
  return response.unauthorized({
    body: {
      message: INVALID_CREDENTIALS_MESSAGE,
      attributes: { code: 'security.invalid_credentials' },
    },
  });
}

export function engineUnavailable(response: ResponseFactory): RouteResponse {
  return response.customError({
    statusCode: 503,
    headers: { 'retry-after': '5' },
    body: {
      message: ENGINE_UNAVAILABLE_MESSAGE,
      attributes: { code: 'security.backend_unavailable' },
    },
  });
}
