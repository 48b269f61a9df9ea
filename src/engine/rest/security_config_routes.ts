/** The security configuration document. Source: reference 1.14. Writing is off unless a setting allows it. */
import { isJsonObject } from '../model/entity_shape';
import type { EngineResponse } from '../types';
import type { Call, RestDeps, Route } from './call';
import { guardedWrite } from './guarded_write';
import { entityTag, checkPreconditions } from './entity_tag';
import { applyPatch, isSameJson, parsePatch, PatchError } from './json_patch';
import { checkPayload, readBody, readPayload, type Payload } from './payload';
import { PAYLOAD_RULES } from './payload_rules';
import { accessDenied, badRequest, coreError, json, message } from './responses';
import { DYNAMIC_FIELDS } from './security_config_schema';
import { dynamicOf, maskSecrets, restoreSecrets, withConfigDefaults } from './security_config';

export const securityConfigRoutes = (deps: RestDeps): readonly Route[] => [
  { methods: ['GET'], path: '/api/securityconfig', access: 'CONFIG', handler: () => show(deps) },
  { methods: ['PUT'], path: '/api/securityconfig/config', access: 'CONFIG', handler: (call) => replace(deps, call) },
  { methods: ['PATCH'], path: '/api/securityconfig', access: 'CONFIG', handler: (call) => patch(deps, call) },
];

function show({ store }: RestDeps): EngineResponse {
  const document = store.document('config');
  const dynamic = maskSecrets(withConfigDefaults(document?.body));
  return json(200, { config: { dynamic } }, document ? { etag: entityTag(document.revision) } : {});
}

const mayChange = ({ settings }: RestDeps, call: Call): boolean =>
  settings.allowsSecurityConfigModification || call.isSuperAdmin;

async function replace(deps: RestDeps, call: Call): Promise<EngineResponse> {
  if (!mayChange(deps, call)) return accessDenied();
  const payload = readPayload(call.request, PAYLOAD_RULES.securityconfig, deps.settings);
  return save(deps, call, payload, "'config' updated.");
}

async function patch(deps: RestDeps, call: Call): Promise<EngineResponse> {
  if (!mayChange(deps, call)) return accessDenied();
  try {
    const operations = parsePatch(readBody(call.request));
    const before = { config: deps.store.document('config')?.body ?? { dynamic: {} } };
    const after = applyPatch(before, operations);
    if (isSameJson(before, after)) return json(200, { status: 'OK', message: 'No updates required' });
    const config = isJsonObject(after) ? after['config'] : undefined;
    if (!isJsonObject(config)) return badRequest('The patched configuration is not an object');
    checkPayload(config, PAYLOAD_RULES.securityconfig, deps.settings);
    return await save(deps, call, config, 'Resource updated.');
  } catch (error) {
    if (error instanceof PatchError) return badRequest(error.message);
    if (error instanceof SyntaxError) return badRequest(`Error in JSON patch: ${error.message}`);
    throw error;
  }
}

async function save(deps: RestDeps, call: Call, payload: Payload, words: string): Promise<EngineResponse> {
  const unknown = Object.keys(dynamicOf(payload)).find((key) => !Object.hasOwn(DYNAMIC_FIELDS, key));
  if (unknown !== undefined) {
    return coreError(400, 'json_mapping_exception', `Unrecognized field "${unknown.slice(0, 100)}" in [dynamic]`);
  }
  return guardedWrite(deps, call, (store) => {
    const before = store.document('config');
    checkPreconditions(call.request, 'config', before?.revision);
    const body = restoreSecrets(payload, before?.body) as Record<string, unknown>;
    return message(200, words, { etag: entityTag(store.putDocument('config', body).revision) });
  });
}
