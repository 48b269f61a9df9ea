/** Tests of bulk actions on users with undo, and of comparing two users. */
import { screen, within } from '@testing-library/react';
import type { InternalUser, RoleMapping } from '@sd/contracts';
import {
  callsOf,
  fetchError,
  type Routes,
  type ScreenMock,
  searchResponse,
} from '../../../../mocks';
import { button, CONFIG, openAdmin, SEARCH_ROLES, SEARCH_USERS } from '../../mocks';

jest.setTimeout(60_000);

type User = Partial<InternalUser>;
const NAMES = ['ann', 'bob', 'cem'];

/** Mutable configuration with three users and the role `reader`. */
function configuration(more: Readonly<Record<string, User>> = {}) {
  const users: Record<string, User> = { ann: {}, bob: {}, cem: {}, ...more };
  let mapping: Partial<RoleMapping> | undefined = { users: ['cem'], hosts: ['h'] };
  const routes: Routes = {
    [SEARCH_USERS]: () =>
      searchResponse(
        NAMES.map((name) => ({ name, version: '1', entity: users[name] as InternalUser }))
      ),
    [SEARCH_ROLES]: () => searchResponse([{ name: 'reader', entity: {} }]),
    [`GET ${CONFIG}/rolesmapping/reader`]: () => mapping,
    [`POST ${CONFIG}/rolesmapping/reader`]: (options) => {
      mapping = JSON.parse(String(options?.body)) as RoleMapping;
      return { message: 'ok' };
    },
    ...Object.fromEntries(
      NAMES.flatMap((name) => [
        [`GET ${CONFIG}/internalusers/${name}`, () => users[name]],
        [
          `POST ${CONFIG}/internalusers/${name}`,
          (options: { body?: unknown } | undefined) => {
            users[name] = JSON.parse(String(options?.body)) as User;
            return { message: 'ok' };
          },
        ],
      ])
    ),
  };
  return { routes, users, mapped: () => mapping };
}

type Hand = Awaited<ReturnType<typeof openAdmin>>['user'];
const choose = async (user: Hand, act: string, ...names: readonly string[]) => {
  for (const name of names)
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await user.click(button('Actions'));
  await user.click(await screen.findByRole('menuitem', { name: act }));
};
const pickReader = async (user: Hand) => {
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('combobox', { name: /Role/ }));
  await user.click(await screen.findByRole('option', { name: 'reader' }));
};

it('adds a role to several users in one change and undoes only its own additions', async () => {
  const { routes, mapped } = configuration();
  const { user, core } = await openAdmin('/users', routes);
  await choose(user, 'Give role', ...NAMES);
  expect(await screen.findByRole('alertdialog')).toHaveTextContent('Give a role to 3 users');
  expect(button('Give role')).toBeDisabled();
  await pickReader(user);
  await user.click(button('Give role'));
  expect(await screen.findByText('3 users now have the role reader.')).toBeVisible();
  expect(mapped()).toEqual({ users: ['cem', 'ann', 'bob'], hosts: ['h'] });
  expect(postsTo(core, `${CONFIG}/rolesmapping/reader`)).toBe(1);
  await user.click(button('Undo'));
  expect(await screen.findByText('Change undone.')).toBeVisible();
  expect(mapped()).toEqual({ users: ['cem'], hosts: ['h'] });
});

it('removes a role from mappings and users and reports failures', async () => {
  const { routes, users, mapped } = configuration({
    bob: { opendistro_security_roles: ['reader', 'other'] },
  });
  const { user } = await openAdmin('/users', routes);
  await choose(user, 'Remove role', ...NAMES);
  await pickReader(user);
  await user.click(button('Remove role'));
  const report = await screen.findByRole('alertdialog', { name: 'Some changes failed' });
  expect(report).toHaveTextContent('Done: 2. Failed: 1.');
  expect(report).toHaveTextContent('ann: The role is not mapped to this name.');
  await user.click(button('Close'));
  expect(mapped()?.users).toEqual([]);
  expect(users['bob']?.opendistro_security_roles).toEqual(['other']);
  await user.click(button('Undo'));
  expect(await screen.findByText('Change undone.')).toBeVisible();
  expect(mapped()?.users).toEqual(['cem']);
  expect(users['bob']?.opendistro_security_roles).toEqual(['other', 'reader']);
});

it('suspends the other users when one fails, ends their sessions and can be undone', async () => {
  const { routes, users } = configuration();
  const { user, core } = await openAdmin('/users', {
    ...routes,
    'DELETE /api/v1/sessions/bob': () => ({ ended: 2 }),
    [`POST ${CONFIG}/internalusers/ann`]: () => {
      throw fetchError(403, { message: 'Not her.' });
    },
  });
  await choose(user, 'Suspend', 'ann', 'bob');
  await user.click(button('Suspend and end sessions'));
  const report = await screen.findByRole('alertdialog', { name: 'Some changes failed' });
  expect(report).toHaveTextContent('ann: Not her.');
  await user.click(button('Close'));
  expect(users['bob']?.attributes).toEqual({ enabled: 'false' });
  expect(callsOf(core.http.delete).map(([path]) => path)).toEqual(['/api/v1/sessions/bob']);
  expect(await screen.findByText('1 user suspended.')).toBeVisible();
  await user.click(button('Undo'));
  expect(await screen.findByText('Change undone.')).toBeVisible();
  expect(users['bob']?.attributes).toEqual({});
});

it('compares exactly two users', async () => {
  const { routes } = configuration({
    ann: { backend_roles: ['staff', 'sales'] },
    bob: { backend_roles: ['staff', 'hr'] },
  });
  const { user } = await openAdmin('/users', routes);
  await choose(user, 'Compare', 'ann', 'bob');
  expect(await screen.findByRole('heading', { name: 'ann and bob' })).toBeVisible();
  const row = screen.getByRole('row', { name: /^Backend roles/ });
  expect(row).toHaveTextContent('sales');
  expect(row).toHaveTextContent('hr');
  await user.click(button('Close this dialog'));
  await user.click(screen.getByRole('checkbox', { name: 'Select cem' }));
  await user.click(button('Actions'));
  expect(await screen.findByRole('menuitem', { name: /Select two/ })).toHaveAttribute(
    'aria-disabled',
    'true'
  );
});

const postsTo = ({ http }: ScreenMock['core'], path: string): number =>
  callsOf(http.post).filter(([url]) => url === path).length;
