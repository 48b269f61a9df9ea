/** Lifecycle of one plugin: initialized at setup, started, stopped; or permanently failed. */
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
  private resolveStartServices!: (services: StartServices) => void;
  private rejectStartServices!: (error: Error) => void;
  /**
   * Result of `getStartServices`: settles with the plugin's own start, rejects if the plugin fails.
   */
  readonly startServices: Promise<StartServices>;

  /** @param read - returns the initializer; throws if the plugin's script did not provide one */
  constructor(
    readonly description: PluginDescription,
    readonly opaqueId: symbol,
    private readonly read: (id: string) => PluginInitializer,
    private readonly initializerContext: PluginInitializerContext
  ) {
    this.id = description.id;
    this.startServices = new Promise((resolve, reject) => {
      this.resolveStartServices = resolve;
      this.rejectStartServices = reject;
    });
    // Callers of `getStartServices` receive a failure; without callers the rejection must not count
    // as unhandled.
    this.startServices.catch(() => undefined);
  }

  /** Whether setup has begun, so that there may be something to stop, however setup ended. */
  get isSetUp(): boolean {
    return this.instance !== undefined;
  }

  async setup(core: CoreSetup, plugins: PluginContracts): Promise<unknown> {
    this.instance = this.createInstance();
    return await this.instance.setup(core, plugins);
  }

  async start(core: CoreStart, plugins: PluginContracts): Promise<unknown> {
    if (this.instance === undefined) {
      throw new Error(`Plugin "${this.id}" can't be started since it isn't set up.`);
    }
    const contract = await this.instance.start(core, plugins);
    this.resolveStartServices([core, plugins, contract]);
    return contract;
  }

  /** Rejects pending `getStartServices` calls. A start that settles later has no effect. */
  fail(error: Error): void {
    this.rejectStartServices(error);
  }

  stop(): void {
    if (this.instance === undefined) {
      throw new Error(`Plugin "${this.id}" can't be stopped since it isn't set up.`);
    }
    const { instance } = this;
    this.instance = undefined;
    instance.stop?.();
  }

  private createInstance(): Plugin {
    const instance = this.read(this.id)(this.initializerContext) as Partial<Plugin> | undefined;
    for (const step of ['setup', 'start'] as const) {
      if (typeof instance?.[step] !== 'function') {
        throw new Error(`Instance of plugin "${this.id}" does not define "${step}" function.`);
      }
    }
    return instance as Plugin;
  }
}
