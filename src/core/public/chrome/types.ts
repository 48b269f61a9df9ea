import type { EuiBreadcrumb } from '@elastic/eui';
import type { ReactNode } from 'react';
import type { Observable } from 'rxjs';
import type { AppCategory } from '../../common';
import type { MountPoint } from '../types';

/** A mark in the header, for example that one may only read. */
export interface ChromeBadge {
  /** In the user's language. */
  readonly text: string;
  /** What it means, in a sentence. */
  readonly tooltip: string;
  /** Of the design system. */
  readonly iconType?: string;
}

/** Addresses of pictures in place of the product's logos. */
export interface ChromeBrand {
  /** Where there is room. */
  readonly logo?: string;
  /** Where there is little. */
  readonly smallLogo?: string;
}

/** A step of the breadcrumbs; `href` and `onClick` make it a link. */
export type ChromeBreadcrumb = EuiBreadcrumb;

/** The part of the help menu that belongs to an app. */
export interface ChromeHelpExtension {
  /** Heading of the part. */
  readonly appName: string;
  /** In the order they are shown. */
  readonly links?: readonly ChromeHelpExtensionLink[];
  /** Draws something else below the links; what it returns takes it away. */
  readonly content?: (element: HTMLDivElement) => () => void;
}

/**
 * A link of the help menu: to documentation, to a new issue on GitHub, to a discussion, or one's
 * own.
 */
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

/** The link of an app in the navigation. */
export interface ChromeNavLink {
  /** Of the app. */
  readonly id: string;
  /** Of the app, in the user's language. */
  readonly title: string;
  /** Absolute address of the app's route. */
  readonly baseUrl: string;
  /** Absolute address that the link leads to: with the app's `defaultPath`. */
  readonly href: string;
  /** Absolute address in place of `href`, when it was updated. */
  readonly url?: string;
  /** Of the app. */
  readonly category?: AppCategory;
  /** Ascending; links without one come last. */
  readonly order?: number;
  /** Instead of the title. */
  readonly tooltip?: string;
  /** Of the design system. */
  readonly euiIconType?: string;
  /** Address of a picture; `euiIconType` goes before it. */
  readonly icon?: string;
  /** Shown, and leads nowhere. */
  readonly disabled?: boolean;
  /** Not shown. */
  readonly hidden?: boolean;
}
export type ChromeNavLinkUpdatableFields = Partial<
  Pick<ChromeNavLink, 'disabled' | 'hidden' | 'url' | 'href'>
>;

/** The links of all apps with header and navigation. */
export interface ChromeNavLinks {
  /** Replays; in the order of the navigation; completes when the page ends. */
  getNavLinks$(): Observable<readonly ChromeNavLink[]>;
  /** By the id of its app. */
  get(id: string): ChromeNavLink | undefined;
  /** Of now, in the order of the navigation. */
  getAll(): readonly ChromeNavLink[];
  /** By the id of its app. */
  has(id: string): boolean;
  /** Takes all other links away, for good; an unknown id changes nothing. */
  showOnly(id: string): void;
  /** Changes a link, for good; gives the new one, and `undefined` for an unknown id. */
  update(id: string, values: ChromeNavLinkUpdatableFields): ChromeNavLink | undefined;
  /** From now on links load the page anew, as those of other products beside this one need it. */
  enableForcedAppSwitcherNavigation(): void;
  /** Replays whether links load the page anew. */
  getForceAppSwitcherNavigation$(): Observable<boolean>;
}

/** Something in the header of every page. */
export interface ChromeNavControl {
  /** Ascending in its place; controls without one come last. */
  readonly order?: number;
  /** Draws it; called when the header appears. Keep it light: every page waits for it. */
  readonly mount: MountPoint;
}

