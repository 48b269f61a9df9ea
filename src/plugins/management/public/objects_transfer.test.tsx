/** Tests of importing saved objects and copying them between tenants. */
import { screen, waitFor, within } from '@testing-library/react';
import type { CopyResult } from '../common';
import { decide, withResponse } from './objects/import/import_state';
import type { ImportError, ImportResponse } from '@sd/contracts';
import {
  choose,
  click,
  dialog,
  type Options,
  denial,
  SALES,
  select,
  sent,
  show,
  user,
} from './mocks';

/** Slow on a busy machine. */
jest.setTimeout(30_000);

describe('importing objects', () => {
  const FILE = new File(['{}'], 'export.ndjson', { type: 'application/ndjson' });
  const conflict = (id: string): ImportError => ({
    type: 'dashboard',
    id,
    title: `Board ${id}`,
    meta: {},
    error: { type: 'conflict' },
  });

  async function open(tenant = SALES) {
    const screenMock = show({ tenant });
    await screen.findByText('Sales pipeline');
    await click('Import');
    const flyout = await dialog();
    const input = await waitFor(() =>
      document.querySelector<HTMLInputElement>('input[type=file]')!
    );
    const respond = (response: Partial<ImportResponse>) =>
      screenMock.responses.post.mockResolvedValueOnce({
        success: true,
        successCount: 0,
        ...response,
      });
    const press = async (name: string) =>
      user().click(within(flyout).getByRole('button', { name }));
    return { ...screenMock, flyout, input, respond, press };
  }

  it('imports into the tenant and reports the result', async () => {
    const { responses, respond, flyout, input, press } = await open();
    expect(flyout).toHaveTextContent('Into the tenant sales.');
    expect(within(flyout).getByRole('button', { name: 'Import' })).toBeDisabled();
    await user().upload(input, FILE);
    respond({
      successCount: 1,
      successResults: [{ type: 'dashboard', id: '1', meta: { title: 'New board' } }],
    });
    const before = responses.find.mock.calls.length;
    await press('Import');
    expect(await within(flyout).findByText('Imported: 1. Skipped: 0. Failed: 0.')).toBeVisible();
    expect(flyout).toHaveTextContent('New board (Dashboard)');
    const { path, query, headers, body } = sent(responses.post);
    expect([path, query, headers]).toEqual([
      '/api/saved_objects/_import',
      { overwrite: false, createNewCopies: false },
      { 'Content-Type': undefined },
    ]);
    expect((body as FormData).get('file')).toBeInstanceOf(File);
    await press('Close');
    await waitFor(() => expect(responses.find.mock.calls.length).toBeGreaterThan(before));
  });

  it('rejects files of the wrong type', async () => {
    const { flyout, input } = await open();
    await user().upload(input, new File(['{}'], 'export.json'));
    expect(
      await within(flyout).findByText('The name of the file must end in .ndjson.')
    ).toBeVisible();
    expect(within(flyout).getByRole('button', { name: 'Import' })).toBeDisabled();
  });

  it('asks for a decision on each conflict and sends the decisions', async () => {
    const { responses, respond, flyout, input, press } = await open();
    await user().upload(input, FILE);
    respond({
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
    respond({
      successCount: 2,
      successResults: [
        { type: 'dashboard', id: '1', meta: {}, overwrite: true },
        { type: 'dashboard', id: '2', meta: {}, destinationId: 'x' },
      ],
    });
    await press('Continue');
    expect(await within(flyout).findByText('Imported: 3. Skipped: 1. Failed: 0.')).toBeVisible();
    const { path, query, body } = sent(responses.post);
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

  it('overwrites all conflicts with one choice and sends nothing if all are skipped', async () => {
    const { responses, respond, flyout, input, press } = await open();
    await user().upload(input, FILE);
    respond({ success: false, errors: [conflict('1'), conflict('2')] });
    await press('Import');
    await user().click(
      await within(flyout).findByRole('button', { name: 'Overwrite all existing objects' })
    );
    expect(within(flyout).getByLabelText('Board 2 (Dashboard)')).toHaveDisplayValue('Overwrite');
    await user().selectOptions(within(flyout).getByLabelText('Board 1 (Dashboard)'), 'Skip');
    await user().selectOptions(within(flyout).getByLabelText('Board 2 (Dashboard)'), 'Skip');
    await press('Continue');
    expect(await within(flyout).findByText('Imported: 0. Skipped: 2. Failed: 0.')).toBeVisible();
    expect(responses.post).toHaveBeenCalledTimes(1);
  });

  it('says when nothing was imported and why', async () => {
    const { respond, flyout, input, press } = await open();
    await user().upload(input, FILE);
    await user().click(within(flyout).getByRole('radio', { name: /as new copies with new IDs/ }));
    respond({
      success: false,
      errors: [
        { type: 'map', id: 'm', meta: {}, error: { type: 'unsupported_type' } },
        conflict('1'),
      ],
    });
    await press('Import');
    expect(await within(flyout).findByText('Nothing was imported')).toBeVisible();
    expect(flyout).toHaveTextContent('m (map): Objects of this type cannot be imported.');
  });

  it('keeps the file and options when the request fails', async () => {
    const { responses, respond, flyout, input, press } = await open();
    await user().upload(input, FILE);
    await user().click(within(flyout).getByRole('radio', { name: 'Overwrite it' }));
    responses.post.mockRejectedValueOnce(denial(413, 'The file is too large'));
    await press('Import');
    expect(await screen.findByRole('alert')).toHaveTextContent('The file is too large');
    respond({});
    await press('Import');
    await within(flyout).findByText('Imported: 0. Skipped: 0. Failed: 0.');
    expect(sent(responses.post).query).toEqual({ overwrite: true, createNewCopies: false });
  });

  it('keeps earlier decisions when an object fails for a second reason', () => {
    const missing: ImportError = {
      type: 'dashboard',
      id: '1',
      meta: {},
      error: { type: 'missing_references', references: [{ type: 'search', id: 's' }] },
    };
    const key = JSON.stringify(['dashboard', '1']);
    const first = decide(
      withResponse({ success: false, successCount: 0, errors: [missing] }),
      new Map([[key, 'ignore_references' as const]]),
      'ask'
    );
    expect(first.retries).toEqual([{ type: 'dashboard', id: '1', ignoreMissingReferences: true }]);
    const then = withResponse(
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

describe('copying to another tenant', () => {
  const result = (more: Partial<CopyResult> = {}): CopyResult => ({
    type: 'dashboard',
    id: 'd/1',
    title: 'Sales pipeline',
    status: 'copied',
    isReference: false,
    ...more,
  });

  async function open(options: Options = {}) {
    const screenMock = show({ tenant: SALES, ...options });
    await select('Sales pipeline');
    await choose('Copy to tenant');
    return { ...screenMock, flyout: await dialog() };
  }

  it('offers other tenants with write access and copies the objects', async () => {
    const { responses, flyout } = await open();
    expect(flyout).toHaveTextContent('From the tenant sales, which stays unchanged.');
    const target = within(flyout).getByRole('combobox', { name: 'Copy to tenant' });
    expect(
      within(target)
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
    ).toEqual(['Global', 'Private', 'finance']);
    await user().selectOptions(target, 'finance');
    responses.post.mockResolvedValueOnce({
      tenant: 'finance',
      successCount: 2,
      results: [result(), result({ type: 'search', id: 's', title: 'Orders', isReference: true })],
    });
    await user().click(within(flyout).getByRole('button', { name: 'Copy 1 object' }));
    expect(await within(flyout).findByText('2 of 2 objects copied to finance')).toBeVisible();
    expect(sent(responses.post)).toMatchObject({
      path: '/api/management/saved_objects/_copy_to_tenant',
      json: {
        objects: [{ type: 'dashboard', id: 'd/1' }],
        tenant: 'finance',
        overwrite: false,
        includeReferences: true,
      },
    });
  });

  it('reports conflicts and overwrites the selected ones', async () => {
    const { responses, flyout } = await open();
    responses.post.mockResolvedValueOnce({
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
    responses.post.mockResolvedValueOnce({
      tenant: '',
      successCount: 1,
      results: [result({ status: 'overwritten' })],
    });
    await user().click(within(flyout).getByRole('button', { name: 'Overwrite 1 object' }));
    expect(await within(flyout).findByText('1 of 3 objects copied to Global')).toBeVisible();
    expect(sent(responses.post).json).toEqual({
      objects: [{ type: 'dashboard', id: 'd/1' }],
      tenant: '',
      overwrite: true,
      includeReferences: false,
    });
    expect(flyout).toHaveTextContent('Sales pipeline (Dashboard), overwritten');
    expect(within(flyout).getByRole('checkbox', { name: 'Other (Dashboard)' })).not.toBeChecked();
  });

  it('shows the error of the server', async () => {
    const { responses, flyout } = await open();
    responses.post.mockRejectedValueOnce(
      denial(403, "You don't have write permission for this tenant")
    );
    await user().click(within(flyout).getByRole('button', { name: 'Copy 1 object' }));
    expect(await screen.findByRole('alert')).toHaveTextContent("don't have write permission");
  });

  it('does not offer disabled tenants', async () => {
    const { flyout } = await open({ switchedOff: ['', '__user__'] });
    const options = within(flyout).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['finance']);
  });

  it('is disabled without a target tenant and hidden without tenants', async () => {
    const { unmount } = show({ tenant: SALES, tenants: { sales: true } });
    await select('Sales pipeline');
    await click('Actions');
    expect(
      await screen.findByRole('menuitem', {
        name: /Copy to tenant.*You have no other tenant with write permission/,
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
