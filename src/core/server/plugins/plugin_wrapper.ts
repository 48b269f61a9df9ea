/** Server part of one plugin: its module, instance, contracts and failure. */
import type { PluginManifest } from '../../common';
import type {
  DiscoveredPlugin,
  Plugin,
  PluginInitializerContext,
  PluginModule,
  Privilege,
} from './types';

/** Contracts by plugin id. */
export type Contracts = Readonly<Record<string, unknown>>;

export class PluginWrapper {
  readonly id: string;
  /** Set once `instantiate` was called, even if a later step fails, so that it can be stopped. */
  instance: Plugin | undefined;
  setupContract: unknown;
  startContract: unknown;
  private failure: Error | undefined;

  readonly manifest: PluginManifest;
  /** Absolute path. */
  readonly path: string;
  readonly privileges: readonly Privilege[];

  constructor(
    { manifest, path, privileges }: DiscoveredPlugin,
    readonly module: PluginModule | undefined
  ) {
    this.id = manifest.id;
    this.manifest = manifest;
    this.path = path;
    this.privileges = privileges;
  }

  get hasServer(): boolean {
    return this.manifest.server;
  }

  get isEssential(): boolean {
    return this.module?.isEssential === true;
  }

  get isLeftOut(): boolean {
    return this.failure !== undefined;
  }

  leaveOut(error: Error): void {
    this.failure ??= error;
  }

  /** @throws if the module is not a plugin */
  instantiate(context: PluginInitializerContext<never>): Plugin {
    const initializer = this.module?.plugin;
    if (typeof initializer !== 'function')
      throw new Error(`Definition of plugin "${this.id}" should be a function.`);
    const instance = initializer(context);
    for (const phase of ['setup', 'start'] as const) {
      if (typeof instance?.[phase] !== 'function')
        throw new Error(`Instance of plugin "${this.id}" does not define "${phase}" function.`);
    }
    this.instance = instance;
    return instance;
  }

  /**
   * Contracts of the plugin's dependencies, except those that were left out or have no server part.
   */
  getContracts(
    plugins: ReadonlyMap<string, PluginWrapper>,
    phase: 'setupContract' | 'startContract'
  ): Contracts {
    const { requiredPlugins, optionalPlugins } = this.manifest;
    return Object.fromEntries(
      [...requiredPlugins, ...optionalPlugins].flatMap((name) => {
        const plugin = plugins.get(name);
        return plugin?.hasServer && !plugin.isLeftOut ? [[name, plugin[phase]]] : [];
      })
    );
  }
}
