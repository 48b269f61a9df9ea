/**
 * One plugin through its life: initialized at setup, started, stopped; or failed, for good.
 *
 * Source: docs/reference/core.md#plugins-in-the-browser; specification section 8 ("Plugin
 * lifecycle").
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
  private resolveStartServices!: (services: StartServices) => void;
  private rejectStartServices!: (error: Error) => void;
  /**
   * What `getStartServices` hands out: settles with the plugin's own start, rejects when it fails.
   */
  readonly startServices: Promise<StartServices>;

  /** @param read - finds the initializer; throws when the plugin's script did not bring one */
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
    // Whoever waits hears of a failure; that nobody waits is no failure of its own.
    this.startServices.catch(() => undefined);
  }

  /** Its setup has begun, so there may be something to stop, however that ended. */
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

  /** Ends the waiting for its start; a start that settles later changes nothing any more. */
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
