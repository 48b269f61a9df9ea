/** Loads and validates the core configuration from file, environment and arguments. */
import { join, resolve } from 'node:path';
import { parseArguments, type ServerArguments } from './arguments';
import { readConfigFile } from './config_file';
import { ConfigService } from './config_service';
import { CORE_SECTIONS, type CoreConfig } from './core_sections';
import type { EngineSettings } from '../../../backend/api';
import { type ClusterAccess, clusterAccessOf } from './cluster_section';
import { engineSettingsOf } from './engine_section';

interface LoadConfigOptions {
  readonly args: Pick<ServerArguments, 'configFile' | 'settings'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that contains `config/`. */
  readonly root: string;
}

const DEFAULT_CONFIG_FILE = join('config', 'security-dashboards.yml');

/** Sections of plugins register later; unknown keys are checked after that. */
export async function loadConfig({
  args,
  env,
  root,
}: LoadConfigOptions): Promise<{ config: ConfigService; core: CoreConfig }> {
  const file = args.configFile ?? join(root, DEFAULT_CONFIG_FILE);
  const tree = await readConfigFile({ file, isRequired: args.configFile !== undefined, env });
  const config = new ConfigService({
    file: tree,
    fileName: args.configFile ?? DEFAULT_CONFIG_FILE,
    env,
    settings: args.settings,
  });
  for (const section of CORE_SECTIONS) await config.register(section);
  const core = Object.fromEntries(CORE_SECTIONS.map(({ path }) => [path, config.get(path)]));
  return { config, core: core as unknown as CoreConfig };
}

/** The configuration that offline tools need: the data folder and the engine's settings. */
export interface OfflineConfig {
  /** Absolute path. */
  readonly dataDir: string;
  readonly settings: EngineSettings;
  /** Cluster connection settings, without the host, which is an argument of the tool. */
  readonly cluster: Omit<ClusterAccess, 'dashboardsIndex'>;
  /** Index of saved objects on a cluster. */
  readonly dashboardsIndex: string;
  /** Arguments that are not configuration keys. */
  readonly argv: readonly string[];
}

const SERVER_ARGUMENT = /^--(config|(engine|opensearch|opensearchDashboards)\.[^=]+)=/;

/**
 * Reads file, environment, and the arguments `--config=FILE`, `--engine.KEY=VALUE` and
 * `--opensearch.KEY=VALUE`, like the server.
 * @throws {StartError} the same errors as the server
 */
export async function loadOfflineConfig(
  argv: readonly string[],
  { env, root }: Omit<LoadConfigOptions, 'args'>
): Promise<OfflineConfig> {
  const args = parseArguments(argv.filter((argument) => SERVER_ARGUMENT.test(argument)));
  const { core } = await loadConfig({ args, env, root });
  const { dashboardsIndex, ...cluster } = clusterAccessOf(core);
  return {
    dataDir: resolve(root, core.path.data),
    settings: engineSettingsOf(core.engine),
    cluster,
    dashboardsIndex,
    argv: argv.filter((argument) => !SERVER_ARGUMENT.test(argument)),
  };
}
