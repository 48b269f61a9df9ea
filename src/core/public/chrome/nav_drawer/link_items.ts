import type { EuiListGroupItemProps } from '@elastic/eui';
import type { MouseEvent } from 'react';
import type { ApplicationStart } from '../../application/types';
import type { IBasePath } from '../../http/types';
import { t } from '../../i18n';
import { isPlainLeftClick } from '../../utils/plain_click';
import type { ChromeNavLink, ChromeRecentlyAccessedItem } from '../types';

export type LinkItem = EuiListGroupItemProps & { readonly 'data-test-subj': string };

export interface LinkActions {
  readonly application: Pick<ApplicationStart, 'getUrlForApp' | 'navigateToApp' | 'navigateToUrl'>;
  /** Called when a link is followed, so that the drawer can close. */
  readonly onFollow: () => void;
}

export interface NavLinkItemOptions {
  readonly currentAppId?: string;
  /** Set for links without a category, which have no group icon. */
  readonly hasIcon?: boolean;
}

export function navLinkItem(
  link: ChromeNavLink,
  actions: LinkActions,
  options: NavLinkItemOptions = {}
): LinkItem {
  const { id, title, tooltip, href, disabled = false, euiIconType, icon } = link;
  return {
    label: tooltip || title,
    href,
    isActive: id === options.currentAppId,
    isDisabled: disabled,
    ...(id === options.currentAppId ? { 'aria-current': 'page' as const } : {}),
    ...(options.hasIcon ? { iconType: euiIconType ?? icon } : {}),
    onClick: follow(actions, () => actions.application.navigateToApp(id)),
    'data-test-subj': 'collapsibleNavAppLink',
  };
}

export const homeLinkItem = (currentAppId: string | undefined, actions: LinkActions): LinkItem => ({
  label: t('core.ui.primaryNavSection.homeLabel', 'Home'),
  iconType: 'home',
  href: actions.application.getUrlForApp('home'),
  isActive: currentAppId === 'home',
  ...(currentAppId === 'home' ? { 'aria-current': 'page' as const } : {}),
  onClick: follow(actions, () => actions.application.navigateToApp('home')),
  'data-test-subj': 'homeLink',
});

/** A link to any URL, followed by the browser. */
export const customLinkItem = (link: Partial<ChromeNavLink>, actions: LinkActions): LinkItem => ({
  label: link.tooltip || link.title || link.href,
  href: link.href,
  iconType: link.euiIconType ?? link.icon,
  isDisabled: link.disabled,
  onClick: () => actions.onFollow(),
  'data-test-subj': 'collapsibleNavCustomNavLink',
});

export function recentLinkItem(
  { link, label }: ChromeRecentlyAccessedItem,
  links: readonly ChromeNavLink[],
  basePath: Pick<IBasePath, 'prepend'>,
  actions: LinkActions
): LinkItem {
  const href = new URL(basePath.prepend(link), window.location.href).href;
  const navLink = links.find(({ baseUrl }) => href.startsWith(baseUrl));
  const name = navLink
    ? t(
        'core.ui.recentLinks.linkItem.screenReaderLabel',
        '{recentlyAccessedItemLinklabel}, type: {pageType}',
        { recentlyAccessedItemLinklabel: label, pageType: navLink.title }
      )
    : label;
  return {
    label,
    href,
    title: name,
    'aria-label': name,
    iconType: navLink?.euiIconType,
    onClick: follow(actions, () => actions.application.navigateToUrl(href)),
    'data-test-subj': 'collapsibleNavAppLink--recent',
  };
}

/**
 * Modified clicks and clicks that are already handled are left to the browser. All of them close
 * the drawer.
 */
const follow =
  (actions: LinkActions, navigate: () => Promise<void>) =>
  (event: MouseEvent): void => {
    const isOurs = isPlainLeftClick(event);
    if (isOurs) event.preventDefault();
    actions.onFollow();
    if (isOurs) void navigate();
  };
