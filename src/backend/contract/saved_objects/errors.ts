/**
 * The errors of saved objects, in one catalogue. Texts and statuses:
 * docs/reference/core.md#saved-objects-api; "version conflict" is the engine's own text for a
 * create on an existing id.
 */

import {
  CodedError,
  SAVED_OBJECTS_ERRORS as ERRORS,
  type ErrorDefinition,
  type ErrorParams,
} from '../../../contracts/errors';

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

/** The form in which answers about many objects carry it. */
interface ItemError {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
}

/** One of the catalogue, with the parameters of its text. */
export class SavedObjectsError extends CodedError {
  constructor(definition: ErrorDefinition, params?: ErrorParams) {
    super(definition, params);
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

const badRequest = (message: string) => new SavedObjectsError(ERRORS.badRequest, { message });

export const savedObjectsErrors = Object.freeze({
  badRequest,
  unsupportedType: (type: string) => new SavedObjectsError(ERRORS.unsupportedType, { type }),
  invalidVersion: (version: string) => badRequest(`Invalid version [${version}]`),
  unknownSortField: (field: string) => badRequest(`Unknown sort field ${field}`),
  sortFieldNotRoot: (field: string) =>
    badRequest(`Unable to sort multiple types by field ${field}, not a root property`),
  /** @param problem - what is wrong with the `filter` of a find */
  invalidFilter: (problem: string) => badRequest(`${problem}: Bad Request`),
  notFound: (type: string, id: string) => new SavedObjectsError(ERRORS.notFound, { type, id }),
  conflict: (type: string, id: string) => new SavedObjectsError(ERRORS.conflict, { type, id }),
  alreadyExists: (type: string, id: string, revision: number) =>
    new SavedObjectsError(ERRORS.alreadyExists, { type, id, revision: String(revision) }),
  /** @param message - names the limit and what to do */
  tooLarge: (message: string) => new SavedObjectsError(ERRORS.tooLarge, { message }),
  unwritable: (message: string) => new SavedObjectsError(ERRORS.unwritable, { message }),
  tooManyRequests: (message: string) => new SavedObjectsError(ERRORS.tooManyRequests, { message }),
  forbidden: (message: string) => new SavedObjectsError(ERRORS.forbidden, { message }),
});
