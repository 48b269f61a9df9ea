/** From arguments and environment to checked core configuration. */
import { join } from 'node:path';
import type { ServerArguments } from './arguments';
import { readConfigFile } from './config_file';
import { ConfigService } from './config_service';
import { CORE_SECTIONS, type CoreConfig } from './core_sections';

export interface LoadConfigOptions {
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
