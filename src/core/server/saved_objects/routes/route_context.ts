/**
 * Shared parts of the saved objects routes: the client of a request, error responses, query values.
 */
import { errorBody, VALIDATION_ERRORS } from '../../../../contracts/errors';
import type { SavedObject } from '../../../common';
import type { RouteRequest, ResponseFactory, RouteResponse, Router } from '../../http/types';
import type { SavedObjectsClient } from '../client';
import { SavedObjectsError } from '../../../../backend/api';
import type { TransferQueue } from '../transfer/transfer_queue';
import type { SavedObjectsTypeRegistry } from '../type_registry';

export interface SavedObjectsRouteDeps {
  readonly router: Router;
  readonly types: SavedObjectsTypeRegistry;
  /** Permissions and partition come from the scope provider. Hidden types count as unknown. */
  readonly getClient: (request: RouteRequest) => SavedObjectsClient;
  readonly limits: SavedObjectsLimits;
  readonly transfers: TransferQueue;
}

export interface SavedObjectsLimits {
  /** `savedObjects.maxImportPayloadBytes`. */
  readonly maxImportPayloadBytes: number;
  /** `savedObjects.maxImportExportSize`: number of objects in one file. */
  readonly maxImportExportSize: number;
}

export const BASE_PATH = '/api/saved_objects';
export const USER_ROUTE = { access: 'user' } as const;

/** Queued work is usually done after some seconds. */
const RETRY_AFTER_S = '5';

/** Like `receive`, for work that creates the complete response. */
export async function answering(
  response: ResponseFactory,
  work: () => Promise<RouteResponse>
): Promise<RouteResponse> {
  try {
    return await work();
  } catch (error) {
    return toErrorResponse(response, error);
  }
}

/**
 * Runs the work and converts a `SavedObjectsError` to its HTTP response. Other errors are internal.
 */
export async function receive(
  response: ResponseFactory,
  work: () => Promise<unknown>
): Promise<RouteResponse> {
  return answering(response, async () => response.ok({ body: await work() }));
}

export function toErrorResponse(response: ResponseFactory, error: unknown): RouteResponse {
  if (!(error instanceof SavedObjectsError)) throw error;
  return response.customError({
    statusCode: error.statusCode,
    body: errorBody(error.definition, error.params),
    ...(error.statusCode === 429 && { headers: { 'retry-after': RETRY_AFTER_S } }),
  });
}

/**
 * In responses, every object has this single space. Tenants are not spaces: an object belongs to
 * one tenant only.
 */
export const NAMESPACES: readonly string[] = ['default'];

export const toWire = <T extends Pick<SavedObject, 'type' | 'id'> & { readonly error?: unknown }>(
  object: T
): T & { namespaces?: readonly string[] } =>
  object.error === undefined ? { ...object, namespaces: NAMESPACES } : object;

/** Query values are text; a repeated one is an array. */
export const toList = (value: string | readonly string[] | undefined): string[] | undefined =>
  value === undefined ? undefined : typeof value === 'string' ? [value] : [...value];

/** @throws {SavedObjectsError} 400 */
export function toBoolean(name: string, value: string | undefined): boolean {
  if (value === undefined || value === 'false') return false;
  if (value === 'true' || value === '') return true;
  throw wrongType(name, 'boolean');
}

/** @throws {SavedObjectsError} 400 */
export function toWholeNumber(
  name: string,
  value: string | undefined,
  minimum: number
): number | undefined {
  if (value === undefined) return undefined;
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw wrongType(name, 'number');
  if (number < minimum) {
    throw new SavedObjectsError(VALIDATION_ERRORS.tooSmall, {
      path: `request query.${name}`,
      limit: minimum,
    });
  }
  return number;
}

const wrongType = (name: string, expected: string): SavedObjectsError =>
  new SavedObjectsError(VALIDATION_ERRORS.wrongType, {
    path: `request query.${name}`,
    wanted: expected,
    got: 'string',
  });
