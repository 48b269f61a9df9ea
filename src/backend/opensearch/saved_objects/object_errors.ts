/** What the cluster refuses to somebody, in the words of saved objects. */
import { savedObjectsErrors, type SavedObjectsError } from '../../api/saved_objects';
import { RefusedCall, type ReportedError } from '../documents/responses';

/** @returns `undefined` for what is nobody's fault but the cluster's: such a call rejects */
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
 * Runs calls in somebody's name.
 * @throws {SavedObjectsError} for what is refused to him
 */
export async function inWordsOfObjects<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.trouble === 'read_only') throw error;
    throw toObjectError(error.statusCode, error.reported) ?? error;
  }
}
