import type { EuiBreadcrumb } from '@elastic/eui';
import type { ReactNode } from 'react';
import type { Observable } from 'rxjs';
import type { AppCategory } from '../../common';
import type { MountPoint } from '../types';

/** A badge in the header, for example to mark an app as read-only. */
export interface ChromeBadge {
  /** In the user's language. */
  readonly text: string;
  /** Explanation in one sentence. */
  readonly tooltip: string;
  /** Icon of the design system. */
  readonly iconType?: string;
}

/** Image URLs that replace the product's logos. */
export interface ChromeBrand {
  /** Used where space allows. */
  readonly logo?: string;
  /** Used where space is limited. */
  readonly smallLogo?: string;
}

/** One breadcrumb. `href` or `onClick` makes it a link. */
export type ChromeBreadcrumb = EuiBreadcrumb;

/** Section of the help menu that belongs to an app. */
export interface ChromeHelpExtension {
  /** Heading of the section. */
  readonly appName: string;
  /** In display order. */
  readonly links?: readonly ChromeHelpExtensionLink[];
  /** Renders further content below the links and returns a function that removes it. */
  readonly content?: (element: HTMLDivElement) => () => void;
}

/** A link of the help menu: to documentation, a new GitHub issue, a discussion, or a custom URL. */
export type ChromeHelpExtensionLink =
  | { readonly linkType: 'documentation'; readonly href: string }
  | { readonly linkType: 'github'; readonly labels: readonly string[]; readonly title?: string }
  | { readonly linkType: 'discuss'; readonly href: string }
  | {
      readonly linkType: 'custom';
      readonly content: ReactNode;
      readonly href?: string;
      readonly onClick?: () => void;
    };

/** Navigation link of an app. */
export interface ChromeNavLink {
  /** Id of the app. */
  readonly id: string;
  /** Title of the app, in the user's language. */
  readonly title: string;
  /** Absolute URL of the app's route. */
  readonly baseUrl: string;
  /** Absolute URL of the link, including the app's `defaultPath`. */
  readonly href: string;
  /** Absolute URL that replaces `href`, if set by an update. */
  readonly url?: string;
  /** Category of the app. */
  readonly category?: AppCategory;
  /** Sort order, ascending. Links without one come last. */
  readonly order?: number;
  /** Shown instead of the title. */
  readonly tooltip?: string;
  /** Icon of the design system. */
  readonly euiIconType?: string;
  /** URL of an image; `euiIconType` takes precedence. */
  readonly icon?: string;
  /** Shown, but not clickable. */
  readonly disabled?: boolean;
  /** Hidden. */
  readonly hidden?: boolean;
}
export type ChromeNavLinkUpdatableFields = Partial<
  Pick<ChromeNavLink, 'disabled' | 'hidden' | 'url' | 'href'>
>;

/** Navigation links of all apps with header and navigation. */
export interface ChromeNavLinks {
  /** Replays the links in navigation order. Completes when the page ends. */
  getNavLinks$(): Observable<readonly ChromeNavLink[]>;
  /** Returns the link of an app by its id. */
  get(id: string): ChromeNavLink | undefined;
  /** Returns the current links in navigation order. */
  getAll(): readonly ChromeNavLink[];
  /** Whether an app with this id has a link. */
  has(id: string): boolean;
  /** Removes all other links permanently. An unknown id changes nothing. */
  showOnly(id: string): void;
  /** Changes a link permanently. Returns the new link, or `undefined` for an unknown id. */
  update(id: string, values: ChromeNavLinkUpdatableFields): ChromeNavLink | undefined;
  /** Makes links reload the page from now on, as other products on the same origin require. */
  enableForcedAppSwitcherNavigation(): void;
  /** Replays whether links reload the page. */
  getForceAppSwitcherNavigation$(): Observable<boolean>;
}

/** A control in the header of every page. */
export interface ChromeNavControl {
  /** Sort order in its slot, ascending. Controls without one come last. */
  readonly order?: number;
  /** Renders the control when the header appears. Keep it light: every page waits for it. */
  readonly mount: MountPoint;
}

