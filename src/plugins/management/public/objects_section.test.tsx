import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BehaviorSubject, of } from 'rxjs';
import { KitProvider } from '@sd/ui_kit';
import { createTestKit } from '@sd/ui_kit/mocks';
import type { AccountInfo, CurrentTenant, SecurityPluginStart } from '../../security/public';
import { API_PATHS, type CopyResult } from '../common';
import { decide, withAnswer } from './objects/import/import_state';
import { ObjectsApi, type ImportError, type ImportResponse } from './objects/objects_api';
import { ObjectsPage } from './objects/objects_page';

/** A processor shared with other work is slow, not wrong. */
jest.setTimeout(30_000);

const TYPES = [
  { name: 'config', titleField: 'buildNum', isExportable: true, total: 1 },
  { name: 'dashboard', titleField: 'title', isExportable: true, total: 1200 },
  { name: 'local', titleField: 'title', isExportable: false, total: 0 },
];
const object = (id: string, title: string, type = 'dashboard') => ({
  type,
  id,
  attributes: { title },
  references: [],
  updated_at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  version: 'WzEsMV0=',
});
const PIPELINE = object('d/1', 'Sales pipeline');
const CHART = object('v', 'Slow orders', 'local');

const refusal = (status: number, message: string) =>
  Object.assign(new Error(message), { response: { status }, body: { message } });
const SALES: CurrentTenant = { name: 'sales', label: 'sales', canWrite: true };
const TENANTS = { global_tenant: true, anna: true, sales: true, finance: true, archive: false };

interface Options {
  readonly tenant?: CurrentTenant;
  readonly tenants?: Record<string, boolean>;
  /** By wire name. */
  readonly switchedOff?: readonly string[];
  readonly path?: string;
}

/** Answers of the server by method and path; a test replaces what it is about. */
function show({ tenant, tenants = TENANTS, switchedOff = [], path = '' }: Options = {}) {
  const { core, kit } = createTestKit(`/${path}`);
  const answers = {
    types: jest.fn(async () => ({ types: TYPES })),
    find: jest.fn(async (_query: Record<string, unknown>) => ({
      total: 60,
      saved_objects: [PIPELINE, CHART],
    })),
    object: jest.fn(async (_path: string): Promise<unknown> => PIPELINE),
    post: jest.fn(async (_path: string, _options: any): Promise<unknown> => undefined),
    delete: jest.fn(async (_path: string): Promise<unknown> => ({})),
  };
  const http = core.http as unknown as Record<'get' | 'post' | 'delete', jest.Mock>;
  http.get.mockImplementation((url: string, { query }: { query: Record<string, unknown> }) =>
    url === API_PATHS.types
      ? answers.types()
      : url.endsWith('/_find')
        ? answers.find(query)
        : answers.object(url)
  );
  http.post.mockImplementation(answers.post);
  http.delete.mockImplementation((url: string) => answers.delete(url));
  const account = { user_name: 'anna', tenants } as unknown as AccountInfo;
  const security =
    tenant &&
    ({
      account$: of(account),
      currentTenant$: new BehaviorSubject<CurrentTenant | undefined>(tenant),
      hasApiAccess$: of(false),
      isTenantOffered: (name) => !switchedOff.includes(name),
      openTenantSwitcher: jest.fn(),
    } satisfies SecurityPluginStart);
  const view = render(
    <KitProvider services={kit.services}>
      <ObjectsPage
        core={core as never}
        api={new ObjectsApi(core.http as never)}
        {...(security && { security })}
      />
    </KitProvider>
  );
  return { core, answers, browser: kit.services.history, security, ...view };
}

const user = () => userEvent.setup({ delay: null, applyAccept: false });
const click = async (name: string | RegExp) =>
  user().click(await screen.findByRole('button', { name }));
const table = () => screen.findByRole('table', { name: /Saved objects of this tenant/ });
const select = async (title: string) =>
  user().click(await screen.findByRole('checkbox', { name: `Select ${title}` }));
/** Of the menu over the selection. */
const choose = async (name: string) => {
  await click('Actions');
  await user().click(await screen.findByRole('menuitem', { name }));
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
};
const lastQuery = ({ find }: { find: jest.Mock }) =>
  find.mock.calls.at(-1)[0] as Record<string, unknown>;
