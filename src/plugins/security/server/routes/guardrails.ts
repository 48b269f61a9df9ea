/** `GET` and `PUT /api/v1/guardrails`: promises about access; the engine checks and keeps them. */
import { GUARDRAILS } from '@sd/contracts';
import type { EngineRequest, RouteRequest, RouteResponse, ResponseFactory } from '@sd/core/server';
import { GUARDRAILS_PATH, SECURITY_ERRORS } from '../../common';
import { refused } from '../errors';
import {
  enginePaths,
  expectSuccess,
  PRECONDITIONS,
  preconditionsOf,
  withEngineErrors,
  withTag,
} from './shared/engine_requests';
import type { RouteDeps } from './shared/route_deps';

const ADMIN = { access: 'admin' } as const;
const path = GUARDRAILS_PATH;
const errors = [SECURITY_ERRORS.featureUnsupported];

export function registerGuardrailRoutes(deps: RouteDeps): void {
  const { router, clusters, asScoped } = deps;
  router.get(
    {
      path,
      validate: false,
      doc: { summary: 'Show all guardrails', responses: { 200: GUARDRAILS }, errors },
      options: { ...ADMIN, rights: ['GET CONFIG'] },
    },
    (request, response) => answer(request, response, { method: 'GET' })
  );

  router.put(
    {
      path,
      validate: { body: GUARDRAILS },
      doc: {
        summary: 'Replace all guardrails',
        responses: { 200: GUARDRAILS },
        errors: [...errors, SECURITY_ERRORS.staleGuardrails],
        headers: { 'if-match': PRECONDITIONS['if-match'] },
      },
      options: { ...ADMIN, rights: ['PUT CONFIG'] },
    },
    (request, response) =>
      answer(request, response, {
        method: 'PUT',
        headers: preconditionsOf(request),
        body: request.body,
      })
  );

  function answer(
    request: RouteRequest,
    response: ResponseFactory,
    call: Omit<EngineRequest, 'path'>
  ): Promise<RouteResponse> {
    return withEngineErrors(deps, response, async () => {
      if (!clusters.featuresOf(request).guardrails)
        return refused(response, SECURITY_ERRORS.featureUnsupported, { feature: 'guardrails' });
      const result = await asScoped(request).request({ ...call, path: enginePaths.guardrails });
      if (result.statusCode === 412) return refused(response, SECURITY_ERRORS.staleGuardrails);
      const { body } = await expectSuccess(Promise.resolve(result));
      return response.ok({
        body: call.method === 'GET' ? (body as object) : (request.body as object),
        ...withTag(result),
      });
    });
  }
}
