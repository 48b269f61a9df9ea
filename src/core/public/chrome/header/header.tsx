/** The header: one bar and the navigation drawer. Lazy chunk. */
import {
  EuiHeader,
  EuiHeaderBreadcrumbs,
  EuiHeaderSection,
  EuiHeaderSectionItem,
  EuiHeaderSectionItemButton,
  EuiIcon,
  EuiSkipLink,
  useIsWithinBreakpoints,
  useIsWithinMinBreakpoint,
} from '@elastic/eui';
import {
  type ComponentRef,
  type MouseEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Observable } from 'rxjs';
import type { ApplicationStart } from '../../application/types';
import { ErrorBoundary, useObservable } from '../../utils';
import { isPlainLeftClick } from '../../utils/plain_click';
import type { ChromeBreadcrumb } from '../types';
import { t } from '../../i18n';
import { CoreContext } from '../../theme';
import type { HeaderProps } from '../header_props';
import { loadNavDrawer, NavDrawerLoader } from '../nav_drawer/nav_drawer_loader';
import {
  HeaderActionMenu,
  HeaderBadge,
  HeaderNavControls,
  LoadingIndicator,
  ThemeSwitch,
  useHeaderAppearance,
} from './header_controls';
import { HeaderHelpMenu } from './header_help_menu';
import { HeaderLogo } from './header_logo';

/** Specification section 9. */
const MAX_BREADCRUMBS = 10;
const NO_BREADCRUMBS: ChromeBreadcrumb[] = [];

interface Navigation {
  readonly navigateToUrl: ApplicationStart['navigateToUrl'];
}

export interface HeaderBreadcrumbsProps extends Navigation {
  readonly appTitle$: Observable<string>;
  readonly breadcrumbs$: Observable<ChromeBreadcrumb[]>;
}

/** Breadcrumbs of the current page; shows the app's title while the app sets none. */
export function HeaderBreadcrumbs({
  appTitle$,
  breadcrumbs$,
  navigateToUrl,
}: HeaderBreadcrumbsProps): ReactElement {
  const appTitle = useObservable(appTitle$, '');
  const breadcrumbs = useObservable(breadcrumbs$, NO_BREADCRUMBS);
  return (
    <ErrorBoundary resetKey={breadcrumbs}>
      <Breadcrumbs appTitle={appTitle} breadcrumbs={breadcrumbs} navigateToUrl={navigateToUrl} />
    </ErrorBoundary>
  );
}

interface BreadcrumbsProps extends Navigation {
  readonly appTitle: string;
  readonly breadcrumbs: ChromeBreadcrumb[];
}

function Breadcrumbs({ appTitle, breadcrumbs, navigateToUrl }: BreadcrumbsProps): ReactElement {
  const items = breadcrumbs.length === 0 && appTitle !== '' ? [{ text: appTitle }] : breadcrumbs;
  const last = items.length - 1;
  return (
    <EuiHeaderBreadcrumbs
      data-test-subj="breadcrumbs"
      max={MAX_BREADCRUMBS}
      breadcrumbs={items.map((breadcrumb, index) => ({
        ...breadcrumb,
        onClick: breadcrumb.onClick ?? openInPage(breadcrumb, navigateToUrl),
        'data-test-subj': [
          'breadcrumb',
          breadcrumb['data-test-subj'],
          index === 0 && 'first',
          index === last && 'last',
        ]
          .filter(Boolean)
          .join(' '),
      }))}
    />
  );
}

/** Handles breadcrumb links without a page load, like the drawer's links. */
function openInPage(
  { href }: ChromeBreadcrumb,
  navigateToUrl: ApplicationStart['navigateToUrl']
): ((event: MouseEvent<HTMLAnchorElement>) => void) | undefined {
  if (!href) return undefined;
  return (event) => {
    if (!isPlainLeftClick(event)) return;
    event.preventDefault();
    void navigateToUrl(href);
  };
}

const DRAWER_ID = 'primaryNavigation';
const LOW_WINDOW = '(max-height: 400px)';
const CONTROLS_STYLE = { gap: 4, flexShrink: 0 };
const PHONES = ['xs' as const];
const BELOW_BAR = { paddingBlockStart: 48 };
/** Id of the element that contains the app: docs/reference/core.md#page-frame. */
const MAIN_CONTENT_ID = 'app-main';
/** In apps with a side navigation, the page beside it (`AppFrame`). */
const PAGE_ID = 'app-page';

/** An error is shown when the drawer opens. */
const prefetchNavDrawer = (): void => void loadNavDrawer().catch(() => {});

