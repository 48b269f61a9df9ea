/**
 * The databases beside the engine's own, below a data folder that this process owns while it runs.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Observable } from 'rxjs';
import type { EngineLog } from '../../contract/log';
import type { OpenSavedObjects } from '../../contract/saved_objects';
import type { PreferenceStore } from '../../contract/preferences';
import type { SessionStore } from '../../contract/sessions';
import { EmbeddedPreferenceStore, PREFERENCE_MIGRATIONS } from '../preferences/preference_store';
import { EmbeddedSavedObjects } from '../saved_objects/object_store';
import { SAVED_OBJECTS_MIGRATIONS } from '../saved_objects/tables/schema';
import { EmbeddedSessionStore, SESSION_MIGRATIONS } from '../sessions/session_store';
import {
  acquireDataFolder,
  openDatabase,
  type Database,
  type DataFolder,
  type Migration,
} from '../storage';
import { WritableWatch } from './writable_watch';

const UUID_FILE = 'uuid';

export interface EmbeddedDataOptions {
  /** Created when missing. */
  readonly dataDir: string;
  readonly log: EngineLog;
  /** The wall clock; handed in, so that tests own time. */
  readonly now?: () => Date;
}

export class EmbeddedData {
  /** Identity of this installation, made once. */
  readonly uuid: string;
  /** False while a database cannot be written. Completes with `stop`. */
  readonly isWritable$: Observable<boolean>;
  readonly savedObjects: OpenSavedObjects;
  readonly sessions: SessionStore;
  readonly preferences: PreferenceStore;
  private readonly folder: DataFolder;
  private readonly databases: Database[] = [];
  private readonly watch: WritableWatch;

  /**
   * @throws {StorageError} when another server uses the folder, or it cannot be written; nothing
   *   stays open then
   */
  constructor(options: EmbeddedDataOptions) {
    this.folder = acquireDataFolder(options.dataDir);
    this.watch = new WritableWatch(options.log);
    this.isWritable$ = this.watch.isWritable$;
    try {
      this.uuid = this.readUuid();
      this.sessions = new EmbeddedSessionStore(this.open('sessions', SESSION_MIGRATIONS));
      this.preferences = new EmbeddedPreferenceStore(
        this.open('preferences', PREFERENCE_MIGRATIONS)
      );
      const objects = new EmbeddedSavedObjects(
        this.open('saved_objects', SAVED_OBJECTS_MIGRATIONS),
        options.now
      );
      this.savedObjects = (caller, tenant) => objects.open(caller, tenant);
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  /** May be called twice. */
  stop(): void {
    this.watch.stop();
    for (const database of this.databases) database.close();
    this.folder.release();
  }

  private open(name: string, migrations: readonly Migration[]): Database {
    const database: Database = openDatabase({
      file: join(this.folder.dir, `${name}.sqlite`),
      migrations,
      onWritable: this.watch.listener(name, () => database),
    });
    this.databases.push(database);
    return database;
  }

  private readUuid(): string {
    const file = join(this.folder.dir, UUID_FILE);
    if (existsSync(file)) {
      const uuid = readFileSync(file, 'utf8').trim();
      if (/^[0-9a-f-]{36}$/.test(uuid)) return uuid;
    }
    const uuid = randomUUID();
    writeFileSync(file, `${uuid}\n`, { mode: 0o600 });
    return uuid;
  }
}
