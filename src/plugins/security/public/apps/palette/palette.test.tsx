/** Tests of the command palette and shortcuts. */
import type { DisabledEndpoints } from '@sd/contracts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { of } from 'rxjs';
import { AppStatus } from '@sd/core/public';
import { allowConsole } from '../../../../../../test/helpers/console_guard';
import { coreMock } from '../../../../../core/public/mocks';
import {
  callsOf,
  createAccount,
  createConfig,
  createMemory,
  createPage,
  createTenancyState,
  renderInCore,
  searchResponse,
} from '../../mocks';
import { listenForShortcuts } from '../../startup/logged_in';
import { chosenCluster, visitedCluster$ } from '../../services/clusters';
import type { AdminPage } from '../../types';
import { securityClient } from '../../services/security_client';
import { LoggedInSession } from '../../services/session_state';
import { Tenancy } from '../../services/tenancy';
import { createAccountDialogs } from '../account/dialogs';
import { CommandPalette } from './command_palette';
import { ShortcutHelp } from './palette_content';

jest.setTimeout(30_000);

interface SearchCall {
  readonly path: string;
  readonly search: string;
  readonly signal: AbortSignal;
  readonly respond: (names: readonly string[]) => void;
}

interface PrepareOptions {
  readonly isAdmin?: boolean;
  readonly disabledEndpoints?: DisabledEndpoints;
  readonly apps?: Readonly<Record<string, AppStatus>>;
  readonly suspended?: readonly string[];
  readonly addedPages?: readonly AdminPage[];
}

async function prepare({
  isAdmin = true,
  disabledEndpoints = {},
  apps = {},
  suspended = [],
  addedPages = [],
}: PrepareOptions = {}) {
  const core = coreMock.createStart();
  Object.assign(core.application, {
    applications$: of(new Map(Object.entries(apps).map(([id, status]) => [id, { id, status }]))),
  });
  const config = createConfig();
  const account = createAccount({
    user_name: 'jane',
    user_requested_tenant: 'finance',
    tenants: { finance: true, sales: true, global_tenant: true, jane: true },
  });
  const calls: SearchCall[] = [];
  core.http.get.mockImplementation((async (path: string, options: never) => {
    if (path.endsWith('/multitenancy/state')) return createTenancyState(account, config);
    if (path.endsWith('/restapiinfo'))
      return { has_api_access: isAdmin, disabled_endpoints: disabledEndpoints };
    if (!path.includes('/search/')) return { data: account };
    const { query, signal } = options as { query: { search: string }; signal: AbortSignal };
    const names = await new Promise<readonly string[]>((resolve) =>
      calls.push({ path, search: query.search, signal, respond: resolve })
    );
    const attributes = { enabled: 'false' };
    return searchResponse(
      names.map((name) => ({ name, entity: suspended.includes(name) ? { attributes } : {} }))
    );
  }) as never);
  core.http.post.mockResolvedValue('sales' as never);
  const client = securityClient(core.http);
  const tenancy = new Tenancy(client, config);
  const session = new LoggedInSession(client, tenancy);
  await session.load();
  const page = createPage();
  const deps = {
    core,
    config,
    client,
    session,
    tenancy,
    memory: createMemory(),
    page,
    addedPages,
    saveActions: [],
    entityParts: [],
    impactParts: [],
    clusterSources: [],
  };
  const respond = async (search: string, roles: readonly string[], users: readonly string[]) => {
    await waitFor(() => expect(calls.filter((one) => one.search === search)).toHaveLength(2));
    await act(async () => {
      for (const one of calls)
        if (one.search === search) one.respond(one.path.endsWith('/roles') ? roles : users);
    });
  };
  return { deps, core, page, calls, respond };
}

