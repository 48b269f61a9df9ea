/**
 * `/api/v1/account/api_keys`: API keys of the caller. Creating one needs a session and the current
 * password, so neither a key nor an unattended session can create more keys.
 */
import { CodedError } from '@sd/contracts';
import {
  SECURITY_ERRORS,
  LIST_OWN_API_KEYS,
  CREATE_API_KEY,
  REVOKE_OWN_API_KEY,
} from '../../../common';
import { getAuthState } from '../../auth/auth_state';
import { toResult } from '../../engine_requests';
import { requireCurrentPassword } from '../shared/reauthentication';
import type { RouteDeps } from '../shared/route_deps';

export function registerOwnApiKeyRoutes(deps: RouteDeps): void {
  const { handle } = deps;

  handle(LIST_OWN_API_KEYS, ({ engine }) => toResult(engine.apiKeys.own()));

  handle(CREATE_API_KEY, async ({ body, engine, request }) => {
    await requireCurrentPassword(deps, request, SECURITY_ERRORS.apiKeysNeedSession);
    const { current_password: _password, ...order } = body;
    return toResult(engine.apiKeys.create(order));
  });

  handle(REVOKE_OWN_API_KEY, async ({ params, engine, request }) => {
    if (!getAuthState(request).session) throw new CodedError(SECURITY_ERRORS.apiKeysNeedSession);
    await toResult(engine.apiKeys.revokeOwn(params.id));
  });
}
