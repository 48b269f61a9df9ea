/**
 * The engine's REST API as the routes use it: paths, calls on behalf of a request, and changes of
 * entities with the answers people need when somebody else was faster.
 */
import type {
  EngineRequest,
  EngineResponse,
  EngineServiceSetup,
  Logger,
  ResponseFactory,
  RouteRequest,
  RouteResponse,
} from '@sd/core/server';
import {
  attributesOf,
  ENTITIES,
  englishText,
  type ErrorDefinition,
  type ErrorParams,
  type LockoutDetails,
  type ResourceType,
} from '@sd/contracts';
import { CONFIRM_LOCKOUT, SECURITY_ERRORS, type ChangeResponse } from '../common';
import { EngineUnavailableError } from './auth/authenticator';
import {
  engineMessage,
  engineRefusal,
  EngineRequestError,
  lockoutAttributes,
  recognise,
} from './engine_refusals';
import { ENGINE_UNAVAILABLE_MESSAGE, engineUnavailable } from './errors';

const ROOT = '/_plugins/_security';

export const enginePaths = Object.freeze({
  authInfo: `${ROOT}/authinfo`,
  dashboardsInfo: `${ROOT}/dashboardsinfo`,
  permissionsInfo: `${ROOT}/api/permissionsinfo`,
  account: `${ROOT}/api/account`,
  audit: `${ROOT}/api/audit`,
  auditConfig: `${ROOT}/api/audit/config`,
  cache: `${ROOT}/api/cache`,
  collection: (resource: string) => `${ROOT}/api/${encodeURIComponent(resource)}`,
  entity: (resource: string, name: string) =>
    `${ROOT}/api/${encodeURIComponent(resource)}/${encodeURIComponent(name)}`,
});

export class EngineApi {
  constructor(
    private readonly engine: EngineServiceSetup,
    private readonly logger: Logger
  ) {}

  /** @throws {EngineRequestError} for a status of 400 and above, {EngineUnavailableError} */
  async call(request: RouteRequest, call: EngineRequest): Promise<EngineResponse> {
    const answer = await this.try(request, call);
    if (answer.statusCode >= 400) throw this.refusal(answer);
    return answer;
  }

  /** For `throw`: `answering` turns it into the answer. */
  refusal(answer: EngineResponse): EngineRequestError {
    return new EngineRequestError(answer);
  }

  /** Like `call`, with refusals as answers. */
  async try(request: RouteRequest, call: EngineRequest): Promise<EngineResponse> {
    try {
      return await this.engine.asScoped(request).request(call);
    } catch (error) {
      throw new EngineUnavailableError(error);
    }
  }

  /** Runs a handler and turns what the engine refused into the answer. */
  async answering(
    response: ResponseFactory,
    handler: () => Promise<RouteResponse>
  ): Promise<RouteResponse> {
    try {
      return await handler();
    } catch (error) {
      if (error instanceof EngineRequestError) return engineRefusal(error, response);
      if (!(error instanceof EngineUnavailableError)) throw error;
      this.logger.error('The security engine could not be reached.', {
        reason: String(error.cause),
      });
      return engineUnavailable(response);
    }
  }
}

/** Result of one deletion; `message` is for people. */
export interface Deletion {
  readonly status: number;
  readonly message: string;
  readonly code?: string;
  readonly params?: ErrorParams;
  readonly lockout?: LockoutDetails;
}

/** As the description of routes has them. */
export const PRECONDITIONS = Object.freeze({
  'if-match': 'Change only this version; the `etag` of an earlier answer.',
  'if-none-match': '`*` creates and never replaces.',
});

type Preconditions = Readonly<Partial<Record<'if-match' | 'if-none-match', string>>>;

export function preconditionsOf({ headers }: RouteRequest): Preconditions {
  const ifMatch = headers['if-match'];
  const ifNoneMatch = headers['if-none-match'];
  return {
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
  };
}

/**
 * Creates or replaces. `if-none-match: *` only creates, `if-match` replaces only that version; else
 * 409.
 */
