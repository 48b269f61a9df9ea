/** The navigation drawer: custom link, home, recently viewed items, and the apps by category. */
import {
  EuiCollapsibleNav,
  EuiCollapsibleNavGroup,
  EuiHorizontalRule,
  EuiListGroup,
  EuiShowFor,
  EuiText,
} from '@elastic/eui';
import { type ReactElement, type RefObject, useEffect, useMemo, useRef } from 'react';
import { t } from '../../i18n';
import { useObservable } from '../../utils';
import type { HeaderProps } from '../header_props';
import type { ChromeNavLink, ChromeRecentlyAccessedItem } from '../types';
import { isGroupOpen, rememberGroup } from './group_state';
import {
  customLinkItem,
  homeLinkItem,
  type LinkActions,
  type LinkItem,
  recentLinkItem,
} from './link_items';
import { AppLinkGroups } from './app_link_groups';

export interface DockToggleProps {
  readonly isLocked: boolean;
  readonly onChange: (isLocked: boolean) => void;
  readonly buttonRef: RefObject<HTMLButtonElement>;
}

/** Docks the drawer beside the page, or undocks it. Source: specification section 2.6. */
export function DockToggle({ isLocked, onChange, buttonRef }: DockToggleProps): ReactElement {
  const label = isLocked
    ? t('core.ui.primaryNavSection.undockLabel', 'Undock navigation')
    : t('core.ui.primaryNavSection.dockLabel', 'Dock navigation');
  return (
    <EuiCollapsibleNavGroup>
      <EuiListGroup
        maxWidth="none"
        color="subdued"
        listItems={[
          {
            label,
            buttonRef,
            iconType: isLocked ? 'lock' : 'lockOpen',
            onClick: () => onChange(!isLocked),
            'data-test-subj': 'collapsible-nav-lock',
          },
        ]}
      />
    </EuiCollapsibleNavGroup>
  );
}

/** Longer than the delay of the drawer's focus trap. */
const FOCUS_DELAY_MS = 50;

/**
 * Docking remounts the drawer, and its focus trap moves the focus to the header's toggle. This hook
 * returns the focus to the dock button.
 */
export function useFocusAfterChange(isLocked: boolean): RefObject<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  const known = useRef(isLocked);
  useEffect(() => {
    if (known.current === isLocked) return undefined;
    known.current = isLocked;
    const timer = setTimeout(() => button.current?.focus(), FOCUS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isLocked]);
  return button;
}

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
  const title = t('core.ui.recentlyViewed', 'Recently viewed');
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
          <p>{t('core.ui.EmptyRecentlyViewed', 'No recently viewed items')}</p>
        </EuiText>
      ) : (
        <EuiListGroup
          aria-label={t('core.ui.recentlyViewedAriaLabel', 'Recently viewed links')}
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

/** Above 40% of the window's height the pinned groups scroll, so that the apps stay visible. */
const PINNED_STYLE = { maxBlockSize: '40vh', overflowY: 'auto', flexShrink: 0 } as const;
/**
 * The apps scroll separately. In a low window (or at high zoom) everything scrolls, so that they
 * keep a usable height.
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
  /** The user wants the drawer docked; in a narrow window it floats anyway. */
  readonly isLocked: boolean;
  readonly isDocked: boolean;
  readonly toggleRef: RefObject<HTMLButtonElement>;
  /** Closes the drawer and returns the focus to the toggle. */
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
  const name = t('core.ui.primaryNav.screenReaderLabel', 'Primary');

  return (
    <EuiCollapsibleNav
      // A floating drawer is a dialog, a role that `nav` elements do not allow.
      as="div"
      id={id}
      data-test-subj="collapsibleNav"
      aria-label={isDocked ? undefined : name}
      isOpen={isOpen}
      isDocked={isDocked && isOpen}
      onClose={onClose}
      // Includes the toggle in the focus trap: otherwise a click on it would close and reopen the
      // drawer.
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
          label={t('core.ui.primaryNav.pinnedLinksAriaLabel', 'Pinned links')}
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
