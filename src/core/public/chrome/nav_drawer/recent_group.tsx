import { EuiCollapsibleNavGroup, EuiListGroup, EuiText } from '@elastic/eui';
import type { ReactElement } from 'react';
import { FormattedMessage, i18n } from '../../i18n';
import { useObservable } from '../../utils';
import type { HeaderProps } from '../header_props';
import type { ChromeNavLink, ChromeRecentlyAccessedItem } from '../types';
import { isGroupOpen, rememberGroup } from './group_state';
import { type LinkActions, recentLinkItem } from './link_items';

/** Specification section 9. */
const MAX_LIST_HEIGHT_PX = 160;
const GROUP_ID = 'recentlyViewed';
const NO_ITEMS: ChromeRecentlyAccessedItem[] = [];

export interface RecentGroupProps extends Pick<
  HeaderProps,
  'basePath' | 'recentlyAccessed$' | 'storage'
> {
  readonly links: readonly ChromeNavLink[];
  readonly actions: LinkActions;
}

export function RecentGroup({
  basePath,
  recentlyAccessed$,
  storage,
  links,
  actions,
}: RecentGroupProps): ReactElement {
  const recent = useObservable(recentlyAccessed$, NO_ITEMS);
  const title = i18n.translate('core.ui.recentlyViewed', { defaultMessage: 'Recently viewed' });
  return (
    <EuiCollapsibleNavGroup
      id={`navGroup-${GROUP_ID}`}
      background="light"
      style={{ flexShrink: 0 }}
      title={title}
      isCollapsible
      initialIsOpen={isGroupOpen(storage, GROUP_ID)}
      onToggle={(isOpen) => rememberGroup(storage, GROUP_ID, isOpen)}
      data-test-subj={`collapsibleNavGroup-${GROUP_ID}`}
    >
      {recent.length === 0 ? (
        <EuiText size="s" color="subdued" style={{ paddingInline: 8 }}>
          <p>
            <FormattedMessage
              id="core.ui.EmptyRecentlyViewed"
              defaultMessage="No recently viewed items"
            />
          </p>
        </EuiText>
      ) : (
        <EuiListGroup
          aria-label={i18n.translate('core.ui.recentlyViewedAriaLabel', {
            defaultMessage: 'Recently viewed links',
          })}
          style={{ maxBlockSize: MAX_LIST_HEIGHT_PX, overflowY: 'auto' }}
          data-test-subj="recentlyViewedList"
          listItems={recent.map((item) => recentLinkItem(item, links, basePath, actions))}
          maxWidth="none"
          color="text"
        />
      )}
    </EuiCollapsibleNavGroup>
  );
}
