/**
 * `/api/v1/account/factors`: second factors of the caller. Every change needs a session and the
 * current password, whose failures count as login failures. An enrollment is confirmed with the new
 * factor itself, within a time limit. Adding or removing a factor rotates the session id.
 */
import {
  ENGINE_ERRORS,
  FACTOR_ADDED,
  FACTOR_BEGIN_BODY,
  FACTOR_ENROLLMENT,
  FACTOR_CONFIRM_BODY,
  FACTOR_LIMITS,
  FACTOR_REMOVE_BODY,
  FACTOR_RENAME_BODY,
  FACTOR_STATE,
  OWN_FACTORS,
  RECOVERY_BODY,
  RECOVERY_CODES,
} from '@sd/contracts';
import type { ResponseFactory, RouteRequest, RouteResponse } from '@sd/core/server';
import { API_PATHS, SECURITY_ERRORS, type OwnFactors } from '../../../common';
import { authStateOf } from '../../auth/auth_state';
import { refused } from '../../errors';
import { withEngineErrors, resultOf } from '../shared/engine_requests';
import { requireCurrentPassword, rotateSession } from '../shared/reauthentication';
import type { RouteDeps } from '../shared/route_deps';

const options = {
  access: 'user',
  rateLimitPerMinute: FACTOR_LIMITS.changesPerMinute,
} as const;

const PASSWORD_ERRORS = [
  SECURITY_ERRORS.wrongPassword,
  SECURITY_ERRORS.factorsNeedSession,
  SECURITY_ERRORS.loginBlocked,
  ENGINE_ERRORS.factorsOfOthers,
];

type WithPassword = RouteRequest & { readonly body: { readonly current_password: string } };

export function registerFactorRoutes(deps: RouteDeps): void {
  const { router, asScoped, site } = deps;
  const path = API_PATHS.factors;

  const withPassword = (
    request: WithPassword,
    response: ResponseFactory,
    handler: () => Promise<RouteResponse>
  ) => requireCurrentPassword(deps, request, response, SECURITY_ERRORS.factorsNeedSession, handler);

  router.get(
    {
      path,
      validate: false,
      doc: {
        summary: "Show the caller's own second factors",
        responses: { 200: OWN_FACTORS },
        errors: [ENGINE_ERRORS.factorsOfOthers],
      },
      options: { access: 'user' },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const state = await resultOf(asScoped(request).factors.state());
        const body: OwnFactors = { ...state, canUsePasskeys: site() !== undefined };
        return response.ok({ body });
      })
  );

  router.post(
    {
      path,
      validate: { body: FACTOR_BEGIN_BODY },
      doc: {
        summary: 'Start adding a second factor',
        responses: { 200: FACTOR_ENROLLMENT },
        errors: [...PASSWORD_ERRORS, ENGINE_ERRORS.passkeysWithoutSite],
      },
      options,
    },
    (request, response) =>
      withPassword(request, response, async () => {
        const { factors } = asScoped(request);
        return response.ok({ body: await resultOf(factors.begin(request.body.kind, site())) });
      })
  );

  router.post(
    {
      path: `${path}/_confirm`,
      validate: { body: FACTOR_CONFIRM_BODY },
      doc: {
        summary: 'Confirm a new second factor; the first one returns recovery codes',
        responses: { 200: FACTOR_ADDED },
        errors: [ENGINE_ERRORS.factorNotProven, SECURITY_ERRORS.factorsNeedSession],
      },
      options,
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        if (!authStateOf(request).session)
          return refused(response, SECURITY_ERRORS.factorsNeedSession);
        const { factors } = asScoped(request);
        const body = await resultOf(factors.confirm(request.body));
        return response.ok({ body, cookies: await rotateSession(deps, request) });
      })
  );

  router.post(
    {
      path: `${path}/_rename`,
      validate: { body: FACTOR_RENAME_BODY },
      doc: {
        summary: 'Rename a second factor',
        responses: { 200: FACTOR_STATE },
        errors: PASSWORD_ERRORS,
      },
      options,
    },
    (request, response) =>
      withPassword(request, response, async () => {
        const { id, name } = request.body;
        const { factors } = asScoped(request);
        return response.ok({ body: await resultOf(factors.rename(id, name)) });
      })
  );

  router.post(
    {
      path: `${path}/_remove`,
      validate: { body: FACTOR_REMOVE_BODY },
      doc: {
        summary: 'Remove a second factor; the last one also removes the recovery codes',
        responses: { 200: FACTOR_STATE },
        errors: [...PASSWORD_ERRORS, ENGINE_ERRORS.factorRequired],
      },
      options,
    },
    (request, response) =>
      withPassword(request, response, async () => {
        const { factors } = asScoped(request);
        const body = await resultOf(factors.remove(request.body.id));
        return response.ok({ body, cookies: await rotateSession(deps, request) });
      })
  );

  router.post(
    {
      path: `${path}/_recovery_codes`,
      validate: { body: RECOVERY_BODY },
      doc: {
        summary: 'Create new recovery codes, which replace the old ones',
        responses: { 200: RECOVERY_CODES },
        errors: PASSWORD_ERRORS,
      },
      options,
    },
    (request, response) =>
      withPassword(request, response, async () => {
        const { factors } = asScoped(request);
        return response.ok({ body: await resultOf(factors.renewRecoveryCodes()) });
      })
  );
}
