import type { HttpStart } from '../http/types';
import { SavedObjectsClient } from './saved_objects_client';
import type { SavedObjectsStart } from './types';

/** Hands out the saved-objects client. Source: specification section 7 "Saved objects". */
export class SavedObjectsService {
  start({ http }: { readonly http: Pick<HttpStart, 'fetch'> }): SavedObjectsStart {
    return { client: new SavedObjectsClient(http) };
  }
}
