/**
 * The navigation drawer: custom link, home, what was viewed last, the apps by category.
 * Sources: specification section 2.6 "Navigation drawer" and section 9; core-services section 5.8.
 */
import {
  EuiCollapsibleNav,
  EuiCollapsibleNavGroup,
  EuiHorizontalRule,
  EuiListGroup,
  EuiShowFor,
} from '@elastic/eui';
import { type ReactElement, type RefObject, useMemo } from 'react';
import { i18n } from '../../i18n';
import { useObservable } from '../../utils';
import type { HeaderProps } from '../header_props';
import type { ChromeNavLink } from '../types';
import { DockToggle } from './dock_toggle';
import { AppLinkGroups } from './app_link_groups';
import { type LinkActions, type LinkItem, customLinkItem, homeLinkItem } from './link_items';
import { RecentGroup } from './recent_group';

/** Above 40 % of the window's height the groups on top scroll, so that the apps stay in sight. */
const PINNED_STYLE = { maxBlockSize: '40vh', overflowBlock: 'auto' } as const;
const SCROLL_CLASS = 'eui-yScroll';
const NO_LINKS: readonly ChromeNavLink[] = [];

export interface NavDrawerProps extends HeaderProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly isLocked: boolean;
  readonly toggleRef: RefObject<HTMLButtonElement>;
  /** Closes and gives the focus back to the toggle. */
  readonly onClose: () => void;
}

export function NavDrawer(props: NavDrawerProps): ReactElement {
  const {
    application,
    customNavLink$,
    id,
    isLocked,
    isOpen,
    navLinks$,
    onClose,
    storage,
    toggleRef,
  } = props;
  const links = useObservable(navLinks$, NO_LINKS);
  const customLink = useObservable<Partial<ChromeNavLink> | undefined>(customNavLink$, undefined);
  const currentAppId = useObservable<string | undefined>(application.currentAppId$, undefined);
  const actions = useMemo<LinkActions>(
    () => ({
      application,
      onFollow: () => {
        if (!isLocked) onClose();
      },
    }),
    [application, isLocked, onClose]
  );

  return (
    <EuiCollapsibleNav
      id={id}
      data-test-subj="collapsibleNav"
      aria-label={i18n.translate('core.ui.primaryNav.screenReaderLabel', {
        defaultMessage: 'Primary',
      })}
      isOpen={isOpen}
      isDocked={isLocked && isOpen}
      onClose={onClose}
      // Pressing the toggle is not a click outside: it would close and open again.
      focusTrapProps={{ shards: [toggleRef] }}
    >
      {customLink && (
        <PinnedGroup
          items={[customLinkItem(customLink, actions)]}
          testSubject="collapsibleNavGroup-custom"
        />
      )}
      <PinnedGroup
        items={[homeLinkItem(currentAppId, actions)]}
        testSubject="collapsibleNavGroup-pinned"
        label={i18n.translate('core.ui.primaryNav.pinnedLinksAriaLabel', {
          defaultMessage: 'Pinned links',
        })}
      />
      <RecentGroup {...props} links={links} actions={actions} />
      <EuiHorizontalRule margin="none" />
      <div className={`${SCROLL_CLASS} eui-fullHeight`} style={{ flexGrow: 1 }}>
        <AppLinkGroups
          links={links}
          currentAppId={currentAppId}
          storage={storage}
          actions={actions}
        />
        <EuiShowFor sizes={['l', 'xl']}>
          <DockToggle isLocked={isLocked} onChange={props.onLockChange} />
        </EuiShowFor>
      </div>
    </EuiCollapsibleNav>
  );
}

function PinnedGroup(props: {
  readonly items: LinkItem[];
  readonly testSubject: string;
  readonly label?: string;
}): ReactElement {
  return (
    <EuiCollapsibleNavGroup
      background="light"
      className={SCROLL_CLASS}
      style={PINNED_STYLE}
      data-test-subj={props.testSubject}
    >
      <EuiListGroup aria-label={props.label} listItems={props.items} maxWidth="none" color="text" />
    </EuiCollapsibleNavGroup>
  );
}