/** What plugins put into the header, in three places. */
export interface ChromeNavControls {
  /** Beside the breadcrumbs. */
  registerLeft(control: ChromeNavControl): void;
  /** In the middle. */
  registerCenter(control: ChromeNavControl): void;
  /** Before the account menu. */
  registerRight(control: ChromeNavControl): void;
  /** Replays, in order. */
  getLeft$(): Observable<readonly ChromeNavControl[]>;
  /** Replays, in order. */
  getCenter$(): Observable<readonly ChromeNavControl[]>;
  /** Replays, in order. */
  getRight$(): Observable<readonly ChromeNavControl[]>;
}

/** Something that was opened on this device. */
export interface ChromeRecentlyAccessedItem {
  /** Without base path. */
  readonly link: string;
  /** In the language it had then. */
  readonly label: string;
  /** Unique in the list. */
  readonly id: string;
}

/**
 * The last 20 things that were opened on this device, the latest first (specification section 9).
 */
export interface ChromeRecentlyAccessed {
  /**
   * Puts it first, and takes an older entry of the same id away. Links that lead out of this origin
   * are not remembered.
   */
  add(link: string, label: string, id: string): void;
  /** Of now. */
  get(): ChromeRecentlyAccessedItem[];
  /** Replays. */
  get$(): Observable<ChromeRecentlyAccessedItem[]>;
}

/** The title of the browser's tab. */
export interface ChromeDocTitle {
  /** Parts, then the base title, joined by ` - `. */
  change(title: string | string[]): void;
  /** Back to the title the page came with. */
  reset(): void;
}

/** What stands around the apps: header, navigation, breadcrumbs, help. */
export interface ChromeStart {
  /** The links of the navigation. */
  readonly navLinks: ChromeNavLinks;
  /** What plugins put into the header. */
  readonly navControls: ChromeNavControls;
  /** What was opened last on this device. */
  readonly recentlyAccessed: ChromeRecentlyAccessed;
  /** The title of the browser's tab. */
  readonly docTitle: ChromeDocTitle;
  /**
   * What stands in place of breadcrumbs while an app sets none; at first the name of the product.
   */
  setAppTitle(title: string): void;
  /** Replays. */
  getBrand$(): Observable<ChromeBrand>;
  /** Logos in place of the product's, until another call. */
  setBrand(brand: ChromeBrand): void;
  /**
   * Replays whether header and navigation are there: the app is not chromeless, and nobody has
   * hidden them.
   */
  getIsVisible$(): Observable<boolean>;
  /** Hides or shows header and navigation, for apps that want the whole window for a while. */
  setIsVisible(isVisible: boolean): void;
  /** Replays the CSS classes around the app. */
  getApplicationClasses$(): Observable<string[]>;
  /** Adds a CSS class around the app. */
  addApplicationClass(className: string): void;
  /** Takes a CSS class away again. */
  removeApplicationClass(className: string): void;
  /** Replays. */
  getBadge$(): Observable<ChromeBadge | undefined>;
  /** Of the present app; goes with it. */
  setBadge(badge?: ChromeBadge): void;
  /** Replays. */
  getBreadcrumbs$(): Observable<ChromeBreadcrumb[]>;
  /** From the outermost to the page itself; go with the app. */
  setBreadcrumbs(breadcrumbs: ChromeBreadcrumb[]): void;
  /** Replays. */
  getHelpExtension$(): Observable<ChromeHelpExtension | undefined>;
  /** Of the present app; goes with it. */
  setHelpExtension(extension?: ChromeHelpExtension): void;
  /** Where the link for support in the help menu leads. */
  setHelpSupportUrl(url: string): void;
  /** Replays. */
  getCustomNavLink$(): Observable<Partial<ChromeNavLink> | undefined>;
  /** A link above all others in the navigation; nothing takes it away. */
  setCustomNavLink(link?: Partial<ChromeNavLink>): void;
  /** Replays whether the navigation is docked beside the page; remembered on the device. */
  getIsNavDrawerLocked$(): Observable<boolean>;
}

/** Between core services. The header is a lazy chunk: chromeless pages never download it. */
export interface InternalChromeStart extends ChromeStart {
  getHeaderComponent(): JSX.Element;
}
