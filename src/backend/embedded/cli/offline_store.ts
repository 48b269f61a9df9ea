/**
 * The configuration of a data folder, opened without a server: the same lock, files, writer,
 * history and audit.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { acquireDataFolder, openDatabase, StorageError, type Database } from '../storage';
import { AuditLog } from '../audit/audit_log';
import { AUDIT_MIGRATIONS } from '../audit/audit_schema';
import { AuditStore } from '../audit/audit_store';
import { PasswordHasher } from '../authentication/password_hash';
import { EmbeddedHistoryStore } from '../history/history_store';
import { EmbeddedPreferenceStore, PREFERENCE_MIGRATIONS } from '../preferences/preference_store';
import { SILENT_LOG } from '../../contract/log';
import { DEFAULT_SETTINGS, type EngineSettings } from '../../contract/settings';
import { Administrators } from '../../changes/lockout/administrators';
import type { ConfigurationView } from '../../changes/lockout/configuration_view';
import { StoredView } from '../authentication/stored_view';
import { ConfigurationWriter, replacedUsers } from '../store/configuration_writer';
import { EntityStore } from '../store/entity_store';
import { MIGRATIONS } from '../store/schema';

export interface OfflineStore {
  readonly store: EntityStore;
  readonly writer: ConfigurationWriter;
  readonly administrators: Administrators;
  readonly view: ConfigurationView;
  readonly hasher: PasswordHasher;
  readonly settings: EngineSettings;
  /** Writes what the audit log wants of the changes made, and gives the folder back. */
  close(): void;
}

/** The folder cannot be worked on; the message says why and what to do. */
export class OfflineError extends Error {}

/**
 * @throws {OfflineError} no configuration there, or a server runs on it
 * @throws {StorageError} the other failures of the store
 */
export function openOffline(
  dataDir: string,
  given: Partial<EngineSettings> = {},
  now: () => number = Date.now
): OfflineStore {
  const file = join(resolve(dataDir), 'engine.sqlite');
  if (!existsSync(file)) {
    throw new OfflineError(
      `There is no security configuration in ${resolve(dataDir)}. Start the server once, or name its data folder with --path.data=DIR.`
    );
  }
  const folder = lockFolder(dataDir);
  const opened: Database[] = [];
  const open = (...options: Parameters<typeof openDatabase>): Database => {
    const db = openDatabase(...options);
    opened.push(db);
    return db;
  };
  try {
    const db = open({ file, migrations: MIGRATIONS });
    const auditDb = open({ file: join(folder.dir, 'audit.sqlite'), migrations: AUDIT_MIGRATIONS });
    const preferences = open({
      file: join(folder.dir, 'preferences.sqlite'),
      migrations: PREFERENCE_MIGRATIONS,
    });
    const forget = (names: readonly string[]) =>
      void new EmbeddedPreferenceStore(preferences).forget(names);
    const parts = assemble(db, auditDb, { ...DEFAULT_SETTINGS, ...given }, now, forget);
    return {
      ...parts,
      close: () => {
        parts.audit.stop();
        db.close();
        preferences.close();
        folder.release();
      },
    };
  } catch (error) {
    opened.forEach((db) => db.close());
    folder.release();
    throw error;
  }
}

function assemble(
  db: Database,
  auditDb: Database,
  settings: EngineSettings,
  now: () => number,
  forget: (userNames: readonly string[]) => void
) {
  const store = new EntityStore(db);
  const { historyMaxAgeDays, historyMaxChanges, auditMaxAgeDays, auditMaxSizeMib } = settings;
  const history = new EmbeddedHistoryStore(db, now, {
    maxAgeDays: historyMaxAgeDays,
    maxChanges: historyMaxChanges,
  });
  const audit = new AuditLog({
    store: new AuditStore(auditDb, { maxAgeDays: auditMaxAgeDays, maxSizeMib: auditMaxSizeMib }),
    history,
    nodeId: () => store.meta('cluster_uuid') ?? '',
    log: SILENT_LOG,
    now,
  });
  audit.configure(store.document('audit')?.body);
  const writer = new ConfigurationWriter(
    db,
    now,
    ({ changes }) => {
      forget(replacedUsers(changes));
      return undefined;
    },
    history.record
  );
  const view = new StoredView(db, store, settings.hashLimits);
  const administrators = new Administrators(view, settings);
  return {
    store,
    writer,
    view,
    administrators,
    hasher: new PasswordHasher(settings.hashLimits),
    settings,
    audit,
  };
}

export function lockFolder(dataDir: string): ReturnType<typeof acquireDataFolder> {
  try {
    return acquireDataFolder(dataDir, { name: 'engine' });
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'storage.folder_in_use') throw error;
    const owner = /process (\d+|unknown)/.exec(error.message)?.[0] ?? 'another process';
    throw new OfflineError(
      `A server runs on ${resolve(dataDir)} (${owner}). Stop it first, or change its configuration through the REST API.`
    );
  }
}
