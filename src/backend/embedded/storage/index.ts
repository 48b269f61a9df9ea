/** The store's one door: durable SQLite files, schema migrations, and the owner lock of a data folder. */
export { openDatabase } from './database';
export type { Database, OpenDatabaseOptions, RunResult, Statement } from './database';
export type { SqlValue } from './sql_value';
export type { Migration } from './migrations';
export { backupDataFolder } from './backup';
export { acquireDataFolder } from './data_folder';
export type { AcquireOptions, DataFolder } from './data_folder';
export type { AsideQuery, AsideReader } from './aside_reader';
export { StorageError } from './storage_errors';
export type { StorageErrorCode } from './storage_errors';
