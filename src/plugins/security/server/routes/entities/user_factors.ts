/**
 * `/api/v1/factors`: second factors of other users. Listing needs read permission for users,
 * resetting needs write permission.
 */
import { Type } from '@sinclair/typebox';
import {
  ENGINE_ERRORS,
  FACTOR_STATE,
  FACTORS_OF_USERS,
  FACTORS_OF_USERS_BODY,
} from '@sd/contracts';
import { API_PATHS } from '../../../common';
import { withEngineErrors, resultOf } from '../shared/engine_requests';
import { rotateSession } from '../shared/reauthentication';
import type { RouteDeps } from '../shared/route_deps';

const params = Type.Object({ id: Type.String({ minLength: 1 }) });
const options = { access: 'admin' } as const;

export function registerUserFactorRoutes(deps: RouteDeps): void {
  const { router, asScoped } = deps;
  const path = API_PATHS.userFactors;

  router.post(
    {
      path,
      validate: { body: FACTORS_OF_USERS_BODY },
      doc: {
        summary: 'Show which of several users have a second factor',
        responses: { 200: FACTORS_OF_USERS },
      },
      options: { ...options, rights: ['GET INTERNALUSERS'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { factors } = asScoped(request);
        return response.ok({ body: await resultOf(factors.ofUsers(request.body.names)) });
      })
  );

  router.get(
    {
      path: `${path}/{id}`,
      validate: { params },
      doc: {
        summary: "Show a user's second factors",
        responses: { 200: FACTOR_STATE },
        errors: [ENGINE_ERRORS.notFound],
      },
      options: { ...options, rights: ['GET INTERNALUSERS'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { factors } = asScoped(request);
        return response.ok({ body: await resultOf(factors.state(request.params.id)) });
      })
  );

  router.delete(
    {
      path: `${path}/{id}`,
      validate: { params },
      doc: {
        summary: 'Remove all second factors and recovery codes of a user',
        responses: { 200: FACTOR_STATE },
        errors: [ENGINE_ERRORS.notFound, ENGINE_ERRORS.reserved],
      },
      options: { ...options, rights: ['PUT INTERNALUSERS'] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { id } = request.params;
        const body = await resultOf(asScoped(request).factors.reset(id));
        const isOwn = request.auth?.identity.userName === id;
        const cookies = isOwn ? await rotateSession(deps, request) : [];
        return response.ok({ body, cookies });
      })
  );
}
