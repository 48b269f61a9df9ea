/** Plugins in a temporary folder, for tests. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../config';
import { coreMock } from '../mocks';
import { PluginsService, type PluginsServiceDeps } from './plugins_service';
import type { CoreStart, Plugin, PluginModule } from './types';

export let folder: string;

export function addPlugin(id: string, more: object = {}, dir = join(folder, 'plugins', id)): void {
  mkdirSync(dir, { recursive: true });
  writeFileSync(
    join(dir, 'plugin.json'),
    JSON.stringify({ id, version: '1.0.0', server: true, ui: true, ...more })
  );
}

export type Modules = Record<string, Partial<PluginModule> & { instance?: Partial<Plugin> }>;

export async function createService(
  modules: Modules = {},
  settings: Array<[string, string]> = [],
  pluginPaths: string[] = [],
  loadModule: PluginsServiceDeps['loadModule'] = ({ manifest: { id } }) => {
    const { instance, ...module } = modules[id] ?? {};
    return {
      plugin: () => ({ setup: () => undefined, start: () => undefined, ...instance }) as Plugin,
      ...module,
    };
  }
) {
  const { config } = await loadConfig({
    args: { configFiles: [], settings },
    env: {},
    root: folder,
  });
  const log = coreMock.createLogger();
  const service = new PluginsService({
    config,
    log,
    env: {
      version: '1.2.3',
      productName: 'Security Dashboards',
      dataPath: folder,
      dev: false,
      demo: false,
    },
    searchFolders: [join(folder, 'plugins')],
    pluginPaths,
    isInitialized: true,
    buildFolder: join(folder, 'build'),
    root: folder,
    lifecycleLimitMs: 40,
    loadModule,
  });
  return { service, config, log };
}

export const CORE_START = {} as CoreStart;

/** Registers the hooks that create and remove the folder. */
export function preparePluginFolder(): void {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sd-plugins-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
}
