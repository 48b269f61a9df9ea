/**
 * `POST` and `DELETE /api/v1/configuration/{resource}/{id}` and `POST …/_bulk_delete`: changes with
 * the caller's own permissions, and readable errors for version conflicts. Needs API access.
 * Errors: 400 name, or a body that is not an object; 409 conflicts; engine errors. Only the engine
 * validates the fields of an entity, so that entities of newer releases can be saved with all their
 * fields.
 */
import { Type } from '@sinclair/typebox';
import {
  attributesOf,
  BULK_DELETE_RESPONSE,
  BULK_DELETE_BODY,
  CHANGE_RESPONSE,
  ENGINE_ERRORS,
  ENTITIES,
  englishText,
  saveBody,
  type ErrorCode,
  type ErrorDefinition,
  type ErrorParams,
  type LockoutDetails,
  type ResourceType,
  endpointFor,
} from '@sd/contracts';
import type { EngineResponse, RouteRequest } from '@sd/core/server';
import {
  API_PATHS,
  CONFIRM_LOCKOUT,
  MUST_CHANGE_PASSWORD,
  SECURITY_ERRORS,
  type BulkDeleteResponse,
  type BulkDeleteResult,
  type ChangeResponse,
} from '../../../common';
import { isAboutHome } from '../../clusters/cluster_registry';
import { EngineUnavailableError } from '../../auth/engine_unavailable';
import {
  engineMessage,
  EngineRequestError,
  guardrailAttributes,
  lockoutAttributes,
  recognise,
} from '../../engine_errors';
import { ENGINE_UNAVAILABLE_MESSAGE, refused } from '../../errors';
import { PRECONDITIONS } from '../../../common/call_parts';
import {
  withEngineErrors,
  enginePaths,
  type Preconditions,
  preconditionsOf,
  mapEngineErrors,
  withTag,
} from '../shared/engine_requests';
import { isSavableName } from '../shared/entity_names';
import { CONFIRM_QUERY, SAVE_QUERY } from '../../../common/call_parts';
import type { RouteDeps } from '../shared/route_deps';

const ADMIN = { access: 'admin' } as const;
const params = Type.Object({ id: Type.String({ minLength: 1 }) });
const anyObject = Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object' });
const CONFLICTS = [SECURITY_ERRORS.alreadyExists, SECURITY_ERRORS.staleVersion];
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

export function registerEntityChanges(deps: RouteDeps, resource: ResourceType): void {
  const { router, asScoped } = deps;
  const path = `${API_PATHS.configuration}/${resource}/{id}`;
  router.post(
    {
      path,
      validate: { params, query: SAVE_QUERY, body: anyObject },
      doc: {
        summary: `Create or replace an entry (${ENTITIES[resource].noun})`,
        body: saveBody(resource),
        responses: { 200: CHANGE_RESPONSE },
        errors: [SECURITY_ERRORS.invalidName, ENGINE_ERRORS.reserved, ...CONFLICTS],
        headers: PRECONDITIONS,
      },
      options: { ...ADMIN, rights: [`PUT ${endpointFor(resource)}`] },
    },
    (request, response) =>
      withEngineErrors(deps, response, async () => {
        const { id } = request.params;
        if (!(await isSavableName(asScoped(request), resource, id)))
          return refused(response, SECURITY_ERRORS.invalidName);
        const headers = preconditionsOf(request);
        const result = await mapEngineErrors(
          asScoped(request).request({
            method: 'PUT',
            path: enginePaths.entity(resource, id),
            query: { ...confirmationOf(request), ...mustChangeOf(request) },
            headers,
            body: request.body,
          })
        );
        const conflict = conflictOf(result, resource, id, headers);
        if (conflict) {
          const { message, status: _status, ...attributes } = conflict;
          return response.conflict({ body: { message, attributes } });
        }
        if (result.statusCode >= 400) throw new EngineRequestError(result);
        // Also if another tool deleted the user before.
        if (result.statusCode === 201) await deleteLoginRecords(deps, request, resource, id);
        const body: ChangeResponse = { message: (result.body as ChangeResponse).message };
        return response.ok({ body, ...withTag(result) });
      })
  );

  router.delete(
    {
      path,
      validate: { params, query: CONFIRM_QUERY },
      doc: {
        summary: `Delete an entry (${ENTITIES[resource].noun})`,
        responses: { 200: CHANGE_RESPONSE },
        errors: [ENGINE_ERRORS.reserved, ENGINE_ERRORS.notFound, ...CONFLICTS],
        headers: { 'if-match': PRECONDITIONS['if-match'] },
      },
      options: { ...ADMIN, rights: [`DELETE ${endpointFor(resource)}`] },
    },
    async (request, response) => {
      const { status, message, code, ...more } = await deleteEntity(
        deps,
        request,
        resource,
        request.params.id,
        preconditionsOf(request)
      );
      const body: ChangeResponse = { message };
      if (code === undefined) return response.ok({ body });
      return response.customError({
        statusCode: status,
        body: { message, attributes: { code, ...more } },
      });
    }
  );
}

