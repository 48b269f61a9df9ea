/**
 * The page frame around the apps. This module holds only state; the rendering code is downloaded
 * when the header first becomes visible, so chromeless pages never load it.
 */
import {
  BehaviorSubject,
  distinctUntilChanged,
  type Observable,
  ReplaySubject,
  takeUntil,
} from 'rxjs';
import type {
  ChromeBadge,
  ChromeBrand,
  ChromeBreadcrumb,
  ChromeDocTitle,
  ChromeHelpExtension,
  ChromeNavLink,
  InternalChromeStart,
} from './types';
import type { InternalApplicationStart } from '../application/types';
import type { DocLinksStart } from '../doc_links/types';
import type { HttpStart } from '../http/types';
import type { InjectedMetadataStart } from '../injected_metadata/types';
import type { NotificationsStart } from '../notifications/types';
import type { ThemeStart } from '../theme/types';
import type { IUiSettingsClient } from '../ui_settings/types';
import { showBrowserWarnings } from './browser_warnings';
import { HeaderLoader } from './header_loader';
import { NavControlsService } from './nav_controls_service';
import { NavLinksService } from './nav_links/nav_links_service';
import { RecentlyAccessedService } from './recently_accessed/recently_accessed_service';
import { type KeyValueStorage, safeStorage } from '../utils/safe_storage';
import { createVisibility } from './visibility';

const SEPARATOR = ' - ';

/**
 * Builds the title of the browser tab: the given parts, then the page's initial title. Source:
 * specification section 9.
 */
class DocTitleService {
  start({ document }: { readonly document: { title: string } }): ChromeDocTitle {
    const baseTitle = document.title;
    const apply = (parts: ReadonlyArray<string | string[]>): void => {
      document.title = [parts, baseTitle].flat(3).filter(Boolean).join(SEPARATOR);
    };
    return {
      change: (title) => apply([title]),
      reset: () => apply([]),
    };
  }
}

const IS_LOCKED_KEY = 'core.chrome.isLocked';

interface ChromeServiceStartDeps {
  readonly application: InternalApplicationStart;
  readonly docLinks: DocLinksStart;
  readonly http: HttpStart;
  readonly injectedMetadata: InjectedMetadataStart;
  readonly notifications: NotificationsStart;
  readonly uiSettings?: IUiSettingsClient;
  readonly theme: ThemeStart;
}

/** Browser objects, injected so that tests can replace them. */
interface ChromeEnvironment {
  readonly storage: KeyValueStorage;
  readonly document: { title: string };
  readonly location: { readonly hash: string };
  readonly userAgent: string;
}

export class ChromeService {
  private readonly stop$ = new ReplaySubject<void>(1);
  private readonly navControls = new NavControlsService();
  private readonly navLinks = new NavLinksService();
  private readonly recentlyAccessed = new RecentlyAccessedService();
  private readonly docTitle = new DocTitleService();

  constructor(
    private readonly browserSupportsCsp: boolean,
    private readonly environment: ChromeEnvironment = browserEnvironment()
  ) {}

