/** An embedded installation without a running server, as the source or target of a migration. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { EngineSettings } from '../api/settings';
import { openData, OfflineError } from '../embedded/cli/offline_store';
import { EmbeddedHistoryStore } from '../embedded/history/history_store';
import { EmbeddedSavedObjects } from '../embedded/saved_objects/object_store';
import { getObjects, listTenants } from '../embedded/saved_objects/object_walk';
import { putMissingDocuments, startForMigration } from '../embedded/seed/first_start';
import type { Database } from '../embedded/sqlite';
import { ConfigurationWriter } from '../embedded/configuration_store/configuration_writer';
import { EntityStore } from '../embedded/configuration_store/entity_store';
import { fromStoredName } from '../embedded/configuration_store/name_key';
import {
  EmbeddedConfiguration,
  listUsers,
  type UserDuty,
} from './configuration/embedded_configuration';
import type { ObjectsSource, OpenTenant } from './saved_objects';

export interface Installation {
  readonly configuration: EmbeddedConfiguration;
  readonly history: EmbeddedHistoryStore;
  readonly objects: ObjectsSource;
  readonly openTenant: OpenTenant;
  users(): Iterable<UserDuty>;
  /**
   * Must be called after a migration to this installation. Creates what the source did not supply.
   */
  complete(): void;
  close(): void;
}

/**
 * @param mayBegin - whether to create an empty installation in an empty folder
 * @throws {OfflineError} if there is no installation, or a server uses it
 * @throws {StorageError} on other failures of the store
 */
export function openInstallation(
  dataDir: string,
  settings: EngineSettings,
  mayBegin: boolean
): Installation {
  const isThere = existsSync(join(resolve(dataDir), 'engine.sqlite'));
  if (!isThere && !mayBegin)
    throw new OfflineError(
      `There is no installation in ${resolve(dataDir)}. Name its data folder with --path.data=DIR.`
    );
  const data = openData(dataDir);
  try {
    const { engine, saved_objects: objects } = data.databases;
    return { ...parts(engine, objects, settings), close: () => data.stop() };
  } catch (error) {
    data.stop();
    throw error;
  }
}

function parts(db: Database, objectsDb: Database, settings: EngineSettings) {
  const store = new EntityStore(db);
  const writer = new ConfigurationWriter(db, Date.now, () => undefined);
  startForMigration(writer, store);
  const { historyMaxAgeDays: maxAgeDays, historyMaxChanges: maxChanges } = settings;
  const objects = new EmbeddedSavedObjects(objectsDb);
  return {
    configuration: new EmbeddedConfiguration({ store, writer, settings }),
    history: new EmbeddedHistoryStore(db, Date.now, { maxAgeDays, maxChanges }),
    objects: {
      tenants: async () => listTenants(objectsDb),
      objects: (tenant: string) => getObjects(objectsDb, tenant),
    },
    openTenant: (tenant: string) => objects.open({ kind: 'server' }, tenant),
    users: () => listUsers(store, apiKeyOwners(db)),
    complete: () => writer.writeNow(putMissingDocuments),
  };
}

const apiKeyOwners = (db: Database): ReadonlySet<string> =>
  new Set(
    db
      .all<{ user_name: string }>('SELECT DISTINCT user_name FROM api_key')
      .map(({ user_name: name }) => fromStoredName(name))
  );
