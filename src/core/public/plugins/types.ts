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
 * Contracts of other plugins that one is handed when it names none: nothing can be read from it. A
 * plugin that uses others names them in an interface of its own, by their ids: those of
 * `requiredPlugins` as they are, those of `optionalPlugins` with `?`. `npm run check` and
 * `npm run plugin:check` compare it with the manifest.
 */
export type NoPluginDeps = { readonly [id in never]: never };

/** Resolves to core, to the start contracts of the plugins one depends on, and to one's own. */
export type StartServicesAccessor<
  TStartDeps extends object = NoPluginDeps,
  TStart = unknown,
> = () => Promise<[core: CoreStart, plugins: TStartDeps, own: TStart]>;

/**
 * What core offers while plugins are set up: the time to register apps, interceptors and listeners.
 * `TStartDeps`: start contracts of the plugins one depends on; `TStart`: one's own start contract.
 */
export interface CoreSetup<TStartDeps extends object = NoPluginDeps, TStart = unknown> {
  /** Registers apps. */
  readonly application: ApplicationSetup;
  /** Contexts of deprecated mounts. @deprecated take start services from `getStartServices()` */
  readonly context: ContextSetup;
  /** For errors after which the page cannot go on. */
  readonly fatalErrors: FatalErrorsSetup;
  /** Requests, interceptors, pages without sign-in. */
  readonly http: HttpSetup;
  /** Messages to people. */
  readonly notifications: NotificationsSetup;
  /** Settings of the tenant. */
  readonly uiSettings: IUiSettingsClient;
  /** Light or dark. */
  readonly theme: ThemeSetup;
  /** What the server wrote into the page. */
  readonly injectedMetadata: {
    getInjectedVar(name: string, defaultValue?: unknown): unknown;
    /** Why nobody can log in, in the page's language; on pages without a user. */
    getOutage(): string | undefined;
    getBranding(): InjectedMetadata['branding'];
  };
  /**
   * Resolves once this plugin's own start has: `[core, plugins, own start contract]`.
   * @throws what the plugin's setup or start failed with
   */
  readonly getStartServices: StartServicesAccessor<TStartDeps, TStart>;
}

/** What core offers once all plugins are set up. */
export interface CoreStart {
  /** Capabilities, and the ways to apps. */
  readonly application: ApplicationStart;
  /** What stands around the apps. */
  readonly chrome: ChromeStart;
  /** Links to documentation. */
  readonly docLinks: DocLinksStart;
  /** For errors after which the page cannot go on. */
  readonly fatalErrors: FatalErrorsStart;
  /** Requests to the server. */
  readonly http: HttpStart;
  /** Translations for React trees of one's own. */
  readonly i18n: I18nStart;
  /** What the server wrote into the page. */
  readonly injectedMetadata: CoreSetup['injectedMetadata'];
  /** Messages to people. */
  readonly notifications: NotificationsStart;
  /** Flyouts, dialogs, banners. */
  readonly overlays: OverlayStart;
  /** Saved objects of the tenant. */
  readonly savedObjects: SavedObjectsStart;
  /** Light or dark. */
  readonly theme: ThemeStart;
  /** Settings of the tenant. */
  readonly uiSettings: IUiSettingsClient;
}

/** What a plugin is made with. `C`: its part of the configuration. */
export interface PluginInitializerContext<C = Record<string, unknown>> {
  /** Stands for the plugin where contexts are registered. */
  readonly opaqueId: symbol;
  /** Version and mode of the server. */
  readonly env: InjectedMetadata['env'];
  /**
   * What the plugin's server part exposes of its configuration; an empty object when it exposes
   * nothing.
   */
  readonly config: { get<T = C>(): T };
}

/** What `public/index.ts` of a plugin exports under the name `plugin`. */
export type PluginInitializer<
  TSetup = unknown,
  TStart = unknown,
  TSetupDeps extends object = NoPluginDeps,
  TStartDeps extends object = NoPluginDeps,
> = (context: PluginInitializerContext) => Plugin<TSetup, TStart, TSetupDeps, TStartDeps>;

/**
 * The browser part of a plugin. `TSetup` and `TStart` are the contracts that other plugins get;
 * `TSetupDeps` and `TStartDeps` those it gets of them. Each step may take 30 seconds; one that
 * fails leaves the plugin out, with those that require it (decision 5).
 */
export interface Plugin<
  TSetup = unknown,
  TStart = unknown,
  TSetupDeps extends object = NoPluginDeps,
  TStartDeps extends object = NoPluginDeps,
> {
  /** Registers everything; services of core that need the others come with `start`. */
  setup(core: CoreSetup<TStartDeps, TStart>, plugins: TSetupDeps): TSetup | Promise<TSetup>;
  /** After the setup of all plugins. */
  start(core: CoreStart, plugins: TStartDeps): TStart | Promise<TStart>;
  /** Takes back what core does not take back by itself. */
  stop?(): void;
}
