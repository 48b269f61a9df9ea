/** Tests of the index permission matrix and the permission pickers. */
import { screen, waitFor, within } from '@testing-library/react';
import { lastBody } from '../../../mocks';
import {
  button,
  combo,
  CONFIG,
  fill,
  formRoutes,
  index,
  notFound,
  openAdmin,
  openNewRole,
  role,
} from '../mocks';

jest.setTimeout(30_000);

const GROUPS = {
  read: { type: 'index', description: 'Allow all read', allowed_actions: ['indices:data/read*'] },
  write: { type: 'index', allowed_actions: ['indices:data/write*', 'indices:admin/mapping/put'] },
  indices_all: { type: 'index', allowed_actions: ['indices:*'] },
  cluster_monitor: { type: 'cluster', allowed_actions: ['cluster:monitor/*'] },
};
const ROUTES = {
  ...formRoutes,
  'GET /api/v1/permissions': () => ({
    cluster: ['cluster:monitor/main', 'cluster:admin/snapshot/get'],
    index: ['indices:data/read/get', 'indices:data/read/mget', 'indices:monitor/stats'],
  }),
  [`GET ${CONFIG}/actiongroups`]: () => ({ total: 4, data: GROUPS }),
  [`GET ${CONFIG}/roles/reader`]: () => ({
    ...role({
      index_permissions: [
        index({ allowed_actions: ['read', 'indices:data/write/bulk'], dls: '{"term":{"a":"b"}}' }),
        index({ index_patterns: ['all-*'], allowed_actions: ['indices_all'] }),
      ],
    }),
    etag: '"1"',
  }),
  [`GET ${CONFIG}/rolesmapping/reader`]: notFound,
};

afterEach(() => window.localStorage.clear());

describe('index permission matrix', () => {
  it('shows none, all or part of each action group and changes them', async () => {
    const { user, core } = await openAdmin('/roles/edit/reader', {
      ...ROUTES,
      [`POST ${CONFIG}/roles/reader`]: () => ({ message: 'ok' }),
    });
    await user.click(await screen.findByRole('button', { name: 'Matrix' }));
    const table = await screen.findByRole('table', { name: 'Index permissions by action group' });
    const cell = (name: string) => within(table).getByRole('button', { name });
    expect(within(table).queryByRole('columnheader', { name: 'cluster_monitor' })).toBeNull();
    expect(cell('read on logs-*: All')).toHaveAttribute('aria-pressed', 'true');
    expect(cell('write on logs-*: Custom')).toHaveAttribute('aria-pressed', 'false');
    expect(cell('read on all-*: All')).toBeDisabled();
    expect(cell('indices_all on all-*: All')).toBeEnabled();
    await user.click(cell('read on logs-*: All'));
    await user.click(cell('write on logs-*: Custom'));
    expect(cell('read on logs-*: None')).toBeEnabled();
    await user.click(
      cell('Other actions, documents, fields and anonymization of logs-*: 1 more, documents')
    );
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByRole('heading', { name: 'logs-*' })).toBeInTheDocument();
    fill(within(drawer).getByLabelText('Document level security'), '{"match_all":{}}');
    await user.click(within(drawer).getByRole('button', { name: /Close this dialog/ }));
    await user.click(button('Save changes'));
    await waitFor(() =>
      expect(lastBody(core.http, `${CONFIG}/roles/reader`)['index_permissions']).toMatchObject([
        {
          index_patterns: ['logs-*'],
          allowed_actions: ['indices:data/write/bulk', 'write'],
          dls: '{"match_all":{}}',
        },
        { index_patterns: ['all-*'], allowed_actions: ['indices_all'] },
      ])
    );
  });

  it('is remembered, and returns to the form for errors in its drawer', async () => {
    const first = await openAdmin('/roles/edit/reader', ROUTES);
    await first.user.click(await screen.findByRole('button', { name: 'Matrix' }));
    await screen.findByRole('table', { name: 'Index permissions by action group' });
    expect(first.services.kit.services.memory.get('roleForm.indexView')).toBe('matrix');
    await first.user.click(screen.getByRole('button', { name: /of logs-\*: 1 more, documents/ }));
    const drawer = await screen.findByRole('dialog');
    fill(within(drawer).getByLabelText('Document level security'), '{"a":{},"b":{}}');
    expect(
      within(drawer).getByText(/exactly one type at the top level.* has 2/)
    ).toBeInTheDocument();
    await first.user.click(button('Save changes'));
    const [wrong] = await screen.findAllByLabelText('Document level security');
    expect(wrong).toBeInvalid();
    expect(screen.getByRole('button', { name: 'Matrix' })).toBeDisabled();
  });
});

describe('permission picker', () => {
  const option = (name: string) => screen.queryByRole('option', { name });

  it('offers index permissions by verb with descriptions, without cluster groups', async () => {
    const { user } = await openNewRole(ROUTES);
    await user.click(await screen.findByRole('combobox', { name: 'Index permissions' }));
    expect(await screen.findByText('Indices: read documents')).toBeInTheDocument();
    expect(option('read')).toHaveAccessibleDescription('Allow all read');
    expect(option('cluster_monitor')).toBeNull();
    expect(option('cluster:monitor/main')).toBeNull();
    expect(screen.getByText('Allow all read')).toBeInTheDocument();
    expect(screen.getByText('Action group: indices:*')).toBeInTheDocument();
    await user.keyboard('{Escape}');
    await user.click(combo('Cluster permissions'));
    expect(await screen.findByText('Cluster: monitor')).toBeInTheDocument();
    expect(option('cluster_monitor')).toBeInTheDocument();
    expect(option('read')).toBeNull();
    expect(screen.getByText('Create, restore or delete snapshots')).toBeInTheDocument();
  });

  it('lists an exact match first, then names that start with the text', async () => {
    const { user } = await openNewRole(ROUTES);
    const box = await screen.findByRole('combobox', { name: 'Index permissions' });
    await user.click(box);
    fill(box, 'indices:data/read/get');
    expect(await screen.findByText('Exact match')).toBeInTheDocument();
    fill(box, 'READ');
    const found = () => within(screen.getByRole('listbox')).getAllByRole('option');
    await waitFor(() => expect(found()).toHaveLength(3));
    const [first, second, third] = found();
    expect(first).toHaveTextContent('read');
    expect(second).toHaveTextContent('indices:data/read/get');
    expect(third).toHaveTextContent('indices:data/read/mget');
  });
});
