import type { History, Location, LocationDescriptorObject } from 'history';
import type { Observable } from 'rxjs';
import type { AppCategory, Capabilities } from '../../common';
import type { ContextProvider } from '../context/types';
import type { MountPoint } from '../types';

export enum AppStatus {
  accessible = 0,
  inaccessible = 1,
}

export enum AppNavLinkStatus {
  default = 0,
  visible = 1,
  disabled = 2,
  hidden = 3,
}

export enum AppLeaveActionType {
  confirm = 'confirm',
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
export type AppLeaveAction = AppLeaveDefaultAction | AppLeaveConfirmAction;
export interface AppLeaveActionFactory {
  confirm(text: string, title?: string): AppLeaveConfirmAction;
  default(): AppLeaveDefaultAction;
}
/** Asked before another app opens or the tab closes; never for moves inside the app. */
export type AppLeaveHandler = (factory: AppLeaveActionFactory) => AppLeaveAction;

export type AppUnmount = () => void;

/** A history that only knows the part of the URL below the app's route (core-services section 4). */
export interface ScopedHistoryContract<S = unknown> extends History<S> {
  createSubHistory(basePath: string): ScopedHistoryContract<S>;
  createHref(
    location: LocationDescriptorObject<S>,
    options?: { prependBasePath?: boolean }
  ): string;
  readonly location: Location<S>;
}

export interface AppMountParameters<S = unknown> {
  readonly element: HTMLElement;
  readonly history: ScopedHistoryContract<S>;
  /** Base path plus route. @deprecated in favour of `history` */
  readonly appBasePath: string;
  onAppLeave(handler: AppLeaveHandler): void;
  setHeaderActionMenu(menuMount: MountPoint | undefined): void;
}

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

export interface App<S = unknown> {
  readonly id: string;
  readonly title: string;
  readonly mount: AppMount<S>;
  /** Default `/app/{id}`. */
  readonly appRoute?: string;
  readonly exactRoute?: boolean;
  readonly chromeless?: boolean;
  readonly category?: AppCategory;
  readonly order?: number;
  readonly tooltip?: string;
  readonly euiIconType?: string;
  readonly icon?: string;
  readonly status?: AppStatus;
  readonly navLinkStatus?: AppNavLinkStatus;
  readonly defaultPath?: string;
  readonly updater$?: Observable<AppUpdater>;
  readonly capabilities?: Partial<Capabilities>;
}

export type AppUpdatableFields = Pick<App, 'status' | 'navLinkStatus' | 'tooltip' | 'defaultPath'>;
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

export interface NavigateToAppOptions {
  readonly path?: string;
  readonly state?: unknown;
  readonly replace?: boolean;
}

export interface ApplicationSetup {
  /** @throws the registration errors of specification section 5 */
  register<S = unknown>(app: App<S>): void;
  registerAppUpdater(updater$: Observable<AppUpdater>): void;
  /** @deprecated take start services from `core.getStartServices()` */
  registerMountContext(contextName: string, provider: ContextProvider): void;
}

export interface ApplicationStart {
  /** Deep-frozen. */
  readonly capabilities: Capabilities;
  readonly applications$: Observable<ReadonlyMap<string, PublicAppInfo>>;
  /** Replays; emits before the app's mount function runs; distinct; completes on stop. */
  readonly currentAppId$: Observable<string | undefined>;
  navigateToApp(appId: string, options?: NavigateToAppOptions): Promise<void>;
  navigateToUrl(url: string): Promise<void>;
  getUrlForApp(appId: string, options?: { path?: string; absolute?: boolean }): string;
}

/** Between core services; plugins get `ApplicationStart`. */
export interface InternalApplicationStart extends ApplicationStart {
  readonly history: History | undefined;
  /** Action menu of the current app. */
  readonly currentActionMenu$: Observable<MountPoint | undefined>;
  getComponent(): JSX.Element | null;
}
