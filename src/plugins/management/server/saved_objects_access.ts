/** Shared by the routes: manageable types, and client errors as responses. */
import { CodedError, errorBody } from '@sd/contracts';
import type {
  ResponseFactory,
  RouteResponse,
  SavedObjectsServiceStart,
  SavedObjectsType,
} from '@sd/core/server';

export const DEFAULT_TITLE_FIELD = 'title';

export type GetSavedObjects = () => Promise<SavedObjectsServiceStart>;

export const isExportable = ({ hidden, management }: SavedObjectsType): boolean =>
  !hidden && management?.importableAndExportable !== false;

/**
 * Returns errors of the saved-objects client with its status and message. Other errors are server
 * errors.
 */
export async function responseErrors(
  response: ResponseFactory,
  work: () => Promise<RouteResponse>
): Promise<RouteResponse> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CodedError)) throw error;
    const { statusCode, definition, params } = error;
    return response.customError({ statusCode, body: errorBody(definition, params) });
  }
}
