/** Specified numbers and texts of header and navigation drawer, with the real service. */
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import { AppNavLinkStatus, AppStatus, type PublicAppInfo } from '../../application/types';
import {
  applicationServiceMock,
  docLinksServiceMock,
  httpServiceMock,
  injectedMetadataServiceMock,
  notificationServiceMock,
  themeServiceMock,
} from '../../mocks';
import { ChromeService } from '../chrome_service';

/** Slow machines need more time. */
jest.setTimeout(30_000);

const APP: PublicAppInfo = {
  id: 'roles',
  title: 'Roles',
  appRoute: '/app/roles',
  status: AppStatus.accessible,
  navLinkStatus: AppNavLinkStatus.visible,
  category: { id: 'tools', label: 'Tools', euiIconType: 'wrench' },
};
const LONE_APP: PublicAppInfo = {
  id: 'lone',
  title: 'Lone',
  appRoute: '/app/lone',
  status: AppStatus.accessible,
  navLinkStatus: AppNavLinkStatus.visible,
  euiIconType: 'star',
};

const setWindowWidth = (width: number): void => {
  Object.assign(window, { innerWidth: width });
};
const originalWidth = window.innerWidth;
afterEach(() => setWindowWidth(originalWidth));

async function setup({ productName = 'Security Dashboards', hash = '' } = {}) {
  const loadingCount$ = new BehaviorSubject(0);
  const http = httpServiceMock.createStartContract();
  http.getLoadingCount$.mockReturnValue(loadingCount$);
  const stored = new Map<string, string>();
  const service = new ChromeService(true, {
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    document: { title: '' },
    location: { hash },
    userAgent: 'a modern browser',
  });
  const chrome = service.start({
    application: {
      ...applicationServiceMock.createInternalStartContract(),
      applications$: new BehaviorSubject(new Map([APP, LONE_APP].map((app) => [app.id, app]))),
      currentAppId$: new BehaviorSubject<string | undefined>(APP.id),
    },
    docLinks: docLinksServiceMock.createStartContract(),
    http,
    injectedMetadata: injectedMetadataServiceMock.createSetupContract({
      branding: { productName, pageTitle: productName },
    }),
    notifications: notificationServiceMock.createStartContract(),
    theme: themeServiceMock.createSetupContract(),
  });
  render(<>{chrome.getHeaderComponent()}</>);
  return { chrome, stored, loadingCount$ };
}

const subject = (name: string) =>
  document.querySelector<HTMLElement>(`[data-test-subj~="${name}"]`);
const headerIsVisible = () => waitFor(() => expect(subject('headerGlobalNav')).toBeInTheDocument());
const openDrawer = async (): Promise<HTMLElement> => {
  await userEvent.click(screen.getByRole('button', { name: 'Toggle primary navigation' }));
  return waitFor(() => {
    expect(subject('collapsibleNav')).toBeInTheDocument();
    return subject('collapsibleNav')!;
  });
};

describe('default breadcrumbs', () => {
  it.each(['Security Dashboards', 'Our Search'])(
    'show the product name, %s, until the app has a title',
    async (productName) => {
      const { chrome } = await setup({ productName });
      await headerIsVisible();
      const crumbs = within(subject('breadcrumbs')!);
      expect(await crumbs.findByText(productName)).toBeVisible();
      act(() => chrome.setAppTitle('Roles'));
      expect(crumbs.getByText('Roles')).toBeVisible();
      expect(crumbs.queryByText(productName)).toBeNull();
      act(() => chrome.setBreadcrumbs([{ text: 'Deep' }]));
      expect(crumbs.queryByText('Roles')).toBeNull();
    }
  );
});

it('hides the header in an embedded page', async () => {
  await act(async () => void (await import('./header')));
  const { chrome } = await setup({ hash: '#/view?embed=true' });
  await act(async () => undefined);
  expect(subject('headerArea')).toBeNull();
  act(() => chrome.setIsVisible(true));
  await headerIsVisible();
});

it('shows the loading indicator from a count of 1', async () => {
  const { loadingCount$ } = await setup();
  await headerIsVisible();
  for (const [count, isVisible] of [
    [0, false],
    [1, true],
    [2, true],
    [0, false],
  ] as const) {
    act(() => loadingCount$.next(count));
    expect(screen.queryByLabelText('Loading content') !== null).toBe(isVisible);
  }
});

