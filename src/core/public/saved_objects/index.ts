export { SavedObjectsService } from './saved_objects_service';
