export { StorageService } from './storage_service';
export type { Database, Migration, Statement, StorageServiceSetup } from './types';
