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
 * Contracts of other plugins that one is handed when it names none: nothing can be read from it. A plugin that uses
 * others names them in an interface of its own, by their ids: those of `requiredPlugins` as they are, those of
 * `optionalPlugins` with `?`. `npm run check` and `npm run plugin:check` compare it with the manifest.
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
  readonly application: ApplicationSetup;
  /** @deprecated take start services from `getStartServices()` */
  readonly context: ContextSetup;
  readonly fatalErrors: FatalErrorsSetup;
  readonly http: HttpSetup;
  readonly notifications: NotificationsSetup;
  readonly uiSettings: IUiSettingsClient;
  readonly theme: ThemeSetup;
  readonly injectedMetadata: {
    getInjectedVar(name: string, defaultValue?: unknown): unknown;
    getBranding(): InjectedMetadata['branding'];
  };
  /**
   * Resolves once this plugin's own start has: `[core, plugins, own start contract]`.
   * @throws what the plugin's setup or start failed with
   */
  readonly getStartServices: StartServicesAccessor<TStartDeps, TStart>;
}

export interface CoreStart {
  readonly application: ApplicationStart;
  readonly chrome: ChromeStart;
  readonly docLinks: DocLinksStart;
  readonly fatalErrors: FatalErrorsStart;
  readonly http: HttpStart;
  readonly i18n: I18nStart;
  readonly injectedMetadata: CoreSetup['injectedMetadata'];
  readonly notifications: NotificationsStart;
  readonly overlays: OverlayStart;
  readonly savedObjects: SavedObjectsStart;
  readonly theme: ThemeStart;
  readonly uiSettings: IUiSettingsClient;
}

export interface PluginInitializerContext<C = Record<string, unknown>> {
  readonly opaqueId: symbol;
  readonly env: InjectedMetadata['env'];
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
 * The browser part of a plugin. `TSetup` and `TStart` are the contracts that other plugins get; `TSetupDeps` and
 * `TStartDeps` those it gets of them. Each step may take 30 seconds; one that fails leaves the plugin out, with
 * those that require it (decision 5).
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
