/** Opens the configuration of a data folder without a server, with the same lock and writer. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EmbeddedData } from '../data_stores';
import { StorageError, type Database } from '../sqlite';
import { AuditLog } from '../audit/audit_log';
import { AuditStore } from '../audit/audit_store';
import { PasswordHasher } from '../authentication/password_hash';
import { EmbeddedHistoryStore } from '../history/history_store';
import { SILENT_LOG } from '../../api/log';
import { DEFAULT_SETTINGS, type EngineSettings } from '../../api/settings';
import { Administrators } from '../../changes/lockout/administrators';
import type { ConfigurationView } from '../../changes/lockout/configuration_view';
import { SqliteLockoutView } from '../authentication/lockout_view';
import { ConfigurationWriter, replacedUsers } from '../configuration_store/configuration_writer';
import { EntityStore } from '../configuration_store/entity_store';

export interface OfflineStore {
  readonly store: EntityStore;
  readonly writer: ConfigurationWriter;
  readonly administrators: Administrators;
  readonly view: ConfigurationView;
  readonly hasher: PasswordHasher;
  readonly settings: EngineSettings;
  /** Gives the folder back. The next start of the server audits the changes made. */
  close(): void;
}

/** The folder cannot be opened; the message says why and what to do. */
export class OfflineError extends Error {
  /** @param status - of the response, if a running server has refused a request */
  constructor(
    message: string,
    readonly status?: number
  ) {
    super(message);
  }
}

/**
 * @throws {OfflineError} if there is no configuration, or a server is using the folder
 * @throws {StorageError} for all other failures of the store
 */
export function openOffline(
  dataDir: string,
  given: Partial<EngineSettings> = {},
  now: () => number = Date.now
): OfflineStore {
  if (!existsSync(join(resolve(dataDir), 'engine.sqlite'))) {
    throw new OfflineError(
      `There is no security configuration in ${resolve(dataDir)}. Start the server once, or name its data folder with --path.data=DIR.`
    );
  }
  const data = openData(dataDir);
  try {
    const { engine, audit } = data.databases;
    const forget = (names: readonly string[]) => void data.preferences.forget(names);
    const parts = assemble(engine, audit, { ...DEFAULT_SETTINGS, ...given }, now, forget);
    return {
      ...parts,
      close: () => {
        parts.audit.leaveToNextStart();
        data.stop();
      },
    };
  } catch (error) {
    data.stop();
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
    (changes) => {
      forget(replacedUsers(changes));
      return undefined;
    },
    history.record
  );
  const view = new SqliteLockoutView(db, store, settings.hashLimits);
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

/** @throws {OfflineError} if a server is using the folder */
export function openData(dataDir: string): EmbeddedData {
  return notRunning(dataDir, () => new EmbeddedData({ dataDir, log: SILENT_LOG }));
}

/** @throws {OfflineError} if a server is using the folder */
export function notRunning<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof StorageError) || error.code !== 'storage.folder_in_use') throw error;
    const owner = /process (\d+|unknown)/.exec(error.message)?.[0] ?? 'another process';
    throw new OfflineError(
      `A server runs on ${resolve(dataDir)} (${owner}). Stop it first, or change its configuration through the REST API.`
    );
  }
}