async function openPalette(options?: PrepareOptions) {
  const prepared = await prepare(options);
  const onClose = jest.fn();
  const dialogs = {
    openTenantSwitcher: jest.fn(),
    openRoleInfo: jest.fn(),
    openPasswordReset: jest.fn(),
    openSessions: jest.fn(),
    openFactors: jest.fn(),
    openApiKeys: jest.fn(),
    openPalette: jest.fn(),
    openShortcuts: jest.fn(),
    openPreferences: jest.fn(),
  };
  renderInCore(
    <CommandPalette {...prepared.deps} dialogs={dialogs} typedBefore={() => ''} onClose={onClose} />
  );
  const box = await screen.findByRole('combobox', {
    name: 'Search pages, actions, roles, users and tenants',
  });
  const type = (text: string) => fireEvent.input(box, { target: { value: text } });
  const user = userEvent.setup({
    delay: null,
    pointerEventsCheck: PointerEventsCheckLevel.Never,
  });
  return { ...prepared, box, type, user, onClose, dialogs };
}
/** Awaits the code that a shortcut loads. */
const settle = () => act(async () => void (await import('./palette_entries')));
const offered = () =>
  screen.queryAllByRole('option').map((one) => one.getAttribute('title') ?? one.textContent);

it('command palette opens a role by name on Enter, exact matches first', async () => {
  const { core, type, respond, user, box, onClose } = await openPalette();
  type('reader');
  await respond('reader', ['all_readers', 'reader', 'reader_2'], ['readerson']);
  const listed = offered().join(' ');
  expect(listed.indexOf('reader_2')).toBeGreaterThan(-1);
  expect(box).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalled();
  expect(core.application.navigateToApp).toHaveBeenCalledWith('security', {
    path: '/roles/view/reader',
  });
});

it('command palette finds the guides by other words, where the user may open them', async () => {
  const { type, user, core, respond } = await openPalette({
    apps: { guides: AppStatus.accessible },
  });
  type('documentation');
  await respond('documentation', [], []);
  expect(offered()).toEqual([expect.stringMatching(/^Guides/)]);
  await user.keyboard('{Enter}');
  expect(core.application.navigateToApp).toHaveBeenCalledWith('guides');
});

it('command palette omits the guides for read-only users', async () => {
  const { type, respond } = await openPalette({ apps: { guides: AppStatus.inaccessible } });
  type('documentation');
  await respond('documentation', [], []);
  expect(offered()).toEqual([]);
});

it('command palette lists the kind with an exact match first', async () => {
  const { type, respond, user, core } = await openPalette();
  type('sales');
  await respond('sales', ['sales_read'], ['sales_bot']);
  await user.keyboard('{Enter}');
  expect(core.http.post).toHaveBeenCalledWith(
    '/api/v1/multitenancy/tenant',
    expect.objectContaining({ body: JSON.stringify({ tenant: 'sales', username: 'jane' }) })
  );
});

it('command palette searches on each key press, aborts earlier requests and ignores their results', async () => {
  const { type, respond, calls } = await openPalette();
  type('a');
  type('ab');
  await respond('ab', ['abacus'], []);
  expect(calls.filter(({ search }) => search === 'a').every(({ signal }) => signal.aborted)).toBe(
    true
  );
  expect(offered().join()).toContain('abacus');
  await respond('a', ['alone'], []);
  expect(offered().join()).not.toContain('alone');
});

it('command palette finds users with special characters and limits the results of each kind', async () => {
  const { core, type, respond, user } = await openPalette();
  type('x');
  const many = Array.from({ length: 20 }, (_, i) => `x${i}`);
  await respond('x', many, ['x/y@z']);
  expect(screen.getAllByRole('option')).toHaveLength(6 + 1 + pagesWith('x'));
  await user.click(screen.getByRole('option', { name: /x\/y@z/ }));
  expect(core.application.navigateToApp).toHaveBeenCalledWith('security', {
    path: '/users/view/x%2Fy%40z',
  });
});
const pagesWith = (letter: string) =>
  ['Access explorer', 'Access matrix', 'Export and import'].filter((name) => name.includes(letter))
    .length;

it('command palette switches tenants and omits the current one', async () => {
  const { type, user, core, page } = await openPalette({ isAdmin: false });
  expect(screen.queryByRole('option', { name: /finance/ })).toBeNull();
  type('sal');
  await user.click(await screen.findByRole('option', { name: /sales/ }));
  expect(core.http.post).toHaveBeenCalledWith(
    '/api/v1/multitenancy/tenant',
    expect.objectContaining({ body: JSON.stringify({ tenant: 'sales', username: 'jane' }) })
  );
  await waitFor(() => expect(page.reload).toHaveBeenCalled());
});

