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

export type StartServicesAccessor<
  TPluginsStart extends object = object,
  TStart = unknown,
> = () => Promise<[CoreStart, TPluginsStart, TStart]>;

export interface CoreSetup<TPluginsStart extends object = object, TStart = unknown> {
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
  readonly getStartServices: StartServicesAccessor<TPluginsStart, TStart>;
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
export type PluginInitializer<TSetup = unknown, TStart = unknown> = (
  context: PluginInitializerContext
) => Plugin<TSetup, TStart>;

export interface Plugin<TSetup = unknown, TStart = unknown> {
  setup(
    core: CoreSetup<never, TStart>,
    plugins: Readonly<Record<string, unknown>>
  ): TSetup | Promise<TSetup>;
  start(core: CoreStart, plugins: Readonly<Record<string, unknown>>): TStart | Promise<TStart>;
  stop?(): void;
}
