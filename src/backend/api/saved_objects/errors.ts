/**
 * Catalog of saved object errors. Texts and statuses: docs/reference/core.md#saved-objects-api;
 * "version conflict" is the cluster's own text for creating an existing id.
 */

import {
  CodedError,
  SAVED_OBJECTS_ERRORS as ERRORS,
  type ErrorAttributes,
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

/** The form of the error in responses about several objects. */
interface ItemError extends ErrorAttributes {
  readonly statusCode: number;
  readonly error: string;
  readonly message: string;
}

/** An error of the catalog, with the parameters of its text. */
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
      ...this.attributes,
    };
  }
}

/** Errors that several modules or backends raise. */
export const savedObjectsErrors = Object.freeze({
  unsupportedType: (type: string) => new SavedObjectsError(ERRORS.unsupportedType, { type }),
  invalidVersion: (version: string) => new SavedObjectsError(ERRORS.invalidVersion, { version }),
  unknownSortField: (field: string) => new SavedObjectsError(ERRORS.unknownSortField, { field }),
  sortFieldNotRoot: (field: string) => new SavedObjectsError(ERRORS.sortFieldNotRoot, { field }),
  /** @param problem - the problem with the `filter` of a find request */
  invalidFilter: (problem: string) => new SavedObjectsError(ERRORS.invalidFilter, { problem }),
  notFound: (type: string, id: string) => new SavedObjectsError(ERRORS.notFound, { type, id }),
  conflict: (type: string, id: string) => new SavedObjectsError(ERRORS.conflict, { type, id }),
  alreadyExists: (type: string, id: string, revision: number) =>
    new SavedObjectsError(ERRORS.alreadyExists, { type, id, revision: String(revision) }),
  /** @param limit - in bytes of JSON */
  objectTooLarge: (bytes: number, limit: number) =>
    new SavedObjectsError(ERRORS.objectTooLarge, { bytes, limit }),
  forbidden: () => new SavedObjectsError(ERRORS.forbidden),
  privateTenant: () => new SavedObjectsError(ERRORS.privateTenant),
  credentialsRefused: () => new SavedObjectsError(ERRORS.credentialsRefused),
  /** @param reason - in the words of the cluster */
  clusterRefused: (reason: string) => new SavedObjectsError(ERRORS.clusterRefused, { reason }),
  callTooLarge: () => new SavedObjectsError(ERRORS.callTooLarge),
  tooManySearches: () => new SavedObjectsError(ERRORS.tooManySearches),
  /** @param limit - in milliseconds */
  searchTooSlow: (limit: number) => new SavedObjectsError(ERRORS.searchTooSlow, { limit }),
});
