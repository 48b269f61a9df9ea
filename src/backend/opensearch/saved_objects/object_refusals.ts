/** What the cluster refuses to somebody, in the words of saved objects. */
import type { SavedObjectsError } from '../../contract/saved_objects';
import { savedObjectsErrors } from '../../contract/saved_objects';
import { RefusedCall, type ReportedError } from '../indices/answers';

const FORBIDDEN = 'You have no permission for the saved objects of this tenant.';
const UNKNOWN = 'The cluster no longer takes your credentials. Sign in again to go on.';

/**
 * @returns `undefined` for what is nobody's fault but the cluster's: such a call rejects
 */
export function toObjectRefusal(
  statusCode: number,
  { reason }: ReportedError
): SavedObjectsError | undefined {
  switch (statusCode) {
    case 400:
      return savedObjectsErrors.badRequest(reason);
    case 401:
      return savedObjectsErrors.forbidden(UNKNOWN);
    case 403:
      return savedObjectsErrors.forbidden(FORBIDDEN);
    case 413:
      return savedObjectsErrors.tooLarge(
        'The cluster takes no call of this size (http.max_content_length). Write fewer at once.'
      );
    case 429:
      return savedObjectsErrors.tooManyRequests(
        'The cluster has too much to do right now. Try again later.'
      );
    default:
      return undefined;
  }
}

export const forbidden = () => savedObjectsErrors.forbidden(FORBIDDEN);

/**
 * Runs calls in somebody's name.
 * @throws {SavedObjectsError} for what is refused to him
 */
export async function inWordsOfObjects<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RefusedCall) || error.trouble === 'read_only') throw error;
    throw toObjectRefusal(error.statusCode, error.reported) ?? error;
  }
}
