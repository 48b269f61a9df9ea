/** Tests of the user page: effective permissions and actions. */
import type { EffectivePermissions, EffectiveRole } from '@sd/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { createAccount, fetchError, lastBody, type Routes, searchResponse } from '../../../mocks';
import { button, CONFIG, fill, notFound, openAdmin, SEARCH_ROLES } from '../mocks';

jest.setTimeout(30_000);

const effectiveRole = (name: string, more: Partial<EffectiveRole> = {}): EffectiveRole => ({
  role: name,
  exists: true,
  origins: [{ via: 'users', pattern: 'joe', value: 'joe' }],
  reserved: false,
  cluster: { listed: [], expanded: [] },
  index: [],
  tenants: [],
  ...more,
});
const entry = (patterns: readonly string[], actions: readonly string[]) => ({
  entry: 0,
  index_patterns: [...patterns],
  rendered_patterns: [...patterns],
  allowed_actions: [...actions],
  expanded_actions: [],
  fls: [],
  masked_fields: [],
});
const effective = (roles: readonly EffectiveRole[]): EffectivePermissions => ({
  user: { name: 'joe', exists: true, backend_roles: ['staff'], attribute_names: [], roles: [] },
  roles: [...roles],
  tenants: { finance: false, joe: true },
  api: { has_api_access: false, disabled_endpoints: {} },
  truncated: [],
});
const ROLES = [
  effectiveRole('reader', {
    origins: [{ via: 'backend_roles', pattern: 'st*', value: 'staff' }],
    cluster: { listed: ['cluster_monitor'], expanded: [] },
    index: [{ ...entry(['logs-*'], ['read']), dls: '{"match_all":{}}', fls: ['~secret'] }],
    tenants: [{ entry: 0, tenant_patterns: ['fin*'], access: 'read', tenants: ['finance'] }],
  }),
  effectiveRole('writer', {
    cluster: { listed: ['cluster_monitor'], expanded: [] },
    index: [entry(['logs-*', 'own'], ['read', 'write'])],
  }),
];

const user = (more: object = {}) => ({
  etag: '"7"',
  hash: '',
  description: 'Works here',
  backend_roles: ['staff'],
  opendistro_security_roles: [],
  attributes: { dep: 'sales' },
  reserved: false,
  hidden: false,
  static: false,
  ...more,
});
const routes = (entity: object = user(), roles = ROLES): Routes => ({
  [`GET ${CONFIG}/internalusers/joe`]: () => entity,
  'GET /api/v1/access/effective': () => effective(roles),
  'POST /api/v1/factors': () => ({ users: [] }),
});

const rowOf = (name: RegExp) => screen.getByRole('row', { name });

it('shows restricted index patterns first and folds system patterns', async () => {
  const role = effectiveRole('reader', {
    index: [
      entry(['.kibana*', '.tasks', 'a-first'], ['read']),
      { ...entry(['z-last'], ['read']), dls: '{"match_all":{}}' },
    ],
  });
  const { user: person } = await openAdmin('/users/view/joe', routes(user(), [role]));
  const table = await screen.findByRole('table', { name: /Index permissions of joe/ });
  const patterns = () =>
    within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(patterns()).toEqual([
    expect.stringContaining('z-last'),
    expect.stringContaining('a-first'),
  ]);
  await person.click(button('2 system patterns'));
  expect(patterns()).toHaveLength(4);
});

