/** Stores of the embedded backend, with their database. */
import { join } from 'node:path';
import type { OpenSavedObjects } from '../api/saved_objects';
import { EmbeddedSavedObjects } from '../embedded/saved_objects/object_store';
import { SAVED_OBJECTS_MIGRATIONS } from '../embedded/saved_objects/schema/schema';
import { openDatabase, type Database } from '../embedded/sqlite';

export { tokenize } from '../text_search/tokens';
export { EmbeddedSessionStore, SESSION_MIGRATIONS } from '../embedded/sessions/session_store';
export { openDatabase, type Database };

export interface OpenedObjects {
  readonly database: Database;
  readonly openStore: OpenSavedObjects;
}

/** @param dir - folder of the database, created if missing. The caller closes the database. */
export function openSavedObjects(dir: string, now?: () => Date): OpenedObjects {
  const database = openDatabase({
    file: join(dir, 'saved_objects.sqlite'),
    migrations: SAVED_OBJECTS_MIGRATIONS,
  });
  const objects = new EmbeddedSavedObjects(database, now);
  return { database, openStore: (caller, tenant) => objects.open(caller, tenant) };
}
