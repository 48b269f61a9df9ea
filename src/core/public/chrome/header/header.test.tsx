import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BehaviorSubject } from 'rxjs';
import { allowConsole } from '../../../../../test/helpers/console_guard';
import { AppStatus, type PublicAppInfo } from '../../application/types';
import { docLinksServiceMock } from '../../mocks';
import { currentTheme$ } from '../../theme/current_theme';
import type { MountPoint } from '../../types';
import type { ChromeHelpExtension, ChromeNavControl } from '../types';
import { newIssueUrl } from './help_link';
import { BRANDING, link, setup, subject, toggle } from './mocks';

/** Slow machines need more time. */
jest.setTimeout(30_000);

/** EUI's popovers and tooltips keep updating for up to 300 ms. */
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 350)));
const textControl = (text: string, unmount = () => undefined): ChromeNavControl => ({
  mount: (element) => {
    element.textContent = text;
    return unmount;
  },
});

describe('header bar', () => {
  it('is the only bar and has menu, logo, breadcrumbs and help', () => {
    setup();
    const bars = document.querySelectorAll('.euiHeader');
    expect(bars).toHaveLength(1);
    for (const part of [toggle(), subject('logo'), subject('breadcrumbs')])
      expect(bars[0]).toContainElement(part);
    expect(screen.getByRole('button', { name: 'Help menu' })).toBeVisible();
  });

  it('navigate home from the logo in the page; a modified click is left to the browser', async () => {
    const { application } = setup();
    const logo = screen.getByRole('link', { name: 'Security Dashboards home' });
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

  // @spec 5.8/6
  it('ignore clicks on the logo when the home link is disabled', async () => {
    const { application, navLinks$ } = setup();
    act(() => navLinks$.next([link('home', { disabled: true })]));
    await userEvent.click(screen.getByRole('link', { name: 'Security Dashboards home' }));
    expect(application.navigateToApp).not.toHaveBeenCalled();
  });

  it('show the brand instead of the default logo', () => {
    const { brand$ } = setup({
      branding: { ...BRANDING, logoUrl: '/configured.svg' },
    });
    expect(subject('logoImage')).toHaveAttribute('src', '/configured.svg');
    act(() => brand$.next({ logo: '/logo.svg', smallLogo: '/small.svg' }));
    expect(subject('logoImage')).toHaveAttribute('src', '/small.svg');
    expect(document.querySelector('source')).toHaveAttribute('srcset', '/logo.svg');
  });

  it('show the dark logo on dark pages, and the default logo if the image is missing', () => {
    setup({
      branding: { ...BRANDING, logoUrl: '/light.svg', logoUrlDark: '/dark.svg' },
    });
    const logo = () => document.querySelector('source')?.getAttribute('srcset');
    expect(logo()).toBe('/light.svg');
    act(() => currentTheme$.next({ darkMode: true }));
    expect(logo()).toBe('/dark.svg');
    fireEvent.error(subject('logoImage') as HTMLElement);
    expect(subject('logoImage')).toBeNull();
    expect(
      screen.getByRole('link', { name: 'Security Dashboards home' }).querySelector('svg')
    ).not.toBeNull();
    act(() => currentTheme$.next({ darkMode: false }));
    expect(logo()).toBe('/light.svg');
  });

  it('show a small logo without a large one before the name', () => {
    setup({ branding: { ...BRANDING, productName: 'Acme', smallLogoUrl: '/s.svg' } });
    const logo = screen.getByRole('link', { name: 'Acme home' });
    expect(logo.querySelector('img')).toHaveAttribute('src', '/s.svg');
    expect(logo).toHaveTextContent('Acme');
  });

  it('show a loading indicator while the count is above 0', () => {
    const { loadingCount$ } = setup();
    expect(subject('globalLoadingIndicator-hidden')).toBeInTheDocument();
    act(() => loadingCount$.next(2));
    expect(screen.getByLabelText('Loading content')).toBeInTheDocument();
    expect(subject('globalLoadingIndicator')).toBeInTheDocument();
    act(() => loadingCount$.next(0));
    expect(screen.queryByLabelText('Loading content')).toBeNull();
  });

  it('mount controls in their slots, keep unchanged ones, unmount removed ones', () => {
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

  it('lose only the part that fails to render, and show it again once it is corrected', async () => {
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
    expect(screen.getByRole('link', { name: 'Security Dashboards home' })).toBeVisible();
    act(() => breadcrumbs$.next([{ text: 'mended' }]));
    expect(screen.getByText('mended')).toBeVisible();
    await settle();
  });

  it('unmount the previous action menu before mounting the next, and ignore one that throws', () => {
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

  it('show the badge', () => {
    const { badge$ } = setup();
    expect(subject('headerBadge')).toBeNull();
    act(() =>
      badge$.next({ text: 'Read only', tooltip: 'You may not save', iconType: 'readOnly' })
    );
    expect(subject('headerBadge')).toHaveTextContent('Read only');
  });

  it('fall back to the app title without breadcrumbs, mark first and last, and show at most 10', async () => {
    const { breadcrumbs$ } = setup();
    expect(within(subject('breadcrumbs')!).getByText('Security Dashboards')).toBeVisible();
    act(() => breadcrumbs$.next([{ text: 'One' }, { text: 'Two' }, { text: 'Three' }]));
    expect(
      screen.queryByText('Security Dashboards', { selector: '[data-test-subj~=breadcrumb]' })
    ).toBeNull();
    expect(subject('first')).toHaveTextContent('One');
    expect(subject('last')).toHaveTextContent('Three');
    expect(subject('last')).toHaveAttribute('aria-current', 'page');
    act(() => breadcrumbs$.next(Array.from({ length: 15 }, (_, i) => ({ text: `Crumb ${i}` }))));
    await settle();
    expect(document.querySelectorAll('[data-test-subj~="breadcrumb"]')).toHaveLength(10);
  });

  it('open breadcrumb links in the page, unless they have a handler', async () => {
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

  it('switch the theme', async () => {
    const { theme } = setup();
    await userEvent.click(screen.getByRole('button', { name: 'Switch to dark theme' }));
    expect(theme.setDarkMode).toHaveBeenCalledWith(true);
    act(() => (theme.theme$ as BehaviorSubject<{ darkMode: boolean }>).next({ darkMode: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(theme.setDarkMode).toHaveBeenLastCalledWith(false);
  });

  it('have a link to skip to the main content', async () => {
    setup();
    const main = document.body.appendChild(document.createElement('main'));
    main.id = 'app-main';
    const skip = screen.getByRole('link', { name: 'Skip to main content' });
    expect(skip).toHaveAttribute('href', '#app-main');
    await userEvent.click(skip);
    expect(main).toHaveFocus();
    const page = main.appendChild(document.createElement('div'));
    page.id = 'app-page';
    page.tabIndex = -1;
    await userEvent.click(skip);
    expect(page).toHaveFocus();
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

  it('shows the version and help links, which open in new tabs', async () => {
    const { helpSupportUrl$ } = setup();
    const menu = within(await openHelp());
    expect(menu.getByRole('heading', { name: 'Help' })).toBeVisible();
    expect(menu.getByText('v 1.2.3')).toBeVisible();
    expect(subject('helpMenuContent')).toHaveStyle({ maxInlineSize: '240px' });
    const links = menu.getAllByRole('link');
    expect(links.map(({ textContent }) => textContent?.replace(/\(.*/, '').trim())).toEqual([
      expect.stringContaining('Security Dashboards documentation'),
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

  it('leads to the guides only where the user may open them', async () => {
    const { application } = setup();
    await openHelp();
    expect(screen.queryByRole('link', { name: /Guides/ })).not.toBeInTheDocument();
    const appWith = (status: AppStatus) =>
      new Map([['guides', { id: 'guides', status } as PublicAppInfo]]);
    const apps$ = application.applications$ as BehaviorSubject<ReadonlyMap<string, PublicAppInfo>>;
    await act(async () => apps$.next(appWith(AppStatus.accessible)));
    expect(screen.getByRole('link', { name: /Guides/ })).toHaveAttribute('href', '/app/guides');
    await act(async () => apps$.next(appWith(AppStatus.inaccessible)));
    expect(screen.queryByRole('link', { name: /Guides/ })).not.toBeInTheDocument();
  });

  it('omits links without a configured URL', async () => {
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

  it('shows all kinds of app links, and app content that is unmounted with the menu', async () => {
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
