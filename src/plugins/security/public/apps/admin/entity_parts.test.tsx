/** Tests of parts that plugins add to the pages of users and roles, and to lists of API keys. */
import { screen, within } from '@testing-library/react';
import { type Routes, searchResponse } from '../../mocks';
import type { EntityPart, EntityPartProps } from '../../types';
import { button, CONFIG, openAdmin, role, SEARCH_USERS } from './mocks';
import { routes as userRoutes } from './users/mocks';

jest.setTimeout(30_000);

const Orders = ({ name, user, effective }: EntityPartProps['user']) => (
  <p>
    {name}: {user.description}, {effective?.roles.length}
  </p>
);
const ordersOf = (more: Partial<Extract<EntityPart, { entity: 'user' }>> = {}): EntityPart => ({
  id: 'shop.orders',
  entity: 'user',
  path: 'orders',
  title: () => 'Orders',
  order: 15,
  load: async () => Orders,
  ...more,
});
const PRICES: EntityPart = {
  id: 'shop.prices',
  entity: 'role',
  path: 'prices',
  title: () => 'Prices',
  order: 95,
  load: async () => (props) => <p>{`${props.name}: ${props.role.description}`}</p>,
};
const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

describe('the page of a user', () => {
  it('shows the tab of a plugin in its order, with what is known about the user', async () => {
    const { user } = await openAdmin('/users/view/joe', userRoutes(), {
      entityParts: [ordersOf(), PRICES],
    });
    await user.click(await screen.findByRole('tab', { name: 'Orders' }));
    expect(await screen.findByText('joe: Works here, 2')).toBeVisible();
    expect(tabs().slice(0, 3)).toEqual(['Permissions', 'Orders', 'Roles (2)']);
    expect(screen.getByRole('tab', { name: 'Orders' })).toHaveAttribute('aria-selected', 'true');
  });

  it('opens at the address of such a tab, and has none that is not offered', async () => {
    const isAvailable = () => false;
    await openAdmin('/users/view/joe/orders', userRoutes(), {
      entityParts: [
        ordersOf(),
        ordersOf({ id: 'shop.returns', path: 'returns', title: () => 'Returns', isAvailable }),
      ],
    });
    expect(await screen.findByText('joe: Works here, 2')).toBeVisible();
    expect(tabs()).not.toContain('Returns');
  });
});

describe('the page of a role', () => {
  const roleRoutes: Routes = {
    [`GET ${CONFIG}/roles/reader`]: () => role({ description: 'May read' }),
    [`GET ${CONFIG}/rolesmapping/reader`]: () => ({ users: ['jane'] }),
    [`GET ${CONFIG}/actiongroups`]: () => ({ data: {} }),
    [SEARCH_USERS]: () => searchResponse([]),
  };

  it('shows the tab of a plugin', async () => {
    await openAdmin('/roles/view/reader/prices', roleRoutes, {
      entityParts: [ordersOf(), PRICES],
    });
    expect(await screen.findByText('reader: May read')).toBeVisible();
    expect(tabs().at(-1)).toBe('Prices');
    expect(tabs()).not.toContain('Orders');
  });
});

it.each(['/users/view/joe/orders', '/roles/view/reader/orders'])(
  '%s is an unknown address without the plugin',
  async (path) => {
    await openAdmin(path, {});
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  }
);

it('a list of API keys opens the panel of a plugin about one key', async () => {
  const key = {
    id: 'one',
    name: 'key one',
    user: 'joe',
    roles: null,
    permissions: null,
    isReadOnly: false,
    createdAt: '2026-01-01T00:00:00Z',
    expiresAt: '2026-04-01T00:00:00Z',
    lastUsedAt: null,
    status: 'active',
  };
  const panel: EntityPart = {
    id: 'shop.key',
    entity: 'apiKey',
    title: () => 'Orders by key',
    iconType: 'visBarVertical',
    order: 10,
    load:
      async () =>
      ({ apiKey, onClose }) => (
        <dialog open aria-label={`Orders with ${apiKey.name}`}>
          <button onClick={onClose}>Close it</button>
        </dialog>
      ),
  };
  const { user } = await openAdmin(
    '/apiKeys',
    { 'GET /api/v1/api_keys': () => ({ total: 1, items: [key] }) },
    { entityParts: [panel] }
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Select key one (joe)' }));
  await user.click(button('Actions'));
  await user.click(await screen.findByRole('menuitem', { name: 'Orders by key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Orders with key one' });
  await user.click(within(dialog).getByRole('button', { name: 'Close it' }));
  expect(screen.queryByRole('dialog', { name: 'Orders with key one' })).toBeNull();
});
