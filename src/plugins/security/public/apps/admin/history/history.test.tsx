/** Tests of the change history. */
import { act, screen, waitFor, within } from '@testing-library/react';
import type { ChangeImpact } from '@sd/contracts';
import type { HistoryDetails, HistoryItem } from '../../../../common';
import { callsOf, fetchError, lastBody, type Routes, searchResponse } from '../../../mocks';
import { button, CONFIG, fill, lastQuery, openAdmin } from '../mocks';

jest.setTimeout(30_000);
const HISTORY = '/api/v1/history';
const IMPACT = '/api/v1/access/impact';
const NOBODY = { total: 0, people: [], hosts: [] };
const LOSS: ChangeImpact = {
  gains: NOBODY,
  loses: {
    total: 1,
    people: [{ name: 'sales_analyst', roles: ['clerk'], permissions: [] }],
    hosts: [],
  },
  sees_other: { total: 0, names: [] },
  complete: true,
};

const item = (more: Partial<HistoryItem> = {}): HistoryItem => ({
  id: 7,
  changed_at: Date.UTC(2026, 4, 3, 10),
  actor: 'jane',
  remote_address: '10.1.2.3',
  via: 'rest',
  type: 'tenants',
  name: 'finance',
  action: 'update',
  ...more,
});
const details = (more: Partial<HistoryDetails> = {}): HistoryDetails => ({
  ...item(),
  before: { reserved: false, description: 'Old words', kept: 'yes' },
  after: { reserved: false, description: 'New words', kept: 'yes' },
  diff: [{ op: 'replace', path: '/finance/description', value: 'New words' }],
  together: [],
  is_latest: true,
  current_version: '"5"',
  ...more,
});
const listRoutes = (items: readonly HistoryItem[], total = items.length): Routes => ({
  [`GET ${HISTORY}`]: () => ({ total, page: 1, per_page: 25, items }),
});
const changeRoutes = (change: HistoryDetails): Routes => ({
  [`GET ${HISTORY}/7`]: () => change,
});
const tenantForm: Routes = {
  [`GET ${CONFIG}/tenants/finance`]: () => ({
    etag: '"5"',
    reserved: false,
    description: 'New words',
    kept: 'yes',
  }),
  [`POST ${CONFIG}/tenants/finance`]: () => ({ message: 'Updated.' }),
  'GET /api/v1/search/tenants': () => searchResponse([]),
  [`POST ${CONFIG}/tenants/gone`]: () => ({ message: 'Created.' }),
};

