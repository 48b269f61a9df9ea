import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  callsOf,
  createScreen,
  fetchError,
  lastBody,
  renderInCore,
  type Routes,
} from '../../../mocks';
import { ApiKeysDialog } from './api_keys_dialog';

const PATH = '/api/v1/account/api_keys';
const KEY = {
  id: 'abcdefghijkl',
  user: 'jane',
  name: 'Backup',
  roles: ['own_index'],
  permissions: null,
  isReadOnly: true,
  createdAt: '2026-01-01T00:00:00Z',
  expiresAt: '2026-04-01T00:00:00Z',
  lastUsedAt: null,
  status: 'active',
};
/** Permissions of the owner. */
const MINE = {
  user: { name: 'jane' },
  roles: [
    {
      cluster: { listed: ['cluster_monitor'] },
      index: [{ index_patterns: ['logs-*'], allowed_actions: ['read'] }],
    },
  ],
  tenants: { jane: true, sales: false },
  api: { has_api_access: true },
};
const own = (...keys: object[]) => ({ keys, roles: ['kibana_user', 'own_index'] });

async function open(routes: Routes) {
  const deps = await createScreen({ routes });
  const guard = { mayClose: () => true };
  renderInCore(<ApiKeysDialog core={deps.core} guard={guard} />);
  await waitFor(() => expect(callsOf(deps.core.http.get)).toContainEqual([PATH, {}]));
  return { ...deps, guard, user: userEvent.setup() };
}

describe('API keys dialog', () => {
  // @feature api-keys/8
  it('creates a narrowed key with the password and shows it once', async () => {
    let keys: object[] = [];
    const { user, core } = await open({
      [`GET ${PATH}`]: () => own(...keys),
      [`POST ${PATH}`]: () => {
        keys = [KEY];
        return { key: KEY, token: 'sdk_abcdefghijkl_secret' };
      },
    });
    expect(await screen.findByText('You have no API keys.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New API key' }));
    const create = screen.getByRole('button', { name: 'Create API key' });
    await user.type(screen.getByLabelText('Name'), 'Backup');
    expect(create).toBeDisabled();
    await user.selectOptions(screen.getByLabelText('Expires after'), '30 days');
    await user.click(screen.getByRole('radio', { name: 'Only some of your roles' }));
    await user.click(screen.getByRole('combobox', { name: 'Only these roles' }));
    await user.click(await screen.findByRole('option', { name: 'own_index' }));
    await user.click(screen.getByRole('switch', { name: 'Read-only' }));
    await user.type(screen.getByLabelText('Current password'), 's3cret');
    await user.click(create);
    expect(lastBody(core.http, PATH)).toEqual({
      name: 'Backup',
      days: 30,
      roles: ['own_index'],
      isReadOnly: true,
      current_password: 's3cret',
    });
    expect(await screen.findByText('sdk_abcdefghijkl_secret')).toBeInTheDocument();
    expect(screen.getByText('Authorization: ApiKey …')).toBeVisible();
    expect(await screen.findByText('Read-only')).toBeVisible();
    expect(screen.queryByLabelText('Current password')).toBeNull();
  });

  it('asks before it closes while the new key is shown', async () => {
    const { user, guard } = await open({
      [`GET ${PATH}`]: () => own(),
      [`POST ${PATH}`]: () => ({ key: KEY, token: 'sdk_abcdefghijkl_secret' }),
    });
    await user.click(await screen.findByRole('button', { name: 'New API key' }));
    expect(guard.mayClose()).toBe(true);
    await user.type(screen.getByLabelText('Name'), 'Backup');
    await user.type(screen.getByLabelText('Current password'), 's3cret');
    await user.click(screen.getByRole('button', { name: 'Create API key' }));
    await screen.findByText('sdk_abcdefghijkl_secret');
    act(() => expect(guard.mayClose()).toBe(false));
    expect(screen.getByText(/Have you saved it/)).toBeVisible();
    expect(guard.mayClose()).toBe(true);
  });

  it("creates a key with its own permissions, picked from the owner's or typed", async () => {
    const { user, core } = await open({
      [`GET ${PATH}`]: () => own(),
      'GET /api/v1/access/effective': () => MINE,
      [`POST ${PATH}`]: () => ({ key: KEY, token: 'sdk_abcdefghijkl_secret' }),
    });
    await user.click(await screen.findByRole('button', { name: 'New API key' }));
    await user.type(screen.getByLabelText('Name'), 'Backup');
    await user.type(screen.getByLabelText('Current password'), 's3cret');
    const create = screen.getByRole('button', { name: 'Create API key' });
    expect(create).toBeEnabled();
    await user.click(screen.getByRole('radio', { name: /^Custom/ }));
    expect(create).toBeDisabled();
    await user.click(screen.getByRole('combobox', { name: 'Cluster permissions' }));
    await user.click(await screen.findByRole('option', { name: 'restapi:admin/roles' }));
    await user.click(screen.getByRole('button', { name: 'Add indices' }));
    await user.type(screen.getByRole('combobox', { name: 'Indices 1' }), 'logs-a*{Enter}');
    expect(create).toBeDisabled();
    await user.type(screen.getByRole('combobox', { name: 'Index permissions 1' }), 'read{Enter}');
    await user.click(screen.getByRole('button', { name: 'Add tenants' }));
    await user.click(screen.getByRole('combobox', { name: 'Tenants 1' }));
    await user.click(await screen.findByRole('option', { name: '__user__' }));
    await user.click(screen.getByRole('switch', { name: /^Allow changes in tenants 1/ }));
    await user.click(screen.getByRole('button', { name: 'Add tenants' }));
    await user.click(screen.getByRole('button', { name: 'Remove tenants 2' }));
    await user.click(create);
    expect(lastBody(core.http, PATH)).toEqual({
      name: 'Backup',
      days: 90,
      isReadOnly: false,
      permissions: {
        cluster_permissions: ['restapi:admin/roles'],
        index_permissions: [{ index_patterns: ['logs-a*'], allowed_actions: ['read'] }],
        tenant_permissions: [
          { tenant_patterns: ['__user__'], allowed_actions: ['kibana_all_write'] },
        ],
      },
      current_password: 's3cret',
    });
  });

  it('keeps the input and shows the error when the server rejects the key', async () => {
    const { user } = await open({
      [`GET ${PATH}`]: () => own(),
      [`POST ${PATH}`]: () => {
        throw fetchError(400, {
          message: 'The current password is wrong.',
          attributes: { code: 'security.wrong_password' },
        });
      },
    });
    await user.click(await screen.findByRole('button', { name: 'New API key' }));
    await user.type(screen.getByLabelText('Name'), 'Backup');
    await user.type(screen.getByLabelText('Current password'), 'wrong{Enter}');
    expect(await screen.findByText('The current password is wrong.')).toBeVisible();
    expect(screen.getByLabelText('Name')).toHaveValue('Backup');
  });

  it('revokes only after a second click', async () => {
    let keys: object[] = [KEY];
    const { user, core } = await open({
      [`GET ${PATH}`]: () => own(...keys),
      [`DELETE ${PATH}/${KEY.id}`]: () => {
        keys = [];
        return {};
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke: Backup' }));
    expect(core.http.delete).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Revoke permanently: Backup' }));
    expect(await screen.findByText('You have no API keys.')).toBeVisible();
  });
});
