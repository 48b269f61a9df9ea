/**
 * The engine's REST API as the routes use it: paths, calls on behalf of a request, and the mapping
 * of refusals. Error mapping (docs/reference/security-app.md#configuration-routes): the engine's
 * status; `reason` or `message` of its body.
 */
import type {
  EngineRequest,
  EngineResponse,
  EngineServiceSetup,
  RouteRequest,
  Logger,
  ResponseFactory,
  RouteResponse,
} from '@sd/core/server';
import {
  attributesOf,
  ENGINE_ERROR_LIST,
  recogniser,
  type ErrorAttributes,
  type LockoutDetails,
} from '@sd/contracts';
import { SECURITY_ERRORS } from '../common';
import { EngineUnavailableError } from './auth/authenticator';
import { engineUnavailable } from './errors';

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

const recogniseText = recogniser(ENGINE_ERROR_LIST);

/** The engine sends no codes: its refusals are told by their texts. */
export const recognise = (status: number, message: string): ErrorAttributes =>
  recogniseText(status, message) ?? attributesOf(SECURITY_ERRORS.backendRefused, { message });

/** The engine refused a call. */
export class EngineRequestError extends Error {
  readonly statusCode: number;
  readonly attributes: Readonly<Record<string, unknown>>;

  constructor(readonly response: EngineResponse) {
    super(engineMessage(response));
    this.statusCode = response.statusCode;
    this.attributes = {
      ...engineDetails(response.body),
      ...(absentFeature(response) ?? recognise(response.statusCode, this.message)),
    };
  }
}

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

function engineRefusal(error: EngineRequestError, response: ResponseFactory): RouteResponse {
  const { statusCode, message, attributes } = error;
  const retryAfter = error.response.headers['retry-after'];
  return response.customError({
    statusCode: statusCode <= 599 ? statusCode : 502,
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
    body: { message, ...(Object.keys(attributes).length > 0 && { attributes }) },
  });
}

/** Text of a refusal for people. Payload errors name the keys they are about. */
export function engineMessage({ statusCode, body }: EngineResponse): string {
  const fallback = `The security backend answered with status ${statusCode}.`;
  if (typeof body === 'string') return body || fallback;
  const { reason, message, error } = (body ?? {}) as {
    reason?: unknown;
    message?: unknown;
    error?: unknown;
  };
  if (typeof reason === 'string') return [reason, payloadDetails(body)].filter(Boolean).join(': ');
  if (typeof message === 'string') return message;
  if (typeof error === 'string') return error;
  const inner = (error as { reason?: unknown } | null | undefined)?.reason;
  return typeof inner === 'string' ? inner : fallback;
}

/**
 * Attributes of the refusal of a change that would lock administrators out; `undefined` for any
 * other answer.
 */
export function lockoutAttributes(
  answer: EngineResponse
): (ErrorAttributes & { readonly lockout: LockoutDetails }) | undefined {
  const { lockout } = (answer.body ?? {}) as { readonly lockout?: LockoutDetails };
  if (answer.statusCode !== 409 || !lockout) return undefined;
  return { ...attributesOf(SECURITY_ERRORS.locksOut, { message: engineMessage(answer) }), lockout };
}

/** Attributes of the refusal of what the backend in use cannot do (`BackendFeatures`). */
function absentFeature({
  statusCode,
  body,
}: EngineResponse): Readonly<Record<string, unknown>> | undefined {
  const { feature } = (body ?? {}) as { readonly feature?: unknown };
  return statusCode === 501 && typeof feature === 'string'
    ? { ...attributesOf(SECURITY_ERRORS.featureUnsupported, { feature }), feature }
    : undefined;
}

/** What a payload error says besides its reason (docs/reference/engine.md#payload-checks). */
function engineDetails(body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return undefined;
  const { status: _status, reason: _reason, ...details } = body as Record<string, unknown>;
  return Object.keys(details).length > 0 ? details : undefined;
}

const DETAIL_WORDS: Readonly<Record<string, string>> = {
  invalid_keys: 'unknown keys',
  missing_mandatory_keys: 'missing keys',
  specify_one_of: 'give at least one of',
};

function payloadDetails(body: unknown): string {
  return Object.entries(engineDetails(body) ?? {})
    .map(([key, value]) => {
      const keys = (value as { keys?: unknown } | null)?.keys;
      return keys === undefined
        ? `${key} (${String(value)})`
        : `${DETAIL_WORDS[key] ?? key} ${String(keys)}`;
    })
    .join('; ');
}
