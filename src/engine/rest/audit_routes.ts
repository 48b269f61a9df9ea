/** The audit configuration. Source: reference 1.15 and 6.1. */
import { isJsonObject } from '../model/entity_shape';
import type { EngineResponse } from '../types';
import { auditProblem, withAuditDefaults } from '../model/audit_config';
import type { Call, RestDeps, Route } from './call';
import { guardedWrite } from './guarded_write';
import { checkPreconditions, entityTag } from './entity_tag';
import { applyPatch, isSameJson, parsePatch, PatchError } from './json_patch';
import { checkPayload, PARSE_FAILURE, readBody, readPayload, type Payload } from './payload';
import { PAYLOAD_RULES } from './payload_rules';
import { badRequest, invalid, json, message } from './responses';

export const auditRoutes = (deps: RestDeps): readonly Route[] => [
  { methods: ['GET'], path: '/api/audit', access: 'AUDIT', handler: (call) => show(deps, call) },
  { methods: ['PUT'], path: '/api/audit/config', access: 'AUDIT', handler: (call) => replace(deps, call) },
  { methods: ['PATCH'], path: '/api/audit', access: 'AUDIT', handler: (call) => patch(deps, call) },
];

/** The answer of every method while there is no audit document; its status text is the engine's own slip. */
const unsupported = ({ request }: Call): EngineResponse =>
  json(501, { status: 'NOT_FOUND', message: `Method ${request.method} not supported for this action.` });

function show({ store }: RestDeps, call: Call): EngineResponse {
  const document = store.document('audit');
  if (!document) return unsupported(call);
  const headers = { etag: entityTag(document.revision) };
  return json(200, { config: withAuditDefaults(document.body), _readonly: [] }, headers);
}

async function replace(deps: RestDeps, call: Call): Promise<EngineResponse> {
  if (!deps.store.document('audit')) return unsupported(call);
  const payload = readPayload(call.request, PAYLOAD_RULES.audit, deps.settings);
  return save(deps, call, payload, "'config' updated.");
}

async function patch(deps: RestDeps, call: Call): Promise<EngineResponse> {
  const stored = deps.store.document('audit');
  if (!stored) return unsupported(call);
  try {
    const operations = parsePatch(readBody(call.request));
    // All properties are shown by GET, so all of them can be replaced.
    const before = { config: withAuditDefaults(stored.body) };
    const after = applyPatch(before, operations);
    if (isSameJson(before, after)) return json(200, { status: 'OK', message: 'No updates required' });
    const config = isJsonObject(after) ? after['config'] : undefined;
    if (!isJsonObject(config)) return badRequest('The patched configuration is not an object');
    checkPayload(config, PAYLOAD_RULES.audit, deps.settings);
    return await save(deps, call, config, 'Resource updated.');
  } catch (error) {
    if (error instanceof PatchError) return badRequest(error.message);
    if (error instanceof SyntaxError) return badRequest(`Error in JSON patch: ${error.message}`);
    throw error;
  }
}

async function save(deps: RestDeps, call: Call, payload: Payload, words: string): Promise<EngineResponse> {
  if (auditProblem(payload) !== undefined) return invalid(PARSE_FAILURE);
  return guardedWrite(deps, call, (store) => {
    checkPreconditions(call.request, 'config', store.document('audit')?.revision);
    const { revision } = store.putDocument('audit', withAuditDefaults(payload));
    return message(200, words, { etag: entityTag(revision) });
  });
}
