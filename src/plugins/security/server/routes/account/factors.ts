/**
 * `/api/v1/account/factors`: second factors of the caller. Every change needs a session and the
 * current password, whose failures count as login failures. An enrollment is confirmed with the new
 * factor itself, within a time limit. Adding or removing a factor rotates the session id.
 */
import { CodedError } from '@sd/contracts';
import {
  SECURITY_ERRORS,
  READ_OWN_FACTORS,
  BEGIN_FACTOR,
  CONFIRM_FACTOR,
  RENAME_FACTOR,
  REMOVE_FACTOR,
  RENEW_RECOVERY_CODES,
} from '../../../common';
import { getAuthState } from '../../auth/auth_state';
import { toResult } from '../../engine_requests';
import { requireCurrentPassword, rotateSession } from '../shared/reauthentication';
import type { RouteDeps } from '../shared/route_deps';

export function registerFactorRoutes(deps: RouteDeps): void {
  const { handle, respond, site } = deps;

  const requirePassword = (request: Parameters<typeof requireCurrentPassword>[1]) =>
    requireCurrentPassword(deps, request, SECURITY_ERRORS.factorsNeedSession);

  handle(READ_OWN_FACTORS, async ({ engine }) => {
    const state = await toResult(engine.factors.state());
    return { ...state, canUsePasskeys: site() !== undefined };
  });

  handle(BEGIN_FACTOR, async ({ body, engine, request }) => {
    await requirePassword(request);
    return toResult(engine.factors.begin(body.kind, site()));
  });

  respond(CONFIRM_FACTOR, async ({ engine, request }, response) => {
    if (!getAuthState(request).session) throw new CodedError(SECURITY_ERRORS.factorsNeedSession);
    const body = await toResult(engine.factors.confirm(request.body));
    return response.ok({ body, cookies: await rotateSession(deps, request) });
  });

  handle(RENAME_FACTOR, async ({ body, engine, request }) => {
    await requirePassword(request);
    return toResult(engine.factors.rename(body.id, body.name));
  });

  respond(REMOVE_FACTOR, async ({ engine, request }, response) => {
    await requirePassword(request);
    const body = await toResult(engine.factors.remove(request.body.id));
    return response.ok({ body, cookies: await rotateSession(deps, request) });
  });

  handle(RENEW_RECOVERY_CODES, async ({ engine, request }) => {
    await requirePassword(request);
    return toResult(engine.factors.renewRecoveryCodes());
  });
}