export function registerBulkDelete(deps: RouteDeps, resource: ResourceType): void {
  const path = `${API_PATHS.configuration}/${resource}/_bulk_delete`;
  deps.router.post(
    {
      path,
      validate: { query: CONFIRM_QUERY, body: BULK_DELETE_BODY },
      doc: {
        summary: `Delete several entries (${ENTITIES[resource].noun})`,
        responses: { 200: BULK_DELETE_RESPONSE },
      },
      options: { ...ADMIN, rights: [`DELETE ${endpointFor(resource)}`] },
    },
    async (request, response) => {
      const names = [...new Set(request.body.names)];
      const results: BulkDeleteResult[] = [];
      for (let from = 0; from < names.length && !request.signal.aborted; from += BULK_WIDTH) {
        const step = names
          .slice(from, from + BULK_WIDTH)
          .map(async (name) => ({ name, ...(await deleteEntity(deps, request, resource, name)) }));
        results.push(...(await Promise.all(step)));
      }
      const body: BulkDeleteResponse = { results };
      return response.ok({ body });
    }
  );
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
    const conflict = conflictOf(response, resource, name, preconditions);
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
    return { status: 503, ...deletionOf(SECURITY_ERRORS.backendUnavailable) };
  }
}

/**
 * Deletes data remembered for a name, so that a new user of that name does not inherit it. Never
 * rejects.
 */
async function deleteLoginRecords(
  { sessions, logger }: RouteDeps,
  request: RouteRequest,
  resource: ResourceType,
  name: string
): Promise<void> {
  if (resource !== 'internalusers' || !isAboutHome(request)) return;
  await sessions.forgetLoginsOf(name).catch((error: unknown) =>
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
  const failed = (status: number, reason: string): Deletion => ({
    status,
    ...deletionOf(SECURITY_ERRORS.mappingNotDeleted, { name, reason }),
  });
  try {
    const response = await sendDelete(deps, request, 'rolesmapping', name);
    const isDeleted = response.statusCode < 400 || response.statusCode === 404;
    return isDeleted ? undefined : failed(response.statusCode, asSentence(engineMessage(response)));
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    return failed(503, ENGINE_UNAVAILABLE_MESSAGE);
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
      query: confirmationOf(request),
      headers,
    })
  );

/** Confirms a change that locks administrators out; without it the engine rejects the change. */
function confirmationOf({ url }: RouteRequest): Readonly<Record<string, string>> {
  return url.searchParams.get(CONFIRM_LOCKOUT) === 'true' ? { [CONFIRM_LOCKOUT]: 'true' } : {};
}

const mustChangeOf = ({ url }: RouteRequest): Readonly<Record<string, string>> =>
  url.searchParams.get(MUST_CHANGE_PASSWORD) === 'true' ? { [MUST_CHANGE_PASSWORD]: 'true' } : {};

/**
 * Maps a failed precondition (RFC 9110, 412), a concurrent change, a lockout or a broken guardrail
 * to a 409 with a readable message.
 */
function conflictOf(
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
    ...deletionOf(error, { kind: ENTITIES[resource].noun, name }),
  };
}

const deletionOf = (error: ErrorDefinition, params?: ErrorParams) => ({
  message: englishText(error, params),
  ...attributesOf(error, params),
});

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