/** Header controls of plugins, in three slots. */
export interface ChromeNavControls {
  /** Adds a control beside the breadcrumbs. */
  registerLeft(control: ChromeNavControl): void;
  /** Adds a control in the middle. */
  registerCenter(control: ChromeNavControl): void;
  /** Adds a control before the account menu. */
  registerRight(control: ChromeNavControl): void;
  /** Replays the controls in order. */
  getLeft$(): Observable<readonly ChromeNavControl[]>;
  /** Replays the controls in order. */
  getCenter$(): Observable<readonly ChromeNavControl[]>;
  /** Replays the controls in order. */
  getRight$(): Observable<readonly ChromeNavControl[]>;
}

/** An item that was viewed on this device. */
export interface ChromeRecentlyAccessedItem {
  /** Without base path. */
  readonly link: string;
  /** In the user's language at the time. */
  readonly label: string;
  /** Unique in the list. */
  readonly id: string;
}

/** The last 20 items that were viewed on this device, newest first (specification section 9). */
export interface ChromeRecentlyAccessed {
  /**
   * Adds the item at the top and removes an older entry with the same id. Ignores links to another
   * origin.
   */
  add(link: string, label: string, id: string): void;
  /** Returns the current list. */
  get(): ChromeRecentlyAccessedItem[];
  /** Replays the current list. */
  get$(): Observable<ChromeRecentlyAccessedItem[]>;
}

/** Title of the browser tab. */
export interface ChromeDocTitle {
  /** Sets the parts before the base title, joined by ` - `. */
  change(title: string | string[]): void;
  /** Restores the title from page load. */
  reset(): void;
}

/** The frame around the apps: header, navigation, breadcrumbs, help. */
export interface ChromeStart {
  /** Navigation links. */
  readonly navLinks: ChromeNavLinks;
  /** Header controls of plugins. */
  readonly navControls: ChromeNavControls;
  /** Items viewed last on this device. */
  readonly recentlyAccessed: ChromeRecentlyAccessed;
  /** Title of the browser tab. */
  readonly docTitle: ChromeDocTitle;
  /**
   * Sets the text that replaces the breadcrumbs while an app sets none. Default: the product name.
   */
  setAppTitle(title: string): void;
  /** Replays the current logos. */
  getBrand$(): Observable<ChromeBrand>;
  /** Replaces the product's logos until the next call. */
  setBrand(brand: ChromeBrand): void;
  /**
   * Replays whether header and navigation are shown: the app is not chromeless, and `setIsVisible`
   * has not hidden them.
   */
  getIsVisible$(): Observable<boolean>;
  /** Hides or shows header and navigation, for apps that temporarily need the whole window. */
  setIsVisible(isVisible: boolean): void;
  /** Replays the CSS classes of the app's container. */
  getApplicationClasses$(): Observable<string[]>;
  /** Adds a CSS class to the app's container. */
  addApplicationClass(className: string): void;
  /** Removes a CSS class from the app's container. */
  removeApplicationClass(className: string): void;
  /** Replays the current badge. */
  getBadge$(): Observable<ChromeBadge | undefined>;
  /** Sets the badge of the current app. It is cleared when the user leaves the app. */
  setBadge(badge?: ChromeBadge): void;
  /** Replays the current breadcrumbs. */
  getBreadcrumbs$(): Observable<ChromeBreadcrumb[]>;
  /**
   * Sets the breadcrumbs, from the outermost to the current page. They are cleared when the user
   * leaves the app.
   */
  setBreadcrumbs(breadcrumbs: ChromeBreadcrumb[]): void;
  /** Replays the current help section. */
  getHelpExtension$(): Observable<ChromeHelpExtension | undefined>;
  /** Sets the help section of the current app. It is cleared when the user leaves the app. */
  setHelpExtension(extension?: ChromeHelpExtension): void;
  /** Sets the URL of the support link in the help menu. */
  setHelpSupportUrl(url: string): void;
  /** Replays the current custom link. */
  getCustomNavLink$(): Observable<Partial<ChromeNavLink> | undefined>;
  /** Sets a link above all others in the navigation. Other services do not remove it. */
  setCustomNavLink(link?: Partial<ChromeNavLink>): void;
  /**
   * Replays whether the navigation is docked beside the page. The setting is stored on the device.
   */
  getIsNavDrawerLocked$(): Observable<boolean>;
}

/**
 * Contract between core services. The header is a lazy chunk that chromeless pages never download.
 */
export interface InternalChromeStart extends ChromeStart {
  getHeaderComponent(): JSX.Element;
}
