/** Loads and validates the core configuration from file, environment and arguments. */
import { readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArguments, type ServerArguments } from './arguments';
import { readConfigFile, type ConfigFile } from './config_file';
import { ConfigService } from './config_service';
import { CORE_SECTIONS, type CoreConfig } from './core_sections';
import type { EngineSettings } from '../../../backend/api';
import { type ClusterAccess, findClusterAccess } from './cluster_section';
import { getEngineSettings } from './engine_section';

interface LoadConfigOptions {
  readonly args: Pick<ServerArguments, 'configFiles' | 'settings'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder that contains `config/`. */
  readonly root: string;
}

const DEFAULT_CONFIG_FILE = join('config', 'security-dashboards.yml');

/**
 * Sections of plugins register later. {@link ConfigService.assertValid} then reports problems of
 * all sections together.
 * @throws {StartError} a file cannot be read, or is not YAML
 */
export async function loadConfig({
  args,
  env,
  root,
}: LoadConfigOptions): Promise<{ config: ConfigService; core: CoreConfig }> {
  const isDefault = args.configFiles.length === 0;
  const names = isDefault ? [DEFAULT_CONFIG_FILE] : args.configFiles;
  const files: ConfigFile[] = [];
  for (const name of names) {
    const file = isDefault ? join(root, name) : name;
    files.push({ name, tree: await readConfigFile({ file, isRequired: !isDefault }) });
  }
  const config = new ConfigService({
    files,
    env,
    settings: args.settings,
    notes: isDefault ? [] : args.configFiles.flatMap(describeKeystores),
  });
  for (const section of CORE_SECTIONS) await config.register(section);
  const core = Object.fromEntries(CORE_SECTIONS.map(({ path }) => [path, config.get(path)]));
  return { config, core: core as unknown as CoreConfig };
}

/** OpenSearch Dashboards takes secrets from a keystore beside its configuration file. */
function describeKeystores(configFile: string): string[] {
  const folder = dirname(configFile);
  return filesIn(folder)
    .filter((name) => name.endsWith('.keystore'))
    .map(
      (name) =>
        `${join(folder, name)} is not read. Put each of its secrets into a file, and refer to it as \${file:PATH} in the configuration.`
    );
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
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
  const { config, core } = await loadConfig({ args, env, root });
  config.assertValidValues();
  const { dashboardsIndex, ...cluster } = findClusterAccess(core);
  return {
    dataDir: resolve(root, core.path.data),
    settings: getEngineSettings(core.engine),
    cluster,
    dashboardsIndex,
    argv: argv.filter((argument) => !SERVER_ARGUMENT.test(argument)),
  };
}
