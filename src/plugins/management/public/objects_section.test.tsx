/** Tests of the saved objects list: inspect, delete, export. */
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  choose,
  click,
  dialog,
  lastQuery,
  PIPELINE,
  denial,
  SALES,
  select,
  sent,
  show,
  table,
  user,
} from './mocks';

/** Slow on a busy machine. */
jest.setTimeout(30_000);

describe('saved objects list', () => {
  it('shows title, type and last change, newest first', async () => {
    const { responses } = show();
    expect(await screen.findByText('60 results')).toHaveAttribute('role', 'status');
    const [, first, second] = within(await table()).getAllByRole('row');
    expect(first).toHaveTextContent(/Sales pipeline.*Dashboard.*3 hours ago/);
    expect(second).toHaveTextContent(/Slow orders.*local.*3 hours ago/);
    expect(lastQuery(responses)).toEqual({
      type: ['config', 'dashboard', 'local'],
      fields: ['buildNum', 'title'],
      page: 1,
      per_page: 25,
      sort_field: 'updated_at',
      sort_order: 'desc',
    });
  });

  it('searches on each key press and stores the search in the address', async () => {
    const { responses, browser } = show();
    await screen.findByText('Sales pipeline');
    responses.find.mockResolvedValue({ total: 0, saved_objects: [] });
    await user().type(screen.getByRole('searchbox', { name: 'Search saved objects' }), 'sal* pip');
    expect(await screen.findByText('No items found')).toBeVisible();
    expect(lastQuery(responses)).toMatchObject({
      search: 'sal* pip*',
      search_fields: ['buildNum', 'title', 'description'],
      default_search_operator: 'AND',
      page: 1,
    });
    await waitFor(() => expect(browser.location.search).toBe('?q=sal*%20pip'));
    await click('Clear search and filters');
    await waitFor(() => expect(lastQuery(responses)['search']).toBeUndefined());
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('filters by type and shows counts', async () => {
    const { responses, browser } = show();
    await screen.findByText('Sales pipeline');
    await click('Types');
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    await user().click(screen.getByRole('option', { name: /Dashboard.*1,200/ }));
    await waitFor(() => expect(lastQuery(responses)['type']).toEqual(['dashboard']));
    expect(browser.location.search).toBe('?type=dashboard');
    await click('Clear');
    await waitFor(() => expect(browser.location.search).toBe(''));
  });

  it('sorts and pages on the server', async () => {
    const { responses } = show({ path: '?page=2' });
    await screen.findByText('Sales pipeline');
    expect(lastQuery(responses)).toMatchObject({ page: 2 });
    await click(/^Title/);
    await waitFor(() =>
      expect(lastQuery(responses)).toMatchObject({
        sort_field: 'display_title',
        sort_order: 'asc',
        page: 1,
      })
    );
    await user().click(screen.getByRole('link', { name: 'Page 3 of 3' }));
    await waitFor(() => expect(lastQuery(responses)).toMatchObject({ page: 3 }));
  });

  it('shows the error and retries on demand', async () => {
    const { responses } = show();
    await screen.findByText('Sales pipeline');
    responses.find.mockRejectedValueOnce(denial(500, 'The store is broken'));
    await click(/^Title/);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent("Couldn't load the data.The store is broken");
    await click('Retry loading');
    await waitFor(() => expect(alert).not.toBeInTheDocument());
    expect(screen.getByText('Sales pipeline')).toBeVisible();
  });

  it('distinguishes an empty tenant from an empty search result', async () => {
    const { responses } = show();
    responses.find.mockResolvedValue({ total: 0, saved_objects: [] });
    expect(await screen.findByText('This tenant has no saved objects yet')).toBeVisible();
  });

  it('shows the tenant and disables changes in a read-only tenant', async () => {
    const { security } = show({ tenant: { ...SALES, canWrite: false } });
    expect(await screen.findByText(/You are working in the tenant/)).toHaveTextContent(
      'You are working in the tenant sales. Read only'
    );
    await select('Sales pipeline');
    expect(screen.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true');
    await click('Actions');
    expect(
      await screen.findByRole('menuitem', {
        name: /Delete.*read-only access to this tenant/,
      })
    ).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('menuitem', { name: 'Copy to tenant' })).toBeEnabled();
    await user().keyboard('{Escape}');
    await click('Switch tenant');
    expect(security?.openTenantSwitcher).toHaveBeenCalledTimes(1);
  });
});

describe('inspecting an object', () => {
  it('shows attributes, ids, version and references as links', async () => {
    const { responses } = show();
    responses.object.mockResolvedValueOnce({
      ...PIPELINE,
      attributes: { title: 'Sales pipeline', n: 42 },
      references: [{ name: 'panel_0', type: 'search', id: 's1' }],
      migrationVersion: { dashboard: '7.9.3' },
    });
    await click('Sales pipeline');
    const flyout = await dialog();
    expect(await within(flyout).findByRole('heading', { name: 'Sales pipeline' })).toBeVisible();
    expect(responses.object).toHaveBeenCalledWith('/api/saved_objects/dashboard/d%2F1');
    await user().click(within(flyout).getByRole('tab', { name: 'Details and JSON' }));
    expect(flyout).toHaveTextContent('WzEsMV0=');
    expect(flyout).toHaveTextContent('dashboard 7.9.3');
    expect(flyout).toHaveTextContent('"n": 42');
    responses.object.mockRejectedValueOnce(denial(404, 'Saved object [search/s1] not found'));
    await user().click(within(flyout).getByRole('button', { name: 'Search s1' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Saved object [search/s1] not found'
    );
  });
});

describe('contents of an object', () => {
  const reference = (name: string, type: string, id: string) => ({ name, type, id });
  const chart = (id: string, title: string, type: string, more: object = {}) => ({
    type: 'visualization',
    id,
    attributes: { title, visState: JSON.stringify({ type }), ...more },
    references: [reference('index', 'index-pattern', 'p')],
  });
  const DASHBOARD = {
    ...PIPELINE,
    attributes: {
      title: 'Sales pipeline',
      description: 'What was sold, by team.',
      panelsJSON: JSON.stringify([
        { panelRefName: 'panel_0', gridData: { x: 0, y: 0 } },
        { panelRefName: 'panel_1', gridData: { x: 0, y: 9 } },
      ]),
    },
    references: [
      reference('panel_0', 'visualization', 'v1'),
      reference('panel_1', 'visualization', 'gone'),
    ],
  };
  const ORDERS = {
    type: 'index-pattern',
    id: 'p',
    attributes: { title: 'orders-*' },
    references: [],
  };

  it('lists the panels of a dashboard with what they show, and links to both', async () => {
    const { responses } = show();
    responses.object.mockResolvedValue(DASHBOARD);
    responses.post.mockImplementation(async (_path, { body }) => ({
      saved_objects: (JSON.parse(body) as { id: string }[]).map(({ id }) =>
        id === 'p'
          ? ORDERS
          : id === 'v1'
            ? chart('v1', 'By team', 'pie', { description: 'Shares of the year.' })
            : { type: 'visualization', id, error: { statusCode: 404 } }
      ),
    }));
    await click('Sales pipeline');
    const flyout = await dialog();
    expect(await within(flyout).findByRole('heading', { name: 'Panels (2)' })).toBeVisible();
    expect(flyout).toHaveTextContent('What was sold, by team.');
    const [first, second] = within(flyout).getAllByRole('listitem');
    expect(first).toHaveTextContent('By team · Pie chart · orders-*Shares of the year.');
    expect(second).toHaveTextContent(/^Visualization gone.*missing, or not visible to you/);
    responses.object.mockResolvedValue(ORDERS);
    await user().click(within(flyout).getByRole('button', { name: 'orders-*' }));
    expect(await screen.findByRole('heading', { name: 'orders-*' })).toBeVisible();
    expect(responses.object).toHaveBeenLastCalledWith('/api/saved_objects/index-pattern/p');
  });

  it('reads what several panels show once, and only what it names of it', async () => {
    const { responses } = show();
    const panels = ['v1', 'v2', 'v1'].map((id, index) =>
      reference(`panel_${index}`, 'visualization', id)
    );
    const panelsJSON = JSON.stringify(panels.map(({ name }) => ({ panelRefName: name })));
    responses.object.mockResolvedValue({
      ...DASHBOARD,
      attributes: { title: 'Sales pipeline', panelsJSON },
      references: panels,
    });
    responses.post.mockImplementation(async (_path, { body }) => ({
      saved_objects: (JSON.parse(body) as { id: string }[]).map(({ id }) =>
        id === 'p' ? ORDERS : chart(id, `Chart ${id}`, 'pie')
      ),
    }));
    await click('Sales pipeline');
    const flyout = await dialog();
    expect(await within(flyout).findAllByRole('button', { name: 'orders-*' })).toHaveLength(3);
    const fields = ['title', 'description', 'visState'];
    expect(
      responses.post.mock.calls.map((_call, index) => sent(responses.post, index).json)
    ).toEqual([
      [
        { type: 'visualization', id: 'v1', fields },
        { type: 'visualization', id: 'v2', fields },
      ],
      [{ type: 'index-pattern', id: 'p', fields: ['title'] }],
    ]);
  });

  it('says what a chart queries, and tells that its data could not be loaded', async () => {
    const { responses } = show();
    const source = { query: { query: 'status: 5*' }, filter: [{}] };
    responses.object.mockResolvedValue(
      chart('v1', 'By team', 'custom', {
        kibanaSavedObjectMeta: { searchSourceJSON: JSON.stringify(source) },
      })
    );
    responses.post.mockRejectedValueOnce(denial(403, 'No permission in this tenant'));
    await click('Sales pipeline');
    const flyout = await dialog();
    expect(await within(flyout).findByRole('alert')).toHaveTextContent(
      'No permission in this tenant'
    );
    responses.post.mockResolvedValue({ saved_objects: [ORDERS] });
    await user().click(within(flyout).getByRole('button', { name: 'Retry loading' }));
    await within(flyout).findByRole('button', { name: 'orders-*' });
    expect(flyout).toHaveTextContent('Kindcustom');
    expect(flyout).toHaveTextContent('Querystatus: 5*');
    expect(flyout).toHaveTextContent('Filters1');
  });

  it('opens the object where the configuration says', async () => {
    const { responses } = show({
      tenant: SALES,
      openWith: { dashboard: 'https://osd.example/?t={tenant}#/view/{id}' },
    });
    responses.object.mockResolvedValue({ ...PIPELINE, attributes: { title: 'Sales pipeline' } });
    await click('Sales pipeline');
    const open = await within(await dialog()).findByRole('link', { name: /^Open/ });
    expect(open).toHaveAttribute('href', 'https://osd.example/?t=sales#/view/d%2F1');
    expect(open).toHaveAttribute('target', '_blank');
  });
});

describe('deleting objects', () => {
  it('asks for confirmation, deletes, reports and reloads the list', async () => {
    const { core, responses } = show({ tenant: SALES });
    await select('Sales pipeline');
    expect(screen.getByText('1 selected')).toBeVisible();
    await choose('Delete');
    const modal = await screen.findByRole('alertdialog', { name: 'Delete 1 object?' });
    expect(modal).toHaveTextContent('They are deleted from the tenant sales for everyone.');
    expect(modal).toHaveTextContent('Sales pipeline (Dashboard)');
    const before = responses.find.mock.calls.length;
    await user().click(within(modal).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith('1 object deleted')
    );
    expect(responses.delete.mock.calls).toEqual([['/api/saved_objects/dashboard/d%2F1']]);
    await waitFor(() => expect(responses.find.mock.calls.length).toBeGreaterThan(before));
    expect(screen.queryByText('1 selected')).not.toBeInTheDocument();
  });

  it('reports each object that was not deleted and counts missing objects as deleted', async () => {
    const { responses } = show();
    responses.delete.mockImplementation(async (path: string) => {
      throw path.includes('dashboard')
        ? denial(404, 'gone')
        : denial(409, 'Somebody is changing it');
    });
    await select('Sales pipeline');
    await select('Slow orders');
    await choose('Delete');
    const modal = await screen.findByText(/cannot be undone/);
    await user().click(
      within(modal.closest<HTMLElement>('.euiModal')!).getByRole('button', { name: 'Delete' })
    );
    expect(await screen.findByText('Some items were not deleted')).toBeVisible();
    expect(screen.getByText('Deleted: 1. Failed: 1.')).toBeVisible();
    expect(
      screen.getByText('Slow orders (local)', { selector: 'strong' }).closest('li')
    ).toHaveTextContent('Slow orders (local): Somebody is changing it');
    await click('Close');
  });
});

describe('exporting objects', () => {
  const clicked: string[] = [];
  beforeEach(() => {
    clicked.length = 0;
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement
    ) {
      clicked.push(this.download);
    });
  });
  afterEach(() => jest.restoreAllMocks());
  const file = (details: object) => ({
    text: async () => `{"id":"1"}\n${JSON.stringify(details)}\n`,
  });

  it('exports the selected exportable objects with their references', async () => {
    const { core, responses } = show();
    responses.post.mockResolvedValue(file({ exportedCount: 1, missingRefCount: 0 }));
    await select('Sales pipeline');
    await select('Slow orders');
    await choose('Export');
    const modal = await dialog();
    expect(modal).toHaveTextContent('1 chosen object is of a type that cannot be exported.');
    await user().click(within(modal).getByRole('button', { name: 'Export' }));
    await waitFor(() =>
      expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith(
        'The file is being downloaded'
      )
    );
    expect(sent(responses.post)).toMatchObject({
      path: '/api/saved_objects/_export',
      json: { objects: [{ type: 'dashboard', id: 'd/1' }], includeReferencesDeep: true },
    });
    expect(clicked).toEqual(['export.ndjson']);
  });

  it('exports all objects of selected types, warns about missing references and keeps the form on failure', async () => {
    const { core, responses } = show();
    responses.post.mockRejectedValueOnce(denial(400, "Can't export more than 5 objects"));
    await screen.findByText('Sales pipeline');
    await click('Export all');
    const modal = await dialog();
    expect(within(modal).getAllByRole('checkbox')).toHaveLength(2);
    await user().click(within(modal).getByRole('checkbox', { name: 'Advanced settings (1)' }));
    await user().click(
      within(modal).getByRole('switch', { name: 'Include objects they refer to' })
    );
    await user().click(within(modal).getByRole('button', { name: 'Export' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("Can't export more than 5 objects");
    responses.post.mockResolvedValueOnce(file({ exportedCount: 1, missingRefCount: 2 }));
    await user().click(within(modal).getByRole('button', { name: 'Export' }));
    await waitFor(() =>
      expect(core.notifications.toasts.addWarning).toHaveBeenCalledWith(
        expect.objectContaining({ text: '2 referenced objects could not be found.' })
      )
    );
    expect(sent(responses.post).json).toEqual({
      type: ['dashboard'],
      includeReferencesDeep: false,
    });
  });
});

it('applies the filters from the address', async () => {
  const path = '?q=a+b&type=dashboard&type=x&sort=title&dir=asc&page=2&size=50';
  const { responses } = show({ path });
  await screen.findByText('60 results');
  await act(async () => undefined);
  expect(lastQuery(responses)).toMatchObject({
    search: 'a* b*',
    type: ['dashboard'],
    sort_field: 'display_title',
    sort_order: 'asc',
    page: 2,
    per_page: 50,
  });
});

it('aborts its requests when the page unmounts', async () => {
  const { unmount, core } = show();
  const [, { signal }] = (core.http.get as unknown as jest.Mock).mock.calls[0] as [
    string,
    { signal: AbortSignal },
  ];
  await act(async () => unmount());
  expect(signal.aborted).toBe(true);
});

describe('sharing an object', () => {
  it('puts the open object into the address and returns to the list on back', async () => {
    const { browser, responses } = show();
    await user().click(await screen.findByRole('button', { name: 'Sales pipeline' }));
    expect(
      await within(await dialog()).findByRole('heading', { name: 'Sales pipeline' })
    ).toBeVisible();
    expect(browser.location.pathname).toBe('/dashboard/d%2F1');
    expect(responses.object).toHaveBeenCalledWith('/api/saved_objects/dashboard/d%2F1');
    await click('Close this dialog');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(browser.location.pathname).not.toMatch('dashboard');
  });

  it('opens the object in the address', async () => {
    const { responses } = show({ path: 'dashboard/d%2F1?q=x' });
    expect(
      await within(await dialog()).findByRole('heading', { name: 'Sales pipeline' })
    ).toBeVisible();
    expect(responses.object).toHaveBeenCalledWith('/api/saved_objects/dashboard/d%2F1');
  });

  it('offers a link and an iframe code that include the tenant', async () => {
    show({ tenant: SALES });
    await select('Sales pipeline');
    await choose('Share');
    const shared = await screen.findByRole('dialog', { name: 'Share “Sales pipeline”' });
    await waitFor(() =>
      expect(within(shared).getByLabelText<HTMLInputElement>('Link').value).toMatch(
        /\/app\/management\/kibana\/objects\/dashboard\/d%2F1\?security_tenant=sales$/
      )
    );
    const { value: link } = within(shared).getByLabelText<HTMLInputElement>('Link');
    expect(within(shared).getByLabelText('iFrame code')).toHaveValue(
      `<iframe src="${link}#?embed=true" title="Sales pipeline" width="800" height="600"></iframe>`
    );
    expect(within(shared).queryByText(/private tenant/)).toBeNull();
    await user().click(within(shared).getAllByRole('button', { name: 'Close' })[0]!);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says that a link into the private tenant works for its owner only', async () => {
    show({ tenant: { name: '__user__', label: 'Private', canWrite: true } });
    await user().click(await screen.findByRole('button', { name: 'Sales pipeline' }));
    await click('Share');
    const shared = await screen.findByRole('dialog', { name: 'Share “Sales pipeline”' });
    expect(within(shared).getByText(/Only you can open the link/)).toBeVisible();
  });
});