const dialog = () => screen.findByRole('dialog');
const sent = (post: jest.Mock, index = -1) => {
  const [path, options] = post.mock.calls.at(index) as [
    string,
    { body: any; query?: unknown; headers?: unknown },
  ];
  return {
    path,
    ...options,
    json: typeof options.body === 'string' ? JSON.parse(options.body) : undefined,
  };
};

describe('list', () => {
  it('shows title, type and when it changed, newest first', async () => {
    const { answers } = show();
    expect(await screen.findByText('60 results')).toHaveAttribute('role', 'status');
    const [, first, second] = within(await table()).getAllByRole('row');
    expect(first).toHaveTextContent(/Sales pipeline.*Dashboard.*3 hours ago/);
    expect(second).toHaveTextContent(/Slow orders.*local.*3 hours ago/);
    expect(lastQuery(answers)).toEqual({
      type: ['config', 'dashboard', 'local'],
      fields: ['buildNum', 'title'],
      page: 1,
      per_page: 25,
      sort_field: 'updated_at',
      sort_order: 'desc',
    });
  });

  it('searches with each key and keeps it in the address', async () => {
    const { answers, browser } = show();
    await screen.findByText('Sales pipeline');
    answers.find.mockResolvedValue({ total: 0, saved_objects: [] });
    await user().type(screen.getByRole('searchbox', { name: 'Search saved objects' }), 'sal* pip');
    expect(await screen.findByText('No items found')).toBeVisible();
    expect(lastQuery(answers)).toMatchObject({
      search: 'sal* pip*',
      search_fields: ['buildNum', 'title', 'description'],
      default_search_operator: 'AND',
      page: 1,
    });
    await waitFor(() => expect(browser.location.search).toBe('?q=sal*+pip'));
    await click('Clear search and filters');
    await waitFor(() => expect(lastQuery(answers)['search']).toBeUndefined());
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });

  it('filters by type, with counts', async () => {
    const { answers, browser } = show();
    await screen.findByText('Sales pipeline');
    await click('Types');
    expect(await screen.findAllByRole('option')).toHaveLength(3);
    await user().click(screen.getByRole('option', { name: /Dashboard.*1,200/ }));
    await waitFor(() => expect(lastQuery(answers)['type']).toEqual(['dashboard']));
    expect(browser.location.search).toBe('?type=dashboard');
    await click('Clear');
    await waitFor(() => expect(browser.location.search).toBe(''));
  });

  it('sorts and turns pages on the server', async () => {
    const { answers } = show({ path: '?page=2' });
    await screen.findByText('Sales pipeline');
    expect(lastQuery(answers)).toMatchObject({ page: 2 });
    await click(/^Title/);
    await waitFor(() =>
      expect(lastQuery(answers)).toMatchObject({
        sort_field: 'display_title',
        sort_order: 'asc',
        page: 1,
      })
    );
    await user().click(screen.getByRole('link', { name: 'Page 3 of 3' }));
    await waitFor(() => expect(lastQuery(answers)).toMatchObject({ page: 3 }));
  });

  it('says what went wrong and tries again', async () => {
    const { answers } = show();
    await screen.findByText('Sales pipeline');
    answers.find.mockRejectedValueOnce(refusal(500, 'The store is broken'));
    await click(/^Title/);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The data could not be loaded.The store is broken');
    await click('Retry loading');
    await waitFor(() => expect(alert).not.toBeInTheDocument());
    expect(screen.getByText('Sales pipeline')).toBeVisible();
  });

  it('tells an empty tenant from an empty search', async () => {
    const { answers } = show();
    answers.find.mockResolvedValue({ total: 0, saved_objects: [] });
    expect(await screen.findByText('This tenant has no saved objects yet')).toBeVisible();
  });

  it('names the tenant and locks what changes it where it may only be read', async () => {
    const { security } = show({ tenant: { ...SALES, canWrite: false } });
    expect(await screen.findByText(/You work in the tenant/)).toHaveTextContent(
      'You work in the tenant sales. Read only'
    );
    await select('Sales pipeline');
    expect(screen.getByRole('button', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true');
    await click('Actions');
    expect(
      await screen.findByRole('menuitem', {
        name: /Delete.*permission for this tenant is read only/,
      })
    ).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('menuitem', { name: 'Copy to tenant' })).toBeEnabled();
    await user().keyboard('{Escape}');
    await click('Switch tenant');
    expect(security?.openTenantSwitcher).toHaveBeenCalledTimes(1);
  });
});

describe('inspect', () => {
  it('shows attributes, references, ids and version; references lead on', async () => {
    const { answers } = show();
    answers.object.mockResolvedValueOnce({
      ...PIPELINE,
      attributes: { title: 'Sales pipeline', n: 42 },
      references: [{ name: 'panel_0', type: 'search', id: 's1' }],
      migrationVersion: { dashboard: '7.9.3' },
    });
    await click('Sales pipeline');
    const flyout = await dialog();
    expect(await within(flyout).findByRole('heading', { name: 'Sales pipeline' })).toBeVisible();
    expect(answers.object).toHaveBeenCalledWith('/api/saved_objects/dashboard/d%2F1');
    expect(flyout).toHaveTextContent('WzEsMV0=');
    expect(flyout).toHaveTextContent('dashboard 7.9.3');
    expect(flyout).toHaveTextContent('"n": 42');
    answers.object.mockRejectedValueOnce(refusal(404, 'Saved object [search/s1] not found'));
    await user().click(within(flyout).getByRole('button', { name: 'Search s1' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Saved object [search/s1] not found'
    );
  });
});

describe('delete', () => {
  it('asks, deletes, reports and shows the list anew', async () => {
    const { core, answers } = show({ tenant: SALES });
    await select('Sales pipeline');
    expect(screen.getByText('1 selected')).toBeVisible();
    await choose('Delete');
    const modal = await screen.findByRole('alertdialog', { name: 'Delete 1 object?' });
    expect(modal).toHaveTextContent('They are deleted from the tenant sales for everybody.');
    expect(modal).toHaveTextContent('Sales pipeline (Dashboard)');
    const before = answers.find.mock.calls.length;
    await user().click(within(modal).getByRole('button', { name: 'Delete' }));
    await waitFor(() =>
      expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith('1 object deleted')
    );
    expect(answers.delete.mock.calls).toEqual([['/api/saved_objects/dashboard/d%2F1']]);
    await waitFor(() => expect(answers.find.mock.calls.length).toBeGreaterThan(before));
    expect(screen.queryByText('1 selected')).not.toBeInTheDocument();
  });

  it('reports each object that stayed; one that was gone already counts as deleted', async () => {
    const { answers } = show();
    answers.delete.mockImplementation(async (path: string) => {
      throw path.includes('dashboard')
        ? refusal(404, 'gone')
        : refusal(409, 'Somebody is changing it');
    });
    await select('Sales pipeline');
    await select('Slow orders');
    await choose('Delete');
    const modal = await screen.findByText(/cannot be undone/);
    await user().click(
      within(modal.closest<HTMLElement>('.euiModal')!).getByRole('button', { name: 'Delete' })
    );
    expect(await screen.findByText('Not everything was deleted')).toBeVisible();
    expect(screen.getByText('Deleted: 1. Failed: 1.')).toBeVisible();
    expect(
      screen.getByText('Slow orders (local)', { selector: 'strong' }).closest('li')
    ).toHaveTextContent('Slow orders (local): Somebody is changing it');
    await click('Close');
  });
});

describe('export', () => {
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

  it('takes what is selected and can be exported, with what it refers to', async () => {
    const { core, answers } = show();
    answers.post.mockResolvedValue(file({ exportedCount: 1, missingRefCount: 0 }));
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
    expect(sent(answers.post)).toMatchObject({
      path: '/api/saved_objects/_export',
      json: { objects: [{ type: 'dashboard', id: 'd/1' }], includeReferencesDeep: true },
    });
    expect(clicked).toEqual(['export.ndjson']);
  });

  it('takes all of chosen types; warns about what could not be found; keeps the form on failure', async () => {
    const { core, answers } = show();
    answers.post.mockRejectedValueOnce(refusal(400, "Can't export more than 5 objects"));
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
    answers.post.mockResolvedValueOnce(file({ exportedCount: 1, missingRefCount: 2 }));
    await user().click(within(modal).getByRole('button', { name: 'Export' }));
    await waitFor(() =>
      expect(core.notifications.toasts.addWarning).toHaveBeenCalledWith(
        expect.objectContaining({ text: '2 objects that are referred to could not be found.' })
      )
    );
    expect(sent(answers.post).json).toEqual({ type: ['dashboard'], includeReferencesDeep: false });
  });
});

describe('import', () => {
  const FILE = new File(['{}'], 'export.ndjson', { type: 'application/ndjson' });
  const conflict = (id: string): ImportError => ({
    type: 'dashboard',
    id,
    title: `Board ${id}`,
    error: { type: 'conflict' },
  });

  async function open(tenant = SALES) {
    const shown = show({ tenant });
    await screen.findByText('Sales pipeline');
    await click('Import');
    const flyout = await dialog();
    const input = await waitFor(() =>
      document.querySelector<HTMLInputElement>('input[type=file]')!
    );
    const answer = (response: Partial<ImportResponse>) =>
      shown.answers.post.mockResolvedValueOnce({ success: true, successCount: 0, ...response });
    const press = async (name: string) =>
      user().click(within(flyout).getByRole('button', { name }));
    return { ...shown, flyout, input, answer, press };
  }

  it('imports into the tenant and reports', async () => {
    const { answers, answer, flyout, input, press } = await open();
    expect(flyout).toHaveTextContent('Into the tenant sales.');
    expect(within(flyout).getByRole('button', { name: 'Import' })).toBeDisabled();
    await user().upload(input, FILE);
    answer({
      successCount: 1,
      successResults: [{ type: 'dashboard', id: '1', meta: { title: 'New board' } }],
    });
    const before = answers.find.mock.calls.length;
    await press('Import');
    expect(await within(flyout).findByText('Imported: 1. Skipped: 0. Failed: 0.')).toBeVisible();
    expect(flyout).toHaveTextContent('New board (Dashboard)');
    const { path, query, headers, body } = sent(answers.post);
    expect([path, query, headers]).toEqual([
      '/api/saved_objects/_import',
      { overwrite: false, createNewCopies: false },
      { 'Content-Type': undefined },
    ]);
    expect((body as FormData).get('file')).toBeInstanceOf(File);
    await press('Close');
    await waitFor(() => expect(answers.find.mock.calls.length).toBeGreaterThan(before));
  });

  it('refuses files of another kind', async () => {
    const { flyout, input } = await open();
    await user().upload(input, new File(['{}'], 'export.json'));
    expect(
      await within(flyout).findByText('The name of the file must end in .ndjson.')
    ).toBeVisible();
    expect(within(flyout).getByRole('button', { name: 'Import' })).toBeDisabled();
  });

  it('asks about each conflict and sends what was decided', async () => {
    const { answers, answer, flyout, input, press } = await open();
    await user().upload(input, FILE);
    answer({
      success: false,
      successCount: 1,
      successResults: [{ type: 'dashboard', id: '0', meta: {} }],
      errors: [conflict('1'), conflict('2'), conflict('3')],
    });
    await press('Import');
    expect(await within(flyout).findByText('1 object imported, 3 need a decision')).toBeVisible();
    await user().selectOptions(within(flyout).getByLabelText('Board 1 (Dashboard)'), 'Overwrite');
    await user().selectOptions(
      within(flyout).getByLabelText('Board 2 (Dashboard)'),
      'Import as a new copy'
    );
    expect(within(flyout).getByLabelText('Board 3 (Dashboard)')).toHaveDisplayValue('Skip');
    answer({
      successCount: 2,
      successResults: [
        { type: 'dashboard', id: '1', meta: {}, overwrite: true },
        { type: 'dashboard', id: '2', meta: {}, destinationId: 'x' },
      ],
    });
    await press('Go on');
    expect(await within(flyout).findByText('Imported: 3. Skipped: 1. Failed: 0.')).toBeVisible();
    const { path, query, body } = sent(answers.post);
    expect([path, query]).toEqual([
      '/api/saved_objects/_resolve_import_errors',
      { createNewCopies: false },
    ]);
    expect(JSON.parse((body as FormData).get('retries') as string)).toEqual([
      { type: 'dashboard', id: '1', overwrite: true },
      { type: 'dashboard', id: '2', createNewCopy: true },
    ]);
    expect(flyout).toHaveTextContent('2 (Dashboard), as a new copy');
  });

  it('overwrites all at once, and sends nothing when everything is skipped', async () => {
    const { answers, answer, flyout, input, press } = await open();
    await user().upload(input, FILE);
    answer({ success: false, errors: [conflict('1'), conflict('2')] });
    await press('Import');
    await user().click(
      await within(flyout).findByRole('button', { name: 'Overwrite all that are there already' })
    );
    expect(within(flyout).getByLabelText('Board 2 (Dashboard)')).toHaveDisplayValue('Overwrite');
    await user().selectOptions(within(flyout).getByLabelText('Board 1 (Dashboard)'), 'Skip');
    await user().selectOptions(within(flyout).getByLabelText('Board 2 (Dashboard)'), 'Skip');
    await press('Go on');
    expect(await within(flyout).findByText('Imported: 0. Skipped: 2. Failed: 0.')).toBeVisible();
    expect(answers.post).toHaveBeenCalledTimes(1);
  });

  it('says when nothing was imported, and why', async () => {
    const { answer, flyout, input, press } = await open();
    await user().upload(input, FILE);
    await user().click(within(flyout).getByRole('radio', { name: /as new copies with new IDs/ }));
    answer({
      success: false,
      errors: [{ type: 'map', id: 'm', error: { type: 'unsupported_type' } }, conflict('1')],
    });
    await press('Import');
    expect(await within(flyout).findByText('Nothing was imported')).toBeVisible();
    expect(flyout).toHaveTextContent('m (map): Objects of this type cannot be imported.');
  });

  it('keeps file and choice when the request fails', async () => {
    const { answers, answer, flyout, input, press } = await open();
    await user().upload(input, FILE);
    await user().click(within(flyout).getByRole('radio', { name: 'Overwrite it' }));
    answers.post.mockRejectedValueOnce(refusal(413, 'The file is too large'));
    await press('Import');
    expect(await screen.findByRole('alert')).toHaveTextContent('The file is too large');
    answer({});
    await press('Import');
    await within(flyout).findByText('Imported: 0. Skipped: 0. Failed: 0.');
    expect(sent(answers.post).query).toEqual({ overwrite: true, createNewCopies: false });
  });

  it('remembers what was agreed to when an object is held back twice', () => {
    const missing: ImportError = {
      type: 'dashboard',
      id: '1',
      error: { type: 'missing_references', references: [{ type: 'search', id: 's' }] },
    };
    const key = JSON.stringify(['dashboard', '1']);
    const first = decide(
      withAnswer({ success: false, successCount: 0, errors: [missing] }),
      new Map([[key, 'ignore_references' as const]]),
      'ask'
    );
    expect(first.retries).toEqual([{ type: 'dashboard', id: '1', ignoreMissingReferences: true }]);
    const then = withAnswer(
      { success: false, successCount: 0, errors: [conflict('1')] },
      first.progress
    );
    const second = decide(then, new Map([[key, 'overwrite' as const]]), 'ask');
    expect(second.retries).toEqual([
      { type: 'dashboard', id: '1', ignoreMissingReferences: true, overwrite: true },
    ]);
    expect(
      decide(then, new Map([[key, 'ignore_references' as const]]), 'overwrite').retries[0]
    ).toMatchObject({ overwrite: true });
  });
});

describe('copy to another tenant', () => {
  const result = (more: Partial<CopyResult> = {}): CopyResult => ({
    type: 'dashboard',
    id: 'd/1',
    title: 'Sales pipeline',
    status: 'copied',
    isReference: false,
    ...more,
  });

  async function open(options: Options = {}) {
    const shown = show({ tenant: SALES, ...options });
    await select('Sales pipeline');
    await choose('Copy to tenant');
    return { ...shown, flyout: await dialog() };
  }

  it('offers the other tenants with write access and copies', async () => {
    const { answers, flyout } = await open();
    expect(flyout).toHaveTextContent('From the tenant sales; it stays as it is.');
    const target = within(flyout).getByRole('combobox', { name: 'Copy to tenant' });
    expect(
      within(target)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    ).toEqual(['Global', 'Private', 'finance']);
    await user().selectOptions(target, 'finance');
    answers.post.mockResolvedValueOnce({
      tenant: 'finance',
      successCount: 2,
      results: [result(), result({ type: 'search', id: 's', title: 'Orders', isReference: true })],
    });
    await user().click(within(flyout).getByRole('button', { name: 'Copy 1 object' }));
    expect(await within(flyout).findByText('2 of 2 objects copied to finance')).toBeVisible();
    expect(sent(answers.post)).toMatchObject({
      path: '/api/management/saved_objects/_copy_to_tenant',
      json: {
        objects: [{ type: 'dashboard', id: 'd/1' }],
        tenant: 'finance',
        overwrite: false,
        includeReferences: true,
      },
    });
  });

  it('reports conflicts and overwrites those chosen', async () => {
    const { answers, flyout } = await open();
    answers.post.mockResolvedValueOnce({
      tenant: '',
      successCount: 0,
      results: [
        result({ status: 'conflict' }),
        result({ id: '2', title: 'Other', status: 'conflict', isReference: true }),
        result({
          id: '3',
          title: undefined,
          status: 'missing',
          message: 'not found',
          isReference: true,
        }),
      ],
    });
    await user().click(within(flyout).getByRole('button', { name: 'Copy 1 object' }));
    expect(await within(flyout).findByText('0 of 3 objects copied to Global')).toBeVisible();
    expect(flyout).toHaveTextContent('3 (Dashboard): not found');
    expect(within(flyout).getByRole('button', { name: 'Overwrite' })).toBeDisabled();
    await user().click(
      within(flyout).getByRole('checkbox', { name: 'Sales pipeline (Dashboard)' })
    );
    answers.post.mockResolvedValueOnce({
      tenant: '',
      successCount: 1,
      results: [result({ status: 'overwritten' })],
    });
    await user().click(within(flyout).getByRole('button', { name: 'Overwrite 1 object' }));
    expect(await within(flyout).findByText('1 of 3 objects copied to Global')).toBeVisible();
    expect(sent(answers.post).json).toEqual({
      objects: [{ type: 'dashboard', id: 'd/1' }],
      tenant: '',
      overwrite: true,
      includeReferences: false,
    });
    expect(flyout).toHaveTextContent('Sales pipeline (Dashboard), overwritten');
    expect(within(flyout).getByRole('checkbox', { name: 'Other (Dashboard)' })).not.toBeChecked();
  });

  it('says why the server refused', async () => {
    const { answers, flyout } = await open();
    answers.post.mockRejectedValueOnce(
      refusal(403, 'You have no permission to write to the tenant you chose')
    );
    await user().click(within(flyout).getByRole('button', { name: 'Copy 1 object' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('no permission to write');
  });

  it('does not offer tenants that are switched off', async () => {
    const { flyout } = await open({ switchedOff: ['', '__user__'] });
    const options = within(flyout).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['finance']);
  });

  it('is out of use without another tenant, and absent without tenants', async () => {
    const { unmount } = show({ tenant: SALES, tenants: { sales: true } });
    await select('Sales pipeline');
    await click('Actions');
    expect(
      await screen.findByRole('menuitem', {
        name: /Copy to tenant.*There is no other tenant that you may write to/,
      })
    ).toHaveAttribute('aria-disabled', 'true');
    unmount();
    show();
    await select('Sales pipeline');
    await click('Actions');
    expect(await screen.findByRole('menuitem', { name: 'Export' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Copy to tenant' })).not.toBeInTheDocument();
  });
});

it('asks for what the address says', async () => {
  const path = '?q=a+b&type=dashboard&type=x&sort=title&dir=asc&page=2&size=50';
  const { answers } = show({ path });
  await screen.findByText('60 results');
  await act(async () => undefined);
  expect(lastQuery(answers)).toMatchObject({
    search: 'a* b*',
    type: ['dashboard'],
    sort_field: 'display_title',
    sort_order: 'asc',
    page: 2,
    per_page: 50,
  });
});

it('gives up its requests with the page', async () => {
  const { unmount, core } = show();
  const [, { signal }] = (core.http.get as unknown as jest.Mock).mock.calls[0] as [
    string,
    { signal: AbortSignal },
  ];
  await act(async () => unmount());
  expect(signal.aborted).toBe(true);
});
