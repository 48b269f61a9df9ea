import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, of } from 'rxjs';
import { AppNavLinkStatus, AppStatus, type PublicAppInfo } from '@sd/core/public';
import { createKit, createKitMemory, KitProvider, ReadingProvider } from '@sd/ui_kit';
import { MemoryStorage } from '@sd/ui_kit/mocks';
import { coreMock } from '../../../core/public/mocks';
import { allowConsole } from '../../../../test/helpers/console_guard';
import type { CurrentTenant, SecurityPluginStart } from '../../security/public';
import { SET_UP_PATH, type SetUpFacts } from '../common';
import { plugin } from '.';
import { SetUpPanel } from './app/set_up/set_up_panel';
import type { PageConnection } from './app/set_up/set_up_steps';
import type { HomeDeps } from './app/home_deps';
import { HomeScreen } from './app/home_screen';
import { visibleApps } from './services/visible_apps';

/** A processor shared with other work is slow, not wrong. */
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

const object = (
  title: string,
  type = 'dashboard',
  changedAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
) => ({
  type,
  id: title.toLowerCase().replaceAll(' ', '-'),
  attributes: { title, description: `About ${title}` },
  references: [],
  updated_at: changedAt,
  score: 0,
});

function createSecurity(tenant?: CurrentTenant, hasApiAccess = false) {
  return {
    account$: of(undefined),
    currentTenant$: new BehaviorSubject(tenant),
    hasApiAccess$: new BehaviorSubject(hasApiAccess),
    isTenantOffered: () => true,
    openTenantSwitcher: jest.fn(),
  } satisfies SecurityPluginStart;
}

function renderHome(deps: HomeDeps) {
  const storage = new MemoryStorage();
  const { services } = createKit(deps.core, coreMock.createAppMountParameters('/app/home'), {
    memory: createKitMemory('test.', () => storage),
    root: { text: 'Home', path: '/' },
  });
  return render(
    <KitProvider services={services}>
      <HomeScreen {...deps} />
    </KitProvider>
  );
}

const SALES: CurrentTenant = { name: 'sales', label: 'sales', canWrite: true };

interface Options {
  readonly security?: ReturnType<typeof createSecurity>;
  readonly apps?: Array<[string, PublicAppInfo]>;
  readonly basePath?: string;
  readonly total?: number;
}

function show({ security, apps = [], basePath = '', total = 2 }: Options = {}) {
  const core = coreMock.createStart({ basePath });
  const get = core.http.get as unknown as jest.Mock;
  get.mockResolvedValue({
    total,
    saved_objects: [object('Sales pipeline'), object('Slow orders', 'search')],
  });
  (core.application.applications$ as BehaviorSubject<ReadonlyMap<string, PublicAppInfo>>).next(
    new Map(apps)
  );
  const { unmount } = renderHome({ core: core as never, ...(security && { security }) });
  return { core, get, unmount };
}

const lastQuery = (get: jest.Mock) =>
  (get.mock.calls.at(-1) as [string, { query: Record<string, unknown> }])[1].query;
const table = () => screen.findByRole('table', { name: /Saved objects of this tenant/ });

