/** The embedded backend's public entry point. */
import { WorkerPool } from '../../workers';
import { EmbeddedData } from './data_stores';
import { finishTenantMove } from './rest/entities/rename';
import type { TenantObjects } from './rest/request/request_context';
import { EmbeddedBackend } from './embedded_backend';
import { EmbeddedEngine } from './embedded_engine';
import type { AuditSink } from '../api/audit_sink';
import { SILENT_LOG, type EngineLog } from '../api/log';
import { fileTexts } from './configuration_files/file_texts';
import { ensureDemoSet } from './seed/demo_set';
import { ensureFirstStart, type FirstStart } from './seed/first_start';
import { DEFAULT_SETTINGS, type EngineSettings } from '../api/settings';

export type * from '../api/engine';
export type { EngineSettings } from '../api/settings';
export type { FirstStart } from './seed/first_start';
export type { DemoStart } from './seed/demo_set';
export { InitialPasswordError } from './seed/first_start';
export { INITIAL_PASSWORD_FILE } from './sqlite';
export { fileTexts };
export type { EmbeddedEngine };

export interface EmbeddedEngineOptions {
  /** Folder of the databases; created if missing. */
  readonly dataDir: string;
  /**
   * Password of `admin` at first start, 8 to 100 characters, by the rules of `settings`; generated
   * if absent. Ignored by later starts.
   */
  readonly initialAdminPassword?: string;
  /** Adds the demo data, once per data folder. */
  readonly demo?: boolean;
  /** Shared password of the demo users; generated if absent. */
  readonly demoPassword?: string;
  readonly settings?: Partial<EngineSettings>;
  /** Wall clock, epoch milliseconds. */
  readonly now?: () => number;
  /** Milliseconds of a monotonic clock. */
  readonly monotonicNow?: () => number;
  readonly log?: EngineLog;
  /** Gets each audit event, besides the store. */
  readonly auditSink?: AuditSink;
  /** Worker threads; by default the engine creates its own and stops them. */
  readonly workers?: WorkerPool;
  /** Reverse DNS; by default the system's. */
  readonly reverseLookup?: (address: string) => Promise<readonly string[]>;
  /**
   * Called with internal users that were created or deleted, before their change is acknowledged.
   */
  readonly replaced?: (userNames: readonly string[]) => void;
}

export interface StartedEngine {
  readonly engine: EmbeddedEngine;
  /** Set only if this start created the configuration: the one time the password is known. */
  readonly firstStart?: FirstStart;
  /** Set only if this start created the demo users. */
  readonly demoStart?: { readonly password: string; readonly userNames: readonly string[] };
}

/**
 * Opens or creates the configuration in a folder and starts the engine.
 * @throws {StorageError} `storage.folder_in_use` if another engine owns the folder, and the other
 *   codes of `openDatabase`; {@link InitialPasswordError} for an unusable initial password. Nothing
 *   stays open then.
 */
export async function startEmbeddedEngine(options: EmbeddedEngineOptions): Promise<StartedEngine> {
  const data = new EmbeddedData({ dataDir: options.dataDir, log: options.log ?? SILENT_LOG });
  return startOn(data, options);
}

/** The first pages and logins come first. */
const PREPARE_AFTER_MS = 2_000;

/** By the name of a tenant, whose objects are in the partition `tenant:<name>`. */
const getTenantObjects = ({ objects }: EmbeddedData): TenantObjects => ({
  count: (tenant) => objects.count(`tenant:${tenant}`),
  move: (from, to) => objects.move(`tenant:${from}`, `tenant:${to}`),
});

/** The engine closes the data when it stops. */
async function startOn(
  data: EmbeddedData,
  options: Omit<EmbeddedEngineOptions, 'dataDir'>
): Promise<StartedEngine> {
  const workers = options.workers ?? new WorkerPool();
  const ownsWorkers = options.workers === undefined;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  try {
    const engine = new EmbeddedEngine({
      db: data.databases.engine,
      tenantObjects: getTenantObjects(data),
      auditDb: data.databases.audit,
      dataDir: data.dir,
      closeData: () => data.stop(),
      workers,
      ownsWorkers,
      settings,
      log: options.log ?? SILENT_LOG,
      auditSink: options.auditSink,
      now: options.now ?? Date.now,
      monotonicNow: options.monotonicNow ?? (() => performance.now()),
      reverseLookup: options.reverseLookup,
      replaced: options.replaced,
    });
    const { audit, writer, store, hasher } = engine.parts;
    const firstStart = await ensureFirstStart(
      writer,
      store,
      hasher,
      settings,
      options.initialAdminPassword
    );
    const demoStart = options.demo
      ? await ensureDemoSet({ audit, writer, store, hasher }, options.demoPassword)
      : undefined;
    await finishTenantMove({ store, writer, tenantObjects: getTenantObjects(data) });
    engine.load();
    return { engine, firstStart, demoStart };
  } catch (error) {
    if (ownsWorkers) await workers.stop();
    data.stop();
    throw error;
  }
}

export interface StartedBackend extends Omit<StartedEngine, 'engine'> {
  readonly backend: EmbeddedBackend;
}

/** Like {@link startEmbeddedEngine}, for the server: with saved objects and sessions. */
export async function openEmbeddedBackend(options: EmbeddedEngineOptions): Promise<StartedBackend> {
  const log = options.log ?? SILENT_LOG;
  const data = new EmbeddedData({ dataDir: options.dataDir, log });
  const forgetUsers = (userNames: readonly string[]) =>
    void data.preferences.forget(userNames).catch((error: unknown) => {
      log.error('What former users have chosen could not be forgotten.', { error: String(error) });
    });
  const { engine, ...first } = await startOn(data, { ...options, replaced: forgetUsers });
  const prepare = () =>
    engine.prepareLists().catch((error: unknown) => {
      log.error('Lists could not be prepared.', { error: String(error) });
    });
  setTimeout(() => void prepare(), PREPARE_AFTER_MS).unref();
  return { backend: new EmbeddedBackend(engine, data), ...first };
}