it('explains the badge on hover', async () => {
  const { chrome } = await setup();
  await headerIsVisible();
  act(() =>
    chrome.setBadge({ text: 'Read only', tooltip: 'You may not save', iconType: 'readOnly' })
  );
  expect(subject('headerBadge')!.querySelector('[data-euiicon-type="readOnly"]')).not.toBeNull();
  await userEvent.hover(subject('headerBadge')!);
  expect(await screen.findByRole('tooltip')).toHaveTextContent('You may not save');
  await userEvent.unhover(subject('headerBadge')!);
});

it('shows controls at left, center and right, each sorted by order', async () => {
  const { chrome } = await setup();
  await headerIsVisible();
  const control = (text: string, order?: number) => ({
    ...(order === undefined ? {} : { order }),
    mount: (element: HTMLElement) => {
      element.textContent = text;
      return () => undefined;
    },
  });
  const texts = (side: string): string[] =>
    screen.getAllByText(new RegExp(`^${side} \\d$`)).map(({ textContent }) => textContent);
  act(() => {
    for (const [side, register] of [
      ['left', chrome.navControls.registerLeft],
      ['centre', chrome.navControls.registerCenter],
      ['right', chrome.navControls.registerRight],
    ] as const) {
      register(control(`${side} 3`));
      register(control(`${side} 2`, 20));
      register(control(`${side} 1`, 10));
    }
  });
  for (const side of ['left', 'centre', 'right']) {
    expect(texts(side)).toEqual([`${side} 1`, `${side} 2`, `${side} 3`]);
  }
});

it('opens and closes the help menu', async () => {
  await setup();
  await headerIsVisible();
  const button = screen.getByRole('button', { name: 'Help menu' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  await userEvent.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await waitFor(() => expect(subject('helpMenuContent')).toBeNull());
});

describe('navigation drawer state', () => {
  it('stores on the device whether the drawer is docked, as true or false', async () => {
    const { chrome, stored } = await setup();
    await headerIsVisible();
    const states: boolean[] = [];
    chrome.getIsNavDrawerLocked$().subscribe((isLocked) => states.push(isLocked));
    const drawer = await openDrawer();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Dock navigation' }));
    expect(stored.get('core.chrome.isLocked')).toBe('true');
    await userEvent.click(await screen.findByRole('button', { name: 'Undock navigation' }));
    expect(stored.get('core.chrome.isLocked')).toBe('false');
    expect(states).toEqual([false, true, false]);
  });

  it.each([
    [575, false],
    [991, false],
    [992, true],
    [1_200, true],
  ])('can be docked on a screen of %s px: %s', async (width, isOffered) => {
    setWindowWidth(width);
    await setup();
    await headerIsVisible();
    const drawer = within(await openDrawer());
    expect(drawer.queryByRole('button', { name: 'Dock navigation' }) !== null).toBe(isOffered);
  });

  it('links home to /app/home', async () => {
    await setup();
    await headerIsVisible();
    const drawer = within(await openDrawer());
    expect(drawer.getByRole('link', { name: 'Home' })).toHaveAttribute('href', '/app/home');
  });

  it('shows the icon of a category, and of an app without a category', async () => {
    await setup();
    await headerIsVisible();
    await openDrawer();
    const iconIn = (group: string) =>
      subject(group)!.querySelector('[data-euiicon-type]')?.getAttribute('data-euiicon-type');
    expect(iconIn('collapsibleNavGroup-tools')).toBe('wrench');
    expect(iconIn('collapsibleNavGroup-noCategory')).toBe('star');
  });

  it('scrolls the custom link and the pinned group above 40% of the window height', async () => {
    const { chrome } = await setup();
    await headerIsVisible();
    act(() => chrome.setCustomNavLink({ title: 'Deployment', href: '/elsewhere' }));
    await openDrawer();
    for (const group of ['collapsibleNavGroup-custom', 'collapsibleNavGroup-pinned']) {
      expect(subject(group)).toHaveStyle({ maxBlockSize: '40vh', overflowY: 'auto' });
    }
  });

  it('scrolls recently viewed items above 160 px', async () => {
    const { chrome } = await setup();
    await headerIsVisible();
    act(() => chrome.recentlyAccessed.add('/app/roles/1', 'One', '1'));
    const drawer = within(await openDrawer());
    expect(drawer.getByRole('button', { name: 'Recently viewed' })).toBeVisible();
    expect(subject('recentlyViewedList')).toHaveStyle({ maxBlockSize: '160px', overflowY: 'auto' });
  });
});
