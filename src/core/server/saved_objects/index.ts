/** Saved objects of the server: the service, its contracts and its errors. */
export { SavedObjectsService, SAVED_OBJECTS_DATABASE } from './saved_objects_service';
export type {
  InternalSavedObjectsServiceSetup,
  SavedObjectsServiceDeps,
} from './saved_objects_service';
export type { SavedObjectsLimits } from './routes';
export { SavedObjectsError, savedObjectsErrors } from './errors';
export type { SavedObjectsErrorCode } from './errors';
export { createObjectId } from './object_id';
export { SavedObjectsTypeRegistry } from './type_registry';
export type { SavedObjectsStore } from './store/types';
export type * from './types';
