/**
 * Server parts of plugins: discovers, configures, sets up and starts them in dependency order, and
 * stops them in reverse order. Core depends on none of them by name.
 */
import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Type, type TObject } from '@sinclair/typebox';
import type { PluginManifest } from '../../common';
import type { ConfigService } from '../config';
import type { Logger } from '../logging';
import { StartError } from '../start_error';
import { discoverPlugins, discoveryFailure, type FaultyPlugin } from './plugin_discovery';
import { inDependencyOrder, keepSatisfied } from './plugin_order';
import { LateErrors, callPlugin, getScripts } from './late_errors';
import { withinLimit } from './lifecycle_limit';
import { getCore, type SharedCoreSetup } from './plugin_core';
import { PluginWrapper } from './plugin_wrapper';
import type {
  CoreStart,
  DiscoveredPlugin,
  PluginInitializerContext,
  PluginModule,
  Privilege,
} from './types';

/** The part of a plugin that is passed to the browser. */
export interface UiPlugin {
  readonly manifest: PluginManifest;
  readonly config: Readonly<Record<string, unknown>> | undefined;
  /** Keys of `config` that are omitted from pages without a user. */
  readonly hiddenFromAnonymous: readonly string[];
}

export interface PluginsServiceDeps {
  readonly config: ConfigService;
  readonly log: Logger;
  readonly env: PluginInitializerContext['env'];
  readonly searchFolders: readonly string[];
  readonly pluginPaths: readonly string[];
  /** `plugins.initialize`: false loads no plugins. */
  readonly isInitialized: boolean;
  /** Folder with a file `<id>.js` for each plugin's server part. */
  readonly buildFolder: string;
  /** Folder that source maps are relative to. */
  readonly root: string;
  /** Replaces loading from `buildFolder`. */
  readonly loadModule?: (plugin: DiscoveredPlugin) => PluginModule;
  /** Milliseconds that a plugin may take for setup, and for start. Default: 30,000. */
  readonly lifecycleLimitMs?: number;
}

const LIFECYCLE_LIMIT_MS = 30_000;
const ENABLED = Type.Object({ enabled: Type.Boolean({ default: true }) });

export class PluginsService {
  /** In dependency order. */
  private readonly plugins = new Map<string, PluginWrapper>();
  private readonly ui: UiPlugin[] = [];
  private faulty: readonly FaultyPlugin[] = [];
  private readonly lateErrors: LateErrors;

  constructor(private readonly deps: PluginsServiceDeps) {
    this.lateErrors = new LateErrors({ log: deps.log, plugins: () => this.replaceableScripts() });
  }

  /**
   * Finds plugins, loads them and checks their configuration.
   * @throws {StartError} plugins exclude each other, configuration is wrong, or an essential plugin
   *   does not load
   */
  async discover(): Promise<{ folders: readonly string[]; ids: readonly string[] }> {
    for (const plugin of this.enabledPlugins()) {
      const wrapper = this.load(plugin);
      const { manifest, module } = wrapper;
      this.plugins.set(wrapper.id, wrapper);
      if (wrapper.isLeftOut) {
        this.ignoreSections(manifest);
        continue;
      }
      const value = await this.registerConfig(wrapper);
      if (manifest.ui)
        this.ui.push({
          manifest,
          config: expose(module, value),
          hiddenFromAnonymous: module?.config?.hiddenFromAnonymous ?? [],
        });
    }
    const all = [...this.plugins.values()];
    return { folders: all.map(({ path }) => path), ids: all.map(({ id }) => id) };
  }

  /** Whether any plugin is essential, so that the server does not start without it. */
  get hasEssential(): boolean {
    return [...this.plugins.values()].some(({ isEssential }) => isEssential);
  }

  get leftOutIds(): readonly string[] {
    const failed = [...this.plugins.values()].filter(({ isLeftOut }) => isLeftOut);
    const faulty = this.faulty.flatMap(({ id }) =>
      id === undefined || this.plugins.has(id) ? [] : [id]
    );
    return [...new Set([...faulty, ...failed.map(({ id }) => id)])];
  }

  /**
   * Plugins that the browser loads, at the time of the call: a plugin that was left out is omitted
   * in the browser, too.
   */
  get uiPlugins(): readonly UiPlugin[] {
    const loaded = this.ui.filter(({ manifest }) => !this.plugins.get(manifest.id)?.isLeftOut);
    const ids = new Set(loaded.map(({ manifest }) => manifest.id));
    return loaded.map((plugin) => ({ ...plugin, manifest: onlyPlugins(plugin.manifest, ids) }));
  }

