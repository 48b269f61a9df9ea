/** The page that compares two clusters and promotes differences. */
import { screen, waitFor, within } from '@testing-library/react';
import type { ClusterEntry } from '@sd/contracts';
import { openClusters } from '../../../../../test/helpers/clusters_app';
import { button } from '../../../security/public/apps/admin/mocks';
import { callsOf, fetchError, type Routes } from '../../../security/public/mocks';

jest.setTimeout(30_000);

const HOME: ClusterEntry = { id: 'home', name: 'home', is_home: true, features: {} };
const SHOP: ClusterEntry = {
  id: 'shop',
  name: 'Shop',
  environment: 'production',
  credentials: 'session',
  is_home: false,
  hosts: ['https://shop:9200'],
  user_name: 'root',
  features: {},
};
const ROLE = { kind: 'roles', name: 'sales' } as const;
const PLAN = '/api/v1/configuration_files/roles/_plan';
const RUN = '/api/v1/configuration_files/_import';
const HISTORY = '/api/v1/history';
const entry = { cluster_permissions: ['sales_group'] };

const routes = (more: Routes = {}): Routes => ({
  'GET /api/v1/clusters': () => ({ clusters: [HOME, SHOP] }),
  'POST /api/v1/comparisons': () => ({ id: 'c1', compared_at: 0, counts: {}, unreadable: [] }),
  'GET /api/v1/comparisons/c1': () => ({
    total: 1,
    unfiltered_total: 3,
    compared_at: Date.now(),
    unreadable: [],
    items: [{ ...ROLE, state: 'only_left' }],
  }),
  'GET /api/v1/comparisons/c1/_entry': () => ({ left: entry }),
  'POST /api/v1/comparisons/c1/_selection': (options) => {
    const isWhole = JSON.parse(String(options?.body)).with_dependencies === true;
    const files = [{ kind: 'roles', entries: { sales: entry }, removed: [] }];
    const missing = isWhole ? [] : [{ kind: 'actiongroups', name: 'sales_group' }];
    return { files, missing, left_out: [] };
  },
  [`POST ${PLAN}`]: () => ({
    items: [{ name: 'sales', action: 'create', after: entry }],
    same: 0,
    more: 0,
  }),
  [`POST ${RUN}`]: (options) => {
    const isTrial = JSON.parse(String(options?.body)).trial === true;
    const results = isTrial ? [] : [{ ...ROLE, is_done: true }];
    return { is_done: !isTrial, is_whole: false, results };
  },
  'POST /api/v1/access/impact': () => ({
    gains: { total: 0, hosts: [], people: [] },
    loses: { total: 0, hosts: [], people: [] },
    sees_other: { total: 0, names: [] },
    complete: true,
  }),
  [`GET ${HISTORY}`]: () => ({ total: 1, page: 1, per_page: 1, items: [{ id: 7 }] }),
  ...more,
});

// @feature compare-clusters/3
it('opens with this installation and the first other cluster', async () => {
  await openClusters('/compare', routes());
  expect(await screen.findByRole('combobox', { name: 'Left' })).toHaveValue('home');
  expect(screen.getByRole('combobox', { name: 'Right' })).toHaveValue('shop');
});

it('promotes a role with what it refers to, and takes it back', async () => {
  let id = 6;
  const { user, core } = await openClusters(
    '/compare/home/shop',
    routes({
      [`GET ${HISTORY}`]: () => ({
        total: 1,
        page: 1,
        per_page: 1,
        items: [{ id: id++, type: 'roles', name: 'sales' }],
      }),
      [`POST ${HISTORY}/_revert`]: () => ({ results: [{ id: 7, name: 'sales', is_done: true }] }),
    })
  );
  await user.click(await screen.findByRole('button', { name: 'sales' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('sales_group')).toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: /Close/ }));
  await user.click(screen.getByRole('checkbox', { name: /sales/ }));
  await user.click(button('Actions'));
  await user.click(await screen.findByRole('menuitem', { name: 'Promote to Shop' }));
  await user.click(await screen.findByRole('button', { name: 'Add this entry' }));
  await waitFor(() => expect(screen.queryByText(/These entries need others/)).toBeNull());
  const promote = await screen.findByRole('button', { name: 'Promote 1 entry' });
  expect(promote).toBeDisabled();
  await user.type(screen.getByLabelText(/To change production/), 'Shop');
  await user.click(promote);
  await screen.findByText('1 entry promoted to Shop.');
  const sent = callsOf(core.http.post).filter(([path]) => path === RUN);
  expect(sent.at(-1)?.[1]).toMatchObject({
    headers: { securitycluster: 'shop', securityclusterconfirm: 'shop' },
  });
  await waitFor(() => expect(button('Undo')).toBeEnabled());
  await user.click(button('Undo'));
  await screen.findByText('The promotion was undone.');
  expect(callsOf(core.http.post).at(-1)).toMatchObject([
    `${HISTORY}/_revert`,
    { body: '{"changes":[8]}', headers: { securitycluster: 'shop' } },
  ]);
});

it('points to the change history where the changes cannot be undone together', async () => {
  const { user } = await openClusters(
    '/compare/home/shop',
    routes({ [`GET ${HISTORY}`]: () => ({ total: 0, page: 1, per_page: 1, items: [] }) })
  );
  await user.click(await screen.findByRole('checkbox', { name: /sales/ }));
  await user.click(button('Actions'));
  await user.click(await screen.findByRole('menuitem', { name: 'Promote to Shop' }));
  await user.type(await screen.findByLabelText(/To change production/), 'Shop');
  await user.click(await screen.findByRole('button', { name: 'Promote 1 entry' }));
  await screen.findByText(/revert them there one by one/);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

it('asks for the credentials of a side in place', async () => {
  await openClusters(
    '/compare/home/shop',
    routes({
      'POST /api/v1/comparisons': () => {
        const attributes = { code: 'core.backend.cluster_credentials', params: { side: 'right' } };
        throw fetchError(403, { message: 'Enter your credentials.', attributes });
      },
    })
  );
  expect(await screen.findByText('Log in to Shop')).toBeInTheDocument();
});
