/**
 * `POST` and `DELETE /api/v1/configuration/{resource}/{id}` and `POST …/_bulk_delete`: changes with
 * the caller's own permissions, and readable errors for version conflicts. Needs API access.
 * Errors: 400 name, or a body that is not an object; 409 conflicts; engine errors. Only the engine
 * validates the fields of an entity, so that entities of newer releases can be saved with all their
 * fields.
 */
import {
  getAttributes,
  CodedError,
  ENTITIES,
  englishText,
  type ErrorCode,
  type ErrorDefinition,
  type ErrorParams,
  type LockoutDetails,
  type ResourceType,
} from '@sd/contracts';
import type { EngineResponse, RouteRequest } from '@sd/core/server';
import {
  type BulkDeleteResult,
  type ChangeResponse,
  CONFIRM_LOCKOUT,
  DELETE_ENTITIES,
  DELETE_ENTITY,
  MUST_CHANGE_PASSWORD,
  SAVE_ENTITY,
  SECURITY_ERRORS,
} from '../../../common';
import { EngineUnavailableError } from '../../engine_unavailable';
import {
  engineMessage,
  EngineRequestError,
  guardrailAttributes,
  lockoutAttributes,
  recognise,
} from '../../engine_errors';
import { ENGINE_UNAVAILABLE_MESSAGE } from '../../errors';
import {
  enginePaths,
  mapEngineErrors,
  type Preconditions,
  getPreconditions,
  withTag,
} from '../../engine_requests';
import { isSavableName } from '../../changes/entity_names';
import type { RouteDeps } from '../shared/route_deps';

/** Concurrent deletions; they share the engine's group commit. */
const BULK_WIDTH = 16;

/** Result of one deletion; `message` is shown to the user. */
type Deletion = {
  readonly status: number;
  readonly message: string;
  /** Error code; absent on success. */
  readonly code?: ErrorCode;
  readonly params?: ErrorParams;
  readonly lockout?: LockoutDetails;
};

export function registerEntityChanges(deps: RouteDeps): void {
  const { handle, respond } = deps;

  respond(SAVE_ENTITY, async ({ params, body, engine, request }, response) => {
    const { resource, id } = params;
    if (!(await isSavableName(engine, resource, id)))
      throw new CodedError(SECURITY_ERRORS.invalidName);
    const headers = getPreconditions(request);
    const result = await mapEngineErrors(
      engine.request({
        method: 'PUT',
        path: enginePaths.entity(resource, id),
        query: { ...getConfirmation(request), ...toMustChangeQuery(request) },
        headers,
        body,
      })
    );
    // Names the guardrail and the role, to which the form links.
    if (guardrailAttributes(result)) throw new EngineRequestError(result);
    const conflict = findConflict(result, resource, id, headers);
    if (conflict) {
      const { message, status: _status, ...attributes } = conflict;
      return response.conflict({ body: { message, attributes } });
    }
    if (result.statusCode >= 400) throw new EngineRequestError(result);
    // Also if another tool deleted the user before.
    if (result.statusCode === 201) await deleteLoginRecords(deps, request, resource, id);
    const { message } = result.body as ChangeResponse;
    return response.ok({ body: { message }, ...withTag(result) });
  });

  respond(DELETE_ENTITY, async ({ params, request }, response) => {
    const { resource, id } = params;
    const preconditions = getPreconditions(request);
    const deleted = await deleteEntity(deps, request, resource, id, preconditions);
    const { status, message, code, ...more } = deleted;
    if (code === undefined) return response.ok({ body: { message } });
    const body = { message, attributes: { code, ...more } };
    return response.customError({ statusCode: status, body });
  });

  handle(DELETE_ENTITIES, async ({ params, body, request }) => {
    const names = [...new Set(body.names)];
    const results: BulkDeleteResult[] = [];
    for (let from = 0; from < names.length && !request.signal.aborted; from += BULK_WIDTH) {
      const step = names.slice(from, from + BULK_WIDTH).map(async (name) => ({
        name,
        ...(await deleteEntity(deps, request, params.resource, name)),
      }));
      results.push(...(await Promise.all(step)));
    }
    return { results };
  });
}