it('command palette runs account actions for every user', async () => {
  const { type, user, dialogs, onClose } = await openPalette({ isAdmin: false });
  type('sessi');
  await user.keyboard('{Enter}');
  expect(dialogs.openSessions).toHaveBeenCalledTimes(1);
  expect(onClose).toHaveBeenCalledTimes(1);
  type('password');
  await user.click(screen.getByRole('option', { name: /Reset password/ }));
  expect(dialogs.openPasswordReset).toHaveBeenCalledTimes(1);
});

it('command palette logs out', async () => {
  const { type, user, core, page } = await openPalette({ isAdmin: false });
  type('log out');
  await user.click(await screen.findByRole('option', { name: /Log out/ }));
  expect(callsOf(core.http.post)).toContainEqual(['/auth/logout', {}]);
  await waitFor(() => expect(page.assign).toHaveBeenCalled());
});

it('command palette finds actions by name, for administrators only', async () => {
  const { core, type, user } = await openPalette();
  type('create ro');
  await user.click(await screen.findByRole('option', { name: /Create role/ }));
  expect(core.application.navigateToApp).toHaveBeenCalledWith('security', {
    path: '/roles/create',
  });
});

it('command palette finds pages by other words, and the actions of newer pages', async () => {
  const { core, type, user } = await openPalette();
  type('undo');
  expect(await screen.findByRole('option', { name: /^Change history/ })).toBeVisible();
  type('add authentication');
  await user.click(await screen.findByRole('option', { name: /Add authentication domain/ }));
  expect(core.application.navigateToApp).toHaveBeenCalledWith('security', {
    path: '/auth/create',
  });
});

it.each([
  ['compliance', /Compliance settings/, '/auditLogging/edit/complianceSettings'],
  ['connection', /Connection settings/, '/auth/connections'],
  ['configure tenants', /Configure tenants/, '/tenants/configure'],
])('command palette finds the settings page by "%s"', async (text, name, path) => {
  const { core, type, user } = await openPalette();
  type(text);
  await user.click(await screen.findByRole('option', { name }));
  expect(core.application.navigateToApp).toHaveBeenCalledWith('security', { path });
});

it('command palette offers the page of a plugin, as long as the plugin adds it', async () => {
  const shop: AdminPage = {
    id: 'shop',
    path: '/findings/shop',
    title: () => 'Shop',
    words: () => 'prices',
    load: async () => () => null,
  };
  const { type, respond } = await openPalette({ addedPages: [shop] });
  type('prices');
  await respond('prices', [], []);
  expect(offered()).toEqual([expect.stringMatching(/^Shop/)]);
  cleanup();
  const without = await openPalette();
  without.type('prices');
  await without.respond('prices', [], []);
  expect(offered()).toEqual([]);
});

it('command palette leaves out what the roles of an administrator do not open', async () => {
  const { type } = await openPalette({
    disabledEndpoints: { ROLES: ['GET', 'PUT'], CONFIG: ['PUT'] },
  });
  type('create');
  expect(await screen.findByRole('option', { name: /Create user/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /Create role/ })).toBeNull();
  type('');
  await screen.findByRole('option', { name: /Users/ });
  expect(screen.queryByRole('option', { name: /^Roles/ })).toBeNull();
});

describe('command palette on another cluster', () => {
  afterEach(() => visitedCluster$.next(undefined));
  const visit = (credentials: 'session' | 'service', features = {}) =>
    visitedCluster$.next(chosenCluster({ id: 'prod', credentials, features } as never));

  it.each([
    ['session', true],
    ['service', false],
  ] as const)('with credentials by %s offers roles: %s', async (credentials, isOffered) => {
    visit(credentials);
    const { type, calls } = await openPalette({ disabledEndpoints: { ROLES: ['GET'] } });
    type('role');
    await waitFor(() => expect(calls).toHaveLength(isOffered ? 2 : 1));
    expect(screen.queryByRole('option', { name: /^Roles/ }) !== null).toBe(isOffered);
  });

  it('offers neither pages of this installation alone nor what that cluster lacks', async () => {
    visit('service', { guardrails: false });
    const { type, respond } = await openPalette();
    for (const text of ['guardrails', 'change requests']) {
      type(text);
      await respond(text, [], []);
      expect(await screen.findAllByText('No matches')).not.toHaveLength(0);
    }
  });
});

