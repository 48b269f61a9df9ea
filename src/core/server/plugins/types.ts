import type { PluginManifest } from '../../common';
import type { PluginConfigDescriptor } from '../config/types';
import type { CapabilitiesServiceSetup } from '../capabilities/capabilities_service';
import type { EngineServiceSetup, PrivilegedBackend } from '../backend/types';
import type { HttpServiceSetup } from '../http/types';
import type { Logger } from '../logging/types';
import type { PagesServiceSetup } from '../page_preload/page_preload';
import type { SavedObjectsServiceSetup, SavedObjectsServiceStart } from '../saved_objects/types';
import type { StatusServiceSetup } from '../status/types';
import type { UiSettingsServiceSetup, UiSettingsServiceStart } from '../ui_settings/types';

/** `privileges` of `plugin.json`. `backend`: `CoreSetup.backend`. */
export type Privilege = 'backend';

/**
 * Contracts of other plugins for a plugin that declares none: nothing can be read from it. A plugin
 * that uses others declares them in its own interface, by their ids: those of `requiredPlugins` as
 * required properties, those of `optionalPlugins` with `?`. `npm run check` and `npm run
 * plugin:check` compare it with the manifest.
 */
export type NoPluginDeps = { readonly [id in never]: never };

/**
 * Services of core during setup, when plugins register routes, types, settings and similar.
 * `TStartDeps`: start contracts of the plugin's dependencies; `TStart`: its own start contract.
 */
export interface CoreSetup<TStartDeps extends object = NoPluginDeps, TStart = unknown> {
  /** Routes, authentication and response headers. */
  readonly http: HttpServiceSetup;
  /** The security engine, on behalf of requests. */
  readonly engine: EngineServiceSetup;
  /** Types of saved objects, and access to them. */
  readonly savedObjects: SavedObjectsServiceSetup;
  /** Settings that users change under Advanced settings. */
  readonly uiSettings: UiSettingsServiceSetup;
  /** Features that the browser may offer a user. */
  readonly capabilities: CapabilitiesServiceSetup;
  /** Responses preloaded into pages. */
  readonly pages: PagesServiceSetup;
  /** The plugin's contribution to the server status. */
  readonly status: StatusServiceSetup;
  /** Only for the product's own plugins whose manifest has the privilege `backend`. */
  readonly backend?: PrivilegedBackend;
  /**
   * Resolves after all plugins have started, to core, the plugin's dependencies and its own start
   * contract.
   */
  getStartServices(): Promise<[core: CoreStart, plugins: TStartDeps, own: TStart]>;
}

/** Services of core from start on, when all plugins have registered their parts. */
export interface CoreStart {
  /** Clients, and the registered types. */
  readonly savedObjects: SavedObjectsServiceStart;
  /** Values of settings for a request. */
  readonly uiSettings: UiSettingsServiceStart;
  /** The security engine, as in setup. */
  readonly engine: EngineServiceSetup;
}

/** Argument of a plugin's initializer; `C` is the type of its configuration section. */
export interface PluginInitializerContext<C = unknown> {
  /** The plugin's `plugin.json`, validated and with defaults. */
  readonly manifest: PluginManifest;
  /** Logger with the plugin's id as context. */
  readonly logger: Logger;
  /** The plugin's configuration section, validated and with defaults. */
  readonly config: { get(): C };
  /**
   * The product, and how it was started. `version`: version of the product; `dataPath`: absolute
   * path of the data folder; `dev` and `demo`: `npm start -- --dev` and `--demo`.
   */
  readonly env: {
    readonly version: string;
    readonly productName: string;
    readonly dataPath: string;
    readonly dev: boolean;
    readonly demo: boolean;
  };
}

/**
 * Type of the export `plugin` of a plugin's `server/index.ts`. `TConfig`: type of the plugin's
 * configuration section, as in its schema.
 */
export type PluginInitializer<
  TSetup = unknown,
  TStart = unknown,
  TSetupDeps extends object = NoPluginDeps,
  TStartDeps extends object = NoPluginDeps,
  TConfig = never,
> = (context: PluginInitializerContext<TConfig>) => Plugin<TSetup, TStart, TSetupDeps, TStartDeps>;

/**
 * The server part of a plugin. `TSetup` and `TStart` are the contracts that it offers other
 * plugins; `TSetupDeps` and `TStartDeps` are the contracts that it receives. Each step has a limit
 * of 30 seconds. A plugin that fails is left out, together with the plugins that require it
 * (decision 5).
 */
export interface Plugin<
  TSetup = unknown,
  TStart = unknown,
  TSetupDeps extends object = NoPluginDeps,
  TStartDeps extends object = NoPluginDeps,
> {
  /**
   * Registers routes and other extensions. No request is handled before all plugins have started.
   */
  setup(core: CoreSetup<TStartDeps, TStart>, plugins: TSetupDeps): TSetup | Promise<TSetup>;
  /** Runs after the setup of all plugins. */
  start(core: CoreStart, plugins: TStartDeps): TStart | Promise<TStart>;
  /** Runs when the server stops, after connections are closed. */
  stop?(): void | Promise<void>;
}

/** Module of a plugin's server entry. */
export interface PluginModule {
  /** Creates the plugin; called once per start of the server. */
  readonly plugin: PluginInitializer;
  /** Schema of the plugin's section. Without one, the section allows only `enabled`. */
  readonly config?: PluginConfigDescriptor;
  /**
   * If true, the server does not start when this plugin fails; other plugins are left out (decision
   * 5). At least the plugin that implements login is essential.
   */
  readonly isEssential?: boolean;
}

export interface DiscoveredPlugin {
  readonly manifest: PluginManifest;
  /** Absolute path. */
  readonly path: string;
  /** Access beyond that of every plugin. */
  readonly privileges: readonly Privilege[];
}
