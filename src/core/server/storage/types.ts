import type { Database, Migration } from '../../../storage';

export type { Database, Migration, Statement } from '../../../storage';

/** Durable storage for plugins: each owner gets a database file of its own under `path.data`. */
export interface StorageServiceSetup {
  /** @param name - file name without ending; lower-case letters, digits and `_` */
  open(name: string, migrations: readonly Migration[]): Database;
}
