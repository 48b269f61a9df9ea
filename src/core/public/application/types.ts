import type { History, Location, LocationDescriptorObject } from 'history';
import type { Observable } from 'rxjs';
import type { AppCategory, Capabilities } from '../../common';
import type { ContextProvider } from '../context/types';
import type { MountPoint } from '../types';

/** Whether an app can be opened. */
export enum AppStatus {
  /** Its address mounts it. */
  accessible = 0,
  /** Its address shows that there is no such app, and links to it are gone. */
  inaccessible = 1,
}

/** Whether an app has a link in the navigation. */
export enum AppNavLinkStatus {
  /** Visible while the app is accessible, hidden while it is not. */
  default = 0,
  /** Shown, and leads to the app. */
  visible = 1,
  /** Shown, and leads nowhere. */
  disabled = 2,
  /** Not shown; the app can be opened all the same. */
  hidden = 3,
}

/** What leaving an app does. */
export enum AppLeaveActionType {
  /** Asks first. */
  confirm = 'confirm',
  /** Leaves. */
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

/** What an {@link AppLeaveHandler} answers; made by its factory. */
export type AppLeaveAction = AppLeaveDefaultAction | AppLeaveConfirmAction;

/** Makes the answers of an {@link AppLeaveHandler}. */
export interface AppLeaveActionFactory {
  /**
   * Asks with this text, and under this title, in the user's language. Browsers show a text of
   * their own when the tab closes.
   */
  confirm(text: string, title?: string): AppLeaveConfirmAction;
  /** Leaves without a question. */
  default(): AppLeaveDefaultAction;
}

/** Asked before another app opens or the tab closes; never for moves inside the app. */
export type AppLeaveHandler = (factory: AppLeaveActionFactory) => AppLeaveAction;

/**
 * Takes away all that `mount` has put up: listeners, timers, what is drawn. Runs before the next
 * app is mounted.
 */
export type AppUnmount = () => void;

/**
 * A history that only knows the part of the URL below the app's route
 * (docs/reference/core.md#scoped-history).
 */
export interface ScopedHistoryContract<S = unknown> extends History<S> {
  /**
   * A history scoped to a path below this one, for a part of the app that has addresses of its own.
   */
  createSubHistory(basePath: string): ScopedHistoryContract<S>;
  /** Address for a link: with the base path of the server, unless `prependBasePath` is false. */
  createHref(
    location: LocationDescriptorObject<S>,
    options?: { prependBasePath?: boolean }
  ): string;
  /** Below the scope. */
  readonly location: Location<S>;
}

/** What an app's `mount` is given. */
export interface AppMountParameters<S = unknown> {
  /** Empty, and the app's own until it is unmounted. */
  readonly element: HTMLElement;
  /** Knows only the part of the address below the app's route. */
  readonly history: ScopedHistoryContract<S>;
  /** Base path plus route. @deprecated in favour of `history` */
  readonly appBasePath: string;
  /** Asks this handler before the app is left; the last one registered counts. */
  onAppLeave(handler: AppLeaveHandler): void;
  /** Puts the app's menu into the header; `undefined` takes it away. It goes with the app. */
  setHeaderActionMenu(menuMount: MountPoint | undefined): void;
}

/**
 * Draws an app into its element, at once or by way of a dynamic import. A rejection is shown in
 * place of the app.
 */
export type AppMount<S = unknown> = (
  params: AppMountParameters<S>
) => AppUnmount | Promise<AppUnmount>;

/**
 * Told from the current form by its two declared parameters.
 * @deprecated take start services from `core.getStartServices()`
 */
export type AppMountDeprecated<S = unknown> = (
  context: Readonly<Record<string, unknown>>,
  params: AppMountParameters<S>
) => AppUnmount | Promise<AppUnmount>;

/**
 * An app: a part of the page with an address, a title and, unless it is chromeless, a link in the
 * navigation.
 */
export interface App<S = unknown> {
  /** Unique among all plugins. */
  readonly id: string;
  /** In the user's language. */
  readonly title: string;
  /** Called each time the app is opened. */
  readonly mount: AppMount<S>;
  /** Default `/app/{id}`. */
  readonly appRoute?: string;
  /** Only the route itself is the app's, not addresses below it; default: false. */
  readonly exactRoute?: boolean;
  /** Without header and navigation; default: false. */
  readonly chromeless?: boolean;
  /** Group of its link; without one it stands by itself at the top. */
  readonly category?: AppCategory;
  /** Ascending in its category; apps without one come last, in the order they were registered. */
  readonly order?: number;
  /** Instead of the title in the navigation. */
  readonly tooltip?: string;
  /** Icon of the design system for its link. */
  readonly euiIconType?: string;
  /** Address of a picture for its link; `euiIconType` goes before it. */
  readonly icon?: string;
  /** Default: accessible. */
  readonly status?: AppStatus;
  /** Default: as `status` has it. */
  readonly navLinkStatus?: AppNavLinkStatus;
  /** Below the route, where a visit without a path begins. */
  readonly defaultPath?: string;
  /** Changes some of this later; each update begins from what was registered here. */
  readonly updater$?: Observable<AppUpdater>;
  /** As declared, for plugins of the lineage; what the server says counts. */
  readonly capabilities?: Partial<Capabilities>;
}

/** What updaters may change. */
export type AppUpdatableFields = Pick<App, 'status' | 'navLinkStatus' | 'tooltip' | 'defaultPath'>;

/**
 * Says what is different about an app; `undefined`: nothing. Of several, the last one counts,
 * except that the most restrictive `status` and `navLinkStatus` do.
 */
export type AppUpdater = (app: App) => Partial<AppUpdatableFields> | undefined;

/** An app as others may see it: no mount function, everything resolved. */
export type PublicAppInfo = Omit<
  App,
  'mount' | 'updater$' | 'status' | 'navLinkStatus' | 'appRoute'
> & {
  readonly status: AppStatus;
  readonly navLinkStatus: AppNavLinkStatus;
  readonly appRoute: string;
};

/** How an app is opened. */
export interface NavigateToAppOptions {
  /** Below the app's route, with query and hash; default: the app's `defaultPath`. */
  readonly path?: string;
  /** For the app's history, kept in the browser's entry. */
  readonly state?: unknown;
  /** In place of the present entry, so that "back" does not return here; default: false. */
  readonly replace?: boolean;
}

/** Registers apps; throws once setup is over. */
export interface ApplicationSetup {
  /**
   * Registers an app.
   * @throws the registration errors of specification section 5: a taken id or route, and after
   *   setup
   */
  register<S = unknown>(app: App<S>): void;
  /** Called with every app each time it emits; what several updaters say is combined. */
  registerAppUpdater(updater$: Observable<AppUpdater>): void;
  /**
   * Adds a part to the context of deprecated mounts.
   * @deprecated take start services from `core.getStartServices()`
   */
  registerMountContext(contextName: string, provider: ContextProvider): void;
}

/** Which apps there are, and the ways to them. */
export interface ApplicationStart {
  /** Deep-frozen. */
  readonly capabilities: Capabilities;
  /** Replays; those the user may open, by id, with what updaters have changed. */
  readonly applications$: Observable<ReadonlyMap<string, PublicAppInfo>>;
  /** Replays; emits before the app's mount function runs; distinct; completes on stop. */
  readonly currentAppId$: Observable<string | undefined>;
  /**
   * Opens an app without loading the page; the one that is left may ask first. Resolves when the
   * address has changed or the person has stayed.
   */
  navigateToApp(appId: string, options?: NavigateToAppOptions): Promise<void>;
  /** Opens an address: inside the page when it is one of an app, else by loading it. */
  navigateToUrl(url: string): Promise<void>;
  /** Address of an app, with the base path; `absolute`: with scheme and host. */
  getUrlForApp(appId: string, options?: { path?: string; absolute?: boolean }): string;
}

/** Between core services; plugins get `ApplicationStart`. */
export interface InternalApplicationStart extends ApplicationStart {
  readonly history: History | undefined;
  /** Action menu of the current app. */
  readonly currentActionMenu$: Observable<MountPoint | undefined>;
  getComponent(): JSX.Element | null;
}