export async function putEntity(
  api: EngineApi,
  request: RouteRequest,
  response: ResponseFactory,
  resource: ResourceType,
  name: string
): Promise<RouteResponse> {
  const preconditions = preconditionsOf(request);
  const path = enginePaths.entity(resource, name);
  const answer = await api.try(request, {
    method: 'PUT',
    path,
    query: confirmationOf(request),
    headers: preconditions,
    body: request.body,
  });
  const conflict = conflictOf(answer, resource, name, preconditions);
  if (conflict) {
    const { message, status: _status, ...attributes } = conflict;
    return response.conflict({ body: { message, attributes } });
  }
  if (answer.statusCode >= 400) throw api.refusal(answer);
  const { etag } = answer.headers;
  const body: ChangeResponse = { message: (answer.body as ChangeResponse).message };
  return response.ok({ body, ...(etag !== undefined && { headers: { etag } }) });
}

/** Deletes an entity; with a role goes its mapping. Never rejects. */
export async function deleteEntity(
  api: EngineApi,
  request: RouteRequest,
  resource: ResourceType,
  name: string,
  preconditions: Preconditions = {}
): Promise<Deletion> {
  try {
    const answer = await api.try(request, {
      method: 'DELETE',
      path: enginePaths.entity(resource, name),
      query: confirmationOf(request),
      headers: preconditions,
    });
    const conflict = conflictOf(answer, resource, name, preconditions);
    if (conflict) return conflict;
    if (answer.statusCode >= 400)
      return {
        status: answer.statusCode,
        message: engineMessage(answer),
        ...recognise(answer.statusCode, engineMessage(answer)),
      };
    const mappingProblem =
      resource === 'roles' ? await deleteMapping(api, request, name) : undefined;
    return mappingProblem ?? { status: 200, message: (answer.body as ChangeResponse).message };
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    return { status: 503, ...deletionOf(SECURITY_ERRORS.backendUnavailable) };
  }
}

/** @returns what went wrong; a role without a mapping is fine */
async function deleteMapping(
  api: EngineApi,
  request: RouteRequest,
  name: string
): Promise<Deletion | undefined> {
  const failed = (status: number, reason: string): Deletion => ({
    status,
    ...deletionOf(SECURITY_ERRORS.mappingNotDeleted, { name, reason }),
  });
  try {
    const answer = await api.try(request, {
      method: 'DELETE',
      path: enginePaths.entity('rolesmapping', name),
      query: confirmationOf(request),
    });
    const isGone = answer.statusCode < 400 || answer.statusCode === 404;
    return isGone ? undefined : failed(answer.statusCode, asSentence(engineMessage(answer)));
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    return failed(503, ENGINE_UNAVAILABLE_MESSAGE);
  }
}

/** Says that a change which locks administrators out is meant; the engine refuses it otherwise. */
function confirmationOf({ url }: RouteRequest): Readonly<Record<string, string>> {
  return url.searchParams.get(CONFIRM_LOCKOUT) === 'true' ? { [CONFIRM_LOCKOUT]: 'true' } : {};
}

/**
 * A failed precondition (RFC 9110, 412), a concurrent change or a change that would lock
 * administrators out, as 409 with words for people.
 */
function conflictOf(
  answer: EngineResponse,
  resource: ResourceType,
  name: string,
  preconditions: Preconditions
): (Deletion & { readonly code: string }) | undefined {
  if (answer.statusCode !== 412 && answer.statusCode !== 409) return undefined;
  const word = ENTITIES[resource].word;
  const lockout = lockoutAttributes(answer);
  if (lockout) return { status: 409, message: engineMessage(answer), ...lockout };
  const error =
    preconditions['if-none-match'] === undefined
      ? SECURITY_ERRORS.staleVersion
      : SECURITY_ERRORS.alreadyExists;
  return { status: error.status, ...deletionOf(error, { kind: word, name }) };
}

const deletionOf = (error: ErrorDefinition, params?: ErrorParams) => ({
  message: englishText(error, params),
  ...attributesOf(error, params),
});

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
