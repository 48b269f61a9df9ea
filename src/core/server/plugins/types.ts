import type { PluginManifest } from '../../common';
import type { PluginConfigDescriptor } from '../config/types';
import type { CapabilitiesServiceSetup } from '../capabilities/types';
import type { EngineServiceSetup, PrivilegedBackend } from '../backend/types';
import type { HttpServiceSetup } from '../http/contract/types';
import type { Logger } from '../logging/types';
import type { SavedObjectsServiceSetup, SavedObjectsServiceStart } from '../saved_objects/types';
import type { StatusServiceSetup } from '../status/types';
import type { UiSettingsServiceSetup, UiSettingsServiceStart } from '../ui_settings/types';

/** `privileges` of `plugin.json`. `backend`: `CoreSetup.backend`. */
export type Privilege = 'backend';

/**
 * Contracts of other plugins that one is handed when it names none: nothing can be read from it. A plugin that uses
 * others names them in an interface of its own, by their ids: those of `requiredPlugins` as they are, those of
 * `optionalPlugins` with `?`. `npm run check` and `npm run plugin:check` compare it with the manifest.
 */
export type NoPluginDeps = { readonly [id in never]: never };

/**
 * What core offers while plugins are set up: the time to register routes, types, settings and the like.
 * `TStartDeps`: start contracts of the plugins one depends on; `TStart`: one's own start contract.
 */
export interface CoreSetup<TStartDeps extends object = NoPluginDeps, TStart = unknown> {
  readonly http: HttpServiceSetup;
  readonly engine: EngineServiceSetup;
  readonly savedObjects: SavedObjectsServiceSetup;
  readonly uiSettings: UiSettingsServiceSetup;
  readonly capabilities: CapabilitiesServiceSetup;
  readonly status: StatusServiceSetup;
  /** For plugins of the product whose manifest has the privilege `backend`; nobody else gets it. */
  readonly backend?: PrivilegedBackend;
  /** Resolves once every plugin has started: core, the plugins one depends on, one's own start contract. */
  getStartServices(): Promise<[core: CoreStart, plugins: TStartDeps, own: TStart]>;
}

export interface CoreStart {
  readonly savedObjects: SavedObjectsServiceStart;
  readonly uiSettings: UiSettingsServiceStart;
  readonly engine: EngineServiceSetup;
}

export interface PluginInitializerContext<C = unknown> {
  readonly manifest: PluginManifest;
  readonly logger: Logger;
  readonly config: { get(): C };
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
 * The server part of a plugin. `TSetup` and `TStart` are the contracts that other plugins get; `TSetupDeps` and
 * `TStartDeps` those it gets of them. Each step may take 30 seconds; one that fails leaves the plugin out, with
 * those that require it (decision 5).
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
  readonly plugin: PluginInitializer;
  readonly config?: PluginConfigDescriptor;
  /**
   * True: when this plugin fails, the server does not start. Others are left out (decision 5). At least one
   * is, the one that signs people in.
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