it('command palette offers no actions without API access', async () => {
  const { type } = await openPalette({ isAdmin: false });
  type('create');
  expect(await screen.findAllByText('No matches')).not.toHaveLength(0);
});

it('command palette searches and suspends only as the roles of the administrator allow', async () => {
  const disabledEndpoints = { ROLES: ['GET'], INTERNALUSERS: ['PATCH'] };
  const { type, calls } = await openPalette({ disabledEndpoints });
  type('ja');
  await waitFor(() => expect(calls).toHaveLength(1));
  await act(async () => calls[0]?.respond(['jan']));
  expect(calls.map(({ path }) => path)).toEqual(['/api/v1/search/internalusers']);
  type('suspend ja');
  await waitFor(() => expect(calls).toHaveLength(2));
  await act(async () => calls[1]?.respond(['jan']));
  expect(offered().join()).not.toContain('Suspend jan');
});

it('command palette finds users to suspend and opens the question on their page', async () => {
  const { core, calls, type, user } = await openPalette();
  type('suspend ja');
  await waitFor(() => expect(calls).toHaveLength(1));
  await act(async () => calls[0]?.respond(['jane', 'jan']));
  // Not the own user, jane.
  expect(offered().join()).not.toContain('jane');
  await user.click(screen.getByRole('option', { name: /Suspend jan/ }));
  expect(core.application.navigateToApp).toHaveBeenCalledWith('security', {
    path: '/users/view/jan',
    state: { dialog: 'suspend' },
  });
});

it('command palette finds suspended users to reactivate', async () => {
  const { core, calls, type, user } = await openPalette({ suspended: ['lena'] });
  type('reactivate le');
  await waitFor(() => expect(calls).toHaveLength(1));
  await act(async () => calls[0]?.respond(['lena', 'leo']));
  expect(offered().join()).not.toContain('leo');
  await user.click(screen.getByRole('option', { name: /Reactivate lena/ }));
  expect(core.application.navigateToApp).toHaveBeenCalledWith('security', {
    path: '/users/view/lena',
  });
});

it('command palette announces the number of results without the titles of groups', async () => {
  const { type } = await openPalette({ isAdmin: false });
  type('log out');
  expect(await screen.findByText('1 result available')).toBeInTheDocument();
});

it('command palette sends no search and hides admin pages without API access', async () => {
  const { type, calls } = await openPalette({ isAdmin: false });
  expect(screen.queryByRole('option', { name: /Users/ })).toBeNull();
  type('xq');
  expect(await screen.findAllByText('No matches')).not.toHaveLength(0);
  expect(calls).toEqual([]);
});

it('command palette reports a failed search and still opens pages', async () => {
  allowConsole(/Down/);
  const { core, type } = await openPalette();
  core.http.get.mockRejectedValue(new Error('Down') as never);
  type('rol');
  expect(await screen.findByRole('alert')).toHaveTextContent("Couldn't search");
  expect(screen.getByRole('option', { name: /Roles/ })).toBeVisible();
});

