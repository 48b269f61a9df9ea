export { SavedObjectsClient } from './saved_objects_client';
export { SavedObjectsService } from './saved_objects_service';
export { SimpleSavedObject } from './simple_saved_object';
export type {
  SavedObjectsBatchResponse,
  SavedObjectsClientContract,
  SavedObjectsCreateOptions,
  SavedObjectsFindOptions,
  SavedObjectsFindResponse,
  SavedObjectsStart,
  SimpleSavedObjectContract,
} from './types';
