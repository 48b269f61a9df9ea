/**
 * The navigation drawer: custom link, home, what was viewed last, the apps by category. Sources:
 * specification section 2.6 "Navigation drawer" and section 9;
 * docs/reference/core.md#header-and-drawer.
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
import { DockToggle, useFocusAfterChange } from './dock_toggle';
import { AppLinkGroups } from './app_link_groups';
import { type LinkActions, type LinkItem, customLinkItem, homeLinkItem } from './link_items';
import { RecentGroup } from './recent_group';

/** Above 40 % of the window's height the groups on top scroll, so that the apps stay in sight. */
const PINNED_STYLE = { maxBlockSize: '40vh', overflowY: 'auto', flexShrink: 0 } as const;
/**
 * The apps scroll for themselves; in a low window (or at high zoom) all scrolls, so that they keep
 * a usable height.
 */
const CONTENT_STYLE = {
  display: 'flex',
  flexDirection: 'column',
  blockSize: '100%',
  overflowY: 'auto',
} as const;
const APPS_STYLE = { flexGrow: 1, minBlockSize: 160, overflowY: 'auto' } as const;
const NO_LINKS: readonly ChromeNavLink[] = [];

export interface NavDrawerProps extends HeaderProps {
  readonly id: string;
  readonly isOpen: boolean;
  /** The user wants the drawer docked; where there is no room it floats all the same. */
  readonly isLocked: boolean;
  readonly isDocked: boolean;
  readonly toggleRef: RefObject<HTMLButtonElement>;
  /** Closes and gives the focus back to the toggle. */
  readonly onClose: () => void;
}

export function NavDrawer(props: NavDrawerProps): ReactElement {
  const {
    application,
    customNavLink$,
    id,
    isDocked,
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
        if (!isDocked) onClose();
      },
    }),
    [application, isDocked, onClose]
  );

  const dockButton = useFocusAfterChange(isLocked);
  const name = i18n.translate('core.ui.primaryNav.screenReaderLabel', {
    defaultMessage: 'Primary',
  });

  return (
    <EuiCollapsibleNav
      // Floating it is a dialog, which a `nav` element may not be.
      as="div"
      id={id}
      data-test-subj="collapsibleNav"
      aria-label={isDocked ? undefined : name}
      isOpen={isOpen}
      isDocked={isDocked && isOpen}
      onClose={onClose}
      // Pressing the toggle is not a click outside: it would close and open again.
      focusTrapProps={{ shards: [toggleRef] }}
    >
      <nav aria-label={name} style={CONTENT_STYLE}>
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
        <div style={APPS_STYLE}>
          <AppLinkGroups
            productName={props.branding.productName}
            links={links}
            currentAppId={currentAppId}
            storage={storage}
            actions={actions}
          />
          <EuiShowFor sizes={['l', 'xl']}>
            <DockToggle isLocked={isLocked} onChange={props.onLockChange} buttonRef={dockButton} />
          </EuiShowFor>
        </div>
      </nav>
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
      style={PINNED_STYLE}
      data-test-subj={props.testSubject}
    >
      <EuiListGroup aria-label={props.label} listItems={props.items} maxWidth="none" color="text" />
    </EuiCollapsibleNavGroup>
  );
}
