/** The guardrails: promises about access that changes must keep. Not part of a cluster's API. */
import type { GuardrailPromise } from '../../../../contracts/entities/documents';
import { ENGINE_ERRORS, englishText } from '../../../../contracts/errors';
import { ENGINE_LIMITS } from '../../../../contracts/limits';
import type { EngineResponse } from '../../../api/engine';
import { guardrailProblem } from '../../../guardrails/promise';
import { isJsonObject } from '../../../model/entity_shape';
import { bodyProblem, checkPayload, readBody } from '../../../model/payload';
import { PAYLOAD_RULES, schemaOf } from '../../../model/payload_rules';
import { badRequest, json, message, RestError } from '../../../model/responses';
import { checkPreconditions, entityTag } from '../responses/entity_tag';
import {
  guardedWrite,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';

const SCHEMA = {
  type: 'object',
  description: 'Name to promise',
  additionalProperties: schemaOf(PAYLOAD_RULES.guardrails),
} as const;

export const guardrailRoutes = (deps: RestDeps): readonly Route[] => [
  {
    methods: ['GET'],
    path: '/api/guardrails',
    prefix: 'current',
    access: 'CONFIG',
    handler: () => show(deps),
    doc: { summary: 'Show all guardrails', responseSchema: SCHEMA },
  },
  {
    methods: ['PUT'],
    path: '/api/guardrails',
    prefix: 'current',
    access: 'CONFIG',
    handler: (call) => replace(deps, call),
    doc: { summary: 'Replace all guardrails', ownBody: SCHEMA, statuses: [412] },
  },
];

function show({ store }: RestDeps): EngineResponse {
  const document = store.document('guardrails');
  return json(200, document?.body ?? {}, document ? { etag: entityTag(document.revision) } : {});
}

function replace(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  let promises: unknown;
  try {
    promises = readBody(call.request);
  } catch (error) {
    throw invalid(bodyProblem(error));
  }
  if (!isJsonObject(promises)) throw invalid('an object of promises is expected');
  const { guardrails: most } = ENGINE_LIMITS;
  if (Object.keys(promises).length > most) throw invalid(`at most ${most} are possible`);
  for (const [name, promise] of Object.entries(promises)) {
    if (!isJsonObject(promise)) throw invalid(`${name}: an object is expected`);
    checkPayload(promise, PAYLOAD_RULES.guardrails, deps.settings);
    const problem = guardrailProblem(promise as unknown as GuardrailPromise);
    if (problem !== undefined) throw invalid(`${name}: ${problem}`);
  }
  return guardedWrite(deps, call, (store) => {
    checkPreconditions(call.request, 'guardrails', store.document('guardrails')?.revision);
    const { revision } = store.putDocument('guardrails', { ...promises });
    return message(200, "'guardrails' updated.", { etag: entityTag(revision) });
  });
}

const invalid = (details: string): RestError =>
  new RestError(badRequest(englishText(ENGINE_ERRORS.invalidGuardrail, { details })));