  start(deps: ChromeServiceStartDeps): InternalChromeStart {
    const { application, docLinks, http, injectedMetadata, notifications, theme } = deps;
    const { storage, document, location, userAgent } = this.environment;
    const branding = injectedMetadata.getBranding();

    const navControls = this.navControls.start();
    const navLinks = this.navLinks.start({ application });
    const recentlyAccessed = this.recentlyAccessed.start({ http, storage });
    const docTitle = this.docTitle.start({ document });
    const visibility = createVisibility(application, location.hash, this.stop$);

    const appTitle = this.state(branding.productName);
    const brand = this.state<ChromeBrand>({});
    const applicationClasses = this.state<string[]>([]);
    const badge = this.state<ChromeBadge | undefined>(undefined);
    const breadcrumbs = this.state<ChromeBreadcrumb[]>([]);
    const helpExtension = this.state<ChromeHelpExtension | undefined>(undefined);
    const helpSupportUrl = this.state<string | undefined>(undefined);
    const customNavLink = this.state<Partial<ChromeNavLink> | undefined>(undefined);
    const isNavDrawerLocked = this.state(storage.getItem(IS_LOCKED_KEY) === 'true');

    application.currentAppId$.pipe(distinctUntilChanged(), takeUntil(this.stop$)).subscribe(() => {
      helpExtension.set(undefined);
      breadcrumbs.set([]);
      badge.set(undefined);
      docTitle.reset();
    });

    showBrowserWarnings({
      browserSupportsCsp: this.browserSupportsCsp,
      userAgent,
      injectedMetadata,
      toasts: notifications.toasts,
      websiteUrl: docLinks.OPENSEARCH_WEBSITE_URL,
    });

    // Created once: a second call must not subscribe again.
    const header = (
      <HeaderLoader
        isVisible$={visibility.isVisible$}
        loadingCount$={http.getLoadingCount$()}
        headerProps={{
          application,
          docLinks,
          basePath: http.basePath,
          branding,
          version: injectedMetadata.getVersion(),
          theme,
          storage,
          loadingCount$: http.getLoadingCount$(),
          appTitle$: appTitle.value$,
          badge$: badge.value$,
          brand$: brand.value$,
          breadcrumbs$: breadcrumbs.value$,
          customNavLink$: customNavLink.value$,
          helpExtension$: helpExtension.value$,
          helpSupportUrl$: helpSupportUrl.value$,
          isForcedNavigation$: navLinks.getForceAppSwitcherNavigation$(),
          isLocked$: isNavDrawerLocked.value$,
          isInitiallyLocked: storage.getItem(IS_LOCKED_KEY) === 'true',
          onLockChange: (isLocked) => {
            storage.setItem(IS_LOCKED_KEY, String(isLocked));
            isNavDrawerLocked.set(isLocked);
          },
          navControlsLeft$: navControls.getLeft$(),
          navControlsCenter$: navControls.getCenter$(),
          navControlsRight$: navControls.getRight$(),
          navLinks$: navLinks.getNavLinks$(),
          recentlyAccessed$: recentlyAccessed.get$().pipe(takeUntil(this.stop$)),
        }}
      />
    );

    return {
      navControls,
      navLinks,
      recentlyAccessed,
      docTitle,
      setAppTitle: appTitle.set,
      getBrand$: () => brand.value$,
      setBrand: ({ logo, smallLogo }) => brand.set(Object.freeze({ logo, smallLogo })),
      getIsVisible$: () => visibility.isVisible$,
      setIsVisible: visibility.setIsVisible,
      getApplicationClasses$: () => applicationClasses.value$,
      addApplicationClass: (name) =>
        applicationClasses.update((names) => [...new Set([...names, name])]),
      removeApplicationClass: (name) =>
        applicationClasses.update((names) => names.filter((other) => other !== name)),
      getBadge$: () => badge.value$,
      setBadge: badge.set,
      getBreadcrumbs$: () => breadcrumbs.value$,
      setBreadcrumbs: breadcrumbs.set,
      getHelpExtension$: () => helpExtension.value$,
      setHelpExtension: helpExtension.set,
      setHelpSupportUrl: helpSupportUrl.set,
      getCustomNavLink$: () => customNavLink.value$,
      setCustomNavLink: customNavLink.set,
      getIsNavDrawerLocked$: () => isNavDrawerLocked.value$,
      getHeaderComponent: () => header,
    };
  }

  stop(): void {
    this.navLinks.stop();
    this.navControls.stop();
    this.stop$.next();
  }

  /**
   * State with an observable that replays and completes on stop. After stop it completes on
   * subscription.
   */
  private state<T>(initial: T): {
    readonly value$: Observable<T>;
    set(value: T): void;
    update(change: (value: T) => T): void;
  } {
    const subject$ = new BehaviorSubject(initial);
    return {
      value$: subject$.pipe(takeUntil(this.stop$)),
      set: (value) => subject$.next(value),
      update: (change) => subject$.next(change(subject$.value)),
    };
  }
}

const browserEnvironment = (): ChromeEnvironment => ({
  storage: safeStorage(() => window.localStorage),
  document: window.document,
  location: window.location,
  userAgent: window.navigator.userAgent,
});
