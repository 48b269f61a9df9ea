/** Tests of API keys of all users and of one user. */
import { screen, waitFor, within } from '@testing-library/react';
import { fetchError } from '../../../mocks';
import { button, lastQuery, openAdmin } from '../mocks';

jest.setTimeout(30_000);

const PATH = '/api/v1/api_keys';
const key = (id: string, more: object = {}) => ({
  id,
  user: 'joe',
  name: `key ${id}`,
  roles: null,
  permissions: null,
  isReadOnly: false,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-04-01T00:00:00Z',
  lastUsedAt: '2026-02-01T00:00:00Z',
  status: 'active',
  ...more,
});

// @feature api-keys/1
it('API key list searches, sorts and filters on the server and links to the owners', async () => {
  const permissions = {
    cluster_permissions: ['restapi:admin/roles'],
    index_permissions: [],
    tenant_permissions: [{ tenant_patterns: ['sales'], allowed_actions: ['kibana_all_read'] }],
  };
  const items = [
    key('one', { permissions }),
    key('two', { user: 'jane/doe', status: 'expired', roles: ['reader'] }),
  ];
  const { core, user } = await openAdmin('/apiKeys', {
    [`GET ${PATH}`]: () => ({ total: 30, items }),
  });
  const table = await screen.findByRole('table', { name: /API keys/ });
  expect(within(table).getByText('Expired')).toBeVisible();
  expect(
    within(table).getByText('Custom: restapi:admin/roles, sales, kibana_all_read')
  ).toBeVisible();
  expect(within(table).getByRole('link', { name: 'jane/doe' })).toHaveAttribute(
    'href',
    expect.stringContaining('/users/view/jane%2Fdoe/keys')
  );
  expect(lastQuery(core.http, PATH)).toEqual({
    page: 1,
    per_page: 25,
    sort: 'created',
    order: 'desc',
  });
  await user.type(screen.getByRole('searchbox', { name: 'Search API keys' }), 'back');
  await waitFor(() => expect(lastQuery(core.http, PATH)).toMatchObject({ search: 'back' }));
});

// @feature api-keys/3
it('API key list revokes selected keys after confirmation and reports failures', async () => {
  let items = [key('one'), key('two')];
  const { core, user } = await openAdmin('/apiKeys', {
    [`GET ${PATH}`]: () => ({ total: items.length, items }),
    [`DELETE ${PATH}/one`]: () => {
      items = [key('two')];
      return {};
    },
    [`DELETE ${PATH}/two`]: () => {
      throw fetchError(403, { message: 'Not this one.' });
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select key one (joe)' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select key two (joe)' }));
  await user.click(button('Actions'));
  await user.click(await screen.findByRole('menuitem', { name: 'Revoke' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent("A revoked key can't be restored.");
  expect(core.http.delete).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(/Not this one\./)).toBeVisible();
  expect(core.http.delete).toHaveBeenCalledTimes(2);
});

// @feature api-keys/6
it('API key list explains that the backend has no API keys', async () => {
  const { core } = await openAdmin('/apiKeys', {}, { features: { apiKeys: false } });
  expect(await screen.findByText(/API keys are not available/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'API keys' })).toBeNull();
  expect(core.http.get).not.toHaveBeenCalledWith(PATH, expect.anything());
});

// @feature api-keys/4
it('API key list links from a key to its access explanation', async () => {
  const { user, services } = await openAdmin('/apiKeys', {
    [`GET ${PATH}`]: () => ({ total: 1, items: [key('one')] }),
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select key one (joe)' }));
  await user.click(button('Actions'));
  await user.click(await screen.findByRole('menuitem', { name: 'Check access' }));
  const { pathname, search } = services.kit.services.history.location;
  expect([pathname, search]).toEqual(['/explorer', '?api_key=one']);
});
