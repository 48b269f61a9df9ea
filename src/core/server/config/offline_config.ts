/**
 * What tools beside the server need of its configuration: the data folder and the engine's
 * settings.
 */
import { resolve } from 'node:path';
import type { EngineSettings } from '../../../backend/api';
import { parseArguments } from './arguments';
import { clusterAccessOf, type ClusterAccess } from './cluster_section';
import { engineSettingsOf } from './engine_section';
import { loadConfig, type LoadConfigOptions } from './load_config';

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
