/** `plugin.json` of a plugin, with defaults filled in (docs/reference/core.md#plugin-manifest). */
export interface PluginManifest {
  readonly id: string;
  readonly version: string;
  /** Configuration section; default: the id in snake case. */
  readonly configPath: string;
  readonly requiredPlugins: readonly string[];
  readonly optionalPlugins: readonly string[];
  readonly server: boolean;
  readonly ui: boolean;
}
