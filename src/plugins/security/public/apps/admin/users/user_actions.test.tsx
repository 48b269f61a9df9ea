/** Tests of what administrators do with one user: suspend, end sessions, create, delete. */
import { screen, waitFor, within } from '@testing-library/react';
import {
  callsOf,
  createAccount,
  fetchError,
  lastBody,
  type Routes,
  searchResponse,
} from '../../../mocks';
import { button, CONFIG, fill, openAdmin, SEARCH_ROLES } from '../mocks';
import { user, routes } from './mocks';

jest.setTimeout(30_000);

describe('suspending a user', () => {
  // @feature user/2
  it('asks for confirmation once and keeps all other fields', async () => {
    const { user: user, core } = await openAdmin('/users/view/joe', {
      ...routes(),
      [`POST ${CONFIG}/internalusers/joe`]: () => ({ message: 'ok' }),
      'GET /api/v1/sessions/joe': () => ({
        total: 3,
        page: 1,
        per_page: 1,
        items: [],
        last_sign_in: null,
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
    expect(callsOf(core.http.delete)).toContainEqual(['/api/v1/sessions/joe', {}]);
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
    expect(callsOf(core.http.delete)).toContainEqual(['/api/v1/factors/joe', {}]);
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
    id: 'a',
    created_at: 1_700_000_000_000,
    used_at: 1_700_000_060_000,
    expires_at: 1_700_003_600_000,
    is_current: false,
    remote_address: '192.0.2.7',
    method: 'basicauth',
    browser: 'Firefox 128',
    system: 'Linux',
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
    expect(callsOf(core.http.delete)).toContainEqual(['/api/v1/sessions/joe/a', {}]);
  });

  it('show why they cannot be ended', async () => {
    const { user: user, core } = await openAdmin('/users/view/joe/sessions', {
      ...routes(),
      'GET /api/v1/sessions/joe': () => ({
        total: 1,
        page: 1,
        per_page: 25,
        items: [session({})],
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

  it('begins on Cancel, so that a second Enter deletes nothing', async () => {
    const { core, user, path } = await ask();
    await waitFor(() => expect(button('Cancel')).toHaveFocus());
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(path()).toBe('/users/view/joe');
    expect(() => lastBody(core.http, `${CONFIG}/internalusers/_bulk_delete`)).toThrow('No POST');
  });

  it('keeps mappings if the option is cleared', async () => {
    const { core, user: user, clearing, confirm, path } = await ask();
    await user.click(clearing);
    await confirm();
    await waitFor(() => expect(path()).toBe('/users'));
    expect(() => lastBody(core.http, `${CONFIG}/rolesmapping/ops`)).toThrow('No POST');
  });
});
