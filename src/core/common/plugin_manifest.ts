/** `plugin.json` of a plugin, with defaults filled in (docs/reference/core.md#plugin-manifest). */
export interface PluginManifest {
  readonly id: string;
  readonly version: string;
  /** Configuration section; default: the id in snake case. */
  readonly configPath: string;
  /**
   * Further sections that belong to the plugin. In its schema and its configuration, each is a
   * property with the last part of the name: `a.b` is `b`.
   */
  readonly moreConfigPaths: readonly string[];
  readonly requiredPlugins: readonly string[];
  readonly optionalPlugins: readonly string[];
  readonly server: boolean;
  readonly ui: boolean;
}
