/**
 * Server parts of plugins: found, configured, set up and started in dependency order, stopped in the
 * reverse of it. Core knows none of them by name.
 */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type TObject } from '@sinclair/typebox';
import type { PluginManifest } from '../../common';
import type { ConfigService } from '../config';
import type { Logger } from '../logging';
import { StartError } from '../start_error';
import { discoverPlugins } from './plugin_discovery';
import { inDependencyOrder, keepSatisfied } from './plugin_order';
import { withinLimit } from './lifecycle_limit';
import type {
  CoreSetup,
  CoreStart,
  DiscoveredPlugin,
  Plugin,
  PluginInitializerContext,
  PluginModule,
} from './types';

/** What the browser hears of a plugin. */
export interface UiPlugin {
  readonly manifest: PluginManifest;
  readonly config: Readonly<Record<string, unknown>> | undefined;
}

export interface PluginsServiceDeps {
  readonly config: ConfigService;
  readonly log: Logger;
  readonly env: PluginInitializerContext['env'];
  readonly searchFolders: readonly string[];
  readonly pluginPaths: readonly string[];
  /** `plugins.initialize`: false loads no plugin at all. */
  readonly isInitialized: boolean;
  /** Where `<id>.js` of every plugin's server part is. */
  readonly buildFolder: string;
  /** Replaces reading from `buildFolder`. */
  readonly loadModule?: (plugin: DiscoveredPlugin) => PluginModule;
  /** Milliseconds a plugin may take to set up, and to start. Default 30 000. */
  readonly lifecycleLimitMs?: number;
}

const LIFECYCLE_LIMIT_MS = 30_000;
const ENABLED = Type.Object({ enabled: Type.Boolean({ default: true }) });

interface Loaded {
  readonly manifest: PluginManifest;
  readonly module: PluginModule | undefined;
  instance?: Plugin;
}

export class PluginsService {
  private plugins: Loaded[] = [];
  private readonly setupContracts = new Map<string, unknown>();
  private readonly startContracts = new Map<string, unknown>();

  constructor(private readonly deps: PluginsServiceDeps) {}

  /** Finds plugins and checks their configuration. @throws {StartError} */
  async discover(): Promise<{
    ui: readonly UiPlugin[];
    folders: readonly string[];
    ids: readonly string[];
  }> {
    const { config, log, env } = this.deps;
    if (!this.deps.isInitialized) {
      log.warn('Plugins are off (plugins.initialize): nobody can sign in.');
      return { ui: [], folders: [], ids: [] };
    }
    const found = discoverPlugins({
      searchFolders: this.deps.searchFolders,
      pluginPaths: this.deps.pluginPaths,
      productName: env.productName,
      productVersion: env.version,
    });
    const byId = new Map(found.map((plugin) => [plugin.manifest.id, plugin]));
    const enabled = found.filter(({ manifest }) => {
      const isEnabled = config.isEnabled(manifest.configPath, ENABLED.properties.enabled);
      if (!isEnabled) {
        config.ignoreSection(manifest.configPath);
        log.info(`Plugin "${manifest.id}" is disabled.`);
      }
      return isEnabled;
    });
    const { kept, disabled } = keepSatisfied(enabled.map(({ manifest }) => manifest));
    for (const { id, missing } of disabled) {
      config.ignoreSection((byId.get(id) as DiscoveredPlugin).manifest.configPath);
      log.info(
        `Plugin "${id}" has been disabled since the following direct or transitive dependencies are missing or disabled: [${missing.join(', ')}]`
      );
    }
    const ui: UiPlugin[] = [];
    for (const manifest of inDependencyOrder(kept)) {
      const plugin = byId.get(manifest.id) as DiscoveredPlugin;
      const loaded: Loaded = { manifest, module: manifest.server ? this.load(plugin) : undefined };
      const value = await this.registerConfig(loaded);
      this.plugins.push(loaded);
      if (manifest.ui) ui.push({ manifest, config: exposed(loaded.module, value) });
    }
    const withUi = new Set(ui.map(({ manifest }) => manifest.id));
    return {
      ui: ui.map(({ manifest, config: value }) => ({
        manifest: onlyPlugins(manifest, withUi),
        config: value,
      })),
      folders: this.plugins.map(({ manifest }) => (byId.get(manifest.id) as DiscoveredPlugin).path),
      ids: this.plugins.map(({ manifest }) => manifest.id),
    };
  }

