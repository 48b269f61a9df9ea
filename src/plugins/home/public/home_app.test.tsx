import { act, fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import { AppNavLinkStatus, AppStatus, type PublicAppInfo } from '@sd/core/public';
import { coreMock } from '../../../core/public/mocks';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { plugin } from './';
import { visibleApps } from './services/visible_apps';
import { createSecurity, renderHome, SALES, show, table } from './mocks';

/** Slow on a busy machine. */
jest.setTimeout(30_000);

const app = (id: string, more: Partial<PublicAppInfo> = {}): [string, PublicAppInfo] => [
  id,
  {
    id,
    title: id,
    appRoute: `/app/${id}`,
    status: AppStatus.accessible,
    navLinkStatus: AppNavLinkStatus.visible,
    ...more,
  },
];

describe('home plugin', () => {
  it('registers the home app', () => {
    const core = coreMock.createSetup();
    plugin(coreMock.createPluginInitializerContext()).setup(core as never, {});
    expect(core.application.register).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'home', title: 'Home', order: 0, euiIconType: 'home' })
    );
  });

  it('mounts the screen with breadcrumb and title and unmounts it', async () => {
    const security = createSecurity(SALES);
    const core = coreMock.createSetup({ pluginStartDeps: { security } });
    const start = coreMock.createStart();
    (start.http.get as unknown as jest.Mock).mockResolvedValue({ total: 0, saved_objects: [] });
    (core.getStartServices as unknown as jest.Mock).mockResolvedValue([start, { security }, {}]);
    plugin(coreMock.createPluginInitializerContext()).setup(core as never, {});
    const [{ mount }] = core.application.register.mock.calls[0] as [
      { mount(params: unknown): Promise<() => void> },
    ];
    const params = coreMock.createAppMountParameters('/app/home');
    document.body.append(params.element);
    let unmount: () => void = () => undefined;
    await act(async () => {
      unmount = await mount(params);
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    expect(start.chrome.setBreadcrumbs).toHaveBeenCalledWith([{ text: 'Home' }]);
    expect(start.chrome.docTitle.change).toHaveBeenCalledWith(['Home']);
    await act(async () => unmount());
    expect(params.element).toBeEmptyDOMElement();
    expect(security.currentTenant$.observed).toBe(false);
    params.element.remove();
  });
});

it('links to the documentation as "Learn more" and offers its own help', async () => {
  show();
  expect(screen.getByRole('link', { name: /^Learn more/ })).toHaveAttribute(
    'href',
    expect.stringMatching(/^https:/)
  );
  await userEvent.click(screen.getByRole('button', { name: 'Help' }));
  expect(await screen.findByText(/Home shows the tenant you work in/)).toBeVisible();
});

describe('tenant panel', () => {
  it('shows the current tenant and opens the switcher', async () => {
    const security = createSecurity(SALES);
    show({ security });
    await table();
    expect(screen.getByText(/You are working in the tenant/)).toHaveTextContent(
      'You are working in the tenant sales.'
    );
    expect(screen.queryByText('Read only')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Switch tenant' }));
    expect(security.openTenantSwitcher).toHaveBeenCalledTimes(1);
  });

  it('shows Read only when the user cannot write to the tenant', async () => {
    show({ security: createSecurity({ ...SALES, canWrite: false }) });
    await table();
    expect(screen.getByText('Read only')).toBeVisible();
    expect(
      screen.getByText('You can view everything in this tenant, but not change it.')
    ).toBeVisible();
  });

  it.each([
    ['multitenancy is disabled', createSecurity(undefined)],
    ['there is no security plugin', undefined],
  ])('shows no tenant when %s', async (_when, security) => {
    show({ ...(security && { security }) });
    await table();
    expect(screen.queryByRole('button', { name: 'Switch tenant' })).not.toBeInTheDocument();
  });
});

describe('app links', () => {
  it('links to accessible apps in the order of the navigation drawer', async () => {
    const { core } = show({
      basePath: '/base',
      apps: [
        app('management', { category: { id: 'management', label: 'Management', order: 5000 } }),
        app('security', {
          category: { id: 'management', label: 'Management', order: 5000 },
          order: 1,
        }),
        app('dashboards', { category: { id: 'kibana', label: 'Kibana', order: 1000 } }),
        app('loose'),
        app('home'),
        app('hidden', { navLinkStatus: AppNavLinkStatus.hidden }),
        app('disabled', { navLinkStatus: AppNavLinkStatus.disabled }),
        app('closed', { status: AppStatus.inaccessible }),
        app('status', { chromeless: true }),
      ],
    });
    await table();
    const links = within(screen.getByRole('region', { name: 'Apps' })).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'dashboards',
      'security',
      'management',
      'loose',
    ]);
    expect(links[0]).toHaveAttribute('href', '/base/app/dashboards');
    fireEvent.click(links[0] as HTMLElement);
    expect(core.application.navigateToApp).toHaveBeenCalledWith('dashboards');
    // Modified clicks keep the browser's behavior, which jsdom does not implement.
    allowConsole(/Not implemented: navigation/);
    expect(fireEvent.click(links[1] as HTMLElement, { ctrlKey: true })).toBe(true);
    expect(core.application.navigateToApp).toHaveBeenCalledTimes(1);
  });

  it('hides the section if there are no apps', async () => {
    show();
    await table();
    expect(screen.queryByRole('region', { name: 'Apps' })).not.toBeInTheDocument();
  });

  it('sorts apps without a category by title', () => {
    expect(visibleApps(new Map([app('b'), app('a')])).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe('recently viewed items', () => {
  it('shows an empty state without items', async () => {
    show();
    await table();
    expect(screen.getByText('No recently viewed items')).toBeVisible();
  });

  it('links to items below the base path', async () => {
    const core = coreMock.createStart({ basePath: '/base' });
    (core.http.get as unknown as jest.Mock).mockResolvedValue({ total: 0, saved_objects: [] });
    const items = [{ id: '1', label: 'Fleet overview', link: '/app/dashboards#/1' }];
    (core.chrome.recentlyAccessed.get as jest.Mock).mockReturnValue(items);
    (core.chrome.recentlyAccessed.get$ as jest.Mock).mockReturnValue(of(items));
    renderHome({ core: core as never });
    expect(await screen.findByRole('link', { name: 'Fleet overview' })).toHaveAttribute(
      'href',
      '/base/app/dashboards#/1'
    );
    await screen.findByText('This tenant has no saved objects yet');
  });
});