  /**
   * @param coreFor - returns the core contract of one plugin, according to its privileges
   * @throws if an essential plugin fails; any other is left out together with the plugins that
   *   require it
   */
  async setup(
    coreFor: (id: string, privileges: readonly Privilege[]) => SharedCoreSetup
  ): Promise<void> {
    const { log, env } = this.deps;
    await this.forEach('Setup', 'Setting up', async (plugin) => {
      const instance = plugin.instantiate({
        manifest: plugin.manifest,
        env,
        logger: log.get(plugin.id),
        config: { get: () => this.getConfig(plugin.manifest) as never },
      });
      const contracts = plugin.getContracts(this.plugins, 'setupContract');
      const core = getCore(coreFor(plugin.id, plugin.privileges), plugin, () =>
        plugin.getContracts(this.plugins, 'startContract')
      );
      plugin.setupContract = await instance.setup(core, contracts);
    });
  }

  /** @throws like `setup` */
  async start(core: CoreStart): Promise<void> {
    await this.forEach('Start', 'Starting', async (plugin) => {
      const contracts = plugin.getContracts(this.plugins, 'startContract');
      plugin.startContract = await plugin.instance?.start(core, contracts);
    });
  }

  /** A plugin that fails to stop does not affect the others. */
  async stop(): Promise<void> {
    for (const { instance, id } of [...this.plugins.values()].reverse()) {
      try {
        if (instance) await this.limited('Stop', id, () => instance.stop?.());
      } catch (error) {
        this.deps.log.error(error as Error, { plugin: id });
      }
    }
  }

  /**
   * An error that reached the process.
   * @returns whether it is logged as that of a plugin that the server can do without
   */
  handleLateError(error: unknown): boolean {
    return this.lateErrors.handle(error);
  }

  private replaceableScripts() {
    const { buildFolder, root } = this.deps;
    const replaceable = [...this.plugins.values()].filter(
      ({ hasServer, isEssential }) => hasServer && !isEssential
    );
    return new Map(
      replaceable.map(({ id, path }) => [id, getScripts(id, path, buildFolder, root)])
    );
  }

  private async forEach(
    phase: string,
    words: string,
    step: (plugin: PluginWrapper) => Promise<void>
  ): Promise<void> {
    const inPlay = [...this.plugins.values()].filter(({ isLeftOut }) => !isLeftOut);
    const ids = inPlay.filter(({ hasServer }) => hasServer).map(({ id }) => id);
    this.deps.log.info(`${words} [${ids.length}] plugins: [${ids.join(',')}]`);
    for (const plugin of inPlay) {
      try {
        this.assertDependencies(plugin);
        if (plugin.hasServer) await this.limited(phase, plugin.id, () => step(plugin));
      } catch (error) {
        this.leaveOut(plugin, error);
      }
    }
  }

  private assertDependencies({ id, manifest }: PluginWrapper): void {
    const missing = manifest.requiredPlugins.filter((name) => this.plugins.get(name)?.isLeftOut);
    if (missing.length > 0) throw new Error(disabledText(id, missing));
  }

  private leaveOut(plugin: PluginWrapper, reason: unknown): void {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    if (plugin.isEssential) throw error;
    plugin.leaveOut(error);
    this.deps.log.error(`Plugin "${plugin.id}" is left out.`);
    this.deps.log.error(error, { plugin: plugin.id });
  }

  private limited<T>(phase: string, id: string, work: () => T | Promise<T>): Promise<T> {
    return withinLimit(
      phase,
      id,
      () => callPlugin(work),
      this.deps.lifecycleLimitMs ?? LIFECYCLE_LIMIT_MS
    );
  }

  private leaveOutFaulty(faulty: readonly FaultyPlugin[]): void {
    const { config, log } = this.deps;
    for (const { configPath } of faulty) config.ignoreSection(configPath);
    this.faulty = faulty.filter(({ configPath }) => this.isEnabled(configPath));
    for (const { id, path } of this.faulty) {
      const subject = id === undefined ? `The plugin in ${path}` : `Plugin "${id}"`;
      log.error(`${subject} is left out.`);
    }
    const problems = this.faulty.map(({ problem }) => problem);
    if (problems.length > 0) log.error(discoveryFailure(problems));
  }