describe('change history list', () => {
  it('shows who changed what and when, and links to the change', async () => {
    await openAdmin(
      '/history',
      listRoutes([
        item({ fields: ['description', 'tenant_permissions'] }),
        item({
          id: 8,
          type: 'audit',
          name: 'config',
          actor: '_offline:root',
          via: 'files',
          reverts: 3,
        }),
      ])
    );
    const [, first, second] = await screen.findAllByRole('row');
    expect(first).toHaveTextContent(
      /finance.*Tenant.*Changed.*Description, Tenant permissions.*jane.*10\.1\.2\.3/s
    );
    expect(within(first!).getByRole('link')).toHaveAttribute(
      'href',
      '/app/security/history/view/7'
    );
    expect(second).toHaveTextContent(/Audit configuration.*Command line \(root\)/s);
    expect(within(second!).getByRole('link', { name: 'Reverts change 3' })).toHaveAttribute(
      'href',
      '/app/security/history/view/3'
    );
  });

  it('shows what one request changed as one row', async () => {
    await openAdmin(
      '/history',
      listRoutes([
        item({ id: 9, request: 'r2', type: 'roles', name: 'clerk', action: 'create' }),
        item({ id: 8, request: 'r2' }),
        item({ id: 7, request: 'r1' }),
      ])
    );
    const [, together, alone, ...more] = await screen.findAllByRole('row');
    expect(more).toEqual([]);
    expect(together).toHaveTextContent(
      /clerk.*finance.*Role, Tenant.*Created, Changed.*2 entries in one step/s
    );
    expect(alone).toHaveTextContent(/finance.*Tenant.*Changed/s);
  });

  it('filters by type, user, text and time on the server and in the address', async () => {
    const { core, user, services } = await openAdmin(
      '/history?f.type=roles&f.type=tenants&f.period=yesterday',
      listRoutes([item()], 60)
    );
    const midnight = new Date().setHours(0, 0, 0, 0);
    expect(lastQuery(core.http, HISTORY)).toMatchObject({
      type: 'roles,tenants',
      to: String(midnight - 1),
      page: 1,
      per_page: 25,
    });
    const subject = screen.getByRole('searchbox', { name: 'Username' });
    fill(subject, 'jane@example.org');
    await user.type(subject, '{Enter}');
    await waitFor(() =>
      expect(lastQuery(core.http, HISTORY)).toMatchObject({ actor: 'jane@example.org' })
    );
    expect(services.kit.services.history.location.search).toContain('f.actor=jane%40example.org');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Time' }), 'From … to …');
    fill(await screen.findByLabelText('From'), '2026-01-02T03:04');
    await waitFor(() =>
      expect(lastQuery(core.http, HISTORY)).toMatchObject({
        from: String(new Date(2026, 0, 2, 3, 4).getTime()),
      })
    );
    await user.click(screen.getByRole('link', { name: 'Page 2 of 3' }));
    await waitFor(() => expect(lastQuery(core.http, HISTORY)).toMatchObject({ page: 2 }));
  });

  it('distinguishes "nothing was changed" from "not recorded"', async () => {
    await openAdmin('/history', listRoutes([]));
    // The text appears in the rows and in the table caption.
    expect((await screen.findAllByText(/No changes recorded yet/)).length).toBeGreaterThan(0);
  });

  it.each(['/history', '/history/view/7', '/history/of/tenants/finance'])(
    '%s explains that changes are not recorded and sends no request',
    async (path) => {
      const { core } = await openAdmin(path, {}, { features: { history: false } });
      expect(await screen.findByText('Change history is not available')).toBeInTheDocument();
      expect(callsOf(core.http.get).filter(([url]) => url.startsWith(HISTORY))).toEqual([]);
    }
  );

  it('shows the error and retries on demand', async () => {
    let fails = true;
    const { user } = await openAdmin('/history', {
      [`GET ${HISTORY}`]: () => {
        if (fails) throw fetchError(403, { message: 'No permission to read the history.' });
        return { total: 1, page: 1, per_page: 25, items: [item()] };
      },
    });
    expect(await screen.findByText(/No permission to read the history/)).toBeInTheDocument();
    fails = false;
    await user.click(button(/Retry|again/));
    expect(await screen.findByText('finance')).toBeInTheDocument();
  });
});

describe('change history of one entity', () => {
  it('includes the mapping of a role', async () => {
    const { core } = await openAdmin('/history/of/roles/sales%2Feu', listRoutes([item()]));
    expect(
      screen.getByRole('heading', { level: 1, name: 'History of sales/eu' })
    ).toBeInTheDocument();
    expect(lastQuery(core.http, HISTORY)).toMatchObject({
      type: 'roles,rolesmapping',
      name: 'sales/eu',
    });
  });

  it('shows Page not found for unknown types', async () => {
    await openAdmin('/history/of/spells/x', {});
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  });
});

