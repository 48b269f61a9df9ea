/** The guardrails: promises about access that changes must keep. Not part of a cluster's API. */
import type { EngineResponse } from '../../../api/engine';
import { readPromises } from '../../../guardrails/kept_promises';
import { PAYLOAD_RULES, schemaOf } from '../../../model/payload_rules';
import { json, message } from '../../../model/responses';
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
  const promises = readPromises(call.request, deps.settings);
  return guardedWrite(deps, call, (store) => {
    checkPreconditions(call.request, 'guardrails', store.document('guardrails')?.revision);
    const { revision } = store.putDocument('guardrails', { ...promises });
    return message(200, "'guardrails' updated.", { etag: entityTag(revision) });
  });
}
