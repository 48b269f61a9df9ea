/** Saved objects on the server: the service, its contracts and its errors. */
export { SavedObjectsService } from './saved_objects_service';
export type * from './types';
