/** From arguments and environment to checked core configuration. */
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
  /** Folder that holds `config/`. */
  readonly root: string;
}

const DEFAULT_CONFIG_FILE = join('config', 'security-dashboards.yml');

/** Plugins' sections are registered later; unknown keys are looked for after that. */
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

/**
 * What tools beside the server need of its configuration: the data folder and the engine's
 * settings.
 */
export interface OfflineConfig {
  /** Absolute. */
  readonly dataDir: string;
  readonly settings: EngineSettings;
  /** How a cluster is reached; which one is told by the tool's arguments. */
  readonly cluster: Omit<ClusterAccess, 'dashboardsIndex'>;
  /** Of saved objects on a cluster. */
  readonly dashboardsIndex: string;
  /** The arguments that are not the server's. */
  readonly argv: readonly string[];
}

const SERVER_ARGUMENT = /^--(config|(engine|opensearch|opensearchDashboards)\.[^=]+)=/;

/**
 * Reads file, environment, and of the arguments `--config=FILE`, `--engine.KEY=VALUE` and
 * `--opensearch.KEY=VALUE`, as the server does.
 * @throws {StartError} as the server would
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
