/** Converts error responses of the cluster to saved-objects errors. */
import { savedObjectsErrors, type SavedObjectsError } from '../../api/saved_objects';
import { RefusedCall, type ReportedError } from '../documents/responses';

/** @returns `undefined` for errors of the cluster itself, which reject */
export function toObjectError(
  statusCode: number,
  { reason }: ReportedError
): SavedObjectsError | undefined {
  switch (statusCode) {
    case 400:
      return savedObjectsErrors.clusterRefused(reason);
    case 401:
      return savedObjectsErrors.credentialsRefused();
    case 403:
      return savedObjectsErrors.forbidden();
    case 413:
      return savedObjectsErrors.callTooLarge();
    default:
      return undefined;
  }
}

/**
 * Runs requests on behalf of a caller.
 * @throws {SavedObjectsError} for requests that the cluster denies the caller
 */
export async function withObjectErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.trouble === 'read_only') throw error;
    throw toObjectError(error.statusCode, error.reported) ?? error;
  }
}
