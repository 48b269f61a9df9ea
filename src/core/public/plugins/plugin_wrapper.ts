/**
 * One plugin through its life: initialized at setup, started, stopped.
 *
 * Source: core-services section 14.3; specification section 8 ("Plugin lifecycle").
 */
import type {
  CoreSetup,
  CoreStart,
  Plugin,
  PluginInitializer,
  PluginInitializerContext,
} from './types';

type PluginContracts = Readonly<Record<string, unknown>>;
type StartServices = [CoreStart, PluginContracts, unknown];

export interface PluginDescription {
  readonly id: string;
  readonly requiredPlugins: readonly string[];
  readonly optionalPlugins: readonly string[];
}

export class PluginWrapper {
  readonly id: string;
  private instance?: Plugin;
  private resolveStartServices: (services: StartServices) => void = () => undefined;
  /** Settles once the plugin's own start has succeeded; what `getStartServices` hands out. */
  readonly startServices: Promise<StartServices>;

  /** @param read - finds the initializer; throws when the plugin's script did not bring one */
  constructor(
    readonly description: PluginDescription,
    readonly opaqueId: symbol,
    private readonly read: (id: string) => PluginInitializer,
    private readonly initializerContext: PluginInitializerContext
  ) {
    this.id = description.id;
    this.startServices = new Promise((resolve) => {
      this.resolveStartServices = resolve;
    });
  }

  /** Its setup has begun, so there may be something to stop, however that ended. */
  get isSetUp(): boolean {
    return this.instance !== undefined;
  }

  async setup(core: CoreSetup, plugins: PluginContracts): Promise<unknown> {
    this.instance = this.createInstance();
    return await this.instance.setup(core as CoreSetup<never>, plugins);
  }

  async start(core: CoreStart, plugins: PluginContracts): Promise<unknown> {
    if (this.instance === undefined) {
      throw new Error(`Plugin "${this.id}" can't be started since it isn't set up.`);
    }
    const contract = await this.instance.start(core, plugins);
    this.resolveStartServices([core, plugins, contract]);
    return contract;
  }

  stop(): void {
    if (this.instance === undefined) {
      throw new Error(`Plugin "${this.id}" can't be stopped since it isn't set up.`);
    }
    this.instance.stop?.();
    this.instance = undefined;
  }

  private createInstance(): Plugin {
    const instance: Partial<Plugin> = this.read(this.id)(this.initializerContext);
    for (const step of ['setup', 'start'] as const) {
      if (typeof instance[step] !== 'function') {
        throw new Error(`Instance of plugin "${this.id}" does not define "${step}" function.`);
      }
    }
    return instance as Plugin;
  }
}