describe('permissions of a user', () => {
  it('are merged over roles, with the roles that grant and restrict them', async () => {
    await openAdmin('/users/view/joe', routes());
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('joe');
    expect(rowOf(/^reader/)).toHaveTextContent('Backend role staff (pattern st*)');
    expect(rowOf(/^writer/)).toHaveTextContent('Mapped by name');
    const indices = await screen.findByRole('table', { name: /Index permissions of joe/ });
    const logs = within(indices).getByRole('row', { name: /^logs-\*/ });
    expect(logs).toHaveTextContent('read (reader, writer), write (writer)');
    expect(logs).toHaveTextContent('Documents: query (reader), Hidden fields: secret (reader)');
    expect(within(indices).getByRole('row', { name: /^own/ })).not.toHaveTextContent('reader');
    const cluster = await screen.findByRole('table', { name: /Cluster permissions of joe/ });
    expect(within(cluster).getByRole('row', { name: /^cluster/ })).toHaveTextContent(
      'reader, writer'
    );
    const tenants = await screen.findByRole('table', { name: /Tenants of joe/ });
    expect(within(tenants).getByRole('row', { name: /^finance/ })).toHaveTextContent('Read only');
    expect(within(tenants).getByRole('row', { name: /^Private/ })).toHaveTextContent(
      'Read and write'
    );
  });

  const loggedInAt = Date.UTC(2026, 4, 3, 10, 30);
  it.each([
    [
      {
        ...{ at: loggedInAt, method: 'basicauth', remote_address: '192.0.2.7' },
        ...{ browser: '', system: 'Linux' },
      },
      /^May 3, 2026.*, Username and password, Linux, 192\.0\.2\.7$/,
    ],
    [null, /^None in the last year$/],
  ])('follow the last login, %p, and the open sessions', async (last_sign_in, text) => {
    await openAdmin('/users/view/joe', {
      ...routes(),
      'GET /api/v1/sessions/joe': () => ({
        ...{ total: 2, page: 1, per_page: 1, items: [], last_sign_in },
      }),
    });
    expect(await screen.findByRole('link', { name: '2 sessions' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/users\/view\/joe\/sessions$/)
    );
    expect(screen.getByText('Last login').nextElementSibling).toHaveTextContent(text);
  });

  it('expand to the effective restrictions with warnings', async () => {
    const { user: user, core } = await openAdmin('/users/view/joe', {
      ...routes(),
      'POST /api/v1/access/explain': () => ({
        restrictions: [
          {
            index: 'logs-*',
            documents: {
              mode: 'some',
              queries: ['{"term":{"secret":1}}'],
              blind_fields: ['secret'],
            },
            fields: { mode: 'exclude', fields: ['secret'] },
            masking: { mode: 'none', fields: [] },
            sources: [
              { role: 'reader', entry: 1, fls: [], masked_fields: [], displaced: ['dls'] },
              { role: 'reader', entry: 2, fls: [], masked_fields: [] },
            ],
          },
        ],
      }),
    });
    await user.click(button('Preview data in logs-*'));
    const visible = await screen.findByRole('group', { name: 'Visible data in logs-*' });
    expect(lastBody(core.http, '/api/v1/access/explain')).toEqual({
      user: 'joe',
      action: 'indices:data/read/search',
      index: ['logs-*'],
    });
    expect(visible).toHaveTextContent('Only documents that match one of these queries:');
    expect(visible).toHaveTextContent('All fields except secret');
    expect(visible).toHaveTextContent("The query uses secret, which this user can't see");
    expect(visible).toHaveTextContent(
      'Index permission 2 of reader has no effect here (its document query)'
    );
  });

  it('show that the user has no role', async () => {
    await openAdmin('/users/view/joe', routes(user(), []));
    expect(await screen.findByText(/This user has no role/)).toBeInTheDocument();
  });
  it('show that the user does not exist', async () => {
    await openAdmin('/users/view/joe', { [`GET ${CONFIG}/internalusers/joe`]: notFound });
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeInTheDocument();
  });
  it('explain that the backend does not report them and send no request', async () => {
    await openAdmin(
      '/users/view/joe',
      { [`GET ${CONFIG}/internalusers/joe`]: () => user() },
      { features: { effectivePermissions: false } }
    );
    expect(await screen.findByText(/can't show what a user can do/)).toBeInTheDocument();
  });
  it('default to the history tab where they are not reported', async () => {
    await openAdmin(
      '/users/view/joe/history',
      { [`GET ${CONFIG}/internalusers/joe`]: () => user() },
      { features: { effectivePermissions: false, history: false } }
    );
    expect(await screen.findByRole('tab', { name: 'History' })).toHaveAttribute(
      'aria-selected',
      'true'
    );
    expect(screen.queryByRole('tab', { name: /Roles/ })).not.toBeInTheDocument();
    expect(screen.queryByText(/can't show what a user can do/)).not.toBeInTheDocument();
  });
  it('show the error and retry on demand', async () => {
    let isBroken = true;
    const { user: user } = await openAdmin('/users/view/joe', {
      ...routes(),
      'GET /api/v1/access/effective': () => {
        if (isBroken) throw fetchError(500, { message: 'The engine is away.' });
        return effective(ROLES);
      },
    });
    expect(await screen.findByText('The engine is away.')).toBeInTheDocument();
    isBroken = false;
    await user.click(button('Retry loading'));
    expect(await screen.findByRole('table', { name: /Tenants of joe/ })).toBeInTheDocument();
  });
});

describe('roles of a user', () => {
  it('are added by name one by one, and failed ones stay selected', async () => {
    const { user: user, core } = await openAdmin('/users/view/joe/roles', {
      ...routes(),
      [SEARCH_ROLES]: () =>
        searchResponse([
          { name: 'locked', entity: {} },
          { name: 'ops', entity: {} },
        ]),
      [`GET ${CONFIG}/rolesmapping/locked`]: () => ({ etag: '"1"', users: [] }),
      [`POST ${CONFIG}/rolesmapping/locked`]: () => {
        throw fetchError(403, { message: 'Resource is reserved.' });
      },
      [`GET ${CONFIG}/rolesmapping/ops`]: () => ({ etag: '"2"', users: ['ann'], hosts: ['h'] }),
      [`POST ${CONFIG}/rolesmapping/ops`]: () => ({ message: 'ok' }),
    });
    await user.click(button('Give roles'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Give roles to joe' });
    const pick = within(dialog).getByRole('combobox', { name: 'Roles' });
    for (const name of ['locked', 'ops']) {
      await user.click(pick);
      await user.click(await screen.findByRole('option', { name }));
    }
    await user.click(within(dialog).getByRole('button', { name: 'Give roles' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'locked: Resource is reserved.'
    );
    expect(lastBody(core.http, `${CONFIG}/rolesmapping/ops`)).toEqual({
      users: ['ann', 'joe'],
      hosts: ['h'],
    });
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: '1 role given to joe.',
    });
  });

  it('are removed if they belong to the user only; shared ones are not offered', async () => {
    const direct = effectiveRole('direct', { origins: [{ via: 'direct' }] });
    const { user: subject, core } = await openAdmin('/users/view/joe/roles', {
      ...routes(user({ opendistro_security_roles: ['direct', 'other'] }), [...ROLES, direct]),
      [`GET ${CONFIG}/rolesmapping/writer`]: () => ({ etag: '"3"', users: ['joe', 'ann'] }),
      [`POST ${CONFIG}/rolesmapping/writer`]: () => ({ message: 'ok' }),
      [`POST ${CONFIG}/internalusers/joe`]: () => ({ message: 'ok' }),
    });
    expect(
      screen.getByRole('checkbox', { name: 'reader comes from a mapping shared with others' })
    ).toBeDisabled();
    await subject.click(screen.getByRole('checkbox', { name: 'Select writer' }));
    await subject.click(screen.getByRole('checkbox', { name: 'Select direct' }));
    await subject.click(button('Remove roles'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Remove roles' });
    await subject.click(within(dialog).getByRole('button', { name: 'Remove roles' }));
    await waitFor(() =>
      expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
        title: '2 roles removed from joe.',
      })
    );
    expect(lastBody(core.http, `${CONFIG}/rolesmapping/writer`)).toEqual({ users: ['ann'] });
    expect(lastBody(core.http, `${CONFIG}/internalusers/joe`)).toMatchObject({
      opendistro_security_roles: ['other'],
      attributes: { dep: 'sales' },
    });
  });
});

describe('suspending a user', () => {
  it('asks for confirmation once and keeps all other fields', async () => {
    const { user: user, core } = await openAdmin('/users/view/joe', {
      ...routes(),
      [`POST ${CONFIG}/internalusers/joe`]: () => ({ message: 'ok' }),
      'GET /api/v1/sessions/joe': () => ({
        ...{ total: 3, page: 1, per_page: 1, items: [], last_sign_in: null },
      }),
      'DELETE /api/v1/sessions/joe': () => ({ ended: 3 }),
    });
    await user.click(button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Suspend and end sessions' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Suspend user' });
    await user.click(
      await within(dialog).findByRole('button', { name: 'Suspend and end 3 sessions' })
    );
    await waitFor(() => expect(core.notifications.toasts.addSuccess).toHaveBeenCalled());
    expect(core.http.delete).toHaveBeenCalledWith('/api/v1/sessions/joe');
    const { attributes, description, backend_roles } = lastBody(
      core.http,
      `${CONFIG}/internalusers/joe`
    );
    expect({ attributes, description, backend_roles }).toEqual({
      attributes: { dep: 'sales', enabled: 'false' },
      description: 'Works here',
      backend_roles: ['staff'],
    });
  });

  it('is reverted by one action', async () => {
    const { user: subject, core } = await openAdmin('/users/view/joe', {
      ...routes(user({ attributes: { dep: 'sales', enabled: 'False' } })),
      [`POST ${CONFIG}/internalusers/joe`]: () => ({ message: 'ok' }),
    });
    expect(screen.getAllByText('Suspended')).toHaveLength(2);
    expect(screen.queryByText(/enabled:/)).toBeNull();
    await subject.click(button('Reactivate'));
    await waitFor(() => expect(core.notifications.toasts.addSuccess).toHaveBeenCalled());
    expect(lastBody(core.http, `${CONFIG}/internalusers/joe`)).toMatchObject({
      attributes: { dep: 'sales' },
    });
  });

  it('is not offered if the backend does not support it', async () => {
    const lacking = await openAdmin('/users/view/joe', routes(), {
      features: { suspension: false },
    });
    await lacking.user.click(button('Actions'));
    expect(await screen.findByRole('menuitem', { name: 'Delete user' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: /Suspend/ })).not.toBeInTheDocument();
  });
  it('is disabled for the current user', async () => {
    const { user: user } = await openAdmin('/users/view/joe', routes(), {
      account: createAccount({ user_name: 'joe' }),
    });
    await user.click(button('Actions'));
    expect(
      await screen.findByRole('menuitem', {
        name: /Delete.*You can't suspend or delete your own user/,
      })
    ).toHaveAttribute('aria-disabled', 'true');
  });
});

describe('login requirements of a user', () => {
  it('reset the second factors after confirmation', async () => {
    const { user: user, core } = await openAdmin('/users/view/joe', {
      ...routes(),
      'DELETE /api/v1/factors/joe': () => ({ factors: [] }),
    });
    await user.click(button('Actions'));
    await user.click(
      await screen.findByRole('menuitem', { name: 'Reset two-factor authentication' })
    );
    await waitFor(() => expect(core.notifications.toasts.addSuccess).toHaveBeenCalled());
    expect(core.http.delete).toHaveBeenCalledWith('/api/v1/factors/joe');
  });

  it('require a new password and keep all other fields', async () => {
    const { user: user, core } = await openAdmin('/users/view/joe', {
      ...routes(),
      [`POST ${CONFIG}/internalusers/joe`]: () => ({ message: 'ok' }),
    });
    await user.click(button('Actions'));
    await user.click(await screen.findByRole('menuitem', { name: 'Require password change' }));
    await waitFor(() => expect(core.notifications.toasts.addSuccess).toHaveBeenCalled());
    expect(core.http.post).toHaveBeenCalledWith(
      `${CONFIG}/internalusers/joe`,
      expect.objectContaining({ query: { must_change_password: 'true' } })
    );
    expect(lastBody(core.http, `${CONFIG}/internalusers/joe`)).toMatchObject({
      backend_roles: ['staff'],
    });
  });
});

describe('sessions of a user', () => {
  const session = (more: object) => ({
    ...{ id: 'a', created_at: 1_700_000_000_000, used_at: 1_700_000_060_000 },
    ...{ expires_at: 1_700_003_600_000, is_current: false, remote_address: '192.0.2.7' },
    ...{ method: 'basicauth', browser: 'Firefox 128', system: 'Linux' },
    ...more,
  });

  it('are listed with device and address and ended one by one', async () => {
    let items = [session({}), session({ id: 'b', browser: 'curl', system: '' })];
    const { user: user, core } = await openAdmin('/users/view/joe/sessions', {
      ...routes(),
      'GET /api/v1/sessions/joe': () => ({ total: items.length, page: 1, per_page: 25, items }),
      'DELETE /api/v1/sessions/joe/a': () => {
        items = items.slice(1);
        return {};
      },
    });
    const row = (await screen.findByText('Firefox 128 on Linux')).closest('tr') as HTMLElement;
    expect(row).toHaveTextContent('192.0.2.7');
    expect(row).toHaveTextContent('Username and password');
    await user.click(within(row).getByRole('button', { name: /^End session: Firefox 128/ }));
    await waitFor(() => expect(screen.queryByText('Firefox 128 on Linux')).toBeNull());
    expect(screen.getByText('curl')).toBeInTheDocument();
    expect(core.http.delete).toHaveBeenCalledWith('/api/v1/sessions/joe/a');
  });

  it('show why they cannot be ended', async () => {
    const { user: user, core } = await openAdmin('/users/view/joe/sessions', {
      ...routes(),
      'GET /api/v1/sessions/joe': () => ({
        ...{ total: 1, page: 1, per_page: 25, items: [session({})] },
      }),
      'DELETE /api/v1/sessions/joe': () => {
        throw fetchError(403, { message: 'Not yours.' });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'End all sessions' }));
    await waitFor(() =>
      expect(core.notifications.toasts.addDanger).toHaveBeenCalledWith(
        expect.objectContaining({ text: 'Not yours.' })
      )
    );
  });
});

describe('new user', () => {
  it('gets the role of the previous page and a generated password', async () => {
    const { user: user, core } = await openAdmin('/users/create?role=own_index', {
      ...routes(),
      [SEARCH_ROLES]: () => searchResponse([]),
      'GET /api/v1/search/internalusers': () => searchResponse([]),
      [`POST ${CONFIG}/internalusers/new.user`]: () => ({ message: 'ok' }),
    });
    fill(await screen.findByLabelText('Username'), 'new.user');
    await user.click(button('Generate password'));
    const notice = within(
      screen.getByText(/Copy this password now/).closest('[role="status"]') as HTMLElement
    );
    const password = notice.getByText(/^\S{20}$/).textContent as string;
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, /[^a-zA-Z0-9]/]) expect(password).toMatch(kind);
    await user.click(button('Create'));
    await waitFor(() => expect(core.notifications.toasts.addSuccess).toHaveBeenCalled());
    expect(lastBody(core.http, `${CONFIG}/internalusers/new.user`)).toMatchObject({
      password,
      opendistro_security_roles: ['own_index'],
    });
  });

  it('gets a different generated password each time, hidden again after typing one', async () => {
    const { user: user } = await openAdmin('/users/create', {
      ...routes(),
      [SEARCH_ROLES]: () => searchResponse([]),
      'GET /api/v1/search/internalusers': () => searchResponse([]),
    });
    const made = new Set<string>();
    for (let count = 0; count < 5; count++) {
      await user.click(await screen.findByRole('button', { name: 'Generate password' }));
      made.add((screen.getByLabelText('Password') as HTMLInputElement).value);
    }
    expect(made.size).toBe(5);
    fill(screen.getByLabelText('Password'), 'My-own-1-secret');
    expect(screen.queryByText(/Copy this password now/)).not.toBeInTheDocument();
  });
});

describe('deleting a user', () => {
  const mapped: Routes = {
    ...routes(),
    [SEARCH_ROLES]: () => searchResponse([{ name: 'ops' }, { name: 'locked' }]),
    'GET /api/v1/search/internalusers': () => searchResponse([]),
    [`POST ${CONFIG}/internalusers/_bulk_delete`]: () => ({
      results: [{ name: 'joe', status: 200, message: 'gone' }],
    }),
    [`GET ${CONFIG}/rolesmapping/ops`]: () => ({
      etag: '"2"',
      users: ['ann', 'joe'],
      hosts: ['h'],
    }),
    [`POST ${CONFIG}/rolesmapping/ops`]: () => ({ message: 'ok' }),
    [`GET ${CONFIG}/rolesmapping/locked`]: () => ({ etag: '"1"', users: ['joe'] }),
    [`POST ${CONFIG}/rolesmapping/locked`]: () => {
      throw fetchError(403, { message: 'Resource is reserved.' });
    },
  };
  const ask = async () => {
    const opened = await openAdmin('/users/view/joe', mapped);
    await opened.user.click(button('Actions'));
    await opened.user.click(await screen.findByRole('menuitem', { name: 'Delete user' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete user joe?' });
    const clearing = await within(dialog).findByRole('checkbox', {
      name: 'Also remove from 2 role mappings',
    });
    const confirm = () => opened.user.click(within(dialog).getByRole('button', { name: 'Delete' }));
    return { ...opened, clearing, confirm };
  };

  it('removes the name from mappings and reports where that failed', async () => {
    const { core, confirm, path } = await ask();
    await confirm();
    await waitFor(() => expect(path()).toBe('/users'));
    expect(lastBody(core.http, `${CONFIG}/rolesmapping/ops`)).toEqual({
      users: ['ann'],
      hosts: ['h'],
    });
    expect(core.notifications.toasts.addDanger).toHaveBeenCalledWith({
      title: 'The mapping of the role "locked" still lists the name.',
      text: 'Resource is reserved.',
    });
  });

  it('keeps mappings if the option is cleared', async () => {
    const { core, user: user, clearing, confirm, path } = await ask();
    await user.click(clearing);
    await confirm();
    await waitFor(() => expect(path()).toBe('/users'));
    expect(() => lastBody(core.http, `${CONFIG}/rolesmapping/ops`)).toThrow('No POST');
  });
});
