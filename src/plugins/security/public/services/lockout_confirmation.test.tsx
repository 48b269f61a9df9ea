/** Tests of the lockout confirmation on real screens. */
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { overlayServiceMock } from '../../../../core/public/mocks';
import type { LockoutDetails } from '@sd/contracts';
import {
  callsOf,
  createAccount,
  fetchError,
  renderAdmin,
  type Routes,
  type ScreenMock,
  searchResponse,
} from '../mocks';

jest.setTimeout(30_000);

const CONFIG = '/api/v1/configuration';
const MAPPING = `${CONFIG}/rolesmapping/all_access`;
const OWN: LockoutDetails = { own: true, last: false, users: ['jane', 'joe'], more: true };

const error = (lockout: LockoutDetails) =>
  fetchError(409, {
    message: 'This change would take away your own access.',
    attributes: { code: 'security.locks_out', lockout },
  });
const isConfirmed = (options: Record<string, unknown>) =>
  (options['query'] as { confirm_lockout?: string } | undefined)?.confirm_lockout === 'true';

/** Server mock that rejects the change until it is confirmed. */
const guarded =
  (lockout: LockoutDetails): Routes[string] =>
  (options) => {
    if (!isConfirmed(options)) throw error(lockout);
    return { message: 'done' };
  };

async function open(path: string, routes: Routes) {
  const account = createAccount({ user_name: 'jane' });
  const opened = await renderAdmin(path, { routes, account });
  const dialogs = overlayServiceMock.createTrueDialogs();
  opened.core.overlays.openConfirm.mockImplementation(dialogs.openConfirm);
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  return { ...opened, user };
}

const dialog = (name: string) => screen.findByRole('alertdialog', { name });
const press = async (
  user: ReturnType<typeof userEvent.setup>,
  box: HTMLElement,
  name: string
): Promise<void> => {
  await user.click(within(box).getByRole('button', { name }));
  await act(async () => undefined);
};
const postsTo = (core: ScreenMock['core'], path: string) =>
  callsOf(core.http.post).filter(([url]) => url === path);

describe('lockout confirmation in a form', () => {
  const routes: Routes = {
    [`GET ${MAPPING}`]: () => ({ users: [], backend_roles: ['admin'], etag: '"3"' }),
    'GET /api/v1/search/internalusers': () => searchResponse([]),
    [`POST ${MAPPING}`]: guarded(OWN),
    // Requested by the page that follows a saved mapping.
    [`GET ${CONFIG}/actiongroups`]: () => ({ total: 0, data: {} }),
    [`GET ${CONFIG}/roles/all_access`]: () => ({ reserved: true }),
  };
  const TITLE = 'You would lose access to security';

  it('shows who loses access and how to recover, and keeps the input on cancel', async () => {
    const { user, core, services } = await open('/roles/edit/all_access/mapuser', routes);
    await user.click(await screen.findByRole('button', { name: /Remove admin/ }));
    await user.type(screen.getByRole('combobox', { name: 'Users' }), 'kim{Enter}');
    await user.click(screen.getByRole('button', { name: 'Map' }));

    const request = await dialog(TITLE);
    expect(request).toHaveTextContent(/removes your own access/);
    expect(
      within(request)
        .getAllByRole('listitem')
        .map((item) => item.textContent)
    ).toEqual(['jane', 'joe', 'and more users']);
    expect(request).toHaveTextContent('npm run security -- reset-admin');
    expect(within(request).getByRole('button', { name: 'Cancel' })).toHaveFocus();

    await press(user, request, 'Cancel');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(postsTo(core, MAPPING)).toHaveLength(1);
    expect(screen.getByRole('button', { name: /Remove kim/ })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Map' })).toHaveFocus();
    expect(services.kit.services.history.location.pathname).toMatch(/mapuser$/);
  });

  it('repeats the same change when confirmed', async () => {
    const { user, core, services } = await open('/roles/edit/all_access/mapuser', routes);
    await user.click(await screen.findByRole('button', { name: /Remove admin/ }));
    await user.click(screen.getByRole('button', { name: 'Map' }));
    await press(user, await dialog(TITLE), 'Make the change anyway');
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/all_access/mapuser')
    );
    const [first, second] = postsTo(core, MAPPING).map(([, options]) => options);
    expect(second).toMatchObject({
      body: first!['body'],
      headers: { 'if-match': '"3"' },
      query: { confirm_lockout: 'true' },
    });
  });
});

describe('lockout confirmation of a bulk deletion', () => {
  const PATH = `${CONFIG}/internalusers/_bulk_delete`;
  const LAST: LockoutDetails = { own: false, last: true, users: ['boss'], more: false };
  const refused = {
    name: 'boss',
    status: 409,
    message: 'locks out',
    code: 'security.locks_out',
    lockout: LAST,
  };
  const routes: Routes = {
    'GET /api/v1/search/internalusers': () =>
      searchResponse(
        ['boss', 'guest'].map((name) => ({
          name,
          version: '1',
          entity: { backend_roles: [], attributes: {}, opendistro_security_roles: [] },
        }))
      ),
    [`POST ${PATH}`]: (options) => {
      const { names } = JSON.parse(String(options['body'])) as { names: readonly string[] };
      const results = names.map((name) =>
        name === 'boss' && !isConfirmed(options)
          ? refused
          : { name, status: 200, message: 'deleted' }
      );
      return { results };
    },
  };
  const TITLE = 'No one could administer security after this change';

  async function deleteBoth() {
    const opened = await open('/users', routes);
    const { user } = opened;
    for (const name of ['boss', 'guest'])
      await user.click(await screen.findByRole('checkbox', { name: new RegExp(name) }));
    await user.click(screen.getByRole('button', { name: 'Actions' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }));
    await press(user, await dialog('Delete 2 users?'), 'Delete');
    return opened;
  }

  it('asks about the entities that lock out and deletes them when confirmed', async () => {
    const { user, core } = await deleteBoth();
    const request = await dialog(TITLE);
    expect(request).toHaveTextContent(/stop the server and run/);
    await press(user, request, 'Make the change anyway');
    await waitFor(() => expect(core.notifications.toasts.addSuccess).toHaveBeenCalled());
    const bodies = postsTo(core, PATH).map(([, { body }]) => JSON.parse(String(body)) as unknown);
    expect(bodies).toEqual([{ names: ['boss', 'guest'] }, { names: ['boss'] }]);
  });

  it('reports the entities that were kept when declined', async () => {
    const { user, core } = await deleteBoth();
    await press(user, await dialog(TITLE), 'Cancel');
    const report = await dialog('Some items were not deleted');
    expect(report).toHaveTextContent('Deleted: 1. Failed: 1.');
    expect(report).toHaveTextContent('boss: Nothing was changed. All users keep their access.');
    expect(postsTo(core, PATH)).toHaveLength(1);
  });
});
