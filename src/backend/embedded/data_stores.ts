/** The databases of a data folder, which this process owns while it runs, and their stores. */
import { map, type Observable } from 'rxjs';
import type { BackendStatus } from '../api/backend';
import type { EngineLog } from '../api/log';
import type { OpenSavedObjects } from '../api/saved_objects';
import type { PreferenceStore } from '../api/preferences';
import { AUDIT_MIGRATIONS } from './audit/audit_schema';
import { EmbeddedPreferenceStore, PREFERENCE_MIGRATIONS } from './preference_store';
import { EmbeddedSavedObjects } from './saved_objects/object_store';
import { SAVED_OBJECTS_MIGRATIONS } from './saved_objects/schema/schema';
import { EmbeddedSessionStore, SESSION_MIGRATIONS } from './sessions/session_store';
import { openStores, type Database, type StoreFolder, type StoreName } from './sqlite';
import { MIGRATIONS } from './configuration_store/schema';
import { StoreWatch } from './sqlite/write_probe';

export interface EmbeddedDataOptions {
  /** Created when missing. */
  readonly dataDir: string;
  readonly log: EngineLog;
  /** The wall clock; handed in, so that tests own time. */
  readonly now?: () => Date;
}

export class EmbeddedData {
  readonly dir: string;
  /** Identity of this installation, made once. */
  readonly uuid: string;
  readonly databases: Readonly<Record<StoreName, Database>>;
  /** False while a database cannot be written. Completes with `stop`. */
  readonly isWritable$: Observable<boolean>;
  /** What is wrong, or `undefined`. Completes with `stop`. */
  readonly trouble$: Observable<BackendStatus | undefined>;
  readonly savedObjects: OpenSavedObjects;
  readonly sessions: EmbeddedSessionStore;
  readonly preferences: PreferenceStore;
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
    });
    const { dir, id, databases } = this.folder;
    this.dir = dir;
    this.uuid = id;
    this.databases = databases;
    this.isWritable$ = this.watch.isWritable$;
    this.trouble$ = this.watch.damaged$.pipe(map(troubleOf));
    try {
      this.sessions = new EmbeddedSessionStore(databases.sessions);
      this.preferences = new EmbeddedPreferenceStore(databases.preferences);
      const objects = new EmbeddedSavedObjects(databases.saved_objects, now);
      this.savedObjects = (caller, tenant) => objects.open(caller, tenant);
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

const troubleOf = (damaged: readonly string[]): BackendStatus | undefined =>
  damaged.length === 0
    ? undefined
    : {
        level: 'unavailable',
        summary: `Damaged: ${damaged.map((name) => `${name}.sqlite`).join(', ')}. Restore the data folder from a backup.`,
      };
