/**
 * The header: two bars and the place of the navigation drawer. Lazy chunk.
 * Sources: specification section 2.6 "Header", docs/reference/core.md#header-and-drawer.
 */
import {
  EuiHeader,
  EuiHeaderSection,
  EuiHeaderSectionItem,
  EuiHeaderSectionItemButton,
  EuiIcon,
  EuiSkipLink,
  useIsWithinMinBreakpoint,
} from '@elastic/eui';
import {
  type ComponentRef,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { FormattedMessage, i18n } from '../../i18n';
import { CoreContext } from '../../theme';
import { ErrorBoundary, useObservable } from '../../utils';
import type { HeaderProps } from '../header_props';
import { loadNavDrawer, NavDrawerLoader } from '../nav_drawer/nav_drawer_loader';
import { HeaderActionMenu } from './header_action_menu';
import { HeaderBadge } from './header_badge';
import { HeaderBreadcrumbs } from './header_breadcrumbs';
import { HeaderHelpMenu } from './header_help_menu';
import { useHeaderAppearance } from './header_look';
import { HeaderLogo } from './header_logo';
import { HeaderNavControls } from './header_nav_controls';
import { LoadingIndicator } from './loading_indicator';
import { ThemeSwitch } from './theme_switch';

const DRAWER_ID = 'primaryNavigation';
const LOW_WINDOW = '(max-height: 400px)';
const CONTROLS_STYLE = { gap: 4 };
/** Where the apps are: docs/reference/core.md#page-frame. */
const MAIN_CONTENT_ID = 'app-main';

/** A failure shows when the drawer opens. */
const prefetchNavDrawer = (): void => void loadNavDrawer().catch(() => {});

export function Header(props: HeaderProps): ReactElement {
  return (
    <CoreContext>
      <HeaderBars {...props} />
    </CoreContext>
  );
}

function HeaderBars(props: HeaderProps): ReactElement {
  const { application } = props;
  const toggle = useRef<ComponentRef<typeof EuiHeaderSectionItemButton>>(null);
  const drawer = useDrawerState(props);
  const look = useHeaderAppearance(props.branding);
  // In a low window (or at high zoom) the bars would cover much of the page: they scroll away with
  // it.
  const position = useIsLowWindow() ? 'static' : 'fixed';

  return (
    <>
      <EuiSkipLink
        destinationId={MAIN_CONTENT_ID}
        fallbackDestination="main"
        position="fixed"
        overrideLinkBehavior
        data-test-subj="skipToMainContent"
      >
        <FormattedMessage id="core.ui.skipToMainButton" defaultMessage="Skip to main content" />
      </EuiSkipLink>

      <header className="headerGlobalNav" data-test-subj="headerGlobalNav">
        <EuiHeader position={position} className={look}>
          <EuiHeaderSection grow={false}>
            <EuiHeaderSectionItem>
              <HeaderLogo {...props} />
            </EuiHeaderSectionItem>
            <EuiHeaderSectionItem>
              <LoadingIndicator loadingCount$={props.loadingCount$} />
            </EuiHeaderSectionItem>
          </EuiHeaderSection>

          <EuiHeaderSection grow={false}>
            <HeaderNavControls controls$={props.navControlsCenter$} />
          </EuiHeaderSection>

          <EuiHeaderSection side="right" grow={false} style={CONTROLS_STYLE}>
            <EuiHeaderSectionItem>
              <ThemeSwitch theme={props.theme} />
            </EuiHeaderSectionItem>
            <EuiHeaderSectionItem>
              <HeaderHelpMenu {...props} />
            </EuiHeaderSectionItem>
            <HeaderNavControls controls$={props.navControlsRight$} />
          </EuiHeaderSection>
        </EuiHeader>

        <EuiHeader position={position}>
          <EuiHeaderSection grow={false}>
            <EuiHeaderSectionItem>
              <EuiHeaderSectionItemButton
                ref={toggle}
                data-test-subj="toggleNavButton"
                aria-label={i18n.translate('core.ui.primaryNav.toggleNavAriaLabel', {
                  defaultMessage: 'Toggle primary navigation',
                })}
                aria-expanded={drawer.isOpen}
                aria-controls={drawer.isOpen ? DRAWER_ID : undefined}
                onMouseEnter={prefetchNavDrawer}
                onFocus={prefetchNavDrawer}
                onClick={drawer.toggle}
              >
                <EuiIcon type="menu" size="m" aria-hidden />
              </EuiHeaderSectionItemButton>
            </EuiHeaderSectionItem>
            <HeaderNavControls controls$={props.navControlsLeft$} />
          </EuiHeaderSection>

          <HeaderBreadcrumbs
            appTitle$={props.appTitle$}
            breadcrumbs$={props.breadcrumbs$}
            navigateToUrl={application.navigateToUrl}
          />
          <HeaderBadge badge$={props.badge$} />

          <EuiHeaderSection side="right" grow={false}>
            <EuiHeaderSectionItem>
              <HeaderActionMenu actionMenu$={application.currentActionMenu$} />
            </EuiHeaderSectionItem>
          </EuiHeaderSection>
        </EuiHeader>
      </header>

      <ErrorBoundary resetKey={drawer.isOpen}>
        <NavDrawerLoader
          {...props}
          id={DRAWER_ID}
          toggleRef={toggle as RefObject<HTMLButtonElement>}
          isOpen={drawer.isOpen}
          isLocked={drawer.isLocked}
          isDocked={drawer.isDocked}
          onClose={() => {
            drawer.close();
            toggle.current?.focus();
          }}
        />
      </ErrorBoundary>
    </>
  );
}

/**
 * A docked drawer is open where there is room for it; narrowing the window closes it, so that it
 * hides nothing.
 */
function useDrawerState({ isInitiallyLocked, isLocked$ }: HeaderProps) {
  const hasRoom = useIsWithinMinBreakpoint('l');
  const isLocked = useObservable(isLocked$, isInitiallyLocked);
  const [isOpen, setIsOpen] = useState(isInitiallyLocked && hasRoom);
  const hadRoom = useRef(hasRoom);
  useEffect(() => {
    if (hadRoom.current === hasRoom) return;
    hadRoom.current = hasRoom;
    if (isLocked) setIsOpen(hasRoom);
  }, [hasRoom, isLocked]);
  return {
    isLocked,
    isDocked: isLocked && hasRoom,
    isOpen,
    toggle: () => setIsOpen((wasOpen) => !wasOpen),
    close: () => setIsOpen(false),
  };
}

function useIsLowWindow(): boolean {
  const [query] = useState(() => window.matchMedia(LOW_WINDOW));
  const [isLow, setIsLow] = useState(query.matches);
  useEffect(() => {
    const onChange = () => setIsLow(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, [query]);
  return isLow;
}
