/**
 * Predicts errors that a backend would return before it checks versions or lockout. Called only for
 * changes that will be rejected anyway: the probe request has no body and a random name.
 */
import { randomUUID } from 'node:crypto';
import type { Engine, EngineRequest, EngineResponse, RequestCaller } from '../api/engine';
import type { EngineSupplies } from '../api/backend';
import type { Entity, ResourceType } from '../../contracts/entities';
import { PatchError, parsePatch } from '../changes/json_patch';
import { PAYLOAD_RULES, withFlagKeys } from '../model/payload_rules';
import { readBody, readPayload } from '../model/payload';
import { badRequest, isReserved, isStatic, RestError } from '../model/responses';
import { PREFIX } from '../model/paths';

/**
 * @param present - the changed entity as the caller sees it; `undefined` if it does not exist, or
 *   for several entities
 */
export async function backendPrecheck(
  engine: Engine,
  settings: EngineSupplies['settings'],
  caller: RequestCaller,
  request: EngineRequest,
  { type, name, present }: { type: ResourceType; name?: string; present?: Entity | undefined }
): Promise<EngineResponse | undefined> {
  return (
    (await accessError(engine, caller, request, type)) ??
    payloadError(request, type, settings) ??
    (name !== undefined && present ? protectionError(name, present) : undefined)
  );
}

/** The backend's error if the caller may not send such a request for any entity of the type. */
export async function accessError(
  engine: Engine,
  caller: RequestCaller,
  { method, headers = {} }: EngineRequest,
  type: ResourceType
): Promise<EngineResponse | undefined> {
  const path = `${PREFIX}/api/${type}/${randomUUID()}`;
  const tenant = headers['securitytenant'];
  const response = await engine.request(caller, {
    method,
    path,
    ...(tenant !== undefined && { headers: { securitytenant: tenant } }),
  });
  return response.statusCode === 401 || response.statusCode === 403 ? response : undefined;
}

function payloadError(
  request: EngineRequest,
  type: ResourceType,
  settings: EngineSupplies['settings']
): EngineResponse | undefined {
  try {
    // Flags are accepted, because only the backend knows whether the caller may send them.
    if (request.method === 'PUT') readPayload(request, withFlagKeys(PAYLOAD_RULES[type]), settings);
    if (request.method === 'PATCH') parsePatch(readBody(request));
    return undefined;
  } catch (error) {
    if (error instanceof RestError) return error.response;
    return error instanceof PatchError ? badRequest(error.message) : undefined;
  }
}

/**
 * Callers who may change reserved entries nevertheless get the version conflict once they send the
 * current version.
 */
function protectionError(name: string, { static: isFixed, reserved }: Entity) {
  if (isFixed) return isStatic(name);
  return reserved ? isReserved(name) : undefined;
}