describe('plugin', () => {
  it('registers the home app with light hands', () => {
    const core = coreMock.createSetup();
    plugin(coreMock.createPluginInitializerContext()).setup(core as never, {});
    expect(core.application.register).toHaveBeenCalledWith(
      expect.objectContaining({ id: 'home', title: 'Home', order: 0, euiIconType: 'home' })
    );
  });

  it('mounts the screen with breadcrumb and title, and takes it away again', async () => {
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

describe('tenant', () => {
  it('says which tenant it is and opens the switcher', async () => {
    const security = createSecurity(SALES);
    show({ security });
    await table();
    expect(screen.getByText(/You work in the tenant/)).toHaveTextContent(
      'You work in the tenant sales.'
    );
    expect(screen.queryByText('Read only')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Switch tenant' }));
    expect(security.openTenantSwitcher).toHaveBeenCalledTimes(1);
  });

  it('says when the tenant may only be read', async () => {
    show({ security: createSecurity({ ...SALES, canWrite: false }) });
    await table();
    expect(screen.getByText('Read only')).toBeVisible();
    expect(
      screen.getByText('You may look at everything in this tenant, but not change it.')
    ).toBeVisible();
  });

  it.each([
    ['multi-tenancy is off', createSecurity(undefined)],
    ['there is no security plugin', undefined],
  ])('says nothing when %s', async (_when, security) => {
    show({ ...(security && { security }) });
    await table();
    expect(screen.queryByRole('button', { name: 'Switch tenant' })).not.toBeInTheDocument();
  });
});

describe('apps', () => {
  it('links those one may open, in the order of the drawer', async () => {
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
    // The browser's own ways to open a link stay as they are; this one cannot open anything.
    allowConsole(/Not implemented: navigation/);
    expect(fireEvent.click(links[1] as HTMLElement, { ctrlKey: true })).toBe(true);
    expect(core.application.navigateToApp).toHaveBeenCalledTimes(1);
  });

  it('has no section without apps', async () => {
    show();
    await table();
    expect(screen.queryByRole('region', { name: 'Apps' })).not.toBeInTheDocument();
  });

  it('sorts apps of one place by title', () => {
    expect(visibleApps(new Map([app('b'), app('a')])).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

describe('administrators', () => {
  const FRESH: SetUpFacts = {
    engine: { kind: 'embedded', level: 'available', summary: '' },
    users: { total: 1, withFullAccess: 1, withoutRole: 0 },
    roles: { total: 0, unused: { count: 0, isAtLeast: false, names: [] } },
    tenants: { total: 0 },
    isMultitenancyOn: true,
    isAuditLogOn: true,
  };
  const SETTLED: SetUpFacts = {
    ...FRESH,
    users: { total: 1200, withFullAccess: 2, withoutRole: 0 },
    roles: { total: 12, unused: { count: 0, isAtLeast: false, names: [] } },
    tenants: { total: 3 },
  };
  const HTTPS: PageConnection = { protocol: 'https:', hostname: 'logs.example.org' };

  beforeEach(() => localStorage.clear());

  function showPanel(facts: SetUpFacts | Error, connection = HTTPS) {
    const core = coreMock.createStart({ basePath: '/base' });
    const get = core.http.get as unknown as jest.Mock;
    get.mockImplementation(() =>
      facts instanceof Error ? Promise.reject(facts) : Promise.resolve(facts)
    );
    const view = render(
      <ReadingProvider>
        <SetUpPanel core={core as never} connection={connection} />
      </ReadingProvider>
    );
    return { core, get, ...view };
  }
  const step = (name: string) =>
    screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement;

  it('get the state of the set-up and the way to security; others ask for nothing', async () => {
    const other = show({ security: createSecurity(SALES, false) });
    await table();
    expect(screen.queryByRole('region', { name: 'Set up security' })).not.toBeInTheDocument();
    expect(other.get).not.toHaveBeenCalledWith(SET_UP_PATH, expect.anything());
    other.unmount();

    const { core, get } = show({ security: createSecurity(SALES, true) });
    get.mockImplementation((path: string) =>
      Promise.resolve(path === SET_UP_PATH ? FRESH : { total: 0, saved_objects: [] })
    );
    const panel = await screen.findByRole('region', { name: 'Set up security' });
    await within(panel).findByRole('heading', { name: 'Audit log' });
    fireEvent.click(within(panel).getByRole('link', { name: 'Manage users and roles' }));
    expect(core.application.navigateToApp).toHaveBeenCalledWith('security');
  });

  it('are led through the first steps in their order', async () => {
    const { core } = showPanel(FRESH);
    expect(await screen.findByText('3 of 7 done')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
      'Roles of your own',
      'Users',
      'Administrators',
      'Tenants',
      'Security engine',
      'Audit log',
      'Connection',
    ]);
    expect(within(step('Roles of your own')).getByText('Next step')).toBeVisible();
    expect(within(step('Audit log')).getByText('Done')).toBeVisible();
    const link = within(step('Users')).getByRole('link', { name: 'Create a user' });
    fireEvent.click(link);
    expect(core.application.navigateToApp).toHaveBeenCalledWith('security', {
      path: '/users/create',
    });
  });

  it('see first what needs their attention, and why', async () => {
    showPanel(
      {
        ...SETTLED,
        engine: { kind: 'opensearch', level: 'unavailable', summary: 'The cluster is away.' },
        users: { total: 3, withFullAccess: 0, withoutRole: 2 },
        roles: { total: 9, unused: { count: 5, isAtLeast: true, names: ['a', 'b', 'c'] } },
        isAuditLogOn: false,
      },
      { protocol: 'http:', hostname: 'logs.example.org' }
    );
    await screen.findByRole('heading', { name: 'Audit log' });
    const inAttention = screen
      .getAllByText('Attention')
      .map((badge) => within(badge.closest('li') as HTMLElement).getByRole('heading').textContent);
    expect(inAttention).toEqual([
      'Security engine',
      'Users without a role',
      'Audit log',
      'Connection',
    ]);
    expect(step('Security engine')).toHaveTextContent('The cluster is away.');
    expect(step('Users without a role')).toHaveTextContent('2 users have no role');
    expect(step('Roles that nobody has')).toHaveTextContent(
      'At least 5 roles are given to nobody: a, b, c and 2 more.'
    );
    expect(step('Administrators')).toHaveTextContent('No internal user has the role all_access.');
    expect(step('Connection')).toHaveTextContent('Passwords travel readable');
  });

  it('are told nothing about what they may not read', async () => {
    showPanel(
      {
        engine: { kind: 'embedded', level: 'available', summary: '' },
        isMultitenancyOn: true,
      },
      { protocol: 'http:', hostname: '127.0.0.1' }
    );
    await screen.findByRole('heading', { name: 'Connection' });
    expect(screen.getAllByRole('heading', { level: 3 })).toHaveLength(2);
  });

  it('find it closed when all is done, and as they left it', async () => {
    const first = showPanel(SETTLED);
    await screen.findByText('7 of 7 done');
    const toggle = screen.getByRole('button', { name: 'Show steps' });
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('heading', { level: 3 })).not.toBeInTheDocument();
    fireEvent.click(toggle);
    expect(screen.getByRole('heading', { name: 'Audit log' })).toBeVisible();
    first.unmount();
    showPanel(SETTLED);
    await screen.findByText('7 of 7 done');
    expect(screen.getByRole('button', { name: 'Hide steps' })).toBeVisible();
  });

  it('may try again when it cannot be loaded', async () => {
    const { get } = showPanel(
      Object.assign(new Error('Forbidden'), { body: { message: 'Not now' } })
    );
    await screen.findByText('The state of the set-up could not be loaded');
    get.mockResolvedValue(SETTLED);
    fireEvent.click(screen.getByRole('button', { name: 'Retry loading' }));
    expect(await screen.findByText('7 of 7 done')).toBeVisible();
  });
});

describe('recently viewed', () => {
  it('is empty at first', async () => {
    show();
    await table();
    expect(screen.getByText('No recently viewed items')).toBeVisible();
  });

  it('links below the base path', async () => {
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

describe('saved objects', () => {
  it('shows title, type and when it changed', async () => {
    const { get } = show();
    const [, first, second] = within(await table()).getAllByRole('row');
    expect(get).toHaveBeenCalledWith(
      '/api/saved_objects/_find',
      expect.objectContaining({ signal: expect.any(AbortSignal) })
    );
    expect(lastQuery(get)).toEqual({
      type: ['dashboard', 'visualization', 'search', 'index-pattern'],
      fields: ['title', 'description'],
      page: 1,
      per_page: 10,
      sort_field: 'updated_at',
      sort_order: 'desc',
    });
    expect(first).toHaveTextContent(/Sales pipeline.*About Sales pipeline.*Dashboard.*3 hours ago/);
    expect(second).toHaveTextContent(/Slow orders.*Search/);
  });

  it('tells the exact time in the format of the settings', async () => {
    const core = coreMock.createStart();
    core.uiSettings.get.mockReturnValue('YYYY/MM/DD' as never);
    (core.http.get as unknown as jest.Mock).mockResolvedValue({
      total: 1,
      saved_objects: [object('A', 'dashboard', '2020-05-06T12:00:00.000Z')],
    });
    renderHome({ core: core as never });
    fireEvent.mouseOver(await screen.findByText(/years ago/));
    const tooltip = await screen.findByRole('tooltip');
    await waitFor(() => expect(tooltip).toHaveTextContent('2020/05/06'));
    expect(core.uiSettings.get).toHaveBeenCalledWith('dateFormat', expect.any(String));
  });

  it('searches with each key, from the first page on', async () => {
    const { get } = show();
    await table();
    get.mockResolvedValue({ total: 0, saved_objects: [] });
    await userEvent.type(
      screen.getByRole('searchbox', { name: 'Search saved objects' }),
      'mon clo'
    );
    expect((await screen.findAllByText('No items found')).length).toBeGreaterThan(0);
    await waitFor(() =>
      expect(lastQuery(get)).toMatchObject({
        search: 'mon* clo*',
        search_fields: ['title', 'description'],
        default_search_operator: 'AND',
        page: 1,
      })
    );
  });

  it('sorts on the server, tells how it is sorted, and turns the order round', async () => {
    const { get } = show({ total: 25 });
    await table();
    const header = (name: RegExp) => screen.getByRole('columnheader', { name });
    expect(header(/^Changed/)).toHaveAttribute('aria-sort', 'descending');
    expect(header(/^Title/)).toHaveAttribute('aria-sort', 'none');
    await userEvent.click(within(header(/^Title/)).getByRole('button'));
    await waitFor(() =>
      expect(lastQuery(get)).toMatchObject({ sort_field: 'display_title', sort_order: 'asc' })
    );
    await userEvent.click(within(header(/^Title/)).getByRole('button'));
    await waitFor(() =>
      expect(lastQuery(get)).toMatchObject({ sort_field: 'display_title', sort_order: 'desc' })
    );
  });

  it('turns pages on the server, with another number of rows from the first one on', async () => {
    const { get } = show({ total: 1234 });
    await userEvent.click(await screen.findByRole('link', { name: 'Page 2 of 124' }));
    await waitFor(() => expect(lastQuery(get)).toMatchObject({ page: 2 }));
    await userEvent.click(screen.getByRole('button', { name: /Rows per page/ }));
    await userEvent.click(await screen.findByText('100 rows'));
    await waitFor(() => expect(lastQuery(get)).toMatchObject({ page: 1, per_page: 100 }));
  });

  it('offers neither a selection nor a menu', async () => {
    show();
    await table();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: /^Menu/ })).toBeNull();
  });

  it('says what went wrong and tries again', async () => {
    const core = coreMock.createStart();
    const get = core.http.get as unknown as jest.Mock;
    get.mockRejectedValueOnce(
      Object.assign(new Error('Forbidden'), { body: { message: 'No permission in this tenant' } })
    );
    renderHome({ core: core as never });
    expect(await screen.findByRole('alert')).toHaveTextContent('The data could not be loaded.');
    expect(screen.getByText('No permission in this tenant')).toBeVisible();
    get.mockResolvedValue({ total: 1, saved_objects: [object('Sales pipeline')] });
    await userEvent.click(screen.getByRole('button', { name: 'Retry loading' }));
    expect(await screen.findByText('Sales pipeline')).toBeVisible();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('aborts the request when the screen goes', async () => {
    const core = coreMock.createStart();
    let signal: AbortSignal | undefined;
    (core.http.get as unknown as jest.Mock).mockImplementation(
      (_path, options: { signal: AbortSignal }) => {
        signal = options.signal;
        return new Promise(() => undefined);
      }
    );
    const { unmount } = renderHome({ core: core as never });
    await waitFor(() => expect(signal).toBeDefined());
    unmount();
    expect(signal?.aborted).toBe(true);
  });
});
