/**
 * Predicts errors that a backend would return before it checks versions or lockout. Called only for
 * changes that will be rejected anyway: the probe request has no body and a random name.
 */
import { randomUUID } from 'node:crypto';
import type { Entity, ResourceType } from '../../contracts/entities';
import type { EngineSupplies } from '../api/backend';
import { entityChanges, isEntityType } from '../api/change';
import type { Engine, EngineRequest, EngineResponse, RequestCaller } from '../api/engine';
import type { CheckError } from '../changes/checks';
import { PatchError, parsePatch } from '../changes/json_patch';
import { PREFIX } from '../model/paths';
import { readBody, readPayload } from '../model/payload';
import { PAYLOAD_RULES, withFlagKeys } from '../model/payload_rules';
import { accessDenied, badRequest, isReserved, isStatic, RestError } from '../model/responses';
import type { PendingChange } from './pending_change';

/**
 * @param present - the changed entity as the caller sees it; `undefined` if it does not exist, or
 *   for several entities
 */
export async function backendPrecheck(
  engine: Pick<Engine, 'request'>,
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

/**
 * The response to a change that a check refuses: the backend's own error, if it would have one, so
 * that users learn nothing that they may not read.
 */
export async function backendErrorOr(
  engine: Pick<Engine, 'identify' | 'request'>,
  settings: EngineSupplies['settings'],
  pending: PendingChange,
  error: EngineResponse
): Promise<EngineResponse> {
  const { caller, parsed } = pending;
  const type = parsed.targets[0]?.type;
  if (type === undefined || !isEntityType(type))
    return (await engine.identify(caller))?.hasApiAccess ? error : accessDenied();
  const [change, ...more] = entityChanges((await pending.predict()) ?? []);
  const isOne = change !== undefined && more.length === 0;
  const about = isOne ? { type, name: change.name, present: change.before } : { type };
  return (await backendPrecheck(engine, settings, caller, parsed.request, about)) ?? error;
}

/** The backend's error if the caller may not send such a request for any entity of the type. */
export async function accessError(
  engine: Pick<Engine, 'request'>,
  caller: RequestCaller,
  { method, headers = {} }: EngineRequest,
  type: ResourceType
): Promise<CheckError> {
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
): CheckError {
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
