/**
 * The errors of saved objects, in one catalogue. Texts and statuses:
 * docs/reference/core.md#saved-objects-api; "version conflict" is the engine's own text for a
 * create on an existing id.
 */

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  413: 'Request Entity Too Large',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
};

type SavedObjectsErrorCode =
  | 'saved_objects.bad_request'
  | 'saved_objects.forbidden'
  | 'saved_objects.not_found'
  | 'saved_objects.conflict'
  | 'saved_objects.too_large'
  | 'saved_objects.too_many_requests'
  | 'saved_objects.unavailable';

/** The form in which answers about many objects carry it. */
interface ItemError {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
}

export class SavedObjectsError extends Error {
  constructor(
    readonly code: SavedObjectsErrorCode,
    readonly statusCode: number,
    message: string
  ) {
    super(message);
    this.name = 'SavedObjectsError';
  }

  toItem(): ItemError {
    return {
      statusCode: this.statusCode,
      error: REASONS[this.statusCode] ?? 'Error',
      message: this.message,
    };
  }
}

const badRequest = (message: string) =>
  new SavedObjectsError('saved_objects.bad_request', 400, message);
const conflict = (message: string) => new SavedObjectsError('saved_objects.conflict', 409, message);

export const savedObjectsErrors = Object.freeze({
  badRequest,
  unsupportedType: (type: string) =>
    badRequest(`Unsupported saved object type: '${type}': Bad Request`),
  invalidVersion: (version: string) => badRequest(`Invalid version [${version}]`),
  unknownSortField: (field: string) => badRequest(`Unknown sort field ${field}`),
  sortFieldNotRoot: (field: string) =>
    badRequest(`Unable to sort multiple types by field ${field}, not a root property`),
  /** @param problem - what is wrong with the `filter` of a find */
  invalidFilter: (problem: string) => badRequest(`${problem}: Bad Request`),
  notFound: (type: string, id: string) =>
    new SavedObjectsError('saved_objects.not_found', 404, `Saved object [${type}/${id}] not found`),
  conflict: (type: string, id: string) => conflict(`Saved object [${type}/${id}] conflict`),
  alreadyExists: (type: string, id: string, revision: number) =>
    conflict(
      `[${type}:${id}]: version conflict, document already exists (current version [${revision}])`
    ),
  /** @param message - names the limit and what to do */
  tooLarge: (message: string) => new SavedObjectsError('saved_objects.too_large', 413, message),
  unwritable: (message: string) => new SavedObjectsError('saved_objects.unavailable', 507, message),
  tooManyRequests: (message: string) =>
    new SavedObjectsError('saved_objects.too_many_requests', 429, message),
  forbidden: (message: string) => new SavedObjectsError('saved_objects.forbidden', 403, message),
});