/** Deletes an entity; a role is deleted with its mapping. Never rejects. */
async function deleteEntity(
  deps: RouteDeps,
  request: RouteRequest,
  resource: ResourceType,
  name: string,
  preconditions: Preconditions = {}
): Promise<Deletion> {
  try {
    const response = await sendDelete(deps, request, resource, name, preconditions);
    const conflict = findConflict(response, resource, name, preconditions);
    if (conflict) return conflict;
    const message = engineMessage(response);
    if (response.statusCode >= 400)
      return {
        status: response.statusCode,
        message,
        ...recognise(response.statusCode, message),
      };
    await deleteLoginRecords(deps, request, resource, name);
    const mappingProblem =
      resource === 'roles' ? await deleteMapping(deps, request, name) : undefined;
    return mappingProblem ?? { status: 200, message };
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    return { status: 503, ...getDeletion(SECURITY_ERRORS.backendUnavailable) };
  }
}

/**
 * Deletes data remembered for a name, so that a new user of that name does not inherit it. Never
 * rejects.
 */
async function deleteLoginRecords(
  { sessions, clusters, logger }: RouteDeps,
  request: RouteRequest,
  resource: ResourceType,
  name: string
): Promise<void> {
  if (resource !== 'internalusers' || !clusters.isHome(request)) return;
  await sessions.forgetLogins(name).catch((error: unknown) =>
    logger.error('The last login of a deleted user could not be removed.', {
      reason: String(error),
    })
  );
}

/** @returns the error, if any; a role without a mapping is fine */
async function deleteMapping(
  deps: RouteDeps,
  request: RouteRequest,
  name: string
): Promise<Deletion | undefined> {
  const toFailedDeletion = (status: number, reason: string): Deletion => ({
    status,
    ...getDeletion(SECURITY_ERRORS.mappingNotDeleted, { name, reason }),
  });
  try {
    const response = await sendDelete(deps, request, 'rolesmapping', name);
    const isDeleted = response.statusCode < 400 || response.statusCode === 404;
    return isDeleted
      ? undefined
      : toFailedDeletion(response.statusCode, asSentence(engineMessage(response)));
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    return toFailedDeletion(503, ENGINE_UNAVAILABLE_MESSAGE);
  }
}

/** @throws {EngineUnavailableError} */
const sendDelete = (
  { asScoped }: RouteDeps,
  request: RouteRequest,
  resource: ResourceType,
  name: string,
  headers: Preconditions = {}
): Promise<EngineResponse> =>
  mapEngineErrors(
    asScoped(request).request({
      method: 'DELETE',
      path: enginePaths.entity(resource, name),
      query: getConfirmation(request),
      headers,
    })
  );

/** Confirms a change that locks administrators out; without it the engine rejects the change. */
function getConfirmation({ url }: RouteRequest): Readonly<Record<string, string>> {
  return url.searchParams.get(CONFIRM_LOCKOUT) === 'true' ? { [CONFIRM_LOCKOUT]: 'true' } : {};
}

const toMustChangeQuery = ({ url }: RouteRequest): Readonly<Record<string, string>> =>
  url.searchParams.get(MUST_CHANGE_PASSWORD) === 'true' ? { [MUST_CHANGE_PASSWORD]: 'true' } : {};

/**
 * Maps a failed precondition (RFC 9110, 412), a concurrent change, a lockout or a broken guardrail
 * to a 409 with a readable message.
 */
function findConflict(
  response: EngineResponse,
  resource: ResourceType,
  name: string,
  preconditions: Preconditions
): (Deletion & { readonly code: ErrorCode }) | undefined {
  if (response.statusCode !== 412 && response.statusCode !== 409) return undefined;
  const lockout = lockoutAttributes(response);
  if (lockout) return { status: 409, message: engineMessage(response), ...lockout };
  const broken = guardrailAttributes(response);
  if (broken) return { status: 409, message: engineMessage(response), ...broken };
  const error =
    preconditions['if-none-match'] === undefined
      ? SECURITY_ERRORS.staleVersion
      : SECURITY_ERRORS.alreadyExists;
  return {
    status: error.status,
    ...getDeletion(error, { kind: ENTITIES[resource].noun, name }),
  };
}

const getDeletion = (error: ErrorDefinition, params?: ErrorParams) => ({
  message: englishText(error, params),
  ...getAttributes(error, params),
});

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
