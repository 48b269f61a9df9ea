import type { InjectedMetadata } from '../../common';
import type { ApplicationSetup, ApplicationStart } from '../application/types';
import type { ChromeStart } from '../chrome/types';
import type { ContextSetup } from '../context/types';
import type { DocLinksStart } from '../doc_links/types';
import type { FatalErrorsSetup, FatalErrorsStart } from '../fatal_errors/types';
import type { HttpSetup, HttpStart } from '../http/types';
import type { I18nStart } from '../i18n/types';
import type { NotificationsSetup, NotificationsStart } from '../notifications/types';
import type { OverlayStart } from '../overlays/types';
import type { SavedObjectsStart } from '../saved_objects/types';
import type { ThemeSetup, ThemeStart } from '../theme/types';
import type { IUiSettingsClient } from '../ui_settings/types';

/**
 * Contracts of other plugins for a plugin that declares none: nothing can be read from it. A plugin
 * that uses others declares them in its own interface, by their ids: those of `requiredPlugins` as
 * required properties, those of `optionalPlugins` with `?`. `npm run check` and `npm run
 * plugin:check` compare it with the manifest.
 */
export type NoPluginDeps = { readonly [id in never]: never };

/**
 * Resolves to core, the start contracts of the plugin's dependencies, and its own start contract.
 */
export type StartServicesAccessor<
  TStartDeps extends object = NoPluginDeps,
  TStart = unknown,
> = () => Promise<[core: CoreStart, plugins: TStartDeps, own: TStart]>;

/**
 * Services of core during setup, when plugins register apps, interceptors and listeners.
 * `TStartDeps`: start contracts of the plugin's dependencies; `TStart`: its own start contract.
 */
export interface CoreSetup<TStartDeps extends object = NoPluginDeps, TStart = unknown> {
  /** Registers apps. */
  readonly application: ApplicationSetup;
  /** Contexts of deprecated mounts. @deprecated take start services from `getStartServices()` */
  readonly context: ContextSetup;
  /** Handles errors after which the page cannot continue. */
  readonly fatalErrors: FatalErrorsSetup;
  /** Requests, interceptors, and pages without login. */
  readonly http: HttpSetup;
  /** Messages to the user. */
  readonly notifications: NotificationsSetup;
  /** Settings of the tenant. */
  readonly uiSettings: IUiSettingsClient;
  /** Light or dark theme. */
  readonly theme: ThemeSetup;
  /** Metadata that the server embedded in the page. */
  readonly injectedMetadata: {
    getInjectedVar(name: string, defaultValue?: unknown): unknown;
    /** Why login is unavailable, in the page's language; on pages without a user. */
    getOutage(): string | undefined;
    getBranding(): InjectedMetadata['branding'];
  };
  /**
   * Resolves after this plugin's own start, to `[core, plugins, own start contract]`.
   * @throws the error with which the plugin's setup or start failed
   */
  readonly getStartServices: StartServicesAccessor<TStartDeps, TStart>;
}

/** Services of core after the setup of all plugins. */
export interface CoreStart {
  /** Capabilities and navigation between apps. */
  readonly application: ApplicationStart;
  /** The frame around the apps. */
  readonly chrome: ChromeStart;
  /** Links to the documentation. */
  readonly docLinks: DocLinksStart;
  /** Handles errors after which the page cannot continue. */
  readonly fatalErrors: FatalErrorsStart;
  /** Requests to the server. */
  readonly http: HttpStart;
  /** Translations for custom React trees. */
  readonly i18n: I18nStart;
  /** Metadata that the server embedded in the page. */
  readonly injectedMetadata: CoreSetup['injectedMetadata'];
  /** Messages to the user. */
  readonly notifications: NotificationsStart;
  /** Flyouts, dialogs, banners. */
  readonly overlays: OverlayStart;
  /** Saved objects of the tenant. */
  readonly savedObjects: SavedObjectsStart;
  /** Light or dark theme. */
  readonly theme: ThemeStart;
  /** Settings of the tenant. */
  readonly uiSettings: IUiSettingsClient;
}

/** Argument of a plugin's initializer. `C`: type of its exposed configuration. */
export interface PluginInitializerContext<C = Record<string, unknown>> {
  /** Identifies the plugin when it registers contexts. */
  readonly opaqueId: symbol;
  /** Version and mode of the server. */
  readonly env: InjectedMetadata['env'];
  /**
   * The part of the plugin's server configuration that is exposed to the browser; an empty object
   * if there is none.
   */
  readonly config: { get<T = C>(): T };
}

/** Type of the export `plugin` of a plugin's `public/index.ts`. */
export type PluginInitializer<
  TSetup = unknown,
  TStart = unknown,
  TSetupDeps extends object = NoPluginDeps,
  TStartDeps extends object = NoPluginDeps,
> = (context: PluginInitializerContext) => Plugin<TSetup, TStart, TSetupDeps, TStartDeps>;

/**
 * The browser part of a plugin. `TSetup` and `TStart` are the contracts that it offers other
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
   * Registers apps and other extensions. Core services that need all registrations are passed to
   * `start`.
   */
  setup(core: CoreSetup<TStartDeps, TStart>, plugins: TSetupDeps): TSetup | Promise<TSetup>;
  /** Runs after the setup of all plugins. */
  start(core: CoreStart, plugins: TStartDeps): TStart | Promise<TStart>;
  /** Cleans up what core does not clean up itself. */
  stop?(): void;
}
