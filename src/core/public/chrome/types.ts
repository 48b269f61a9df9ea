import type { EuiBreadcrumb } from '@elastic/eui';
import type { ReactNode } from 'react';
import type { Observable } from 'rxjs';
import type { AppCategory } from '../../common';
import type { MountPoint } from '../types';

export interface ChromeBadge {
  readonly text: string;
  readonly tooltip: string;
  readonly iconType?: string;
}
export interface ChromeBrand {
  readonly logo?: string;
  readonly smallLogo?: string;
}
export type ChromeBreadcrumb = EuiBreadcrumb;

export interface ChromeHelpExtension {
  readonly appName: string;
  readonly links?: readonly ChromeHelpExtensionLink[];
  readonly content?: (element: HTMLDivElement) => () => void;
}
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

export interface ChromeNavLink {
  readonly id: string;
  readonly title: string;
  readonly baseUrl: string;
  readonly href: string;
  readonly url?: string;
  readonly category?: AppCategory;
  readonly order?: number;
  readonly tooltip?: string;
  readonly euiIconType?: string;
  readonly icon?: string;
  readonly disabled?: boolean;
  readonly hidden?: boolean;
}
export type ChromeNavLinkUpdatableFields = Partial<
  Pick<ChromeNavLink, 'disabled' | 'hidden' | 'url' | 'href'>
>;

export interface ChromeNavLinks {
  getNavLinks$(): Observable<readonly ChromeNavLink[]>;
  get(id: string): ChromeNavLink | undefined;
  getAll(): readonly ChromeNavLink[];
  has(id: string): boolean;
  showOnly(id: string): void;
  update(id: string, values: ChromeNavLinkUpdatableFields): ChromeNavLink | undefined;
  enableForcedAppSwitcherNavigation(): void;
  getForceAppSwitcherNavigation$(): Observable<boolean>;
}

export interface ChromeNavControl {
  readonly order?: number;
  readonly mount: MountPoint;
}
export interface ChromeNavControls {
  registerLeft(control: ChromeNavControl): void;
  registerCenter(control: ChromeNavControl): void;
  registerRight(control: ChromeNavControl): void;
  getLeft$(): Observable<readonly ChromeNavControl[]>;
  getCenter$(): Observable<readonly ChromeNavControl[]>;
  getRight$(): Observable<readonly ChromeNavControl[]>;
}

export interface ChromeRecentlyAccessedItem {
  /** Without base path. */
  readonly link: string;
  readonly label: string;
  readonly id: string;
}
export interface ChromeRecentlyAccessed {
  add(link: string, label: string, id: string): void;
  get(): ChromeRecentlyAccessedItem[];
  get$(): Observable<ChromeRecentlyAccessedItem[]>;
}
export interface ChromeDocTitle {
  /** Parts, then the base title, joined by ` - `. */
  change(title: string | string[]): void;
  reset(): void;
}

export interface ChromeStart {
  readonly navLinks: ChromeNavLinks;
  readonly navControls: ChromeNavControls;
  readonly recentlyAccessed: ChromeRecentlyAccessed;
  readonly docTitle: ChromeDocTitle;
  setAppTitle(title: string): void;
  getBrand$(): Observable<ChromeBrand>;
  setBrand(brand: ChromeBrand): void;
  getIsVisible$(): Observable<boolean>;
  setIsVisible(isVisible: boolean): void;
  getApplicationClasses$(): Observable<string[]>;
  addApplicationClass(className: string): void;
  removeApplicationClass(className: string): void;
  getBadge$(): Observable<ChromeBadge | undefined>;
  setBadge(badge?: ChromeBadge): void;
  getBreadcrumbs$(): Observable<ChromeBreadcrumb[]>;
  setBreadcrumbs(breadcrumbs: ChromeBreadcrumb[]): void;
  getHelpExtension$(): Observable<ChromeHelpExtension | undefined>;
  setHelpExtension(extension?: ChromeHelpExtension): void;
  setHelpSupportUrl(url: string): void;
  getCustomNavLink$(): Observable<Partial<ChromeNavLink> | undefined>;
  setCustomNavLink(link?: Partial<ChromeNavLink>): void;
  getIsNavDrawerLocked$(): Observable<boolean>;
}

/** Between core services. The header is a lazy chunk: chromeless pages never download it. */
export interface InternalChromeStart extends ChromeStart {
  getHeaderComponent(): JSX.Element;
}