describe('shortcuts', () => {
  let stop: () => void = () => {};
  afterEach(() => {
    stop();
    localStorage.clear();
    document.body.innerHTML = '';
  });
  async function listen(options?: PrepareOptions) {
    const { deps, core } = await prepare(options);
    const dialogs = { openPalette: jest.fn(), openShortcuts: jest.fn() };
    stop = listenForShortcuts({ ...deps, dialogs });
    const press = (key: string, more: KeyboardEventInit = {}, on: Element = document.body) =>
      fireEvent.keyDown(on, { key, ...more });
    return { core, deps, dialogs, press };
  }

  it('open the palette and the shortcut list, and open pages with two keys', async () => {
    const { core, dialogs, press } = await listen();
    // False: the shortcut was handled and its default action prevented.
    expect(press('k', { ctrlKey: true })).toBe(false);
    press('K', { metaKey: true });
    expect(dialogs.openPalette).toHaveBeenCalledTimes(2);
    press('?', { shiftKey: true });
    expect(dialogs.openShortcuts).toHaveBeenCalledTimes(1);
    press('g');
    press('u');
    const { navigateToApp } = core.application;
    await waitFor(() => expect(navigateToApp).toHaveBeenCalledWith('security', { path: '/users' }));
    press('u');
    await settle();
    expect(navigateToApp).toHaveBeenCalledTimes(1);
    expect(press('p', { ctrlKey: true })).toBe(true);
  });

  it('are ignored in text fields, below dialogs and for inaccessible pages', async () => {
    const { core, dialogs, press } = await listen({ isAdmin: false });
    document.body.innerHTML =
      '<main><input type="search"><textarea></textarea><div role="combobox"><b></b></div></main>';
    for (const field of document.querySelectorAll('input, textarea, b')) {
      press('k', { ctrlKey: true }, field);
      press('?', {}, field);
    }
    press('g');
    press('u');
    document.body.innerHTML += '<div aria-modal="true"></div>';
    press('?');
    await settle();
    expect(dialogs.openPalette).not.toHaveBeenCalled();
    expect(dialogs.openShortcuts).not.toHaveBeenCalled();
    expect(core.application.navigateToApp).not.toHaveBeenCalled();
  });

  it('neither lead to nor list what the roles of an administrator do not open', async () => {
    const { core, deps, press } = await listen({ disabledEndpoints: { ROLES: ['GET'] } });
    press('g');
    press('r');
    await settle();
    expect(core.application.navigateToApp).not.toHaveBeenCalled();
    renderInCore(<ShortcutHelp {...deps} />);
    expect(screen.getByRole('row', { name: /Users/ })).toBeVisible();
    expect(screen.queryByRole('row', { name: /Roles/ })).toBeNull();
  });

  it('focus the search field of the page', async () => {
    const { press } = await listen();
    document.body.innerHTML = '<main><input type="search"></main>';
    expect(press('/')).toBe(false);
    expect(document.querySelector('input')).toHaveFocus();
  });

  it('are listed, and single-key shortcuts can be turned off', async () => {
    const { dialogs, press, deps } = await listen();
    renderInCore(<ShortcutHelp {...deps} />);
    const row = screen.getByRole('row', { name: /Users/ });
    expect(within(row).getByText('g u')).toBeVisible();
    fireEvent.click(screen.getByRole('switch', { name: 'Shortcuts without Ctrl or Cmd' }));
    press('?');
    expect(dialogs.openShortcuts).not.toHaveBeenCalled();
    press('k', { ctrlKey: true });
    expect(dialogs.openPalette).toHaveBeenCalled();
  });
});

describe('what is typed while the palette loads', () => {
  const isKept = (key: string, target: Element = document.body) =>
    !fireEvent.keyDown(target, { key });

  async function opening() {
    const { deps, core } = await prepare();
    let close: () => void = () => undefined;
    const onClose = new Promise<void>((resolve) => {
      close = resolve;
    });
    core.overlays.openModal.mockReturnValue({ onClose, close: async () => undefined });
    const dialogs = createAccountDialogs(deps as never);
    dialogs.openPalette();
    // Pressed again before it is there.
    dialogs.openPalette();
    return { core, close: () => act(async () => close()), dialogs };
  }

  it('is kept from the page once, whatever closes the palette', async () => {
    const { core, close, dialogs } = await opening();
    expect([isKept('g'), isKept('Backspace')]).toEqual([true, true]);
    await waitFor(() => expect(core.overlays.openModal).toHaveBeenCalledTimes(1));
    // Closed before it had the focus: by another dialog, for example.
    await close();
    expect(isKept('g')).toBe(false);
    dialogs.openPalette();
    await waitFor(() => expect(core.overlays.openModal).toHaveBeenCalledTimes(2));
  });

  it('is only what fills the field: not other keys, nor what is typed into fields', async () => {
    const { close, core } = await opening();
    const field = document.createElement('input');
    document.body.append(field);
    expect(isKept('a', field)).toBe(false);
    expect([isKept('Enter'), isKept('Escape'), isKept('Tab')]).toEqual([false, false, false]);
    expect(isKept('a')).toBe(true);
    field.remove();
    await waitFor(() => expect(core.overlays.openModal).toHaveBeenCalled());
    await close();
  });
});