  /** @param coreFor - core as one plugin sees it */
  async setup(coreFor: (id: string) => CoreSetup): Promise<void> {
    const withServer = this.plugins.filter(({ module }) => module);
    this.deps.log.info(
      `Setting up [${withServer.length}] plugins: [${withServer.map(({ manifest }) => manifest.id).join(',')}]`
    );
    for (const plugin of withServer) {
      const { id } = plugin.manifest;
      const instance = (plugin.instance = this.instantiate(plugin));
      const contract = await this.limited('Setup', id, () =>
        instance.setup(coreFor(id), this.contractsFor(plugin, this.setupContracts))
      );
      this.setupContracts.set(id, contract);
    }
  }

  async start(core: CoreStart): Promise<Readonly<Record<string, unknown>>> {
    const withServer = this.plugins.filter(({ instance }) => instance);
    this.deps.log.info(
      `Starting [${withServer.length}] plugins: [${withServer.map(({ manifest }) => manifest.id).join(',')}]`
    );
    for (const plugin of withServer) {
      const { id } = plugin.manifest;
      const contract = await this.limited('Start', id, () =>
        (plugin.instance as Plugin).start(core, this.contractsFor(plugin, this.startContracts))
      );
      this.startContracts.set(id, contract);
    }
    return Object.fromEntries(this.startContracts);
  }

  /** A plugin that fails to stop does not keep the others from stopping. */
  async stop(): Promise<void> {
    for (const { instance, manifest } of this.plugins
      .filter((plugin) => plugin.instance)
      .reverse()) {
      try {
        await this.limited('Stop', manifest.id, () => instance?.stop?.());
      } catch (error) {
        this.deps.log.error(error as Error, { plugin: manifest.id });
      }
    }
  }

  private limited<T>(phase: string, id: string, work: () => T | Promise<T>): Promise<T> {
    return withinLimit(phase, id, work, this.deps.lifecycleLimitMs ?? LIFECYCLE_LIMIT_MS);
  }

  private load(plugin: DiscoveredPlugin): PluginModule {
    if (this.deps.loadModule) return this.deps.loadModule(plugin);
    const file = join(this.deps.buildFolder, `${plugin.manifest.id}.js`);
    if (!existsSync(file)) {
      throw new StartError(
        `Plugin "${plugin.manifest.id}" is not built: there is no ${file}. Run npm run build (npm start does it by itself).`
      );
    }
    return createRequire(file)(file) as PluginModule;
  }

  private async registerConfig({ manifest, module }: Loaded): Promise<Record<string, unknown>> {
    const descriptor = module?.config;
    const schema = (descriptor?.schema ?? Type.Object({})) as TObject;
    const { enabled } = ENABLED.properties;
    return this.deps.config.register({
      path: manifest.configPath,
      schema: schema.properties['enabled']
        ? schema
        : Type.Object({ enabled, ...schema.properties }),
      validate: descriptor?.validate,
    });
  }

  private instantiate({ manifest, module }: Loaded): Plugin {
    const { id } = manifest;
    const initializer = module?.plugin;
    if (typeof initializer !== 'function')
      throw new StartError(`Definition of plugin "${id}" should be a function.`);
    const { config, log, env } = this.deps;
    const instance = initializer({
      manifest,
      env,
      logger: log.get(id),
      config: { get: () => config.get(manifest.configPath) as never },
    });
    for (const phase of ['setup', 'start'] as const) {
      if (typeof instance?.[phase] !== 'function')
        throw new StartError(`Instance of plugin "${id}" does not define "${phase}" function.`);
    }
    return instance;
  }

  private contractsFor(
    { manifest }: Loaded,
    contracts: ReadonlyMap<string, unknown>
  ): Readonly<Record<string, unknown>> {
    const names = [...manifest.requiredPlugins, ...manifest.optionalPlugins].filter((name) =>
      contracts.has(name)
    );
    return Object.fromEntries(names.map((name) => [name, contracts.get(name)]));
  }
}

/** The keys a plugin names for the browser, nothing else. */
function exposed(
  module: PluginModule | undefined,
  value: Record<string, unknown>
): Record<string, unknown> | undefined {
  const keys = Object.entries(module?.config?.exposeToBrowser ?? {});
  if (keys.length === 0) return undefined;
  return Object.fromEntries(
    keys.map(([key, part]) => {
      if (!Array.isArray(part)) return [key, value[key]];
      const section = value[key] as Record<string, unknown>;
      return [key, Object.fromEntries(part.map((name: string) => [name, section[name]]))];
    })
  );
}

const onlyPlugins = (manifest: PluginManifest, ids: ReadonlySet<string>): PluginManifest => ({
  ...manifest,
  requiredPlugins: manifest.requiredPlugins.filter((id) => ids.has(id)),
  optionalPlugins: manifest.optionalPlugins.filter((id) => ids.has(id)),
});
