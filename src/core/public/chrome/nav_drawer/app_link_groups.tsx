import { EuiCollapsibleNavGroup, EuiListGroup } from '@elastic/eui';
import type { ReactElement } from 'react';
import { type AppCategory, DEFAULT_APP_CATEGORIES, DEFAULT_PRODUCT_NAME } from '../../../common';
import { t } from '../../i18n';
import type { KeyValueStorage } from '../../utils/safe_storage';
import { byOrder } from '../nav_controls_service';
import type { ChromeNavLink } from '../types';
import { type LinkActions, navLinkItem } from './link_items';
import { isGroupOpen, rememberGroup } from './group_state';

type StandardId = (typeof DEFAULT_APP_CATEGORIES)[keyof typeof DEFAULT_APP_CATEGORIES]['id'];

/** Display names of the standard categories; `kibana` shows the product name. */
const STANDARD: Readonly<Partial<Record<StandardId, () => string>>> = {
  enterpriseSearch: () => t('core.ui.enterpriseSearchNavList.label', 'Enterprise Search'),
  observability: () => t('core.ui.observabilityNavList.label', 'Observability'),
  securitySolution: () => t('core.ui.securityNavList.label', 'Security'),
  management: () => t('core.ui.managementNavList.label', 'Management'),
};

/** A plugin may give a standard category its own label, which takes precedence. */
function categoryLabel({ id, label }: AppCategory, productName: string): string {
  const isStandard = Object.values(DEFAULT_APP_CATEGORIES).some(
    (category) => category.id === id && category.label === label
  );
  if (isStandard && label === DEFAULT_PRODUCT_NAME) return productName;
  return (isStandard && STANDARD[id as StandardId]?.()) || label;
}

interface AppLinkGroupsProps {
  /** Sorted in drawer order. */
  readonly links: readonly ChromeNavLink[];
  readonly currentAppId: string | undefined;
  readonly storage: KeyValueStorage;
  readonly actions: LinkActions;
  readonly productName: string;
}

/** App links, first by category, then those without a category. */
export function AppLinkGroups({
  links,
  currentAppId,
  storage,
  actions,
  productName,
}: AppLinkGroupsProps): ReactElement {
  const { groups, ungrouped } = groupLinks(links);
  return (
    <>
      {groups.map(({ category, links: members }) => (
        <EuiCollapsibleNavGroup
          key={category.id}
          id={`navGroup-${category.id}`}
          iconType={category.euiIconType}
          iconSize="m"
          title={categoryLabel(category, productName)}
          isCollapsible
          initialIsOpen={isGroupOpen(storage, category.id)}
          onToggle={(isOpen) => rememberGroup(storage, category.id, isOpen)}
          data-test-subj={`collapsibleNavGroup-${category.id}`}
        >
          <EuiListGroup
            aria-label={category.ariaLabel ?? categoryLabel(category, productName)}
            listItems={members.map((link) => navLinkItem(link, actions, { currentAppId }))}
            maxWidth="none"
            color="text"
          />
        </EuiCollapsibleNavGroup>
      ))}
      {ungrouped.map((link) => (
        <EuiCollapsibleNavGroup key={link.id} data-test-subj="collapsibleNavGroup-noCategory">
          <EuiListGroup
            listItems={[navLinkItem(link, actions, { currentAppId, hasIcon: true })]}
            maxWidth="none"
            color="text"
          />
        </EuiCollapsibleNavGroup>
      ))}
    </>
  );
}

/** Pinned at the top. */
const HOME_APP_ID = 'home';

interface LinkGroup {
  readonly category: AppCategory;
  readonly links: ChromeNavLink[];
}

/** The first link of a group defines its category. Hidden links are omitted. */
export function groupLinks(links: readonly ChromeNavLink[]): {
  readonly groups: readonly LinkGroup[];
  readonly ungrouped: readonly ChromeNavLink[];
} {
  const groups = new Map<string, LinkGroup>();
  const ungrouped: ChromeNavLink[] = [];
  for (const link of links) {
    if (link.hidden || link.id === HOME_APP_ID) continue;
    const { category } = link;
    if (!category) {
      ungrouped.push(link);
      continue;
    }
    const group = groups.get(category.id) ?? { category, links: [] };
    group.links.push(link);
    groups.set(category.id, group);
  }
  return {
    groups: [...groups.values()].sort((a, b) => byOrder(a.category, b.category)),
    ungrouped,
  };
}
