import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject } from 'rxjs';
import { allowConsole } from '../../../../../test/helpers/console_guard';
import type { AppCategory } from '../../../common';
import {
  applicationServiceMock,
  docLinksServiceMock,
  httpServiceMock,
  themeServiceMock,
} from '../../mocks';
import { currentTheme$ } from '../../theme/current_theme';
import type { MountPoint } from '../../types';
import { HeaderLoader } from '../header_loader';
import type { HeaderProps } from '../header_props';
import { groupLinks } from '../nav_drawer/app_link_groups';
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
import { newIssueUrl } from './help_link';

/** A processor shared with other work is slow, not wrong. */
jest.setTimeout(30_000);

/**
 * EUI's build for tests draws a stand-in for the flyout under the drawer; its inner, true one
 * counts.
 */
jest.mock('@elastic/eui/es/components/flyout/flyout', () => ({
  EuiFlyout: jest.requireActual<{ EuiFlyoutComponent: unknown }>(
    '@elastic/eui/es/components/flyout/flyout.component'
  ).EuiFlyoutComponent,
}));

/** EUI's popovers and inner texts go on for up to 300 ms. */
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 350)));

const BRANDING = { productName: 'Kibana', pageTitle: 'Kibana' };
const SECURITY: AppCategory = { id: 'securitySolution', label: 'Security', order: 4000 };
const KIBANA: AppCategory = { id: 'kibana', label: 'Kibana', order: 1000 };

const link = (id: string, more: Partial<ChromeNavLink> = {}): ChromeNavLink => ({
  id,
  title: `Title ${id}`,
  baseUrl: `http://localhost/app/${id}`,
  href: `http://localhost/app/${id}`,
  ...more,
});
const textControl = (text: string, unmount = () => undefined): ChromeNavControl => ({
  mount: (element) => {
    element.textContent = text;
    return unmount;
  },
});

