/**
 * `/api/v1/account/api_keys`: API keys of the caller. Creating one needs a session and the current
 * password, so neither a key nor an unattended session can create more keys.
 */
import { Type } from '@sinclair/typebox';
import {
  API_KEY_BODY,
  API_KEY_ID,
  API_KEY_LIMITS,
  CREATED_API_KEY,
  ENGINE_ERRORS,
  NOTHING,
  OWN_API_KEYS,
} from '@sd/contracts';
import { API_PATHS, SECURITY_ERRORS } from '../../../common';
import { authStateOf } from '../../auth/auth_state';
import { refused } from '../../errors';
import { withEngineErrors, resultOf } from '../shared/engine_requests';
import { requireCurrentPassword } from '../shared/reauthentication';
import type { RouteDeps } from '../shared/route_deps';

const options = {
  access: 'user',
  rateLimitPerMinute: API_KEY_LIMITS.changesPerMinute,
} as const;

export function registerOwnApiKeyRoutes(deps: RouteDeps): void {
  const { router, asScoped } = deps;
  const path = API_PATHS.ownApiKeys;

  router.get(
    {
      path,
      validate: false,
      doc: {
        summary: "The caller's own API keys",
        responses: { 200: OWN_API_KEYS },
        errors: [ENGINE_ERRORS.apiKeysOfOthers],
      },
      options: { access: 'user' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () =>
        response.ok({ body: await resultOf(asScoped(request).apiKeys.own()) })
      )
  );

  router.post(
    {
      path,
      validate: { body: API_KEY_BODY },
      doc: {
        summary: 'Create an API key; its secret is in this response only',
        responses: { 200: CREATED_API_KEY },
        errors: [
          SECURITY_ERRORS.apiKeysNeedSession,
          SECURITY_ERRORS.wrongPassword,
          SECURITY_ERRORS.loginBlocked,
          ENGINE_ERRORS.apiKeysOfOthers,
          ENGINE_ERRORS.apiKeyNameTaken,
          ENGINE_ERRORS.foreignApiKeyRole,
          ENGINE_ERRORS.tooManyApiKeys,
          ENGINE_ERRORS.tooManyApiKeysOfAll,
        ],
      },
      options,
    },
    (request, response) =>
      requireCurrentPassword(
        deps,
        request,
        response,
        SECURITY_ERRORS.apiKeysNeedSession,
        async () => {
          const { current_password: _password, ...order } = request.body;
          return response.ok({ body: await resultOf(asScoped(request).apiKeys.create(order)) });
        }
      )
  );

  router.delete(
    {
      path: `${path}/{id}`,
      validate: { params: Type.Object({ id: API_KEY_ID }) },
      doc: {
        summary: "Revoke one of the caller's API keys, effective immediately",
        responses: { 200: NOTHING },
        errors: [SECURITY_ERRORS.apiKeysNeedSession, ENGINE_ERRORS.noSuchApiKey],
      },
      options,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        if (!authStateOf(request).session)
          return refused(response, SECURITY_ERRORS.apiKeysNeedSession);
        await resultOf(asScoped(request).apiKeys.revokeOwn(request.params.id));
        return response.ok({ body: {} });
      })
  );
}
