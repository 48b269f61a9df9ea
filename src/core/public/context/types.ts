/**
 * Contexts handed to the handlers of other plugins. Only the deprecated two-argument form of an
 * app's mount uses them.
 *
 * Source: docs/reference/core.md#mount-contexts; specification section 5 ("Context registration").
 */

/** Makes one named part of a context; may look at the parts made before it. */
export type ContextProvider<TPart = unknown> = (
  context: Readonly<Record<string, unknown>>,
  ...args: readonly unknown[]
) => TPart | Promise<TPart>;

/** A function that gets a context before its own arguments. */
export type ContextHandler<
  TArgs extends readonly unknown[] = readonly never[],
  TResult = unknown,
> = (context: Readonly<Record<string, unknown>>, ...args: TArgs) => TResult;

/** Collects the parts of a context and hands them to handlers; see {@link ContextSetup}. */
export interface ContextContainer {
  /**
   * Adds a part to the context.
   * @param owner - the opaque id of the plugin (or of core) that provides this part
   * @throws when the name is taken or the plugin is not known
   */
  registerContext(owner: symbol, name: string, provider: ContextProvider): this;
  /** Binds a handler to the context its plugin may see. @throws when the plugin is not known */
  createHandler<TArgs extends readonly unknown[], TResult>(
    owner: symbol,
    handler: ContextHandler<TArgs, TResult | Promise<TResult>>
  ): (...args: TArgs) => Promise<TResult>;
}

/** For the deprecated form of mounting; nothing new needs it. */
export interface ContextSetup {
  /** A container that knows which plugin may see the context of which other. */
  createContextContainer(): ContextContainer;
}
