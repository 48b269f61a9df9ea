/**
 * Responses in the envelopes of docs/reference/engine.md#envelopes-and-transport. A: state and
 * permission errors; B: payload validation; C: values that cannot be read.
 */
import type { EngineResponse } from '../api/engine';

const JSON_HEADERS = { 'content-type': 'application/json; charset=UTF-8' };
const TEXT_HEADERS = { 'content-type': 'text/plain; charset=UTF-8' };

const STATUS_NAMES: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'CREATED',
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  412: 'PRECONDITION_FAILED',
  413: 'REQUEST_ENTITY_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  501: 'NOT_IMPLEMENTED',
  503: 'SERVICE_UNAVAILABLE',
  507: 'INSUFFICIENT_STORAGE',
};

/** Thrown to end a request with a response. Inside a transaction, it also rolls back the writes. */
export class RestError extends Error {
  constructor(readonly response: EngineResponse) {
    super(`status ${response.statusCode}`);
  }
}

/** Ends the request with an error response, if there is one. */
export function refuseIf(failure: EngineResponse | undefined): void {
  if (failure) throw new RestError(failure);
}

export const json = (
  statusCode: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {}
): EngineResponse => ({ statusCode, headers: { ...JSON_HEADERS, ...headers }, body });

export const text = (
  statusCode: number,
  body: string,
  headers: Readonly<Record<string, string>> = {}
): EngineResponse => ({ statusCode, headers: { ...TEXT_HEADERS, ...headers }, body });

/** Envelope A, also for successful changes. */
export const message = (
  statusCode: number,
  problem: string,
  headers: Readonly<Record<string, string>> = {}
): EngineResponse =>
  json(
    statusCode,
    { status: STATUS_NAMES[statusCode] ?? String(statusCode), message: problem },
    headers
  );

/** Envelope B, always 400. */
export const invalid = (
  reason: string,
  details: Readonly<Record<string, unknown>> = {}
): EngineResponse => json(400, { status: 'error', reason, ...details });

/** Envelope C. */
export const coreError = (statusCode: number, type: string, reason: string): EngineResponse =>
  json(statusCode, { error: { root_cause: [{ type, reason }], type, reason }, status: statusCode });

export const illegalArgument = (reason: string): EngineResponse =>
  coreError(400, 'illegal_argument_exception', reason);

export const badRequest = (problem: string): EngineResponse => message(400, problem);
export const forbid = (problem: string): EngineResponse => message(403, problem);
export const conflict = (
  problem: string,
  details: Readonly<Record<string, unknown>> = {}
): EngineResponse => json(409, { status: STATUS_NAMES[409], message: problem, ...details });
export const notFound = (problem: string): EngineResponse => message(404, problem);
export const accessDenied = (): EngineResponse => forbid('Access denied');
export const notAvailable = (name: string): EngineResponse =>
  notFound(`Resource '${name}' is not available.`);
export const isReserved = (name: string): EngineResponse =>
  forbid(`Resource '${name}' is reserved.`);
export const isStatic = (name: string): EngineResponse => forbid(`Resource '${name}' is static.`);

export const unauthorizedResponse = (): EngineResponse =>
  text(401, 'Unauthorized', { 'www-authenticate': 'Basic realm="OpenSearch Security"' });

/** The response for an unknown path, also for disabled features. */
export const noHandler = ({
  path,
  method,
}: {
  readonly path: string;
  readonly method: string;
}): EngineResponse =>
  json(400, { error: `no handler found for uri [${path.slice(0, 300)}] and method [${method}]` });
