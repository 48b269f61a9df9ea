/**
 * Contexts handed to the handlers of other plugins. Only the deprecated two-argument form of an
 * app's mount uses them.
 *
 * Source: core-services section 15; specification section 5 ("Context registration").
 */

/** Makes one named part of a context; may look at the parts made before it. */
export type ContextProvider<TPart = unknown> = (
  context: Readonly<Record<string, unknown>>,
  ...args: readonly unknown[]
) => TPart | Promise<TPart>;

export type ContextHandler<
  TArgs extends readonly unknown[] = readonly never[],
  TResult = unknown,
> = (context: Readonly<Record<string, unknown>>, ...args: TArgs) => TResult;

export interface ContextContainer {
  /**
   * @param owner - the opaque id of the plugin (or of core) that provides this part
   * @throws when the name is taken or the plugin is not known
   */
  registerContext(owner: symbol, name: string, provider: ContextProvider): this;
  /** @throws when the plugin is not known */
  createHandler<TArgs extends readonly unknown[], TResult>(
    owner: symbol,
    handler: ContextHandler<TArgs, TResult | Promise<TResult>>
  ): (...args: TArgs) => Promise<TResult>;
}

export interface ContextSetup {
  /** A container that knows which plugin may see the context of which other. */
  createContextContainer(): ContextContainer;
}