describe('change page', () => {
  it('shows the changes by field', async () => {
    await openAdmin('/history/view/7', changeRoutes(details()));
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Changed: Tenant finance' })
    ).toBeInTheDocument();
    const table = screen.getByRole('table');
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toHaveTextContent(/Description.*Old words.*New words/s);
    expect(screen.queryByText(/changed again later/)).toBeNull();
  });

  it('reports an unknown change', async () => {
    await openAdmin('/history/view/7', {
      [`GET ${HISTORY}/7`]: () => {
        throw fetchError(404);
      },
    });
    expect(await screen.findByRole('heading', { name: 'Change not found' })).toBeInTheDocument();
  });

  it('restores the previous state in the form, unsaved, and saves it over the current version', async () => {
    const { user, core } = await openAdmin('/history/view/7', {
      ...changeRoutes(details()),
      ...tenantForm,
    });
    await user.click(await screen.findByRole('link', { name: 'Restore in form' }));
    expect(await screen.findByLabelText(/^Description/)).toHaveValue('Old words');
    const state = await screen.findByRole('table');
    expect(state).toHaveTextContent(/description.*New words.*Old words/s);
    expect(core.http.post).not.toHaveBeenCalled();
    await user.click(button('Save changes'));
    await waitFor(() => expect(core.http.post).toHaveBeenCalled());
    expect(lastBody(core.http, `${CONFIG}/tenants/finance`)).toEqual({
      description: 'Old words',
      kept: 'yes',
    });
    const [, options] = callsOf(core.http.post).at(-1)!;
    expect(options['headers']).toEqual({ 'if-match': '"5"' });
  });

  it('restores a deleted entity in the create form', async () => {
    const change = details({
      name: 'gone',
      action: 'delete',
      after: undefined,
      current_version: null,
    });
    const { user, core, path } = await openAdmin('/history/view/7', {
      ...changeRoutes(change),
      ...tenantForm,
    });
    await user.click(await screen.findByRole('link', { name: 'Restore in form' }));
    expect(path()).toBe('/tenants/create');
    expect(await screen.findByLabelText('Name')).toHaveValue('gone');
    await user.click(button('Create'));
    await waitFor(() =>
      expect(lastBody(core.http, `${CONFIG}/tenants/gone`)).toEqual({ description: 'Old words' })
    );
  });

  it('keeps the restored state as a draft when the form is left', async () => {
    const { user, services } = await openAdmin('/tenants/edit/finance?restore=7&state=before', {
      ...changeRoutes(details()),
      ...tenantForm,
      ...listRoutes([]),
    });
    fill(await screen.findByDisplayValue('Old words'), 'Old words, mended');
    await user.click(screen.getByRole('link', { name: 'Change history' }));
    expect(
      await screen.findByRole('region', { name: 'Unsaved changes on other pages' })
    ).toBeInTheDocument();
    act(() => services.kit.services.history.push('/tenants/edit/finance?restore=7&state=before'));
    expect(await screen.findByDisplayValue('Old words, mended')).toBeInTheDocument();
    act(() => services.kit.services.history.push('/history'));
    await screen.findByRole('heading', { level: 1, name: 'Change history' });
    // Requesting another state replaces the restored one.
    act(() => services.kit.services.history.push('/tenants/edit/finance?restore=7&state=after'));
    expect(await screen.findByDisplayValue('New words')).toBeInTheDocument();
  });

  it('ignores a restored state of another entity', async () => {
    await openAdmin('/tenants/edit/finance?restore=7&state=before', {
      ...changeRoutes(details({ name: 'other' })),
      ...tenantForm,
    });
    expect(await screen.findByLabelText(/^Description/)).toHaveValue('New words');
    expect(screen.queryByText(/An earlier version/)).toBeNull();
  });

  it('reverts a change of a single document after confirmation, with the version that was seen', async () => {
    const change = details({ type: 'audit', name: 'config', is_latest: false });
    const { user, core } = await openAdmin('/history/view/7', {
      ...changeRoutes(change),
      [`POST ${HISTORY}/7/revert`]: () => ({ message: 'Reverted.' }),
    });
    expect(await screen.findByText(/changed again later/)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Restore .*in form/ })).toBeNull();
    await user.click(button('Revert…'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Revert this change?' });
    expect(dialog).toHaveTextContent(/Later changes to it are lost.*can't be calculated/s);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(core.http.post).not.toHaveBeenCalled();
    await user.click(button('Revert…'));
    await user.click(await screen.findByRole('button', { name: 'Revert' }));
    await waitFor(() =>
      expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith(
        expect.objectContaining({ title: 'Change reverted.' })
      )
    );
    expect(lastBody(core.http, `${HISTORY}/7/revert`)).toEqual({ version: '"5"' });
  });

  // @feature change-history/2
  it('reverts in one step what one request changed, and shows who loses access first', async () => {
    const revert = jest.fn(() => ({ results: [{ id: 7, name: 'finance', is_done: true }] }));
    const { user, core } = await openAdmin('/history/view/7', {
      ...changeRoutes(details({ together: [item({ id: 8, type: 'roles', name: 'clerk' })] })),
      [`POST ${IMPACT}`]: () => LOSS,
      [`POST ${HISTORY}/_revert`]: revert,
    });
    expect(await screen.findByRole('link', { name: 'Role clerk: Changed' })).toHaveAttribute(
      'href',
      expect.stringContaining('/history/view/8')
    );
    // A part of the act cannot be reverted alone.
    expect(screen.queryByRole('button', { name: 'Revert…' })).toBeNull();
    await user.click(button('Revert all 2 changes…'));
    const dialog = await screen.findByRole('alertdialog', { name: 'Revert all 2 changes?' });
    expect(
      await within(dialog).findByRole('row', { name: /sales_analyst.*Role clerk/ })
    ).toBeVisible();
    expect(lastBody(core.http, IMPACT)).toEqual({ reverts: [7, 8] });
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await user.click(within(dialog).getByRole('button', { name: 'Revert' }));
    await waitFor(() => expect(revert).toHaveBeenCalled());
    expect(lastBody(core.http, `${HISTORY}/_revert`)).toEqual({ changes: [7, 8] });
  });

  it('reverts nothing before the impact is known', async () => {
    let answer!: (impact: object) => void;
    const { user, core } = await openAdmin('/history/view/7', {
      ...changeRoutes(details()),
      [`POST ${IMPACT}`]: () => new Promise((resolve) => (answer = resolve)),
    });
    await user.click(await screen.findByRole('button', { name: 'Revert…' }));
    await screen.findByText('Calculating impact…');
    expect(screen.getByRole('button', { name: 'Revert' })).toBeDisabled();
    await waitFor(() => expect(core.http.post).toHaveBeenCalled());
    await act(async () => answer(LOSS));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Revert' })).toBeEnabled());
  });

  it('says what was renamed, and renames it back as a whole', async () => {
    const renamed = details({
      type: 'roles',
      name: 'finance_team',
      renamed_from: 'finance',
      before: { description: 'Reads' },
      after: { description: 'Reads' },
    });
    const { user, core } = await openAdmin('/history/view/7', {
      ...changeRoutes(renamed),
      [`GET ${CONFIG}/roles/finance_team`]: () => ({ etag: '"5"', description: 'Reads' }),
      [`POST ${CONFIG}/roles/finance_team/_rename`]: () => ({
        message: '',
        moved: { rolesmapping: 1 },
        entries: { rolesmapping: ['finance_team'] },
      }),
      [`POST ${HISTORY}/7/revert`]: () => ({ message: 'Reverted.' }),
    });
    const title = 'Role finance renamed to finance_team';
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Name.*finance.*finance_team/ })).toBeInTheDocument();
    await user.click(button('Revert…'));
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Rename finance_team back to finance?',
    });
    expect(await within(dialog).findByRole('row', { name: /Role mapping/ })).toBeVisible();
    expect(dialog).toHaveTextContent(/No one loses access/);
    await user.click(within(dialog).getByRole('button', { name: 'Revert' }));
    await waitFor(() => expect(lastBody(core.http, `${HISTORY}/7/revert`)).toBeDefined());
  });

  it('leads from a part of a rename to the whole instead of reverting it', async () => {
    await openAdmin(
      '/history/view/7',
      changeRoutes(
        details({
          type: 'rolesmapping',
          name: 'finance_team',
          via: 'rename',
          action: 'create',
          rename: item({ id: 6, type: 'roles', name: 'finance_team', renamed_from: 'finance' }),
        })
      )
    );
    expect(
      await screen.findByRole('link', { name: 'Role finance renamed to finance_team' })
    ).toHaveAttribute('href', expect.stringContaining('/history/view/6'));
    expect(screen.queryByRole('button', { name: /Revert/ })).toBeNull();
  });

  it('does not offer to revert a change that was reverted', async () => {
    await openAdmin('/history/view/7', {
      ...changeRoutes(details({ is_latest: false })),
      ...listRoutes([item({ id: 8, reverts: 7 })]),
    });
    expect(await screen.findByText('This change was reverted.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'View revert' })).toHaveAttribute(
      'href',
      expect.stringContaining('/history/view/8')
    );
    expect(screen.queryByRole('button', { name: 'Revert…' })).toBeNull();
  });

  it('asks for a second confirmation if the revert locks administrators out', async () => {
    const lockout = { own: true, last: false, users: ['jane'], more: false };
    const { user, core } = await openAdmin('/history/view/7', {
      ...changeRoutes(details()),
      [`POST ${IMPACT}`]: () => LOSS,
      [`POST ${HISTORY}/7/revert`]: ({ query }) => {
        if ((query as { confirm_lockout?: true }).confirm_lockout) return { message: 'Done.' };
        throw fetchError(409, { attributes: { code: 'security.locks_out', lockout } });
      },
    });
    core.overlays.openConfirm.mockResolvedValueOnce(false).mockResolvedValueOnce(true);
    await user.click(await screen.findByRole('button', { name: 'Revert…' }));
    const confirm = await screen.findByRole('button', { name: 'Revert' });
    await waitFor(() => expect(confirm).toBeEnabled());
    await user.click(confirm);
    await waitFor(() => expect(core.overlays.openConfirm).toHaveBeenCalledTimes(1));
    // Declined: nothing was changed, so nothing is reported.
    await waitFor(() => expect(confirm).toBeEnabled());
    expect(core.notifications.toasts.addSuccess).not.toHaveBeenCalled();
    await user.click(confirm);
    await waitFor(() => expect(core.notifications.toasts.addSuccess).toHaveBeenCalled());
    expect(core.overlays.openConfirm).toHaveBeenCalledTimes(2);
  });
});
