/**
 * What a backend would have refused before anybody looked at versions or at who is locked out:
 * rights, the shape of the body, reserved entries. Asked only when a change is not going to be made
 * anyway, and never by making it: the call goes out without a body, or against a name that nobody
 * has.
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
 * @param present - what the change is about, as the caller sees it; `undefined` for none, or
 *   several
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

async function accessError(
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
    // Whether flags may be sent depends on rights that only the backend knows.
    if (request.method === 'PUT') readPayload(request, withFlagKeys(PAYLOAD_RULES[type]), settings);
    if (request.method === 'PATCH') parsePatch(readBody(request));
    return undefined;
  } catch (error) {
    if (error instanceof RestError) return error.response;
    return error instanceof PatchError ? badRequest(error.message) : undefined;
  }
}

/**
 * Those who may change reserved entries all the same learn of the conflict when they come with the
 * present version.
 */
function protectionError(name: string, { static: isFixed, reserved }: Entity) {
  if (isFixed) return isStatic(name);
  return reserved ? isReserved(name) : undefined;
}
