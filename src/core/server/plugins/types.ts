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
 * Contracts of other plugins that one is handed when it names none: nothing can be read from it. A
 * plugin that uses others names them in an interface of its own, by their ids: those of
 * `requiredPlugins` as they are, those of `optionalPlugins` with `?`. `npm run check` and
 * `npm run plugin:check` compare it with the manifest.
 */
export type NoPluginDeps = { readonly [id in never]: never };

/**
 * What core offers while plugins are set up: the time to register routes, types, settings and the
 * like. `TStartDeps`: start contracts of the plugins one depends on; `TStart`: one's own start
 * contract.
 */
export interface CoreSetup<TStartDeps extends object = NoPluginDeps, TStart = unknown> {
  /** Routes, authentication and what stands around answers. */
  readonly http: HttpServiceSetup;
  /** Security, on behalf of requests. */
  readonly engine: EngineServiceSetup;
  /** Kinds of saved objects, and who sees which. */
  readonly savedObjects: SavedObjectsServiceSetup;
  /** Settings that people change under Advanced settings. */
  readonly uiSettings: UiSettingsServiceSetup;
  /** What the browser may offer a user. */
  readonly capabilities: CapabilitiesServiceSetup;
  /** What pages come with, so that their scripts need not ask. */
  readonly pages: PagesServiceSetup;
  /** What the plugin contributes to the status of the server. */
  readonly status: StatusServiceSetup;
  /** For plugins of the product whose manifest has the privilege `backend`; nobody else gets it. */
  readonly backend?: PrivilegedBackend;
  /**
   * Resolves once every plugin has started: core, the plugins one depends on, one's own start
   * contract.
   */
  getStartServices(): Promise<[core: CoreStart, plugins: TStartDeps, own: TStart]>;
}

/** What core offers from start on, when every plugin has registered what it has. */
export interface CoreStart {
  /** Clients, and the kinds there are. */
  readonly savedObjects: SavedObjectsServiceStart;
  /** Values of settings, for a request. */
  readonly uiSettings: UiSettingsServiceStart;
  /** Security, as in setup. */
  readonly engine: EngineServiceSetup;
}

/** What a plugin knows when it is made; `C` is its section of the configuration. */
export interface PluginInitializerContext<C = unknown> {
  /** Its `plugin.json`, checked, with defaults filled in. */
  readonly manifest: PluginManifest;
  /** Its lines carry the id of the plugin. */
  readonly logger: Logger;
  /** Its section as the schema has it, with defaults filled in. */
  readonly config: { get(): C };
  /**
   * The product and how it was started. `version`: of the product; `dataPath`: absolute folder for
   * what is kept;
   * `dev` and `demo`: `npm start -- --dev` and `--demo`.
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
 * What `server/index.ts` of a plugin exports under the name `plugin`, called with the context.
 * `TConfig`: the plugin's section of the configuration, as its schema has it.
 */
export type PluginInitializer<
  TSetup = unknown,
  TStart = unknown,
  TSetupDeps extends object = NoPluginDeps,
  TStartDeps extends object = NoPluginDeps,
  TConfig = never,
> = (context: PluginInitializerContext<TConfig>) => Plugin<TSetup, TStart, TSetupDeps, TStartDeps>;

/**
 * The server part of a plugin. `TSetup` and `TStart` are the contracts that other plugins get;
 * `TSetupDeps` and `TStartDeps` those it gets of them. Each step may take 30 seconds; one that
 * fails leaves the plugin out, with those that require it (decision 5).
 */
export interface Plugin<
  TSetup = unknown,
  TStart = unknown,
  TSetupDeps extends object = NoPluginDeps,
  TStartDeps extends object = NoPluginDeps,
> {
  /** Registers everything; nothing is served before all plugins have started. */
  setup(core: CoreSetup<TStartDeps, TStart>, plugins: TSetupDeps): TSetup | Promise<TSetup>;
  /** After the setup of all plugins. */
  start(core: CoreStart, plugins: TStartDeps): TStart | Promise<TStart>;
  /** When the server ends; connections are closed by then. */
  stop?(): void | Promise<void>;
}

/** The module shape of a plugin's server entry. */
export interface PluginModule {
  /** Makes the plugin; called once for each start of the server. */
  readonly plugin: PluginInitializer;
  /** Schema of its section; without one the section knows `enabled` alone. */
  readonly config?: PluginConfigDescriptor;
  /**
   * True: when this plugin fails, the server does not start. Others are left out (decision 5). At
   * least one is, the one that signs people in.
   */
  readonly isEssential?: boolean;
}

export interface DiscoveredPlugin {
  readonly manifest: PluginManifest;
  /** Absolute folder. */
  readonly path: string;
  /** What it may have beyond what every plugin gets. */
  readonly privileges: readonly Privilege[];
}
