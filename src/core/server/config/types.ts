import type { TObject, Static } from '@sinclair/typebox';

/**
 * One section of the configuration file. Validation is strict: an unknown key or a wrong type stops
 * the start with one line that names the key, what it got and what it wants.
 */
export interface ConfigSection<S extends TObject = TObject> {
  /** Dotted path of the section, `server` or `opensearch_security` for example. */
  readonly path: string;
  /**
   * TypeBox object; every property has a default or is optional; `additionalProperties: false` is
   * implied.
   */
  readonly schema: S;
  /**
   * Checks that no schema expresses. Returns one sentence per problem, each naming the full key.
   */
  readonly validate?: (value: Static<S>) => readonly string[];
}

/** What a plugin's server entry may export as `config`. */
export interface PluginConfigDescriptor<S extends TObject = TObject> {
  /** Shape and defaults of the section, which is named by `configPath` of the manifest. */
  readonly schema: S;
  /**
   * Checks that no schema expresses. Returns one sentence per problem, each naming the full key.
   */
  readonly validate?: (value: Static<S>) => readonly string[];
  /**
   * What reaches the browser in the page metadata: whole top-level keys, or the named keys below
   * one. Everything else stays on the server.
   */
  readonly exposeToBrowser?: Readonly<
    Partial<Record<keyof Static<S> & string, true | readonly string[]>>
  >;
  /** Top-level keys of these that pages for strangers do not carry. */
  readonly hiddenFromStrangers?: ReadonlyArray<keyof Static<S> & string>;
}
