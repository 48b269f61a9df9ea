/** What is done in a session alone, and by who proves the current password once more. */
import type { ErrorDefinition } from '@sd/contracts';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import { SECURITY_ERRORS } from '../../../common';
import { authStateOf } from '../../auth/auth_handler';
import { credentialsRefused, refused } from '../../errors';
import { withEngineErrors } from './engine_requests';
import type { RouteDeps } from './route_deps';

/**
 * Runs a handler for who has proven so much; what else a sign-in would ask for is not asked. Wrong
 * passwords count as those of a sign-in.
 * @param withoutSession - the answer to credentials without a session
 */
export const requireCurrentPassword = (
  deps: RouteDeps,
  request: RouteRequest & { readonly body: { readonly current_password: string } },
  response: ResponseFactory,
  withoutSession: ErrorDefinition,
  handler: () => Promise<RouteResponse>
): Promise<RouteResponse> =>
  withEngineErrors(deps, response, async () => {
    if (!authStateOf(request).session) return refused(response, withoutSession);
    const error = await deps.authenticator.provesPassword(
      request.auth?.identity.userName ?? '',
      request.body.current_password,
      request.remoteAddress
    );
    if (error?.reason === 'invalid') return refused(response, SECURITY_ERRORS.wrongPassword);
    return error ? credentialsRefused(error, response) : handler();
  });
