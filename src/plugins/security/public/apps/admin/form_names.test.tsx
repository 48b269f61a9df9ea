/** Tests of name fields: unknown names are marked but can be saved. */
import { screen, waitFor, within } from '@testing-library/react';
import { callsOf, fetchError, lastBody, type Routes, searchResponse } from '../../mocks';
import {
  addTo,
  button,
  callsTo,
  combo,
  CONFIG,
  fill,
  formRoutes,
  index,
  notFound,
  openAdmin,
  openNewRole,
  role,
} from './mocks';

jest.setTimeout(30_000);

const PASSWORD = 'Blue-lamp-42-moss';
const USER = '/users/edit/jane';
const user = (more: object = {}) => ({
  backend_roles: [],
  attributes: {},
  opendistro_security_roles: [],
  reserved: false,
  ...more,
  etag: '"1"',
});
const userRoutes: Routes = {
  'GET /api/v1/search/roles': () => searchResponse([]),
  'GET /api/v1/search/internalusers': () => searchResponse([]),
};

describe('tenants of a role', () => {
  const tenants: Routes = {
    ...formRoutes,
    'GET /api/v1/search/tenants': () =>
      searchResponse([
        { name: 'finance', entity: {} },
        { name: 'global_tenant', entity: {} },
      ]),
    [`GET ${CONFIG}/tenants/finance`]: () => ({ description: 'Money' }),
    [`GET ${CONFIG}/tenants/finanz`]: notFound,
    [`POST ${CONFIG}/roles/analyst`]: () => ({ message: 'created' }),
    [`GET ${CONFIG}/roles/analyst`]: notFound,
    [`GET ${CONFIG}/rolesmapping/analyst`]: notFound,
  };
  const offered = () =>
    within(screen.getByRole('listbox'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);

  // @feature role-form/13
  it('start with Global and, second, Private', async () => {
    const { user, core } = await openNewRole(tenants);
    fill(await screen.findByLabelText('Name'), 'analyst');
    await user.click(combo('Tenant'));
    await waitFor(() => expect(offered()).toEqual(['Global', 'Private', 'finance']));
    await user.click(screen.getByRole('option', { name: 'Private' }));
    expect(screen.getByText(/have a private tenant of their own/)).toBeInTheDocument();
    await user.click(await screen.findByRole('option', { name: 'Global' }));
    await user.click(button('Create'));
    await waitFor(() =>
      expect(lastBody(core.http, `${CONFIG}/roles/analyst`)['tenant_permissions']).toEqual([
        {
          tenant_patterns: ['__user__', 'global_tenant'],
          allowed_actions: ['kibana_all_write'],
        },
      ])
    );
  });

  it('omit Private if private tenants are disabled', async () => {
    const { user } = await openNewRole(tenants, {
      config: { multitenancy: { tenants: { enable_private: false } } },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Tenant' }));
    await waitFor(() => expect(offered()).toEqual(['Global', 'finance']));
  });

  // @feature role-form/14
  it('are marked if they do not exist, without lookups of patterns', async () => {
    const { core } = await openNewRole(tenants);
    const box = await screen.findByRole('combobox', { name: 'Tenant' });
    for (const name of ['finanz', 'finance', 'fin-*']) addTo(box, name);
    expect(await screen.findByText('There is no tenant “finanz”.')).toBeInTheDocument();
    expect(screen.getAllByText(/There is no tenant/)).toHaveLength(1);
    const lookups = callsOf(core.http.get).filter(([path]) => path.startsWith(`${CONFIG}/tenants`));
    expect(lookups.map(([path]) => path.split('/').at(-1)).sort()).toEqual(['finance', 'finanz']);
  });

  it('are created in the form and no longer marked', async () => {
    let isThere = false;
    const { user, core } = await openNewRole({
      ...tenants,
      [`GET ${CONFIG}/tenants/finanz`]: () => (isThere ? { description: '' } : notFound()),
      [`POST ${CONFIG}/tenants/finanz`]: () => {
        isThere = true;
        return { message: 'created' };
      },
    });
    const box = await screen.findByRole('combobox', { name: 'Tenant' });
    for (const name of ['finanz', 'x y%', 'fin-*']) addTo(box, name);
    await user.click(await screen.findByRole('button', { name: 'Create tenant “finanz”' }));
    await waitFor(() => expect(screen.queryByText('There is no tenant “finanz”.')).toBeNull());
    expect(screen.queryByRole('button', { name: /Create tenant/ })).toBeNull();
    expect(lastBody(core.http, `${CONFIG}/tenants/finanz`)).toEqual({ description: '' });
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: 'Tenant "finanz" successfully created',
    });
  });

  it('show why a tenant could not be created', async () => {
    const { user, core } = await openNewRole({
      ...tenants,
      [`POST ${CONFIG}/tenants/finanz`]: () => {
        throw fetchError(403, { message: 'Not you.' });
      },
    });
    addTo(await screen.findByRole('combobox', { name: 'Tenant' }), 'finanz');
    await user.click(await screen.findByRole('button', { name: 'Create tenant “finanz”' }));
    await waitFor(() =>
      expect(core.notifications.toasts.addDanger).toHaveBeenCalledWith({
        title: 'Couldn\'t create tenant "finanz"',
        text: 'Not you.',
      })
    );
    expect(screen.getByText('There is no tenant “finanz”.')).toBeVisible();
  });

  it('are not marked if the lookup fails', async () => {
    const { core } = await openNewRole(tenants);
    addTo(await screen.findByRole('combobox', { name: 'Tenant' }), 'unread');
    await waitFor(() => expect(callsTo(core.http.get, `${CONFIG}/tenants/unread`)).not.toEqual([]));
    expect(screen.queryByText(/There is no tenant/)).toBeNull();
  });

  it('show while typing that no tenant has the name', async () => {
    const { user } = await openNewRole({
      ...tenants,
      'GET /api/v1/search/tenants': () => searchResponse([]),
    });
    const box = await screen.findByRole('combobox', { name: 'Tenant' });
    await user.click(box);
    fill(box, 'nowhere');
    expect(await screen.findByText(/No matches for/)).toHaveTextContent(
      'No matches for nowhere. Press Enter to add it anyway.'
    );
  });
});

// @feature role-form/15
it('missing action groups of a role are marked', async () => {
  await openAdmin('/roles/edit/reader', {
    ...formRoutes,
    [`GET ${CONFIG}/roles/reader`]: () => ({
      ...role({ index_permissions: [index({ allowed_actions: ['read', 'gone'] })] }),
      etag: '"1"',
    }),
  });
  expect(await screen.findByText(/There is no action group “gone”/)).toBeInTheDocument();
  expect(screen.queryByText(/There is no action group “read”/)).toBeNull();
});

it('missing roles of a user are marked', async () => {
  await openAdmin(USER, {
    ...userRoutes,
    [`GET ${CONFIG}/internalusers/jane`]: () =>
      user({ opendistro_security_roles: ['reader', 'gone'] }),
    [`GET ${CONFIG}/roles/reader`]: () => role(),
    [`GET ${CONFIG}/roles/gone`]: notFound,
  });
  expect(await screen.findByText('There is no role “gone”.')).toBeInTheDocument();
});

it('mapped names without an internal user are marked', async () => {
  await openAdmin('/roles/edit/reader/mapuser', {
    ...userRoutes,
    [`GET ${CONFIG}/rolesmapping/reader`]: () => ({ users: ['ldap-jo', 'jane'], etag: '"1"' }),
    [`GET ${CONFIG}/internalusers/ldap-jo`]: notFound,
    [`GET ${CONFIG}/internalusers/jane`]: () => user(),
  });
  expect(await screen.findByText(/There is no internal user “ldap-jo”/)).toBeInTheDocument();
  expect(screen.queryByText(/There is no internal user “jane”/)).toBeNull();
});

describe('new password at next login', () => {
  const routes: Routes = {
    ...userRoutes,
    [`POST ${CONFIG}/internalusers/jane`]: () => ({ message: 'ok' }),
    [`GET ${CONFIG}/internalusers/jane`]: () => user(),
  };
  const box = () => screen.findByRole('checkbox', { name: 'Require a new password at next login' });
  const saved = { path: `${CONFIG}/internalusers/jane` };

  // @feature user-form/4
  it('is required with the saved user, outside its fields', async () => {
    const { user: user, core } = await openAdmin(USER, routes);
    await user.click(await box());
    await user.click(button('Save changes'));
    await waitFor(() => expect(callsTo(core.http.post, saved.path)).toHaveLength(1));
    expect(callsTo(core.http.post, saved.path)[0]).toMatchObject({
      query: { must_change_password: 'true' },
      headers: { 'if-match': '"1"' },
    });
    expect(lastBody(core.http, saved.path)).not.toHaveProperty('must_change_password');
  });

  it('is preselected for a generated password only', async () => {
    const { user: user, core } = await openAdmin('/users/create', routes);
    expect(await box()).not.toBeChecked();
    await user.click(button('Generate password'));
    expect(await box()).toBeChecked();
    await user.click(await box());
    fill(screen.getByLabelText('Username'), 'jane');
    fill(screen.getByLabelText('Password'), PASSWORD);
    fill(screen.getByLabelText('Re-enter password'), PASSWORD);
    await user.click(button('Create'));
    await waitFor(() => expect(callsTo(core.http.post, saved.path)).toHaveLength(1));
    expect(callsTo(core.http.post, saved.path)[0]).toMatchObject({ query: {} });
    expect(callsTo(core.http.post, saved.path)[0]!['query']).not.toHaveProperty(
      'must_change_password'
    );
  });

  it('is not offered if the backend does not support it', async () => {
    await openAdmin(USER, routes, { features: { secondFactors: false } });
    expect(await screen.findByLabelText('Username')).toHaveValue('jane');
    expect(screen.getByLabelText('Username')).toBeDisabled();
    expect(screen.queryByRole('checkbox', { name: /next login/ })).toBeNull();
  });
});