export function Header(props: HeaderProps): ReactElement {
  return (
    <CoreContext>
      <HeaderBar {...props} />
    </CoreContext>
  );
}

function HeaderBar(props: HeaderProps): ReactElement {
  const { application } = props;
  const toggle = useRef<ComponentRef<typeof EuiHeaderSectionItemButton>>(null);
  const drawer = useDrawerState(props);
  const appearance = useHeaderAppearance(props.branding);
  // There breadcrumbs and what apps add get a row of their own, and the theme is in the preferences
  // of the account menu.
  const isPhone = useIsWithinBreakpoints(PHONES);
  // In a low window (or at high zoom) a fixed bar would cover much of the page: it scrolls with it.
  const position = useIsLowWindow() ? 'static' : 'fixed';

  const place = (
    <>
      <HeaderBreadcrumbs
        appTitle$={props.appTitle$}
        breadcrumbs$={props.breadcrumbs$}
        navigateToUrl={application.navigateToUrl}
      />
      <HeaderBadge badge$={props.badge$} />
    </>
  );

  return (
    <>
      <EuiSkipLink
        destinationId={MAIN_CONTENT_ID}
        fallbackDestination="main"
        position="fixed"
        overrideLinkBehavior
        onClick={() => document.getElementById(PAGE_ID)?.focus()}
        data-test-subj="skipToMainContent"
      >
        {t('core.ui.skipToMainButton', 'Skip to main content')}
      </EuiSkipLink>

      <header
        className="headerGlobalNav"
        data-test-subj="headerGlobalNav"
        style={isPhone && position === 'fixed' ? BELOW_BAR : undefined}
      >
        <EuiHeader position={position} className={appearance}>
          <EuiHeaderSection grow={false}>
            <EuiHeaderSectionItem>
              <EuiHeaderSectionItemButton
                ref={toggle}
                data-test-subj="toggleNavButton"
                aria-label={t('core.ui.primaryNav.toggleNavAriaLabel', 'Toggle primary navigation')}
                aria-expanded={drawer.isOpen}
                aria-controls={drawer.isOpen ? DRAWER_ID : undefined}
                onMouseEnter={prefetchNavDrawer}
                onFocus={prefetchNavDrawer}
                onClick={drawer.toggle}
              >
                <EuiIcon type="menu" size="m" aria-hidden />
              </EuiHeaderSectionItemButton>
            </EuiHeaderSectionItem>
            <EuiHeaderSectionItem>
              <HeaderLogo {...props} />
            </EuiHeaderSectionItem>
            {!isPhone && <HeaderNavControls controls$={props.navControlsLeft$} />}
          </EuiHeaderSection>

          {!isPhone && place}

          <EuiHeaderSection side="right" grow={false} style={CONTROLS_STYLE}>
            <LoadingIndicator loadingCount$={props.loadingCount$} />
            {!isPhone && <HeaderActionMenu actionMenu$={application.currentActionMenu$} />}
            <HeaderNavControls controls$={props.navControlsCenter$} />
            {!isPhone && (
              <EuiHeaderSectionItem>
                <ThemeSwitch theme={props.theme} />
              </EuiHeaderSectionItem>
            )}
            <EuiHeaderSectionItem>
              <HeaderHelpMenu {...props} />
            </EuiHeaderSectionItem>
            <HeaderNavControls controls$={props.navControlsRight$} />
          </EuiHeaderSection>
        </EuiHeader>
        {isPhone && (
          // Scrolls with the page.
          <EuiHeader>
            <EuiHeaderSection grow={false}>
              <HeaderNavControls controls$={props.navControlsLeft$} />
            </EuiHeaderSection>
            {place}
            <HeaderActionMenu actionMenu$={application.currentActionMenu$} />
          </EuiHeader>
        )}
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
 * A docked drawer is open if the window is wide enough. Narrowing the window closes it so that it
 * does not cover the page.
 */
function useDrawerState({ isInitiallyLocked, isLocked$ }: HeaderProps) {
  const isWide = useIsWithinMinBreakpoint('l');
  const isLocked = useObservable(isLocked$, isInitiallyLocked);
  const [isOpen, setIsOpen] = useState(isInitiallyLocked && isWide);
  const wasWide = useRef(isWide);
  useEffect(() => {
    if (wasWide.current === isWide) return;
    wasWide.current = isWide;
    if (isLocked) setIsOpen(isWide);
  }, [isWide, isLocked]);
  return {
    isLocked,
    isDocked: isLocked && isWide,
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
