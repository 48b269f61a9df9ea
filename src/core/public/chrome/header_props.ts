import type { Observable } from 'rxjs';
import type { Branding } from '../../common';
import type { InternalApplicationStart } from '../application/types';
import type { DocLinksStart } from '../doc_links/types';
import type { IBasePath } from '../http/types';
import type { ThemeStart } from '../theme/types';
import type { KeyValueStorage } from '../utils/safe_storage';
import type {
  ChromeBadge,
  ChromeBrand,
  ChromeBreadcrumb,
  ChromeHelpExtension,
  ChromeNavControl,
  ChromeNavLink,
  ChromeRecentlyAccessedItem,
} from './types';

/** Props of the header. All streams replay. */
export interface HeaderProps {
  readonly application: InternalApplicationStart;
  readonly basePath: IBasePath;
  readonly docLinks: DocLinksStart;
  readonly version: string;
  /** From the configuration. Plugins override the logos with `setBrand`. */
  readonly branding: Branding;
  readonly theme: ThemeStart;
  readonly storage: KeyValueStorage;
  readonly loadingCount$: Observable<number>;
  readonly appTitle$: Observable<string>;
  readonly badge$: Observable<ChromeBadge | undefined>;
  readonly brand$: Observable<ChromeBrand>;
  readonly breadcrumbs$: Observable<ChromeBreadcrumb[]>;
  readonly customNavLink$: Observable<Partial<ChromeNavLink> | undefined>;
  readonly helpExtension$: Observable<ChromeHelpExtension | undefined>;
  readonly helpSupportUrl$: Observable<string | undefined>;
  readonly isForcedNavigation$: Observable<boolean>;
  /** Whether the drawer is docked. */
  readonly isLocked$: Observable<boolean>;
  readonly isInitiallyLocked: boolean;
  readonly onLockChange: (isLocked: boolean) => void;
  readonly navControlsLeft$: Observable<readonly ChromeNavControl[]>;
  readonly navControlsCenter$: Observable<readonly ChromeNavControl[]>;
  readonly navControlsRight$: Observable<readonly ChromeNavControl[]>;
  readonly navLinks$: Observable<readonly ChromeNavLink[]>;
  readonly recentlyAccessed$: Observable<ChromeRecentlyAccessedItem[]>;
}
