import type { PluginManifest } from '../../common';
import type { PluginConfigDescriptor } from '../config/types';
import type { CapabilitiesServiceSetup } from '../capabilities/types';
import type { EngineServiceSetup } from '../engine/types';
import type { HttpServiceSetup } from '../http/contract/types';
import type { Logger } from '../logging/types';
import type { SavedObjectsServiceSetup, SavedObjectsServiceStart } from '../saved_objects/types';
import type { StatusServiceSetup } from '../status/types';
import type { StorageServiceSetup } from '../storage/types';
import type { UiSettingsServiceSetup, UiSettingsServiceStart } from '../ui_settings/types';

export interface CoreSetup {
  readonly http: HttpServiceSetup;
  readonly engine: EngineServiceSetup;
  readonly savedObjects: SavedObjectsServiceSetup;
  readonly uiSettings: UiSettingsServiceSetup;
  readonly capabilities: CapabilitiesServiceSetup;
  readonly status: StatusServiceSetup;
  readonly storage: StorageServiceSetup;
  /** Resolves once every plugin has started. */
  getStartServices(): Promise<[CoreStart, Readonly<Record<string, unknown>>]>;
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

/** What `server/index.ts` of a plugin exports under the name `plugin`, called with the context. */
export type PluginInitializer<TSetup = unknown, TStart = unknown> = (
  context: PluginInitializerContext<never>
) => Plugin<TSetup, TStart>;

export interface Plugin<TSetup = unknown, TStart = unknown> {
  setup(core: CoreSetup, plugins: Readonly<Record<string, unknown>>): TSetup | Promise<TSetup>;
  start(core: CoreStart, plugins: Readonly<Record<string, unknown>>): TStart | Promise<TStart>;
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
}
