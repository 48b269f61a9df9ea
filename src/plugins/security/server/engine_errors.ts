/**
 * Maps engine errors to route responses: the engine's status with the `reason` or `message` of its
 * body (docs/reference/security-app.md#configuration-routes).
 */
import type { EngineResponse, ResponseFactory, RouteResponse } from '@sd/core/server';
import {
  getAttributes,
  BACKEND_ERRORS,
  ENGINE_ERROR_LIST,
  englishText,
  type ErrorAttributes,
  type ErrorBody,
  type ErrorDefinition,
  type ErrorParams,
  type LockoutDetails,
  recogniser,
} from '@sd/contracts';
import { SECURITY_ERRORS } from '../common';

const recogniseText = recogniser([...ENGINE_ERROR_LIST, ...Object.values(BACKEND_ERRORS)]);

/** The engine sends no error codes, so errors are recognized by their text. */
export const recognise = (status: number, message: string): ErrorAttributes =>
  recogniseText(status, message) ?? getAttributes(SECURITY_ERRORS.backendRefused, { message });

/** An error response of the engine. */
export class EngineRequestError extends Error {
  readonly statusCode: number;
  readonly attributes: ErrorBody['attributes'];

  /** @param attributes - by default those that the text stands for */
  constructor(
    readonly response: EngineResponse,
    attributes?: ErrorBody['attributes']
  ) {
    super(engineMessage(response));
    this.statusCode = response.statusCode;
    this.attributes = attributes ?? {
      ...engineDetails(response.body),
      ...(absentFeature(response) ??
        lockoutAttributes(response) ??
        breachAttributes(response) ??
        recognise(response.statusCode, this.message)),
    };
  }
}

/** Converts an engine error to the response of a route. */
export function engineError(error: EngineRequestError, response: ResponseFactory): RouteResponse {
  const { statusCode, message, attributes } = error;
  const retryAfter = error.response.headers['retry-after'];
  return response.customError({
    statusCode: statusCode <= 599 ? statusCode : 502,
    ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
    body: { message, attributes },
  });
}

/** Characters of a response that is no JSON. */
const MESSAGE_LENGTH = 1_000;

/** Error text for users. Payload errors include the keys concerned. */
export function engineMessage({ statusCode, body }: EngineResponse): string {
  const fallback = `The security backend answered with status ${statusCode}.`;
  if (typeof body === 'string') return body.slice(0, MESSAGE_LENGTH) || fallback;
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

/** Attributes of a lockout error; `undefined` for any other response. */
export function lockoutAttributes(
  response: EngineResponse
): (ErrorAttributes & { readonly lockout: LockoutDetails }) | undefined {
  const { lockout } = (response.body ?? {}) as { readonly lockout?: LockoutDetails };
  if (response.statusCode !== 409 || !lockout) return undefined;
  return {
    ...getAttributes(SECURITY_ERRORS.locksOut, { message: engineMessage(response) }),
    lockout,
  };
}

/** Attributes of an error about a guardrail; `undefined` for any other response. */
export function guardrailAttributes(
  response: EngineResponse
): (ErrorAttributes & { readonly asks_reason?: true }) | undefined {
  const { guardrail, asks_reason: asks } = (response.body ?? {}) as Readonly<
    Record<'guardrail' | 'asks_reason', unknown>
  >;
  if (response.statusCode !== 409 || typeof guardrail !== 'string') return undefined;
  return {
    ...recognise(response.statusCode, engineMessage(response)),
    ...(asks === true && { asks_reason: true }),
  };
}

/** The same, with the guardrail and the role that would give the access. */
function breachAttributes(response: EngineResponse): ErrorBody['attributes'] | undefined {
  const attributes = guardrailAttributes(response);
  if (!attributes) return undefined;
  const { guardrail, role } = response.body as { readonly guardrail: string; role?: unknown };
  return { ...attributes, guardrail, ...(typeof role === 'string' && { role }) };
}

/** An error of the catalog as the result of one change. */
export const errorFields = (error: ErrorDefinition, params?: ErrorParams) => ({
  message: englishText(error, params),
  ...getAttributes(error, params),
  ...lostState(error.code),
});

/** Marks the result of a change that may have been made. */
export const lostState = (code: string | undefined): { readonly state?: 'unknown' } =>
  code === BACKEND_ERRORS.clusterChangeLost.code ? { state: 'unknown' } : {};

/** The result for a change after the backend was lost. */
export const NOT_TRIED = Object.freeze({
  ...errorFields(BACKEND_ERRORS.notTried),
  state: 'not_tried' as const,
});

/** Attributes of an error about a feature that the backend lacks (`BackendFeatures`). */
function absentFeature(response: EngineResponse): ErrorBody['attributes'] | undefined {
  const { feature } = (response.body ?? {}) as { readonly feature?: unknown };
  if (response.statusCode !== 501 || typeof feature !== 'string') return undefined;
  // Some backends send a more specific text.
  const recognized = recogniseText(response.statusCode, engineMessage(response));
  return {
    ...(recognized ?? getAttributes(SECURITY_ERRORS.featureUnsupported, { feature })),
    feature,
  };
}

/** Details of a payload error besides its reason (docs/reference/engine.md#payload-checks). */
function engineDetails(body: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof body !== 'object' || body === null || !('reason' in body)) return undefined;
  const { status: _status, reason: _reason, ...details } = body as Record<string, unknown>;
  return Object.keys(details).length > 0 ? details : undefined;
}

const DETAIL_LABELS: Readonly<Record<string, string>> = {
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
        : `${DETAIL_LABELS[key] ?? key} ${String(keys)}`;
    })
    .join('; ');
}