  private isEnabled(configPath: string): boolean {
    return this.deps.config.isEnabled(configPath, ENABLED.properties.enabled);
  }

  /** In dependency order. Logs the disabled plugins. @throws {StartError} */
  private enabledPlugins(): readonly DiscoveredPlugin[] {
    const { log, env } = this.deps;
    if (!this.deps.isInitialized) return [];
    const { plugins: found, faulty } = discoverPlugins({
      log,
      searchFolders: this.deps.searchFolders,
      pluginPaths: this.deps.pluginPaths,
      productName: env.productName,
      productVersion: env.version,
    });
    this.leaveOutFaulty(faulty);
    const byId = new Map(found.map((plugin) => [plugin.manifest.id, plugin]));
    const enabled = found.filter(({ manifest }) => {
      const isEnabled = this.isEnabled(manifest.configPath);
      if (!isEnabled) {
        this.ignoreSections(manifest);
        log.info(`Plugin "${manifest.id}" is disabled.`);
      }
      return isEnabled;
    });
    const { satisfied, disabled } = keepSatisfied(enabled.map(({ manifest }) => manifest));
    for (const { id, missing } of disabled) {
      this.ignoreSections((byId.get(id) as DiscoveredPlugin).manifest);
      log.warn(`Plugin "${id}" is left out.`);
      log.warn(disabledText(id, missing), { plugin: id });
    }
    return inDependencyOrder(satisfied).map(({ id }) => byId.get(id) as DiscoveredPlugin);
  }

  /**
   * A module that throws on evaluation counts as a failed plugin.
   * @throws {StartError} if the file does not exist, which is an installation error
   */
  private load(plugin: DiscoveredPlugin): PluginWrapper {
    if (!plugin.manifest.server) return new PluginWrapper(plugin, undefined);
    const { loadModule = (found) => this.loadBuilt(found) } = this.deps;
    try {
      return new PluginWrapper(plugin, loadModule(plugin));
    } catch (error) {
      if (error instanceof StartError) throw error;
      const failed = new PluginWrapper(plugin, undefined);
      this.leaveOut(failed, error);
      return failed;
    }
  }

  private loadBuilt({ manifest: { id } }: DiscoveredPlugin): PluginModule {
    const file = join(this.deps.buildFolder, `${id}.js`);
    if (!existsSync(file)) {
      throw new StartError(
        `Plugin "${id}" is not built: there is no ${file}. Run npm run build (npm start does it by itself).`
      );
    }
    return createRequire(file)(file) as PluginModule;
  }

  private ignoreSections({ configPath, moreConfigPaths }: PluginManifest): void {
    for (const path of [configPath, ...moreConfigPaths]) this.deps.config.ignoreSection(path);
  }

  private async registerConfig({
    manifest: { configPath, moreConfigPaths },
    module,
  }: PluginWrapper): Promise<Record<string, unknown>> {
    const { config } = this.deps;
    const { schema, validate } = module?.config ?? {};
    const { ...own } = (schema as TObject | undefined)?.properties ?? {};
    const more: Record<string, unknown> = {};
    for (const path of moreConfigPaths) {
      const name = lastPart(path);
      if (!own[name])
        throw new Error(`moreConfigPaths names "${path}", but the schema has no "${name}".`);
      more[name] = await config.register({ path, schema: own[name] as TObject });
      delete own[name];
    }
    const { enabled } = ENABLED.properties;
    const section = await config.register({
      path: configPath,
      schema: Type.Object({ enabled, ...own }),
      ...(validate && { validate: (value: object) => validate({ ...value, ...more }) }),
    });
    return { ...section, ...more };
  }

  /** All sections of a plugin, as its schema has them. */
  private getConfig({ configPath, moreConfigPaths }: PluginManifest): object {
    const { config } = this.deps;
    const more = moreConfigPaths.map((path) => [lastPart(path), config.get(path)]);
    return { ...config.get<object>(configPath), ...Object.fromEntries(more) };
  }
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

const disabledText = (id: string, missing: readonly string[]): string =>
  `Plugin "${id}" has been disabled since the following direct or transitive dependencies are missing or disabled: [${missing.join(', ')}]`;

/** Returns only the keys that the plugin exposes to the browser. */
function expose(
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
