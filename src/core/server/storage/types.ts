import type { Database, Migration } from '../../../backend/embedded/storage';

export type { Database, Migration, Statement } from '../../../backend/embedded/storage';

/** Durable storage for plugins: each owner gets a database file of its own under `path.data`. */
export interface StorageServiceSetup {
  /** @param name - file name without ending; lower-case letters, digits and `_` */
  open(name: string, migrations: readonly Migration[]): Database;
}
