import type { TObject, Static } from '@sinclair/typebox';

/**
 * One section of the configuration file. Validation is strict: an unknown key or a wrong type
 * prevents the start, with one line that states the key, its value and the expected value.
 */
export interface ConfigSection<S extends TObject = TObject> {
  /** Dotted path of the section, for example `server` or `opensearch_security`. */
  readonly path: string;
  /**
   * TypeBox object. Every property has a default or is optional; `additionalProperties: false` is
   * implied.
   */
  readonly schema: S;
  /**
   * Performs checks that the schema cannot express. Returns one sentence per problem, each with the
   * full key.
   */
  readonly validate?: (value: Static<S>) => readonly string[];
  /** What administrators should know about valid values; the log and `--check-config` say it. */
  readonly describeEffects?: (value: Static<S>) => readonly string[];
}

/** Optional export `config` of a plugin's server entry. */
export interface PluginConfigDescriptor<S extends TObject = TObject> {
  /** Shape and defaults of the section; `configPath` of the manifest names the section. */
  readonly schema: S;
  /**
   * Performs checks that the schema cannot express. Returns one sentence per problem, each with the
   * full key.
   */
  readonly validate?: (value: Static<S>) => readonly string[];
  /**
   * Keys that the page metadata passes to the browser: complete top-level keys, or the named keys
   * below one. Everything else stays on the server.
   */
  readonly exposeToBrowser?: Readonly<
    Partial<Record<keyof Static<S> & string, true | readonly string[]>>
  >;
  /** Exposed top-level keys that are omitted from pages without a user. */
  readonly hiddenFromAnonymous?: ReadonlyArray<keyof Static<S> & string>;
}
