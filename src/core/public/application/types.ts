import type { History, Location, LocationDescriptorObject } from 'history';
import type { Observable } from 'rxjs';
import type { AppCategory, Capabilities } from '../../common';
import type { ContextProvider } from '../context/types';
import type { MountPoint } from '../types';

/** Whether an app can be opened. */
export enum AppStatus {
  /** The URL mounts the app. */
  accessible = 0,
  /** The URL shows the not-found screen, and links to the app are hidden. */
  inaccessible = 1,
}

/** Whether an app has a navigation link. */
export enum AppNavLinkStatus {
  /** Visible while the app is accessible, hidden while it is not. */
  default = 0,
  /** Shown and enabled. */
  visible = 1,
  /** Shown and disabled. */
  disabled = 2,
  /** Hidden; the app can still be opened. */
  hidden = 3,
}

/** What happens when the user leaves an app. */
export enum AppLeaveActionType {
  /** Asks for confirmation. */
  confirm = 'confirm',
  /** Leaves without confirmation. */
  default = 'default',
}

interface AppLeaveDefaultAction {
  readonly type: AppLeaveActionType.default;
}
export interface AppLeaveConfirmAction {
  readonly type: AppLeaveActionType.confirm;
  readonly text: string;
  readonly title?: string;
}

/** Return value of an {@link AppLeaveHandler}, built by its factory. */
export type AppLeaveAction = AppLeaveDefaultAction | AppLeaveConfirmAction;

/** Builds the return values of an {@link AppLeaveHandler}. */
export interface AppLeaveActionFactory {
  /**
   * Asks for confirmation with this text and title, in the user's language. Browsers show their own
   * text when the tab closes.
   */
  confirm(text: string, title?: string): AppLeaveConfirmAction;
  /** Leaves without confirmation. */
  default(): AppLeaveDefaultAction;
}

/** Called before another app opens or the tab closes, but not for navigation inside the app. */
export type AppLeaveHandler = (factory: AppLeaveActionFactory) => AppLeaveAction;

/**
 * Undoes what `mount` set up: listeners, timers, rendered content. Runs before the next app mounts.
 */
export type AppUnmount = () => void;

/** A history restricted to URLs below the app's route (docs/reference/core.md#scoped-history). */
export interface ScopedHistoryContract<S = unknown> extends History<S> {
  /**
   * Returns a history scoped to a path below this one, for a part of the app with its own routes.
   */
  createSubHistory(basePath: string): ScopedHistoryContract<S>;
  /** Returns the URL for a link: with the server's base path, unless `prependBasePath` is false. */
  createHref(
    location: LocationDescriptorObject<S>,
    options?: { prependBasePath?: boolean }
  ): string;
  /** Location relative to the scope. */
  readonly location: Location<S>;
}

/** Arguments of an app's `mount`. */
export interface AppMountParameters<S = unknown> {
  /** An empty element that belongs to the app until it is unmounted. */
  readonly element: HTMLElement;
  /** Restricted to URLs below the app's route. */
  readonly history: ScopedHistoryContract<S>;
  /** Base path plus route. @deprecated in favor of `history` */
  readonly appBasePath: string;
  /**
   * Registers a handler that is called before the user leaves the app; the last registered one is
   * used.
   */
  onAppLeave(handler: AppLeaveHandler): void;
  /**
   * Renders the app's menu into the header; `undefined` removes it. It is removed when the user
   * leaves the app.
   */
  setHeaderActionMenu(menuMount: MountPoint | undefined): void;
}

/**
 * Renders an app into its element, synchronously or after a dynamic import. If it rejects, an error
 * is shown instead of the app.
 */
export type AppMount<S = unknown> = (
  params: AppMountParameters<S>
) => AppUnmount | Promise<AppUnmount>;

/**
 * Recognized by its two declared parameters.
 * @deprecated take start services from `core.getStartServices()`
 */
export type AppMountDeprecated<S = unknown> = (
  context: Readonly<Record<string, unknown>>,
  params: AppMountParameters<S>
) => AppUnmount | Promise<AppUnmount>;

/**
 * An app: a part of the page with a URL, a title and, unless it is chromeless, a navigation link.
 */
