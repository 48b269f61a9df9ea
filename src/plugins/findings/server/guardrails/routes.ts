/** `GET` and `PUT /api/v1/guardrails`: promises about access; the engine checks and keeps them. */
import { CodedError, ENTRY_ERRORS, CALL_ERRORS, type Guardrails } from '@sd/contracts';
import type { EngineRequest, EngineResponse, RequestClusters, RouteRequest } from '@sd/core/server';
import type { EngineCalls, RouteTools } from '@sd/plugins/security/server';
import { CHECK_GUARDRAILS, READ_GUARDRAILS, REPLACE_GUARDRAILS } from '../../common';

interface GuardrailRouteDeps extends EngineCalls {
  readonly clusters: Pick<RequestClusters, 'asScoped' | 'featuresOf'>;
  readonly tools: RouteTools;
}

export function registerGuardrailRoutes(deps: GuardrailRouteDeps): void {
  const { handle, respond, clusters, tools } = deps;
  respond(READ_GUARDRAILS, async ({ request }, response) => {
    const result = await send(request, { method: 'GET' });
    return response.ok({ body: result.body as Guardrails, ...withTag(result) });
  });

  respond(REPLACE_GUARDRAILS, async ({ body, request }, response) => {
    const headers = tools.getPreconditions(request);
    const result = await send(request, { method: 'PUT', headers, body });
    return response.ok({ body, ...withTag(result) });
  });

  handle(CHECK_GUARDRAILS, async ({ body, request }) => {
    expectGuardrails(request);
    const { findings } = await tools.toResult(
      clusters.asScoped(request).findings({ guardrails: body })
    );
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
      throw new CodedError(CALL_ERRORS.featureUnsupported, { feature: 'guardrails' });
  }

  async function send(
    request: RouteRequest,
    engineRequest: Omit<EngineRequest, 'path'>
  ): Promise<EngineResponse> {
    expectGuardrails(request);
    const result = await clusters
      .asScoped(request)
      .request({ ...engineRequest, path: tools.paths.guardrails });
    if (result.statusCode === 412) throw new CodedError(ENTRY_ERRORS.staleGuardrails);
    return tools.expectSuccess(Promise.resolve(result));
  }
}

/** The version, for the header of the response. */
const withTag = ({ headers: { etag } }: EngineResponse) =>
  etag === undefined ? {} : { headers: { etag } };
