/** Durable SQLite files, schema migrations, and the owner lock of a data folder. */
export { openDatabase } from './database';
export type { Database } from './database';
export type { SqlValue } from './sql_value';
export type { Migration } from './migrations';
export { backupDataFolder, INITIAL_PASSWORD_FILE } from './backup';
export { acceptStores, openStores } from './store_folder';
export type { StoreFolder, StoreName } from './store_folder';
export { ensurePrivateFolder } from './data_folder';
export type { BackgroundReader } from './background_reader';
export { StorageError, toStorageError } from './storage_errors';
