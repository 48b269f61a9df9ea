import { act, screen, fireEvent, render, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { of } from 'rxjs';
import type { FindingCounts } from '@sd/contracts';
import { QueryProvider } from '@sd/ui_kit';
import { coreMock } from '../../../core/public/mocks';
import { plugin } from './';
import { createSecurity, newest, renderHome, SALES, show } from './mocks';
import { allowConsole } from '../../../../test/helpers/console_guard';
import { CHANGE_REQUESTS_PATH, FINDING_COUNTS_PATH, READ_SETUP, type SetupFacts } from '../common';
import { Tour } from './app/tour';
import { SetupPanel } from './app/setup/setup_panel';
import type { PageConnection } from './app/setup/setup_steps';

jest.setTimeout(30_000);

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
    const heading = screen.getByRole('heading', { level: 1, name: 'Home' });
    expect(heading).toBeVisible();
    // It receives the focus after a change of app.
    expect(heading).toHaveAttribute('tabindex', '-1');
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

describe('tenant', () => {
  it('is the title of its objects', async () => {
    show({ security: createSecurity(SALES) });
    await newest();
    expect(screen.getByRole('region', { name: 'Saved objects in sales' })).toBeVisible();
    expect(screen.queryByText('Read only')).not.toBeInTheDocument();
  });

  it('says Read only when the user cannot write to it', async () => {
    show({ security: createSecurity({ ...SALES, canWrite: false }) });
    await newest();
    expect(screen.getByText('Read only')).toBeVisible();
    expect(
      screen.getByText('You can view everything in this tenant, but not change it.')
    ).toBeVisible();
  });

  it.each([
    ['multitenancy is disabled', createSecurity(undefined)],
    ['there is no security plugin', undefined],
  ])('is not named when %s', async (_when, security) => {
    show({ ...(security && { security }) });
    await newest();
    expect(screen.getByRole('region', { name: 'Saved objects' })).toBeVisible();
  });
});

describe('own access', () => {
  it('stands first for users without administration', async () => {
    show({ security: createSecurity(SALES) });
    await newest();
    expect(await screen.findByText('What I may read')).toBeVisible();
    expect(screen.getAllByRole('region')[0]).toBe(
      screen.getByRole('region', { name: 'My access' })
    );
  });

  it('is not shown to administrators, who have the Security app', async () => {
    show({ security: createSecurity(SALES, true) });
    await newest();
    expect(screen.queryByRole('region', { name: 'My access' })).toBeNull();
  });
});

describe('tour of the demonstration', () => {
  const stops = (isOpen: (path: string) => boolean) => {
    const core = coreMock.createStart();
    (core.uiSettings.get$ as jest.Mock).mockReturnValue(of(true));
    const security = { ...createSecurity(SALES, true), mayOpenPage: isOpen };
    render(<Tour core={core as never} security={security} />);
    return screen.getAllByRole('link').map(({ textContent }) => textContent);
  };

  it('stops at pages, and at a tab of a role', () => {
    expect(stops(() => true)).toEqual([
      "Find what's wrong",
      'Ask why access is denied',
      'See who can do what',
      'Make a role smaller',
      'Protect the payroll data',
      'Approve a change',
      'Compare with files',
      'Promote from staging',
    ]);
  });

  it('leaves out what plugins that are off would show, tabs included', () => {
    const isOpen = (path: string) => !/^\/(findings|guardrails|compare)(\/|$)/.test(path);
    expect(stops(isOpen)).toEqual([
      'Ask why access is denied',
      'See who can do what',
      'Approve a change',
      'Compare with files',
    ]);
  });
});

describe('recently viewed items', () => {
  it('shows an empty state without items', async () => {
    show();
    await newest();
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

describe('home for administrators', () => {
  const FRESH: SetupFacts = {
    engine: { kind: 'embedded', level: 'available', summary: '' },
    users: { total: 1, withFullAccess: 1, withoutRole: 0 },
    roles: { total: 0, unused: { count: 0, isAtLeast: false, names: [] } },
    tenants: { total: 0 },
    isMultitenancyOn: true,
    isAuditLogOn: true,
  };
  const SETTLED: SetupFacts = {
    ...FRESH,
    users: { total: 1200, withFullAccess: 2, withoutRole: 0 },
    roles: { total: 12, unused: { count: 0, isAtLeast: false, names: [] } },
    tenants: { total: 3 },
  };
  const HTTPS: PageConnection = { protocol: 'https:', hostname: 'logs.example.org' };

  function showPanel(
    facts: SetupFacts | Error,
    connection = HTTPS,
    counts?: Partial<FindingCounts>,
    waiting = 0,
    mayOpenPage: (path: string) => boolean = () => true
  ) {
    const core = coreMock.createStart({ basePath: '/base' });
    const get = core.http.get as unknown as jest.Mock;
    const findings = { critical: 0, high: 0, medium: 0, low: 0, accepted: 0, ...counts };
    get.mockImplementation(async (path: string) => {
      if (path === FINDING_COUNTS_PATH) {
        if (counts) return { checked_at: 1, counts: findings };
        throw new Error('501');
      }
      if (path === CHANGE_REQUESTS_PATH) return { items: [], waiting };
      if (facts instanceof Error) throw facts;
      return facts;
    });
    const view = render(
      <QueryProvider>
        <SetupPanel core={core as never} connection={connection} mayOpenPage={mayOpenPage} />
      </QueryProvider>
    );
    return { core, get, ...view };
  }
  const step = (name: string) =>
    screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement;

  it('shows common tasks to administrators only', async () => {
    const other = show({ security: createSecurity(SALES, false) });
    await newest();
    expect(screen.queryByRole('region', { name: 'Common tasks' })).not.toBeInTheDocument();
    other.unmount();

    const { core } = show({ security: createSecurity(SALES, true), setup: FRESH });
    const tasks = await screen.findByRole('region', { name: 'Common tasks' });
    expect(
      within(tasks)
        .getAllByRole('link')
        .map((link) => link.textContent)
    ).toEqual(['Create user', 'Find user', 'Check access', 'Audit events']);
    fireEvent.click(within(tasks).getByRole('link', { name: 'Create user' }));
    expect(core.application.navigateToApp).toHaveBeenCalledWith('security', {
      path: '/users/create',
    });
    // The rest of home still loads.
    await screen.findByRole('heading', { name: 'Custom roles' });
  });

  it('loads and shows the setup panel for administrators only', async () => {
    const other = show({ security: createSecurity(SALES, false) });
    await newest();
    expect(screen.queryByRole('region', { name: 'Set up security' })).not.toBeInTheDocument();
    expect(other.get).not.toHaveBeenCalledWith(READ_SETUP.path, expect.anything());
    other.unmount();

    show({ security: createSecurity(SALES, true), setup: FRESH });
    const panel = await screen.findByRole('region', { name: 'Set up security' });
    expect(within(panel).getByRole('heading', { name: 'Custom roles' })).toBeVisible();
  });

  it('lists the open steps in order', async () => {
    const { core } = showPanel(FRESH);
    expect(await screen.findByText('2 of 6 done')).toBeVisible();
    expect(screen.getAllByRole('heading', { level: 3 }).map((h) => h.textContent)).toEqual([
      'Custom roles',
      'Users',
      'Administrators',
      'Tenants',
    ]);
    const link = within(step('Users')).getByRole('link', { name: 'Create user' });
    fireEvent.click(link);
    expect(core.application.navigateToApp).toHaveBeenCalledWith('security', {
      path: '/users/create',
    });
  });

  it('counts findings, and marks serious ones', async () => {
    const { unmount } = showPanel(FRESH, HTTPS, { low: 2 });
    await screen.findByRole('heading', { name: 'Findings' });
    expect(step('Findings')).toHaveTextContent('2 findings. Show findings');
    // They are no part of the setup, so they don't count.
    expect(screen.getByText('2 of 6 done')).toBeVisible();
    unmount();
    showPanel(FRESH, HTTPS, { critical: 1, high: 1, medium: 1, accepted: 4 });
    await screen.findByRole('heading', { name: 'Findings' });
    expect(step('Findings')).toHaveTextContent('Attention3 findings, 2 of them serious.');
  });

  // @feature change-requests/3
  it('counts the change requests that wait for the user, and leads to them', async () => {
    const { core } = showPanel(SETTLED, HTTPS, undefined, 2);
    await screen.findByRole('heading', { name: 'Change requests' });
    expect(step('Change requests')).toHaveTextContent(
      'Attention2 change requests are waiting for your approval.'
    );
    fireEvent.click(screen.getByRole('link', { name: 'Show change requests' }));
    expect(core.application.navigateToApp).toHaveBeenCalledWith('security', {
      path: '/changeRequests',
    });
  });

  it('asks for no findings and change requests where the app has no pages for them', async () => {
    const unused = { total: 3, unused: { count: 1, isAtLeast: false, names: ['a'] } };
    const { get } = showPanel({ ...SETTLED, roles: unused }, HTTPS, undefined, 2, () => false);
    await screen.findByRole('heading', { name: 'Unused roles' });
    expect(screen.queryByRole('heading', { name: 'Change requests' })).toBeNull();
    const asked = get.mock.calls.map(([path]) => path);
    expect(asked).not.toContain(CHANGE_REQUESTS_PATH);
    expect(asked).not.toContain(FINDING_COUNTS_PATH);
  });

  it('lists steps that need attention first, with the reason', async () => {
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
    await screen.findByRole('heading', { name: 'Audit logging' });
    const inAttention = screen
      .getAllByText('Attention')
      .map((badge) => within(badge.closest('li') as HTMLElement).getByRole('heading').textContent);
    expect(inAttention).toEqual([
      'Security engine',
      'Users without a role',
      'Audit logging',
      'Connection',
    ]);
    expect(step('Security engine')).toHaveTextContent('The cluster is away.');
    expect(step('Users without a role')).toHaveTextContent('2 users have no role');
    expect(step('Unused roles')).toHaveTextContent('5+ roles without users: a, b, c and 2 more.');
    expect(step('Administrators')).toHaveTextContent('No internal user has the role all_access.');
    expect(step('Connection')).toHaveTextContent('Passwords are sent unencrypted');
    expect(within(step('Connection')).getByRole('link', { name: 'Set up HTTPS' })).toHaveAttribute(
      'href',
      '/base/app/guides/guide/operate#tls'
    );
  });

  it('omits steps whose facts the administrator may not read', async () => {
    showPanel(
      {
        engine: { kind: 'embedded', level: 'available', summary: '' },
        isMultitenancyOn: true,
      },
      { protocol: 'http:', hostname: '127.0.0.1' }
    );
    await screen.findByRole('heading', { name: 'Connection' });
    expect(screen.getByText('0 of 1 done')).toBeVisible();
  });

  it('disappears when all steps are done', async () => {
    const { get, container } = showPanel(SETTLED);
    await waitFor(() => expect(get).toHaveBeenCalled());
    await act(async () => undefined);
    expect(container).toBeEmptyDOMElement();
  });

  it('offers a retry when the facts cannot be loaded', async () => {
    allowConsole(/Not now/);
    const { get } = showPanel(
      Object.assign(new Error('Forbidden'), { body: { message: 'Not now' } })
    );
    await screen.findByText("Couldn't load the setup steps");
    get.mockResolvedValue(FRESH);
    fireEvent.click(screen.getByRole('button', { name: 'Retry loading' }));
    expect(await screen.findByText('2 of 6 done')).toBeVisible();
  });
});
