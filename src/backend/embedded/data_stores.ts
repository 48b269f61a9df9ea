/** The databases of a data folder, which this process owns, and the stores on top of them. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { map, type Observable } from 'rxjs';
import { changedPreferences, type Preferences, type PreferenceStore } from '../api/preferences';
import {
  type Database,
  INITIAL_PASSWORD_FILE,
  type Migration,
  openStores,
  type StoreFolder,
  type StoreName,
} from './sqlite';
import type { BackendStatus } from '../api/backend';
import type { EngineLog } from '../api/log';
import type { OpenSavedObjects } from '../api/saved_objects';
import type { Backend } from '../api/backend';
import { DOCUMENT_MIGRATIONS, EmbeddedDocumentStore } from './document_store';
import { keyInFile } from './key_file';
import { AUDIT_MIGRATIONS } from './audit/audit_schema';
import { INITIAL_ADMIN } from './seed/first_start';
import { EmbeddedSavedObjects } from './saved_objects/object_store';
import { SAVED_OBJECTS_MIGRATIONS } from './saved_objects/schema/schema';
import { EmbeddedSessionStore, SESSION_MIGRATIONS } from './sessions/session_store';
import { MIGRATIONS } from './configuration_store/schema';
import { StoreWatch } from './sqlite/write_probe';

/** User preferences, in a database of their own. */
export const PREFERENCE_MIGRATIONS: readonly Migration[] = [
  {
    name: 'create preferences',
    sql: `
      CREATE TABLE preferences (user_name TEXT PRIMARY KEY, chosen TEXT NOT NULL)
      STRICT, WITHOUT ROWID;`,
  },
  ...DOCUMENT_MIGRATIONS,
];

export class EmbeddedPreferenceStore implements PreferenceStore {
  /** @param database - opened with `PREFERENCE_MIGRATIONS`, closed by its owner */
  constructor(private readonly database: Database) {}

  async get(userName: string): Promise<Preferences> {
    return this.read(userName);
  }

  change(userName: string, changes: Readonly<Record<string, unknown>>): Promise<Preferences> {
    return this.database.write(() => {
      const chosen = changedPreferences(this.read(userName), changes);
      if (Object.keys(chosen).length === 0) this.delete(userName);
      else
        this.database.run(
          'INSERT OR REPLACE INTO preferences (user_name, chosen) VALUES (?, ?)',
          userName,
          JSON.stringify(chosen)
        );
      return chosen;
    });
  }

  /** Synchronous, so that it is done before the deletion of a user is acknowledged. */
  async forget(userNames: readonly string[]): Promise<void> {
    this.database.transaction(() => {
      for (const userName of userNames) this.delete(userName);
    });
  }

  private delete(userName: string): void {
    this.database.run('DELETE FROM preferences WHERE user_name = ?', userName);
  }

  private read(userName: string): Preferences {
    const row = this.database.get<{ readonly chosen: string }>(
      'SELECT chosen FROM preferences WHERE user_name = ?',
      userName
    );
    return row ? (JSON.parse(row.chosen) as Preferences) : {};
  }
}

interface EmbeddedDataOptions {
  /** Created if missing. */
  readonly dataDir: string;
  readonly log: EngineLog;
  /** Wall clock; injected for tests. */
  readonly now?: () => Date;
}

export class EmbeddedData {
  readonly dir: string;
  /** Id of this installation, generated once. */
  readonly uuid: string;
  readonly databases: Readonly<Record<StoreName, Database>>;
  /** False while a database cannot be written. Completes with `stop`. */
  readonly isWritable$: Observable<boolean>;
  /** The current problem, or `undefined`. Completes with `stop`. */
  readonly trouble$: Observable<BackendStatus | undefined>;
  readonly savedObjects: OpenSavedObjects;
  readonly objects: EmbeddedSavedObjects;
  readonly sessions: EmbeddedSessionStore;
  readonly preferences: PreferenceStore;
  readonly documents: Backend['documents'];
  readonly connectionKey: NonNullable<Backend['connectionKey']>;
  private readonly folder: StoreFolder;
  private readonly watch: StoreWatch;

  /** @throws {StorageError} as `openStores`; nothing stays open then */
  constructor({ dataDir, log, now }: EmbeddedDataOptions) {
    this.watch = new StoreWatch(log, (name) => this.databases[name as StoreName].probe());
    this.folder = openStores({
      dataDir,
      migrations: {
        engine: MIGRATIONS,
        audit: AUDIT_MIGRATIONS,
        saved_objects: SAVED_OBJECTS_MIGRATIONS,
        sessions: SESSION_MIGRATIONS,
        preferences: PREFERENCE_MIGRATIONS,
      },
      onHealth: (name, failure) => this.watch.note(name, failure),
      onMigration: (database, { name, version }) =>
        log.info(`Migrated ${database}.sqlite to schema ${version}: ${name}.`),
    });
    const { dir, id, databases } = this.folder;
    this.dir = dir;
    this.uuid = id;
    this.databases = databases;
    this.isWritable$ = this.watch.isWritable$;
    this.trouble$ = this.watch.damaged$.pipe(map(findTrouble));
    try {
      this.sessions = new EmbeddedSessionStore(databases.sessions, (userName) => {
        if (userName === INITIAL_ADMIN) rmSync(join(dir, INITIAL_PASSWORD_FILE), { force: true });
      });
      this.preferences = new EmbeddedPreferenceStore(databases.preferences);
      this.documents = (document) => new EmbeddedDocumentStore(databases.preferences, document);
      let connectionKey: Buffer | undefined;
      this.connectionKey = (isNeeded) =>
        (connectionKey ??= keyInFile({
          dir,
          name: 'clusters.key',
          isNeeded: () => isNeeded,
          loss: 'passwords and keys of connected clusters are then to be entered again.',
        }));
      this.objects = new EmbeddedSavedObjects(databases.saved_objects, now);
      this.savedObjects = (caller, tenant) => this.objects.open(caller, tenant);
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  /** May be called twice. */
  stop(): void {
    this.watch.stop();
    this.folder.close();
  }
}

const findTrouble = (damaged: readonly string[]): BackendStatus | undefined =>
  damaged.length === 0
    ? undefined
    : {
        level: 'unavailable',
        summary: `Damaged: ${damaged.map((name) => `${name}.sqlite`).join(', ')}. Restore the data folder from a backup.`,
      };
