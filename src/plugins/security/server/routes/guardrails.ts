/** `GET` and `PUT /api/v1/guardrails`: promises about access; the engine checks and keeps them. */
import { CodedError, type Guardrails } from '@sd/contracts';
import type { EngineRequest, EngineResponse, RouteRequest } from '@sd/core/server';
import {
  CHECK_GUARDRAILS,
  READ_GUARDRAILS,
  REPLACE_GUARDRAILS,
  SECURITY_ERRORS,
} from '../../common';
import { enginePaths, expectSuccess, preconditionsOf, resultOf, withTag } from '../engine_requests';
import type { RouteDeps } from './shared/route_deps';

export function registerGuardrailRoutes(deps: RouteDeps): void {
  const { handle, respond, clusters, asScoped } = deps;
  respond(READ_GUARDRAILS, async ({ request }, response) => {
    const result = await send(request, { method: 'GET' });
    return response.ok({ body: result.body as Guardrails, ...withTag(result) });
  });

  respond(REPLACE_GUARDRAILS, async ({ body, request }, response) => {
    const headers = preconditionsOf(request);
    const result = await send(request, { method: 'PUT', headers, body });
    return response.ok({ body, ...withTag(result) });
  });

  handle(CHECK_GUARDRAILS, async ({ body, request }) => {
    expectGuardrails(request);
    const { findings } = await resultOf(asScoped(request).findings({ guardrails: body }));
    return {
      broken: Object.fromEntries(
        findings.flatMap(({ objects: [guardrail], affected }) =>
          guardrail && affected ? [[guardrail.name, affected]] : []
        )
      ),
    };
  });

  function expectGuardrails(request: RouteRequest): void {
    if (!clusters.featuresOf(request).guardrails)
      throw new CodedError(SECURITY_ERRORS.featureUnsupported, { feature: 'guardrails' });
  }

  async function send(
    request: RouteRequest,
    engineRequest: Omit<EngineRequest, 'path'>
  ): Promise<EngineResponse> {
    expectGuardrails(request);
    const path = enginePaths.guardrails;
    const result = await asScoped(request).request({ ...engineRequest, path });
    if (result.statusCode === 412) throw new CodedError(SECURITY_ERRORS.staleGuardrails);
    return expectSuccess(Promise.resolve(result));
  }
}
