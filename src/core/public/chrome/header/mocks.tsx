/** The header with the props of a page, for tests. */
import { render, screen } from '@testing-library/react';
import { BehaviorSubject } from 'rxjs';
import {
  applicationServiceMock,
  docLinksServiceMock,
  httpServiceMock,
  themeServiceMock,
} from '../../mocks';
import type { MountPoint } from '../../types';
import type { HeaderProps } from '../header_props';
import type {
  ChromeBadge,
  ChromeBrand,
  ChromeBreadcrumb,
  ChromeHelpExtension,
  ChromeNavControl,
  ChromeNavLink,
  ChromeRecentlyAccessedItem,
} from '../types';
import { Header } from './header';

export const BRANDING = { productName: 'Security Dashboards', pageTitle: 'Security Dashboards' };

export const link = (id: string, more: Partial<ChromeNavLink> = {}): ChromeNavLink => ({
  id,
  title: `Title ${id}`,
  baseUrl: `http://localhost/app/${id}`,
  href: `http://localhost/app/${id}`,
  ...more,
});

export function setup(more: Partial<HeaderProps> = {}) {
  const streams = {
    loadingCount$: new BehaviorSubject(0),
    appTitle$: new BehaviorSubject('Security Dashboards'),
    badge$: new BehaviorSubject<ChromeBadge | undefined>(undefined),
    brand$: new BehaviorSubject<ChromeBrand>({}),
    breadcrumbs$: new BehaviorSubject<ChromeBreadcrumb[]>([]),
    customNavLink$: new BehaviorSubject<Partial<ChromeNavLink> | undefined>(undefined),
    helpExtension$: new BehaviorSubject<ChromeHelpExtension | undefined>(undefined),
    helpSupportUrl$: new BehaviorSubject<string | undefined>(undefined),
    isForcedNavigation$: new BehaviorSubject(false),
    isLocked$: new BehaviorSubject(false),
    navControlsLeft$: new BehaviorSubject<readonly ChromeNavControl[]>([]),
    navControlsCenter$: new BehaviorSubject<readonly ChromeNavControl[]>([]),
    navControlsRight$: new BehaviorSubject<readonly ChromeNavControl[]>([]),
    navLinks$: new BehaviorSubject<readonly ChromeNavLink[]>([]),
    recentlyAccessed$: new BehaviorSubject<ChromeRecentlyAccessedItem[]>([]),
  };
  const actionMenu$ = new BehaviorSubject<MountPoint | undefined>(undefined);
  const currentAppId$ = new BehaviorSubject<string | undefined>('roles');
  const application = {
    ...applicationServiceMock.createInternalStartContract(),
    currentActionMenu$: actionMenu$,
    currentAppId$,
  };
  const theme = themeServiceMock.createSetupContract();
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const onLockChange = jest.fn((isLocked: boolean) => streams.isLocked$.next(isLocked));
  const props: HeaderProps = {
    ...streams,
    application,
    theme,
    storage,
    onLockChange,
    basePath: httpServiceMock.createStartContract().basePath,
    docLinks: docLinksServiceMock.createStartContract(),
    branding: BRANDING,
    version: '1.2.3',
    isInitiallyLocked: false,
    ...more,
  };
  const view = render(<Header {...props} />);
  return {
    ...streams,
    actionMenu$,
    application,
    theme,
    storage,
    stored,
    onLockChange,
    props,
    ...view,
  };
}
export const subject = (name: string) =>
  document.querySelector<HTMLElement>(`[data-test-subj~="${name}"]`);
export const toggle = () => screen.getByRole('button', { name: 'Toggle primary navigation' });
