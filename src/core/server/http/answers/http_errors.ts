/** The one place where errors become HTTP answers (docs/reference/core.md#headers-and-errors). */
import { STATUS_CODES } from 'node:http';
import {
  errorBody,
  SERVER_ERRORS,
  type ErrorDefinition,
  type ErrorParams,
} from '../../../../contracts/errors';
import { refusalOf } from '../../../../backend/contract';
import { HTTP_LIMITS } from '../../../common';
import type { ErrorBody, RouteResponse, ResponseOptions } from '../contract/types';

export interface ErrorPayload {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
}

function errorPayload(statusCode: number, body?: string | ErrorBody): ErrorPayload {
  const error = STATUS_CODES[statusCode] ?? 'Error';
  if (body === undefined && statusCode === 500)
    return { statusCode, error, ...errorBody(SERVER_ERRORS.internal) };
  if (body === undefined) return { statusCode, error, message: error };
  if (typeof body === 'string') return { statusCode, error, message: body };
  const { message, attributes } = body;
  return attributes ? { statusCode, error, message, attributes } : { statusCode, error, message };
}

export const errorResponse = (
  statusCode: number,
  body?: string | ErrorBody,
  options: ResponseOptions = {}
): RouteResponse => ({ ...options, statusCode, body: errorPayload(statusCode, body) });

/** The answer to an error of the catalogue. */
export const definedError = (
  error: ErrorDefinition,
  params?: ErrorParams,
  options?: ResponseOptions
): RouteResponse => errorResponse(error.status, errorBody(error, params), options);

/**
 * What the library raises before a route is reached, by its code. Texts never quote the request.
 * @param maxBodyBytes - the limit of bodies there
 */
export function libraryErrorResponse(
  error: { code?: string; statusCode?: number },
  maxBodyBytes?: number
): RouteResponse | undefined {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return definedError(SERVER_ERRORS.bodyTooLarge, { bytes: maxBodyBytes ?? 0 });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return errorResponse(415);
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return definedError(SERVER_ERRORS.contentLength);
    case 'FST_ERR_BAD_URL':
      return definedError(SERVER_ERRORS.malformedUrl);
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return definedError(SERVER_ERRORS.pathPartTooLong, { bytes: HTTP_LIMITS.pathPartBytes });
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? errorResponse(error.statusCode)
        : undefined;
  }
}

/**
 * Errors that carry an HTTP answer of their own (`statusCode` below 500), thrown by services inside
 * handlers, and those of a store that cannot be written: 507.
 */
export function serviceErrorResponse(error: unknown): RouteResponse | undefined {
  if (!(error instanceof Error)) return undefined;
  const refusal = refusalOf(error);
  if (refusal) return errorResponse(refusal.statusCode, refusal.message);
  const { statusCode, attributes } = error as {
    statusCode?: unknown;
    attributes?: Record<string, unknown>;
  };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined;
  return errorResponse(
    statusCode,
    attributes ? { message: error.message, attributes } : error.message
  );
}
