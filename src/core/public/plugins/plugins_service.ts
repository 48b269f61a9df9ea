/**
 * Sets up, starts and stops the plugins of the page metadata in dependency order. A plugin that
 * fails is left out with those that require it (docs/decisions/0005-failing-plugins.md).
 */
import type { InjectedMetadata } from '../../common';
import { t } from '../i18n';
import type { InjectedMetadataSetup } from '../injected_metadata/types';
import type { IToasts } from '../notifications/types';
import { browserLog } from '../utils/browser_log';
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

/** Specification section 9. */
export const PLUGIN_LIFECYCLE_LIMIT_MS = 30_000;

type UiPlugins = InjectedMetadata['uiPlugins'];
type Step = 'Setup' | 'Start';

export interface PluginsServiceOptions {
  readonly loadScripts?: (uiPlugins: UiPlugins) => Promise<void>;
  readonly getRegistry?: () => PluginRegistry;
}

/** Contracts by plugin id, without those of failed plugins. */
export interface PluginsServiceResult {
  readonly contracts: ReadonlyMap<string, unknown>;
}

export class PluginsService {
  private readonly plugins: ReadonlyMap<string, PluginWrapper>;
  /** In setup order. */
  private readonly setUp: PluginWrapper[] = [];
  /** Reasons for leaving plugins out, by plugin id. */
  private readonly failures = new Map<string, Error>();
  private readonly uiPlugins: UiPlugins;
  private readonly loadScripts: (uiPlugins: UiPlugins) => Promise<void>;
  private withdrawApps: (owner: symbol) => void = () => undefined;
  private isStopped = false;

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

  /** Maps each plugin's opaque id to those of its dependencies, for contexts. */
  getOpaqueIds(): ReadonlyMap<symbol, readonly symbol[]> {
    return new Map(
      [...this.plugins.values()].map((plugin) => [
        plugin.opaqueId,
        this.getDependencies(plugin).map(({ opaqueId }) => opaqueId),
      ])
    );
  }

  /** Does not reject if a plugin fails. */
  async setup(core: InternalCoreSetup): Promise<PluginsServiceResult> {
    this.withdrawApps = core.application.withdraw;
    const scripts = this.waitForScripts();
    const contracts = new Map<string, unknown>();
    for (const plugin of this.plugins.values()) {
      if (this.isStopped) break;
      await this.runStep(plugin, contracts, async () => {
        await scripts.get(plugin.id);
        if (this.isStopped) return undefined;
        this.setUp.push(plugin);
        const context = createPluginSetupContext(core, plugin);
        return inTime(
          plugin.setup(context, this.contractsFor(plugin, contracts)),
          'Setup',
          plugin.id
        );
      });
    }
    return { contracts };
  }

  /**
   * Does not reject if a plugin fails. Shows each failure, including those of setup, as a toast.
   */
  async start(core: InternalCoreStart): Promise<PluginsServiceResult> {
    const contracts = new Map<string, unknown>();
    const publicCore = createPluginStartContext(core);
    for (const plugin of this.setUp) {
      if (this.isStopped) break;
      if (this.failures.has(plugin.id)) continue;
      await this.runStep(plugin, contracts, () =>
        inTime(plugin.start(publicCore, this.contractsFor(plugin, contracts)), 'Start', plugin.id)
      );
    }
    this.showFailures(core.notifications.toasts);
    return { contracts };
  }

  /** Stops in reverse order of setup. A plugin that fails to stop does not affect the others. */
  stop(): void {
    this.isStopped = true;
    const plugins = this.setUp.splice(0).filter(({ isSetUp }) => isSetUp);
    for (const plugin of plugins.reverse()) {
      try {
        plugin.stop();
      } catch (error) {
        browserLog.error(`Plugin "${plugin.id}" failed to stop.`, error);
      }
    }
  }

  /** Waits for all scripts in parallel: a script that does not load delays only its own plugin. */
  private waitForScripts(): ReadonlyMap<string, Promise<void>> {
    return new Map(
      this.uiPlugins.map((uiPlugin) => {
        const arrival = inTime(this.loadScripts([uiPlugin]), 'Setup', uiPlugin.id);
        // Handled when the plugin is set up.
        arrival.catch(() => undefined);
        return [uiPlugin.id, arrival];
      })
    );
  }

  private async runStep(
    plugin: PluginWrapper,
    contracts: Map<string, unknown>,
    step: () => Promise<unknown>
  ): Promise<void> {
    try {
      this.assertDependencies(plugin);
      contracts.set(plugin.id, await step());
    } catch (error) {
      this.leaveOut(plugin, error instanceof Error ? error : new Error(String(error)));
    }
  }

  private leaveOut(plugin: PluginWrapper, error: Error): void {
    this.failures.set(plugin.id, error);
    browserLog.error(`Plugin "${plugin.id}" is left out.`, error);
    plugin.fail(error);
    this.withdrawApps(plugin.opaqueId);
  }

  private assertDependencies({ id, description }: PluginWrapper): void {
    const missing = description.requiredPlugins.filter((required) => this.failures.has(required));
    if (missing.length > 0) {
      throw new Error(
        `Plugin "${id}" has been disabled since the following direct or transitive dependencies are missing or disabled: [${missing.join(', ')}]`
      );
    }
  }

  private showFailures(toasts: Pick<IToasts, 'addError'>): void {
    for (const [name, error] of this.failures) {
      toasts.addError(error, {
        title: t(
          'core.plugins.leftOutTitle',
          'The plugin "{name}" is not available. Everything else works.',
          { name }
        ),
      });
    }
  }

  private getDependencies({ description }: PluginWrapper): PluginWrapper[] {
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
      this.getDependencies(plugin)
        .filter(({ id }) => contracts.has(id))
        .map(({ id }) => [id, contracts.get(id)])
    );
  }
}

const inTime = <T>(promise: Promise<T>, step: Step, id: string): Promise<T> =>
  withTimeout(
    promise,
    PLUGIN_LIFECYCLE_LIMIT_MS,
    `${step} lifecycle of "${id}" plugin wasn't completed in 30sec. Consider disabling the plugin and re-start.`
  );