function setup(more: Partial<HeaderProps> = {}) {
  const streams = {
    loadingCount$: new BehaviorSubject(0),
    appTitle$: new BehaviorSubject('Kibana'),
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
const subject = (name: string) =>
  document.querySelector<HTMLElement>(`[data-test-subj~="${name}"]`);
const drawerElement = (): HTMLElement => {
  const drawer = subject('collapsibleNav');
  if (!drawer) throw new Error('The drawer is not there.');
  return drawer;
};
const toggle = () => screen.getByRole('button', { name: 'Toggle primary navigation' });
const openDrawer = async () => {
  await userEvent.click(toggle());
  return waitFor(drawerElement);
};

describe('header bars', () => {
  it('leads home by the logo, in the page; a modified click stays with the browser', async () => {
    const { application } = setup();
    const logo = screen.getByRole('link', { name: 'Kibana home' });
    expect(logo).toHaveAttribute('href', '/app/home');
    expect(subject('logo')).toBe(logo);
    await userEvent.click(logo);
    expect(application.navigateToApp).toHaveBeenCalledWith('home');
    logo.addEventListener('click', (event) => event.preventDefault());
    await userEvent.keyboard('{Control>}');
    await userEvent.click(logo);
    await userEvent.keyboard('{/Control}');
    expect(application.navigateToApp).toHaveBeenCalledTimes(1);
  });

  it('does nothing on the logo when the home link is disabled', async () => {
    const { application, navLinks$ } = setup();
    act(() => navLinks$.next([link('home', { disabled: true })]));
    await userEvent.click(screen.getByRole('link', { name: 'Kibana home' }));
    expect(application.navigateToApp).not.toHaveBeenCalled();
  });

  it('shows the brand instead of its own mark', () => {
    const { brand$ } = setup({
      branding: { ...BRANDING, logoUrl: '/configured.svg' },
    });
    expect(subject('logoImage')).toHaveAttribute('src', '/configured.svg');
    act(() => brand$.next({ logo: '/logo.svg', smallLogo: '/small.svg' }));
    expect(subject('logoImage')).toHaveAttribute('src', '/small.svg');
    expect(document.querySelector('source')).toHaveAttribute('srcset', '/logo.svg');
  });

  it('shows the logo for dark pages on dark pages, and its own mark when the image is missing', () => {
    setup({
      branding: { ...BRANDING, logoUrl: '/light.svg', logoUrlDark: '/dark.svg' },
    });
    const logo = () => document.querySelector('source')?.getAttribute('srcset');
    expect(logo()).toBe('/light.svg');
    act(() => currentTheme$.next({ darkMode: true }));
    expect(logo()).toBe('/dark.svg');
    fireEvent.error(subject('logoImage') as HTMLElement);
    expect(subject('logoImage')).toBeNull();
    expect(screen.getByRole('link', { name: 'Kibana home' }).querySelector('svg')).not.toBeNull();
    act(() => currentTheme$.next({ darkMode: false }));
    expect(logo()).toBe('/light.svg');
  });

  it('puts a small logo without a large one before the name', () => {
    setup({ branding: { ...BRANDING, productName: 'Acme', smallLogoUrl: '/s.svg' } });
    const logo = screen.getByRole('link', { name: 'Acme home' });
    expect(logo.querySelector('img')).toHaveAttribute('src', '/s.svg');
    expect(logo).toHaveTextContent('Acme');
  });

  it('tells that something loads while the count is above 0', () => {
    const { loadingCount$ } = setup();
    expect(subject('globalLoadingIndicator-hidden')).toBeInTheDocument();
    act(() => loadingCount$.next(2));
    expect(screen.getByLabelText('Loading content')).toBeInTheDocument();
    expect(subject('globalLoadingIndicator')).toBeInTheDocument();
    act(() => loadingCount$.next(0));
    expect(screen.queryByLabelText('Loading content')).toBeNull();
  });

  it('mounts controls in their places, keeps those that stay, unmounts those that go', () => {
    const { navControlsLeft$, navControlsCenter$, navControlsRight$ } = setup();
    const unmount = jest.fn();
    const mount = jest.fn<() => void, [HTMLElement]>(() => unmount);
    const staying = { mount };
    act(() => {
      navControlsLeft$.next([textControl('left one')]);
      navControlsCenter$.next([textControl('centre one')]);
      navControlsRight$.next([staying]);
    });
    expect(screen.getByText('left one')).toBeVisible();
    expect(screen.getByText('centre one')).toBeVisible();
    act(() => navControlsRight$.next([textControl('first'), staying]));
    expect([mount.mock.calls.length, unmount.mock.calls.length]).toEqual([1, 0]);
    act(() => navControlsRight$.next([]));
    expect(unmount).toHaveBeenCalledTimes(1);
  });

  it('loses no more than the part that fails, and has it again when it is mended', async () => {
    allowConsole(/broken part|not valid as a React child|The above error|Failed prop type/);
    const { navControlsLeft$, badge$, breadcrumbs$, helpExtension$, navLinks$ } = setup();
    const mount = () => {
      throw new Error('broken part');
    };
    const noText = { no: 'text' } as unknown as string;
    act(() => {
      navControlsLeft$.next([{ mount }, textControl('left one')]);
      badge$.next({ text: noText, tooltip: 'x' });
      breadcrumbs$.next([{ text: noText }]);
      helpExtension$.next({ appName: noText, content: mount });
      navLinks$.next([link('a', { category: { id: 'x', label: noText } })]);
    });
    expect(screen.getByText('left one')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Help menu' }));
    expect(await screen.findByRole('link', { name: /Ask the community/ })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Toggle primary navigation' }));
    expect(screen.getByRole('link', { name: 'Kibana home' })).toBeVisible();
    act(() => breadcrumbs$.next([{ text: 'mended' }]));
    expect(screen.getByText('mended')).toBeVisible();
    await settle();
  });

  it('mounts the action menu of the app, the former gone first, and survives a broken one', () => {
    const { actionMenu$ } = setup();
    const order: string[] = [];
    const menu =
      (name: string): MountPoint =>
      (element) => {
        order.push(`mount ${name}`);
        element.textContent = name;
        return () => void order.push(`unmount ${name}`);
      };
    act(() => actionMenu$.next(menu('one')));
    expect(subject('headerAppActionMenu')).toHaveTextContent('one');
    act(() => actionMenu$.next(menu('two')));
    act(() => actionMenu$.next(undefined));
    expect(order).toEqual(['mount one', 'unmount one', 'mount two', 'unmount two']);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    act(() =>
      actionMenu$.next(() => {
        throw new Error('broken menu');
      })
    );
    expect(logged).toHaveBeenCalledWith(new Error('broken menu'));
    expect(toggle()).toBeVisible();
  });

  it('shows the badge', () => {
    const { badge$ } = setup();
    expect(subject('headerBadge')).toBeNull();
    act(() =>
      badge$.next({ text: 'Read only', tooltip: 'You may not save', iconType: 'readOnly' })
    );
    expect(subject('headerBadge')).toHaveTextContent('Read only');
  });

  it('falls back to the app title without breadcrumbs, marks first and last, and shows 10 at most', async () => {
    const { breadcrumbs$ } = setup();
    expect(within(subject('breadcrumbs')!).getByText('Kibana')).toBeVisible();
    act(() => breadcrumbs$.next([{ text: 'One' }, { text: 'Two' }, { text: 'Three' }]));
    expect(screen.queryByText('Kibana', { selector: '[data-test-subj~=breadcrumb]' })).toBeNull();
    expect(subject('first')).toHaveTextContent('One');
    expect(subject('last')).toHaveTextContent('Three');
    expect(subject('last')).toHaveAttribute('aria-current', 'page');
    act(() => breadcrumbs$.next(Array.from({ length: 15 }, (_, i) => ({ text: `Crumb ${i}` }))));
    await settle();
    expect(document.querySelectorAll('[data-test-subj~="breadcrumb"]')).toHaveLength(10);
  });

  it('opens breadcrumb links in the page, unless they bring a handler', async () => {
    const { breadcrumbs$, application } = setup();
    const onClick = jest.fn((event: { preventDefault(): void }) => event.preventDefault());
    act(() =>
      breadcrumbs$.next([
        { text: 'A', href: '/app/a' },
        { text: 'B', href: '/app/b', onClick },
        { text: 'C' },
      ])
    );
    await userEvent.click(screen.getByRole('link', { name: 'A' }));
    await userEvent.click(screen.getByRole('link', { name: 'B' }));
    expect(application.navigateToUrl.mock.calls).toEqual([['/app/a']]);
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it('switches the theme', async () => {
    const { theme } = setup();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(theme.setDarkMode).toHaveBeenCalledWith(true);
    act(() => (theme.theme$ as BehaviorSubject<{ darkMode: boolean }>).next({ darkMode: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(theme.setDarkMode).toHaveBeenLastCalledWith(false);
  });

  it('has a link to skip to the main content', async () => {
    setup();
    const main = document.body.appendChild(document.createElement('main'));
    main.id = 'app-main';
    const skip = screen.getByRole('link', { name: 'Skip to main content' });
    expect(skip).toHaveAttribute('href', '#app-main');
    await userEvent.click(skip);
    expect(main).toHaveFocus();
    expect(window.location.hash).toBe('');
    main.remove();
  });
});

describe('help menu', () => {
  const openHelp = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Help menu' }));
    await settle();
    return screen.getByRole('dialog', { name: 'Help' });
  };

  it('tells the version and where help is, in new tabs', async () => {
    const { helpSupportUrl$ } = setup();
    const menu = within(await openHelp());
    expect(menu.getByRole('heading', { name: 'Help' })).toBeVisible();
    expect(menu.getByText('v 1.2.3')).toBeVisible();
    expect(subject('helpMenuContent')).toHaveStyle({ maxInlineSize: '240px' });
    const links = menu.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent?.replace(/\(.*/, '').trim())).toEqual([
      expect.stringContaining('Kibana documentation'),
      expect.stringContaining('Ask the community'),
      expect.stringContaining('Give feedback'),
      expect.stringContaining('Open an issue in GitHub'),
    ]);
    for (const each of links) {
      expect(each).toHaveAttribute('target', '_blank');
      expect(each.getAttribute('rel')).toContain('noopener');
    }
    await act(async () => helpSupportUrl$.next('https://support.example'));
    await settle();
    expect(menu.getByRole('link', { name: /Ask the community/ })).toHaveAttribute(
      'href',
      'https://support.example'
    );
  });

  it('leaves out what the configuration has no address for', async () => {
    const help = { documentation: 'https://wiki.example/', ask: '', feedback: '', issues: '' };
    const { helpExtension$ } = setup({
      docLinks: { ...docLinksServiceMock.createStartContract(), links: { help } },
    });
    act(() =>
      helpExtension$.next({
        appName: 'Roles',
        links: [{ linkType: 'github', labels: ['a'], title: 'A title' }],
      })
    );
    const links = within(await openHelp()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://wiki.example/']);
  });

  it('shows all kinds of links of the app, and its content, unmounted with it', async () => {
    const { helpExtension$ } = setup();
    const unmount = jest.fn();
    const onClick = jest.fn();
    const extension: ChromeHelpExtension = {
      appName: 'Roles',
      links: [
        { linkType: 'documentation', href: 'https://docs.example' },
        { linkType: 'github', labels: ['a', 'b'], title: 'A title' },
        { linkType: 'discuss', href: 'https://discuss.example' },
        { linkType: 'custom', content: 'Take the tour', onClick },
      ],
      content: (element) => {
        element.textContent = 'own content';
        return unmount;
      },
    };
    act(() => helpExtension$.next(extension));
    const menu = within(await openHelp());
    expect(menu.getByRole('heading', { name: 'Roles' })).toBeVisible();
    expect(menu.getByRole('link', { name: /^Documentation/ })).toHaveAttribute(
      'href',
      'https://docs.example'
    );
    const [github, discuss] = menu.getAllByRole('link', { name: /Give feedback on Roles/ });
    expect(github).toHaveAttribute(
      'href',
      newIssueUrl('https://opensearch.org/docs/help/issues', {
        labels: ['a', 'b'],
        title: 'A title',
      })
    );
    expect(new URL(github!.getAttribute('href')!).searchParams.get('labels')).toBe('a,b');
    expect(discuss).toHaveAttribute('href', 'https://discuss.example');
    expect(menu.getByText('own content')).toBeVisible();
    await userEvent.click(menu.getByRole('button', { name: 'Take the tour' }));
    await settle();
    expect(onClick).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByText('own content')).toBeNull());
    expect(unmount).toHaveBeenCalledTimes(1);
  });
});

describe('navigation drawer', () => {
  const LINKS = [
    link('roles', { category: SECURITY, order: 1 }),
    link('users', { category: SECURITY, order: 2, disabled: true }),
    link('discover', { category: KIBANA, order: 3, tooltip: 'Look around' }),
    link('lonely', { order: 4 }),
    link('secret', { hidden: true }),
  ];

  it('groups links by category in order; hidden ones are not there, disabled ones show disabled', async () => {
    const { navLinks$ } = setup();
    act(() => navLinks$.next(LINKS));
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
    const drawer = within(await openDrawer());
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
    const groups = Array.from(
      document.querySelectorAll('[data-test-subj^="collapsibleNavGroup-"]'),
      (group) => group.getAttribute('data-test-subj')
    );
    expect(groups).toEqual([
      'collapsibleNavGroup-pinned',
      'collapsibleNavGroup-recentlyViewed',
      'collapsibleNavGroup-kibana',
      'collapsibleNavGroup-securitySolution',
      'collapsibleNavGroup-noCategory',
    ]);
    expect(drawer.queryByText('Title secret')).toBeNull();
    expect(drawer.getByRole('link', { name: 'Look around' })).toHaveAttribute(
      'href',
      'http://localhost/app/discover'
    );
    expect(drawer.getByRole('button', { name: 'Title users' })).toBeDisabled();
    expect(drawer.getByRole('link', { name: 'Title roles' })).toHaveAttribute(
      'aria-current',
      'page'
    );
    expect(drawer.getByText('No recently viewed items')).toBeVisible();
    expect(
      within(drawer.getByRole('list', { name: 'Pinned links' })).getByRole('link', { name: 'Home' })
    ).toBeVisible();
  });

  it('navigates in the page, closes, and gives the focus to the toggle', async () => {
    const { navLinks$, application } = setup();
    act(() => navLinks$.next(LINKS));
    const drawer = within(await openDrawer());
    await userEvent.click(drawer.getByRole('link', { name: 'Title roles' }));
    expect(application.navigateToApp).toHaveBeenCalledWith('roles');
    await waitFor(() => expect(subject('collapsibleNav')).toBeNull());
    expect(toggle()).toHaveFocus();
    await userEvent.click(within(await openDrawer()).getByRole('link', { name: 'Home' }));
    expect(application.navigateToApp).toHaveBeenLastCalledWith('home');
  });

  it('closes by Escape', async () => {
    setup();
    await openDrawer();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(subject('collapsibleNav')).toBeNull());
    expect(toggle()).toHaveFocus();
  });

  it('remembers which groups are closed', async () => {
    const { navLinks$, stored } = setup();
    act(() => navLinks$.next(LINKS));
    stored.set('core.navGroup.kibana', 'false');
    const drawer = within(await openDrawer());
    const group = (name: string) => drawer.getByRole('button', { name, expanded: undefined });
    expect(group('Kibana')).toHaveAttribute('aria-expanded', 'false');
    expect(group('Security')).toHaveAttribute('aria-expanded', 'true');
    await userEvent.click(group('Security'));
    await userEvent.click(group('Recently viewed'));
    await userEvent.click(group('Kibana'));
    expect(Object.fromEntries(stored)).toEqual({
      'core.navGroup.kibana': 'true',
      'core.navGroup.securitySolution': 'false',
      'core.navGroup.recentlyViewed': 'false',
    });
  });

  it('lists what was viewed, with its kind, opened in the page', async () => {
    const { navLinks$, recentlyAccessed$, application } = setup();
    act(() => {
      navLinks$.next(LINKS);
      recentlyAccessed$.next([
        { id: '1', label: 'My role', link: '/app/roles/1' },
        { id: '2', label: 'Other', link: '/elsewhere' },
      ]);
    });
    const drawer = within(await openDrawer());
    expect(subject('recentlyViewedList')).toHaveStyle({ maxBlockSize: '160px' });
    expect(drawer.getByRole('link', { name: 'Other' })).toHaveAttribute(
      'href',
      'http://localhost/elsewhere'
    );
    await userEvent.click(drawer.getByRole('link', { name: 'My role, type: Title roles' }));
    expect(application.navigateToUrl).toHaveBeenCalledWith('http://localhost/app/roles/1');
  });

  it('puts the custom link on top and leaves it to the browser', async () => {
    const { customNavLink$, application } = setup();
    act(() => customNavLink$.next({ title: 'Deployment', href: '#elsewhere' }));
    const drawer = within(await openDrawer());
    const custom = drawer.getByRole('link', { name: 'Deployment' });
    expect(drawer.getAllByRole('link')[0]).toBe(custom);
    expect(subject('collapsibleNavGroup-custom')).toHaveStyle({ maxBlockSize: '40vh' });
    await userEvent.click(custom);
    expect(application.navigateToApp).not.toHaveBeenCalled();
    await waitFor(() => expect(subject('collapsibleNav')).toBeNull());
    window.location.hash = '';
  });

  it('docks and undocks, remembers it, and stays open when docked', async () => {
    const { navLinks$, onLockChange, application } = setup();
    act(() => navLinks$.next(LINKS));
    const drawer = within(await openDrawer());
    await userEvent.click(drawer.getByRole('button', { name: 'Dock navigation' }));
    expect(onLockChange).toHaveBeenCalledWith(true);
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Undock navigation' })).toHaveFocus()
    );
    await userEvent.click(screen.getByRole('link', { name: 'Title roles' }));
    expect(application.navigateToApp).toHaveBeenCalledWith('roles');
    expect(drawerElement()).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Undock navigation' }));
    expect(onLockChange).toHaveBeenLastCalledWith(false);
  });

  it('begins open where it was docked', async () => {
    setup({ isInitiallyLocked: true, isLocked$: new BehaviorSubject(true) });
    await waitFor(() => expect(drawerElement()).toBeInTheDocument());
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
  });

  it('lets the first link of a category speak for it', () => {
    const { groups, ungrouped } = groupLinks([
      link('a', { category: { id: 'x', label: 'First', order: 2 } }),
      link('b', { category: { id: 'x', label: 'Second', order: 0 } }),
      link('c', { category: { id: 'y', label: 'Y', order: 1 } }),
      link('d', { category: { id: 'z', label: 'Z' } }),
      link('e'),
    ]);
    expect(groups.map(({ category, links }) => [category.label, links.length])).toEqual([
      ['Y', 1],
      ['First', 2],
      ['Z', 1],
    ]);
    expect(ungrouped.map(({ id }) => id)).toEqual(['e']);
  });
});

describe('HeaderLoader', () => {
  it('keeps a thin bar while hidden, keeps the height free, then shows the header', async () => {
    const { props, unmount } = setup();
    unmount();
    const isVisible$ = new BehaviorSubject(false);
    const loadingCount$ = new BehaviorSubject(1);
    render(
      <HeaderLoader isVisible$={isVisible$} loadingCount$={loadingCount$} headerProps={props} />
    );
    expect(screen.getByRole('progressbar', { name: 'Loading content' })).toBeInTheDocument();
    expect(subject('headerGlobalNav')).toBeNull();
    act(() => loadingCount$.next(0));
    expect(screen.queryByRole('progressbar')).toBeNull();
    act(() => isVisible$.next(true));
    expect(subject('headerArea')).toHaveStyle({ blockSize: '96px' });
    await waitFor(() => expect(subject('headerGlobalNav')).toBeInTheDocument());
    act(() => isVisible$.next(false));
    expect(subject('headerGlobalNav')).toBeNull();
  });
});