export interface App<S = unknown> {
  /** Unique among all plugins. */
  readonly id: string;
  /** In the user's language. */
  readonly title: string;
  /** Called each time the app is opened. */
  readonly mount: AppMount<S>;
  /** Default: `/app/{id}`. */
  readonly appRoute?: string;
  /** Matches only the route itself, not paths below it. Default: false. */
  readonly exactRoute?: boolean;
  /** Shown without header and navigation. Default: false. */
  readonly chromeless?: boolean;
  /** Navigation category. Apps without one are listed below the categories. */
  readonly category?: AppCategory;
  /** Sort order in the category, ascending. Apps without one come last, in registration order. */
  readonly order?: number;
  /** Replaces the title in the navigation. */
  readonly tooltip?: string;
  /** Icon of the design system for the navigation link. */
  readonly euiIconType?: string;
  /** URL of an image for the navigation link; `euiIconType` takes precedence. */
  readonly icon?: string;
  /** Default: accessible. */
  readonly status?: AppStatus;
  /** Default: follows `status`. */
  readonly navLinkStatus?: AppNavLinkStatus;
  /** Path below the route that opens when the URL has none. */
  readonly defaultPath?: string;
  /** Changes some of these fields later. Each update is applied to the registered values. */
  readonly updater$?: Observable<AppUpdater>;
  /**
   * Accepted for compatibility with plugins for OpenSearch Dashboards; only the server's
   * capabilities have an effect.
   */
  readonly capabilities?: Partial<Capabilities>;
}

/** Fields that updaters may change. */
export type AppUpdatableFields = Pick<App, 'status' | 'navLinkStatus' | 'tooltip' | 'defaultPath'>;

/**
 * Returns the changed fields of an app, or `undefined` for none. Of several updaters the last one
 * wins, except that the most restrictive `status` and `navLinkStatus` apply.
 */
export type AppUpdater = (app: App) => Partial<AppUpdatableFields> | undefined;

/** Public view of an app: no mount function, all defaults resolved. */
export type PublicAppInfo = Omit<
  App,
  'mount' | 'updater$' | 'status' | 'navLinkStatus' | 'appRoute'
> & {
  readonly status: AppStatus;
  readonly navLinkStatus: AppNavLinkStatus;
  readonly appRoute: string;
};

/** Options for opening an app. */
export interface NavigateToAppOptions {
  /** Path below the app's route, with query and hash. Default: the app's `defaultPath`. */
  readonly path?: string;
  /** State for the app's history, stored in the browser's history entry. */
  readonly state?: unknown;
  /** Replaces the current entry, so that "back" does not return to it. Default: false. */
  readonly replace?: boolean;
}

/** Registers apps. Throws after setup. */
export interface ApplicationSetup {
  /**
   * Registers an app.
   * @throws the registration errors of specification section 5: an id or route in use, or a call
   *   after setup
   */
  register<S = unknown>(app: App<S>): void;
  /**
   * Registers a source of updaters, which are called with every app. The results of several
   * updaters are combined.
   */
  registerAppUpdater(updater$: Observable<AppUpdater>): void;
  /**
   * Adds a value to the context of deprecated mounts.
   * @deprecated take start services from `core.getStartServices()`
   */
  registerMountContext(contextName: string, provider: ContextProvider): void;
}

/** Lists apps and navigates between them. */
export interface ApplicationStart {
  /** Deep-frozen. */
  readonly capabilities: Capabilities;
  /** Apps that the user may open, by id, with updaters applied. Replays the latest value. */
  readonly applications$: Observable<ReadonlyMap<string, PublicAppInfo>>;
  /** Replays; emits distinct values, before the app's mount function runs; completes on stop. */
  readonly currentAppId$: Observable<string | undefined>;
  /**
   * Opens an app without a page load; the current app may ask for confirmation. Resolves when the
   * URL has changed or the user has stayed.
   */
  navigateToApp(appId: string, options?: NavigateToAppOptions): Promise<void>;
  /** Opens a URL: inside the page if it belongs to an app, else with a page load. */
  navigateToUrl(url: string): Promise<void>;
  /** Returns the URL of an app with the base path. `absolute` adds scheme and host. */
  getUrlForApp(appId: string, options?: { path?: string; absolute?: boolean }): string;
}

/** Contract between core services; plugins get `ApplicationStart`. */
export interface InternalApplicationStart extends ApplicationStart {
  readonly history: History | undefined;
  /** Action menu of the current app. */
  readonly currentActionMenu$: Observable<MountPoint | undefined>;
  getComponent(): JSX.Element | null;
}
