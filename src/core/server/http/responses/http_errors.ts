/** The only module that converts errors to HTTP responses. */
import { STATUS_CODES } from 'node:http';
import {
  CodedError,
  errorBody,
  SERVER_ERRORS,
  STATUS_ERRORS,
  type ErrorBody,
  type ErrorDefinition,
  type ErrorParams,
} from '../../../../contracts/errors';
import { getErrorResponse } from '../../../../backend/api';
import { HTTP_LIMITS } from '../../../common';
import type { RouteResponse, ResponseOptions } from '../types';

const { other, ...general } = STATUS_ERRORS;
const GENERAL = new Map(Object.values(general).map((error) => [error.status, error]));

/**
 * @param body - if absent, the status's general text; a string is a message without an error code
 */
export const errorResponse = (
  statusCode: number,
  body?: ErrorBody | string,
  options: ResponseOptions = {}
): RouteResponse => {
  const error = STATUS_CODES[statusCode] ?? 'Error';
  const details = typeof body === 'object' ? body : withoutCode(statusCode, body);
  return { ...options, statusCode, body: { statusCode, error, ...details } };
};

function withoutCode(statusCode: number, text?: string): ErrorBody {
  const known = text === undefined ? GENERAL.get(statusCode) : undefined;
  const reason = text ?? STATUS_CODES[statusCode] ?? 'Error';
  return known ? errorBody(known) : errorBody(other, { reason });
}

/** Returns the response to a defined error. */
export const definedError = (
  error: ErrorDefinition,
  params?: ErrorParams,
  options?: ResponseOptions
): RouteResponse => errorResponse(error.status, errorBody(error, params), options);

/**
 * Response to an error that the library raises before a route is reached, by its code. Texts never
 * quote the request.
 * @param maxBodyBytes - the limit for the request's body
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
 * Response to errors with their own HTTP response that services throw inside handlers: defined
 * errors, errors of a store that is unreachable or not writable, and any with a `statusCode` of
 * 4xx.
 */
export function serviceErrorResponse(error: unknown): RouteResponse | undefined {
  if (error instanceof CodedError) return definedError(error.definition, error.params);
  const denial = getErrorResponse(error);
  if (denial) return definedError(denial);
  if (!(error instanceof Error)) return undefined;
  const { statusCode, attributes, message } = error as Error &
    Partial<ErrorBody> & { statusCode?: unknown };
  if (typeof statusCode !== 'number' || statusCode < 400 || statusCode > 499) return undefined;
  return errorResponse(statusCode, attributes?.code ? { message, attributes } : message);
}
