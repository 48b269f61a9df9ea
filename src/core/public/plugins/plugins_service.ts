/**
 * Sets up, starts and stops the plugins that the page metadata lists, in the listed order, which is
 * dependency order already.
 *
 * Source: core-services section 14; specification sections 4, 8 and 9.
 */
import type { InjectedMetadata } from '../../common';
import type { InjectedMetadataSetup } from '../injected_metadata/types';
import { withTimeout } from '../utils/with_timeout';
import {
  createInitializerContext,
  createPluginSetupContext,
  createPluginStartContext,
  type InternalCoreSetup,
  type InternalCoreStart,
} from './plugin_context';
import {
  globalPluginRegistry,
  loadPluginScripts,
  type PluginRegistry,
  readPlugin,
} from './plugin_scripts';
import { PluginWrapper } from './plugin_wrapper';
import { browserLog } from '../utils/browser_log';

/** Specification section 9. */
export const PLUGIN_LIFECYCLE_LIMIT_MS = 30_000;

type UiPlugins = InjectedMetadata['uiPlugins'];

export interface PluginsServiceOptions {
  readonly loadScripts?: (uiPlugins: UiPlugins) => Promise<void>;
  readonly getRegistry?: () => PluginRegistry;
}

/** Contracts by plugin id. */
export interface PluginsServiceResult {
  readonly contracts: ReadonlyMap<string, unknown>;
}

export class PluginsService {
  private readonly plugins: ReadonlyMap<string, PluginWrapper>;
  /** In the order of their setup. */
  private readonly setUp: PluginWrapper[] = [];
  private readonly uiPlugins: UiPlugins;
  private readonly loadScripts: (uiPlugins: UiPlugins) => Promise<void>;

  constructor(
    injectedMetadata: InjectedMetadataSetup,
    {
      loadScripts = loadPluginScripts,
      getRegistry = globalPluginRegistry,
    }: PluginsServiceOptions = {}
  ) {
    this.loadScripts = loadScripts;
    this.uiPlugins = injectedMetadata.getPlugins();
    this.plugins = new Map(
      this.uiPlugins.map(({ id, plugin, config }) => {
        const opaqueId = Symbol(id);
        const context = createInitializerContext(injectedMetadata, opaqueId, config);
        const read = (pluginId: string) => readPlugin(pluginId, getRegistry());
        return [id, new PluginWrapper(plugin, opaqueId, read, context)];
      })
    );
  }

  /** Each plugin's opaque id with those of its dependencies, for contexts. */
  getOpaqueIds(): ReadonlyMap<symbol, readonly symbol[]> {
    return new Map(
      [...this.plugins.values()].map((plugin) => [
        plugin.opaqueId,
        this.dependenciesOf(plugin).map(({ opaqueId }) => opaqueId),
      ])
    );
  }

  /** @throws the first failure; plugins after it are not set up */
  async setup(core: InternalCoreSetup): Promise<PluginsServiceResult> {
    await this.loadScripts(this.uiPlugins);
    const contracts = new Map<string, unknown>();
    for (const plugin of this.plugins.values()) {
      const setup = plugin.setup(
        createPluginSetupContext(core, plugin),
        this.contractsFor(plugin, contracts)
      );
      this.setUp.push(plugin);
      contracts.set(plugin.id, await inTime(setup, 'Setup', plugin.id));
    }
    return { contracts };
  }

  /** @throws the first failure; plugins after it are not started */
  async start(core: InternalCoreStart): Promise<PluginsServiceResult> {
    const contracts = new Map<string, unknown>();
    const publicCore = createPluginStartContext(core);
    for (const plugin of this.setUp) {
      const start = plugin.start(publicCore, this.contractsFor(plugin, contracts));
      contracts.set(plugin.id, await inTime(start, 'Start', plugin.id));
    }
    return { contracts };
  }

  /** In reverse order of setup; one that fails to stop does not keep the others. */
  stop(): void {
    const plugins = this.setUp.splice(0).filter(({ isSetUp }) => isSetUp);
    for (const plugin of plugins.reverse()) {
      try {
        plugin.stop();
      } catch (error) {
        browserLog.error(`Plugin "${plugin.id}" failed to stop.`, error);
      }
    }
  }

  private dependenciesOf({ description }: PluginWrapper): PluginWrapper[] {
    return [...description.requiredPlugins, ...description.optionalPlugins]
      .map((id) => this.plugins.get(id))
      .filter((plugin) => plugin !== undefined);
  }

  /** Missing optional plugins are not even own properties. */
  private contractsFor(
    plugin: PluginWrapper,
    contracts: ReadonlyMap<string, unknown>
  ): Readonly<Record<string, unknown>> {
    return Object.fromEntries(
      this.dependenciesOf(plugin)
        .filter(({ id }) => contracts.has(id))
        .map(({ id }) => [id, contracts.get(id)])
    );
  }
}

const inTime = <T>(promise: Promise<T>, step: 'Setup' | 'Start', id: string): Promise<T> =>
  withTimeout(
    promise,
    PLUGIN_LIFECYCLE_LIMIT_MS,
    `${step} lifecycle of "${id}" plugin wasn't completed in 30sec. Consider disabling the plugin and re-start.`
  );
