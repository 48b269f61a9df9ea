export { ChromeService } from './chrome_service';
export type {
  ChromeBadge,
  ChromeBrand,
  ChromeBreadcrumb,
  ChromeDocTitle,
  ChromeHelpExtension,
  ChromeHelpExtensionLink,
  ChromeNavControl,
  ChromeNavControls,
  ChromeNavLink,
  ChromeNavLinks,
  ChromeNavLinkUpdatableFields,
  ChromeRecentlyAccessed,
  ChromeRecentlyAccessedItem,
  ChromeStart,
  InternalChromeStart,
} from './types';
