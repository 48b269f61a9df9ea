/**
 * Composition root: opens the configured backend. No other module of core names a specific backend.
 */
import { join } from 'node:path';
import { findClusterAccess, getEngineSettings, type CoreConfig } from '../config';
import type { Logger } from '../logging';
import { EXIT_INVALID_CONFIG, StartError } from '../start_error';
import type {
  AuditSink,
  Backend,
  ConfigurationFiles,
  ConnectedBackend,
  ConnectionSettings,
  DocumentStore,
} from '../../../backend/api';
import {
  fileTexts,
  INITIAL_PASSWORD_FILE,
  InitialPasswordError,
  openEmbeddedBackend,
  type DemoStart,
  type FirstStart,
} from '../../../backend/embedded';
import { complete } from '../../../backend/decorators';
import type { WorkerPool } from '../../../workers';

export interface BackendDeps {
  readonly config: Pick<CoreConfig, 'opensearch' | 'opensearchDashboards' | 'engine'>;
  readonly dataPath: string;
  readonly isDemo: boolean;
  readonly initialAdminPassword: string | undefined;
  readonly workers: WorkerPool;
  /** Gets each audit event that the server writes, if there is an output for them. */
  readonly auditSink?: AuditSink;
  readonly log: Logger;
}

/** Initial credentials. The passwords exist in plain text only here. */
export interface FirstCredentials {
  readonly userName: string;
  /** Absent if the environment sets the password. */
  readonly password?: string;
  /** False if only the demo data was added. */
  readonly isNew: boolean;
  readonly demo?: { readonly password: string; readonly userNames: readonly string[] };
  /** File for the credentials if there is no terminal. */
  readonly file: string;
}

interface OpenedBackend {
  readonly backend: Backend;
  readonly firstCredentials?: FirstCredentials;
}

export type BackendOpener = (deps: BackendDeps) => Promise<OpenedBackend>;

/** @throws {StartError} if the configured backend cannot be opened */
export const openConfiguredBackend: BackendOpener = (deps) =>
  deps.config.opensearch.hosts === undefined ? openEmbedded(deps) : openCluster(deps);

const openEmbedded: BackendOpener = async ({
  config,
  dataPath,
  isDemo,
  initialAdminPassword,
  workers,
  auditSink,
  log,
}) => {
  try {
    const { backend, firstStart, demoStart } = await openEmbeddedBackend({
      dataDir: dataPath,
      initialAdminPassword,
      demo: isDemo,
      settings: getEngineSettings(config.engine),
      workers,
      auditSink,
      log,
    });
    return {
      backend: complete(backend, log),
      firstCredentials: credentialsToShow(
        firstStart,
        demoStart,
        join(dataPath, INITIAL_PASSWORD_FILE)
      ),
    };
  } catch (error) {
    if (error instanceof InitialPasswordError)
      throw new StartError(
        `SECURITY_INITIAL_ADMIN_PASSWORD: ${error.message}`,
        EXIT_INVALID_CONFIG
      );
    throw error;
  }
};

const openCluster: BackendOpener = async ({ config, isDemo, auditSink, log }) => {
  if (isDemo)
    throw new StartError(
      '--demo fills the embedded engine; with opensearch.hosts the cluster has the users. Leave one of them away.',
      EXIT_INVALID_CONFIG
    );
  const { hosts = [], audit } = config.opensearch;
  const { dashboardsIndex, ...cluster } = findClusterAccess(config);
  // Loaded on demand, because the embedded engine does not need it.
  const { openOpenSearchBackend } = await import('../../../backend/opensearch');
  try {
    const backend = await openOpenSearchBackend({
      cluster: { ...cluster, hosts: [hosts].flat() },
      audit,
      dashboardsIndex,
      settings: getEngineSettings(config.engine),
      log,
    });
    return { backend: complete(backend, log, { auditSink }) };
  } catch (error) {
    // A certificate file that is unreadable or invalid.
    throw new StartError(`opensearch.ssl: ${(error as Error).message}`, EXIT_INVALID_CONFIG, {
      cause: error,
    });
  }
};

/** @throws if a certificate file cannot be read */
export async function openConnection(
  { config, log }: Pick<BackendDeps, 'config' | 'log'>,
  connection: ConnectionSettings,
  guardrails: DocumentStore
): Promise<ConnectedBackend> {
  const { ConnectedCluster, HISTORY_INDEX } = await import('../../../backend/opensearch');
  return new ConnectedCluster({
    connection,
    settings: getEngineSettings(config.engine),
    audit: config.opensearch.audit,
    historyIndex: HISTORY_INDEX,
    guardrails,
    log,
  });
}

/** The format of files is the same for every backend. */
export const configurationFiles = ({ workers }: Pick<BackendDeps, 'workers'>): ConfigurationFiles =>
  fileTexts(workers);

function credentialsToShow(
  first: FirstStart | undefined,
  demo: DemoStart | undefined,
  file: string
): FirstCredentials | undefined {
  if (!first && !demo) return undefined;
  return {
    userName: first?.userName ?? 'admin',
    password: first?.generated ? first.password : undefined,
    isNew: first !== undefined,
    demo,
    file,
  };
}
