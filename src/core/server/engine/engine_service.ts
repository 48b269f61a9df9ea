/** Starts the engine behind the one door and binds calls to requests. */
import { engineSettingsOf, type CoreConfig } from '../config';
import type { KibanaRequest } from '../http/contract/types';
import type { Logger } from '../logging';
import { EXIT_INVALID_CONFIG, StartError } from '../start_error';
import type { Engine, EngineCaller } from '../../../backend/contract';
import {
  InitialPasswordError,
  startEmbeddedEngine,
  type DemoStart,
  type FirstStart,
} from '../../../backend/embedded';
import { StorageError } from '../../../backend/embedded/storage';
import type { WorkerPool } from '../../../workers';
import type { EngineServiceSetup, ScopedEngineClient } from './types';

export interface EngineServiceDeps {
  readonly config: Pick<CoreConfig, 'opensearch' | 'engine'>;
  readonly dataPath: string;
  readonly isDemo: boolean;
  readonly initialAdminPassword: string | undefined;
  readonly workers: WorkerPool;
  readonly log: Logger;
}

/** Credentials that exist in clear for this moment only. */
export interface FirstCredentials {
  readonly userName: string;
  /** Absent when it came from the environment: whoever set it knows it. */
  readonly password?: string;
  /** False when only the demonstration set was added. */
  readonly isNew: boolean;
  readonly demo?: { readonly password: string; readonly userNames: readonly string[] };
}

export type EngineServiceStarted = EngineServiceSetup & {
  readonly firstCredentials?: FirstCredentials;
};

/** Opens whichever engine the configuration asks for. Two implementations stand behind one interface. */
export type EngineStarter = (
  deps: EngineServiceDeps
) => Promise<{ engine: Engine; firstCredentials?: FirstCredentials }>;

export class EngineService {
  private engine: Engine | undefined;

  constructor(private readonly startEngine: EngineStarter = startConfiguredEngine) {}

  /** @throws {StartError} when the configured engine cannot be had */
  async setup(deps: EngineServiceDeps): Promise<EngineServiceStarted> {
    const { engine, firstCredentials } = await this.startEngine(deps);
    this.engine = engine;
    return {
      engine,
      firstCredentials,
      asScoped: (request) => scopedClient(engine, callerOf(request)),
    };
  }

  async stop(): Promise<void> {
    await this.engine?.stop();
  }
}

/** The signed-in user with the tenant in force, else anonymous. */
const callerOf = (request: KibanaRequest): EngineCaller =>
  request.auth?.caller ?? { kind: 'anonymous', remoteAddress: request.remoteAddress };

const scopedClient = (engine: Engine, caller: EngineCaller): ScopedEngineClient => ({
  caller,
  request: (request) => engine.request(caller, request),
  find: (query) => engine.find(caller, query),
});

/** @throws {StartError} for a configuration no engine of this version serves */
export function assertEngineConfig({ hosts }: CoreConfig['opensearch']): void {
  if (hosts === undefined) return;
  throw new StartError(
    'opensearch.hosts is set, but the OpenSearch backend is not part of this version. Remove the key to use the embedded engine.',
    EXIT_INVALID_CONFIG
  );
}

const startConfiguredEngine: EngineStarter = async ({
  config,
  dataPath,
  isDemo,
  initialAdminPassword,
  workers,
  log,
}) => {
  assertEngineConfig(config.opensearch);
  try {
    const { engine, firstStart, demoStart } = await startEmbeddedEngine({
      dataDir: dataPath,
      initialAdminPassword,
      demo: isDemo,
      settings: engineSettingsOf(config.engine),
      workers,
      log,
    });
    return { engine, firstCredentials: credentialsToShow(firstStart, demoStart) };
  } catch (error) {
    if (error instanceof StorageError)
      throw new StartError(error.message, undefined, { cause: error });
    if (error instanceof InitialPasswordError)
      throw new StartError(
        `SECURITY_INITIAL_ADMIN_PASSWORD: ${error.message}`,
        EXIT_INVALID_CONFIG
      );
    throw error;
  }
};

function credentialsToShow(
  first: FirstStart | undefined,
  demo: DemoStart | undefined
): FirstCredentials | undefined {
  if (!first && !demo) return undefined;
  return {
    userName: first?.userName ?? 'admin',
    password: first?.generated ? first.password : undefined,
    isNew: first !== undefined,
    demo,
  };
}
