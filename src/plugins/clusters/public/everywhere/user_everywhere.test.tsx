/** One user on all clusters: the tab of the user's page, and the explorer's answer. */
import type { ClusterEntry, UserOnCluster } from '@sd/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { openClusters } from '../../../../../test/helpers/clusters_app';
import { button, CONFIG } from '../../../security/public/apps/admin/mocks';
import { callsOf, fetchError, type Routes } from '../../../security/public/mocks';

jest.setTimeout(30_000);

const entry = (id: string, more: Partial<ClusterEntry> = {}): ClusterEntry => ({
  id,
  name: id,
  credentials: 'service',
  is_home: false,
  user_name: 'root',
  features: { suspension: false },
  ...more,
});
const CLUSTERS: readonly ClusterEntry[] = [
  { id: 'home', name: 'home', is_home: true, features: { suspension: true } },
  entry('shop', { name: 'Shop', environment: 'production' }),
  { ...entry('asked', { name: 'Asked', credentials: 'session' }), user_name: undefined },
  entry('dead', { name: 'Dead' }),
];
const problem = (message: string) => ({ message, attributes: { code: 'none' } });
const USERS_BY_CLUSTER: Readonly<Record<string, Omit<UserOnCluster, 'id'>>> = {
  home: {
    state: 'found',
    suspension: 'none',
    is_administrator: false,
    roles: [{ role: 'reader', exists: true }],
  },
  shop: {
    state: 'found',
    suspension: 'roles_removed',
    is_administrator: true,
    roles: [{ role: 'gone', exists: false }],
    more: ['owner'],
    less: ['reader'],
    different: [],
    removed_roles: ['writer'],
  },
  asked: { state: 'credentials', problem: problem('Enter credentials.') },
  dead: { state: 'unreachable', problem: problem('The cluster is away.') },
};

const routes = (more: Routes = {}): Routes => ({
  [`GET ${CONFIG}/internalusers/joe`]: () => ({ etag: '"7"', backend_roles: [], attributes: {} }),
  'GET /api/v1/access/effective': () => ({
    user: { name: 'joe', exists: true, backend_roles: [], attribute_names: [], roles: [] },
    roles: [],
    tenants: {},
    truncated: [],
    api: { has_api_access: false, disabled_endpoints: {} },
  }),
  'POST /api/v1/factors': () => ({ users: [] }),
  'GET /api/v1/clusters': () => ({ clusters: CLUSTERS }),
  'GET /api/v1/clusters/_person': ({ query }) => {
    const { cluster } = query as { readonly cluster: string };
    return { clusters: [{ id: cluster, ...USERS_BY_CLUSTER[cluster] }] };
  },
  ...more,
});
const capabilities = { securityClusters: { connected: true } };
const open = (more: Routes = {}) =>
  openClusters('/users/view/joe/clusters', routes(more), { capabilities });
const row = (name: RegExp) => screen.findByRole('row', { name });

// @feature users/1
it('shows each cluster by itself, with what differs from home', async () => {
  const { core } = await open();
  const shop = within(await row(/^Shop/));
  expect(await shop.findByText('Suspended: roles removed')).toBeInTheDocument();
  expect(shop.getByText("gone (doesn't exist)")).toBeInTheDocument();
  expect(shop.getByText('owner')).toBeInTheDocument();
  expect(shop.getByText('Yes')).toBeInTheDocument();
  expect(shop.getByRole('link', { name: 'Shop' })).toHaveAttribute(
    'href',
    expect.stringMatching(/users\/view\/joe\?cluster=shop$/)
  );
  expect(await within(await row(/^Dead/)).findByText(/The cluster is away/)).toBeInTheDocument();
  const requests = callsOf(core.http.get).filter(([path]) => path === '/api/v1/clusters/_person');
  expect(requests).toHaveLength(CLUSTERS.length);
});

// @feature users/2
it('asks for credentials in place', async () => {
  const { user, core } = await open({
    'PUT /api/v1/clusters/asked/credentials': () => ({ user_name: 'root' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Log in to Asked' }));
  await user.type(screen.getByLabelText('Username'), 'root');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(button('Log in'));
  await waitFor(() => expect(screen.queryByLabelText('Username')).toBeNull());
  expect(callsOf(core.http.put)).toHaveLength(1);
});

// @feature users/3
it('names production before it suspends, and reports every cluster', async () => {
  const post = jest.fn(({ body }: Record<string, unknown>) => {
    const { clusters } = JSON.parse(String(body)) as { readonly clusters: readonly [string] };
    const [id] = clusters;
    if (id === 'dead') throw fetchError(503, { message: 'No answer.' });
    return {
      clusters: [
        id === 'home'
          ? { id, result: 'done' }
          : { id, result: 'done', kept_roles: ['everyone'], needs_password: true },
      ],
    };
  });
  const { user } = await open({ 'POST /api/v1/clusters/_person/_suspend': post });
  await user.click(await screen.findByRole('button', { name: 'Suspend everywhere' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend joe everywhere' }));
  expect(dialog.getByText('This changes production: Shop')).toBeInTheDocument();
  expect(dialog.getByRole('checkbox', { name: /^Asked.*log in there first/ })).toBeDisabled();
  await user.click(dialog.getByRole('checkbox', { name: /replace the password/ }));
  await user.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await dialog.findByText(/Roles removed and password replaced/)).toHaveTextContent(
    /everyone/
  );
  expect(dialog.getByText(/This installation/).closest('p')).toHaveTextContent('Suspended.');
  expect(dialog.getByText('Dead').closest('p')).toHaveTextContent('No answer.');
  expect(dialog.getByText('Asked').closest('p')).toHaveTextContent('Nothing was changed.');
  expect(post).toHaveBeenCalledTimes(3);
});

it('asks in place before it takes the last administrator away', async () => {
  const lockout = { own: false, last: true, users: ['joe'], more: false };
  const problem = { message: 'Locks out.', attributes: { code: 'security.locks_out', lockout } };
  const sent: unknown[] = [];
  const { user, core } = await open({
    'POST /api/v1/clusters/_person/_suspend': ({ body }: Record<string, unknown>) => {
      const { clusters, ...more } = JSON.parse(String(body)) as { readonly clusters: [string] };
      const [id] = clusters;
      if (id !== 'home') return { clusters: [{ id, result: 'already' }] };
      sent.push(more);
      return {
        clusters: [sent.length > 1 ? { id, result: 'done' } : { id, result: 'failed', problem }],
      };
    },
  });
  core.overlays.openConfirm.mockResolvedValueOnce(true);
  await user.click(await screen.findByRole('button', { name: 'Suspend everywhere' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Suspend joe everywhere' }));
  await user.click(dialog.getByRole('button', { name: 'Suspend' }));
  expect(await dialog.findByText(/Suspended\./)).toBeInTheDocument();
  expect(sent).toEqual([{ user: 'joe' }, { user: 'joe', confirm_lockout: true }]);
});

it('says what reactivating restores', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Reactivate everywhere' }));
  expect(await screen.findByRole('checkbox', { name: /Shop.*writer/ })).toBeChecked();
});

it('has no tab without connected clusters', async () => {
  await openClusters('/users/view/joe', routes());
  expect(await screen.findByRole('tab', { name: 'Permissions' })).toBeInTheDocument();
  expect(screen.queryByRole('tab', { name: 'Clusters' })).toBeNull();
});
