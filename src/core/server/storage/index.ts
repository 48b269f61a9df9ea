export { StorageService } from './storage_service';
