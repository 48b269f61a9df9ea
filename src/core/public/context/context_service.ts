/**
 * Contexts for handlers of other plugins. A handler sees only what core, its own plugin and that
 * plugin's declared dependencies provide.
 */
import type { ContextContainer, ContextHandler, ContextProvider, ContextSetup } from './types';

/** Maps the opaque id of each plugin to the ids of its declared dependencies. */
type PluginDependencies = ReadonlyMap<symbol, readonly symbol[]>;

export interface ContextSetupDeps {
  readonly pluginDependencies: PluginDependencies;
}

export class ContextService {
  /** @param coreId - opaque id of core as a provider */
  constructor(private readonly coreId: symbol) {}

  setup({ pluginDependencies }: ContextSetupDeps): ContextSetup {
    return {
      createContextContainer: () => new Container(pluginDependencies, this.coreId),
    };
  }
}

class Container implements ContextContainer {
  private readonly providers = new Map<
    string,
    { readonly owner: symbol; readonly provider: ContextProvider }
  >();

  constructor(
    private readonly pluginDependencies: PluginDependencies,
    private readonly coreId: symbol
  ) {}

  registerContext(owner: symbol, name: string, provider: ContextProvider): this {
    if (this.providers.has(name)) {
      throw new Error(`Context provider for ${name} has already been registered.`);
    }
    if (!this.isKnown(owner)) {
      throw new Error(`Cannot register context for unknown plugin: ${owner.toString()}`);
    }
    this.providers.set(name, { owner, provider });
    return this;
  }

  createHandler<TArgs extends readonly unknown[], TResult>(
    owner: symbol,
    handler: ContextHandler<TArgs, TResult | Promise<TResult>>
  ): (...args: TArgs) => Promise<TResult> {
    if (!this.isKnown(owner)) {
      throw new Error(`Cannot create handler for unknown plugin: ${owner.toString()}`);
    }
    return async (...args) => {
      const context = await this.buildContext(owner, args);
      return handler(context, ...args);
    };
  }

  private isKnown(owner: symbol): boolean {
    return owner === this.coreId || this.pluginDependencies.has(owner);
  }

  /** Providers run sequentially, core's first, so that each can use the parts before it. */
  private async buildContext(
    reader: symbol,
    args: readonly unknown[]
  ): Promise<Readonly<Record<string, unknown>>> {
    const context: Record<string, unknown> = {};
    const ordered = [...this.providers].sort(
      ([, a], [, b]) => Number(b.owner === this.coreId) - Number(a.owner === this.coreId)
    );
    const madeBy = new Map<string, symbol>();
    for (const [name, { owner, provider }] of ordered) {
      if (!this.visibleFrom(reader).has(owner)) continue;
      const visible = this.visibleFrom(owner);
      const visibleParts = Object.entries(context).filter(([part]) =>
        visible.has(madeBy.get(part)!)
      );
      context[name] = await provider(Object.fromEntries(visibleParts), ...args);
      madeBy.set(name, owner);
    }
    return context;
  }

  private visibleFrom(owner: symbol): ReadonlySet<symbol> {
    return new Set([this.coreId, owner, ...(this.pluginDependencies.get(owner) ?? [])]);
  }
}
