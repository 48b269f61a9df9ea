/**
 * Contexts that are passed to the handlers of other plugins. Only the deprecated two-argument form
 * of an app's mount uses them.
 */

/** Creates one named part of a context and can use the parts created before it. */
export type ContextProvider<TPart = unknown> = (
  context: Readonly<Record<string, unknown>>,
  ...args: readonly unknown[]
) => TPart | Promise<TPart>;

/** A function that receives a context before its own arguments. */
export type ContextHandler<
  TArgs extends readonly unknown[] = readonly never[],
  TResult = unknown,
> = (context: Readonly<Record<string, unknown>>, ...args: TArgs) => TResult;

/** Collects the parts of a context and passes them to handlers; see {@link ContextSetup}. */
export interface ContextContainer {
  /**
   * Adds a part to the context.
   * @param owner - opaque id of the plugin (or of core) that provides this part
   * @throws if the name is in use or the plugin is unknown
   */
  registerContext(owner: symbol, name: string, provider: ContextProvider): this;
  /** Binds a handler to the context that its plugin may see. @throws if the plugin is unknown */
  createHandler<TArgs extends readonly unknown[], TResult>(
    owner: symbol,
    handler: ContextHandler<TArgs, TResult | Promise<TResult>>
  ): (...args: TArgs) => Promise<TResult>;
}

/** Supports the deprecated form of mounting; new code does not need it. */
export interface ContextSetup {
  /** Creates a container that knows which plugins may see each other's context. */
  createContextContainer(): ContextContainer;
}
