/** The audit configuration. */
import { asReplaced, auditProblem, withAuditDefaults } from '../../../model/audit_config';
import type { Transaction } from '../../configuration_store/configuration_writer';
import type { EntityStore } from '../../configuration_store/entity_store';
import type { EngineResponse } from '../../../api/engine';
import {
  guardedWrite,
  type RequestContext,
  type RestDeps,
  type Route,
} from '../request/request_context';
import { patchDocument } from '../request/document_patch';
import { checkPreconditions, entityTag } from '../responses/entity_tag';
import { PARSE_FAILURE, readPayload, type Payload } from '../../../model/payload';
import { patternFailure } from '../request/pattern_validation';
import { PAYLOAD_RULES, schemaOf } from '../../../model/payload_rules';
import { invalid, json, message, refuseIf, RestError } from '../../../model/responses';

const BODY = PAYLOAD_RULES.audit;
const RESPONSE_SCHEMA = {
  type: 'object',
  properties: { config: schemaOf(BODY), _readonly: { type: 'array', items: { type: 'string' } } },
} as const;

export const auditRoutes = (deps: RestDeps): readonly Route[] => [
  {
    methods: ['GET'],
    path: '/api/audit',
    access: 'AUDIT',
    handler: (call) => show(deps, call),
    doc: {
      summary: 'Show the audit configuration',
      responseSchema: RESPONSE_SCHEMA,
      statuses: [501],
    },
  },
  {
    methods: ['PUT'],
    path: '/api/audit/config',
    access: 'AUDIT',
    handler: (call) => replace(deps, call),
    doc: { summary: 'Replace the audit configuration', body: BODY, statuses: [412, 501] },
  },
  {
    methods: ['PATCH'],
    path: '/api/audit',
    access: 'AUDIT',
    handler: (call) => patch(deps, call),
    doc: { summary: 'Change the audit configuration', isPatch: true, statuses: [412, 501] },
  },
];

/**
 * The response to every method while there is no audit document. The wrong status text is the
 * engine's own mistake.
 */
const unsupported = ({ request }: RequestContext): EngineResponse =>
  json(501, {
    status: 'NOT_FOUND',
    message: `Method ${request.method} not supported for this action.`,
  });

function show({ store }: RestDeps, call: RequestContext): EngineResponse {
  const document = store.document('audit');
  if (!document) return unsupported(call);
  const headers = { etag: entityTag(document.revision) };
  return json(200, { config: withAuditDefaults(document.body), _readonly: [] }, headers);
}

async function replace(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  if (!deps.store.document('audit')) return unsupported(call);
  const payload = readPayload(call.request, BODY, deps.settings);
  return guardedWrite(deps, call, (store) => save(store, call, payload, "'config' updated."));
}

async function patch(deps: RestDeps, call: RequestContext): Promise<EngineResponse> {
  if (!deps.store.document('audit')) return unsupported(call);
  // GET returns all properties, so patches can replace all of them.
  const read = (store: EntityStore) => withAuditDefaults(store.document('audit')?.body ?? {});
  return patchDocument(deps, call, BODY, read, (store, config) => {
    return save(store, call, config, 'Resource updated.');
  });
}

function save(
  store: Transaction,
  call: RequestContext,
  payload: Payload,
  text: string
): EngineResponse {
  if (auditProblem(payload) !== undefined) throw new RestError(invalid(PARSE_FAILURE));
  refuseIf(patternFailure('audit', payload));
  checkPreconditions(call.request, 'config', store.document('audit')?.revision);
  const { revision } = store.putDocument('audit', withAuditDefaults(asReplaced(payload)));
  return message(200, text, { etag: entityTag(revision) });
}
