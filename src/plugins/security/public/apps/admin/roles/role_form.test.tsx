/** Tests of the role form: input and resulting requests. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { AppLeaveActionType } from '@sd/core/public';
import { callsOf, fetchError, lastBody } from '../../../mocks';
import {
  addTo,
  button,
  combo,
  CONFIG,
  fill,
  formRoutes,
  notFound,
  openAdmin,
  openNewRole,
  role,
  roleListRoutes,
} from '../mocks';

jest.setTimeout(30_000);

describe('role form', () => {
  const POST_NEW = `POST ${CONFIG}/roles/analyst`;

  it('creates a role from the input and opens it', async () => {
    const { user, core, services } = await openNewRole({
      ...formRoutes,
      [POST_NEW]: () => ({ message: 'created' }),
      [`GET ${CONFIG}/roles/analyst`]: notFound,
      [`GET ${CONFIG}/rolesmapping/analyst`]: notFound,
    });
    fill(await screen.findByLabelText('Name'), 'analyst');
    fill(screen.getByLabelText('Description'), 'Reads');
    addTo(combo('Cluster permissions'), 'cluster:new/action');
    addTo(combo('Index'), 'logs-*');
    addTo(combo('Index permissions'), 'read');
    fireEvent.change(screen.getByLabelText('Document level security'), {
      target: { value: '{"a":{}}' },
    });
    addTo(combo('Fields'), 'secret');
    addTo(combo('Tenant'), 'finance');
    await user.selectOptions(screen.getByLabelText('Read/write permission'), 'Read only');
    await user.click(button('Create'));
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/analyst')
    );
    expect(lastBody(core.http, `${CONFIG}/roles/analyst`)).toEqual({
      description: 'Reads',
      cluster_permissions: ['cluster:new/action'],
      index_permissions: [
        {
          index_patterns: ['logs-*'],
          dls: '{"a":{}}',
          fls: ['~secret'],
          masked_fields: [],
          allowed_actions: ['read'],
        },
      ],
      tenant_permissions: [{ tenant_patterns: ['finance'], allowed_actions: ['kibana_all_read'] }],
    });
    expect(callsOf(core.http.post)[0]![1]).toMatchObject({ headers: { 'if-none-match': '*' } });
    expect(core.notifications.toasts.addSuccess).toHaveBeenCalledWith({
      title: 'Role "analyst" successfully created',
    });
    expect(services.kit.services.drafts.getAll()).toEqual([]);
  });

  it('validates the name on blur and the query as JSON, and lists errors on submit', async () => {
    const { user, core } = await openNewRole(formRoutes);
    const name = await screen.findByLabelText('Name');
    await user.type(name, 'x');
    expect(name).toBeValid();
    await user.tab();
    expect(await screen.findByText(/must contain from 2 to 50 characters\.$/)).toBeVisible();
    expect(name).toBeInvalid();
    await user.type(name, 'y%');
    expect(await screen.findByText(/Invalid characters found in role name/)).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Document level security'), {
      target: { value: '{ nope' },
    });
    await user.click(button('Create'));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent('3 fields need attention');
    expect(name).toHaveFocus();
    expect(within(summary).getAllByRole('link')).toHaveLength(3);
    await user.click(within(summary).getByRole('link', { name: /not valid JSON/ }));
    expect(screen.getByLabelText('Document level security')).toHaveFocus();
    expect(core.http.post).not.toHaveBeenCalled();
  });

  it('requires a name', async () => {
    const { user } = await openAdmin('/roles/create', formRoutes);
    await user.click(await screen.findByRole('button', { name: 'Create' }));
    expect(await screen.findByLabelText('Name')).toBeInvalid();
    expect(screen.getAllByText(/must contain from 2 to 50 characters\.$/)).not.toHaveLength(0);
  });

  it('shows a duplicate name at the field and keeps the input', async () => {
    const { user } = await openAdmin('/roles/create', {
      ...formRoutes,
      [POST_NEW]: () => {
        throw fetchError(409, {
          message: 'The role "analyst" already exists.',
          attributes: { code: 'security.already_exists' },
        });
      },
    });
    fill(await screen.findByLabelText('Name'), 'analyst');
    fill(screen.getByLabelText('Description'), 'Mine');
    await user.click(button('Create'));
    await waitFor(() => expect(screen.getByLabelText('Name')).toBeInvalid());
    expect(screen.getByLabelText('Description')).toHaveValue('Mine');
    fill(screen.getByLabelText('Name'), 'analyst2');
    await waitFor(() => expect(screen.getByLabelText('Name')).toBeValid());
  });

  it('keeps the input when saving fails', async () => {
    const { user } = await openAdmin('/roles/create', {
      ...formRoutes,
      [POST_NEW]: () => {
        throw fetchError(503, { message: 'Try again in a few seconds.' });
      },
    });
    fill(await screen.findByLabelText('Name'), 'analyst');
    await user.click(button('Create'));
    expect(await screen.findByText('Try again in a few seconds.')).toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('analyst');
    expect(button('Create')).toBeEnabled();
  });

  // @feature role-form/2
  it('proposes a name for a copy and copies everything', async () => {
    const { user, core, services } = await openAdmin('/roles/duplicate/reader', {
      ...formRoutes,
      [`GET ${CONFIG}/roles/reader`]: () => ({
        ...role({ reserved: true, cluster_permissions: ['x:y'] }),
        etag: '"1"',
      }),
      [`POST ${CONFIG}/roles/reader_copy`]: () => ({ message: 'ok' }),
      [`GET ${CONFIG}/roles/reader_copy`]: notFound,
      [`GET ${CONFIG}/rolesmapping/reader_copy`]: notFound,
    });
    expect(await screen.findByLabelText('Name')).toHaveValue('reader_copy');
    await user.click(button('Create'));
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/reader_copy')
    );
    expect(services.kit.services.history.location.search).toBe('?copiedFrom=reader');
    expect(lastBody(core.http, `${CONFIG}/roles/reader_copy`)).not.toHaveProperty('reserved');
  });

  it('shows the other changes on conflict and overwrites them when the user keeps editing', async () => {
    let version = 1;
    const { user, core, services } = await openAdmin('/roles/edit/reader', {
      ...formRoutes,
      [`GET ${CONFIG}/roles/reader`]: () => ({
        ...role({
          description: version === 1 ? 'Old' : 'Theirs',
          cluster_permissions: version === 1 ? [] : ['new:one'],
        }),
        kept_field: 1,
        etag: `"${version}"`,
      }),
      [`GET ${CONFIG}/rolesmapping/reader`]: notFound,
      [`POST ${CONFIG}/roles/reader`]: (options) => {
        if ((options['headers'] as Record<string, string>)['if-match'] === '"1"') {
          version = 2;
          throw fetchError(409, {
            message: 'Changed',
            attributes: { code: 'security.stale_version' },
          });
        }
        return { message: 'ok' };
      },
    });
    const description = await screen.findByLabelText('Description');
    await user.clear(description);
    await user.type(description, 'Mine');
    await user.click(button('Save changes'));
    const dialog = await screen.findByRole('alertdialog', {
      name: 'Someone else changed “reader”',
    });
    expect(await within(dialog).findByText(/added new:one/)).toBeInTheDocument();
    expect(within(dialog).getByText(/Old → Theirs/)).toBeInTheDocument();
    await user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
    expect(screen.getByLabelText('Description')).toHaveValue('Mine');
    await user.click(button('Save changes'));
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/reader')
    );
    expect(lastBody(core.http, `${CONFIG}/roles/reader`)).toMatchObject({
      description: 'Mine',
      kept_field: 1,
    });
  });

  it('can restart from the other version on conflict', async () => {
    let version = 1;
    const { user } = await openAdmin('/roles/edit/reader', {
      ...formRoutes,
      [`GET ${CONFIG}/roles/reader`]: () => ({
        ...role({ description: `v${version}` }),
        etag: `"${version}"`,
      }),
      [`POST ${CONFIG}/roles/reader`]: () => {
        version = 2;
        throw fetchError(409, {
          message: 'Changed',
          attributes: { code: 'security.stale_version' },
        });
      },
    });
    fill(await screen.findByLabelText('Description'), ' mine');
    await user.click(button('Save changes'));
    await user.click(await screen.findByRole('button', { name: 'Discard mine' }));
    await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('v2'));
    expect(screen.getByLabelText('Name')).toBeDisabled();
  });

  it('merges independent changes on conflict and asks about overlapping ones', async () => {
    let version = 1;
    const { user, core, services } = await openAdmin('/roles/edit/reader', {
      ...formRoutes,
      [`GET ${CONFIG}/roles/reader`]: () => ({
        ...role({
          description: version === 1 ? 'Old' : 'Theirs',
          cluster_permissions: version === 1 ? ['a:b'] : ['a:b', 'new:one'],
        }),
        etag: `"${version}"`,
      }),
      [`GET ${CONFIG}/rolesmapping/reader`]: notFound,
      [`POST ${CONFIG}/roles/reader`]: (options) => {
        if ((options['headers'] as Record<string, string>)['if-match'] === '"2"')
          return { message: 'ok' };
        version = 2;
        throw fetchError(409, {
          message: 'Changed',
          attributes: { code: 'security.stale_version' },
        });
      },
    });
    fill(await screen.findByLabelText('Description'), 'Mine');
    addTo(combo('Cluster permissions'), 'my:own');
    await user.click(button('Save changes'));
    const dialog = await screen.findByRole('alertdialog', { name: /Someone else changed/ });
    const group = await within(dialog).findByRole('group', { name: 'description' });
    const save = within(dialog).getByRole('button', { name: 'Save merged' });
    expect(within(dialog).queryByRole('group', { name: 'cluster_permissions' })).toBeNull();
    expect(save).toBeDisabled();
    expect(within(group).getByRole('radio', { name: 'Yours: Mine' })).not.toBeChecked();
    await user.click(within(group).getByRole('radio', { name: 'Theirs: Theirs' }));
    await user.click(save);
    await waitFor(() =>
      expect(services.kit.services.history.location.pathname).toBe('/roles/view/reader')
    );
    expect(lastBody(core.http, `${CONFIG}/roles/reader`)).toMatchObject({
      description: 'Theirs',
      cluster_permissions: ['a:b', 'new:one', 'my:own'],
    });
  });

  it('shows who gains and loses access before saving', async () => {
    const { core, user } = await openAdmin('/roles/edit/reader', {
      ...formRoutes,
      [`GET ${CONFIG}/roles/reader`]: () => ({
        ...role({ cluster_permissions: ['a:b'] }),
        etag: '"1"',
      }),
      'POST /api/v1/access/impact': () => ({
        gains: { total: 0, hosts: ['10.*'], people: [] },
        not_considered: ['release'],
        loses: {
          total: 3,
          hosts: [],
          people: [
            {
              name: 'ann',
              roles: [],
              permissions: [{ kind: 'tenant', on: 'hr', actions: ['read', 'write'], listed: [] }],
            },
          ],
        },
        sees_other: { total: 1, names: ['jim'] },
        complete: false,
      }),
    });
    await screen.findByLabelText('Description');
    expect(screen.queryByText('What will change')).toBeNull();
    addTo(combo('Cluster permissions'), 'my:own');
    const impact = await screen.findByRole('table', { name: /Impact/ });
    expect(within(impact).getAllByRole('row')[1]).toHaveTextContent(/ann.*—.*Tenant hr: write/s);
    expect(screen.getByText('In all, 3 internal users lose access.')).toBeInTheDocument();
    // Beside the buttons, because the panel may be below the window.
    const bar = button('Save changes').parentElement as HTMLElement;
    expect(bar).toHaveTextContent(
      '3 users lose access · 1 user sees different documents · hosts gain access · not all users were checked · Review'
    );
    await user.click(within(bar).getByRole('button', { name: 'Review' }));
    expect(impact.closest('[role="status"]')).toHaveFocus();
    expect(screen.getByText('Everyone who connects from 10.* gains access.')).toBeInTheDocument();
    expect(screen.getByText('The cluster can decide differently')).toBeInTheDocument();
    expect(
      screen.getByText('1 internal user sees different documents or fields than before: jim.')
    ).toBeInTheDocument();
    expect(screen.getByText(/could be checked in time/)).toBeInTheDocument();
    expect(lastBody(core.http, '/api/v1/access/impact')).toMatchObject({
      changes: { roles: { reader: { cluster_permissions: ['a:b', 'my:own'] } } },
    });
  });

  const leaveBy = (onAppLeave: Awaited<ReturnType<typeof openAdmin>>['onAppLeave']) =>
    onAppLeave.mock.calls[0]![0]({
      confirm: (text, title) => ({
        type: AppLeaveActionType.confirm,
        text,
        ...(title !== undefined && { title }),
      }),
      default: () => ({ type: AppLeaveActionType.default }),
    });

  it('allows navigation within the app without confirmation and keeps the input', async () => {
    const { user, core, services, onAppLeave } = await openAdmin('/roles/create', {
      ...formRoutes,
      ...roleListRoutes(),
    });
    expect(leaveBy(onAppLeave).type).toBe('default');
    fill(await screen.findByLabelText('Name'), 'analyst');
    await user.click(screen.getByRole('link', { name: 'Roles' }));
    expect(await screen.findByRole('link', { name: 'reader' })).toBeInTheDocument();
    expect(core.overlays.openConfirm).not.toHaveBeenCalled();
    expect(leaveBy(onAppLeave)).toMatchObject({ title: 'Leave without saving?' });
    const waiting = screen.getByRole('region', { name: 'Unsaved changes on other pages' });
    expect(within(waiting).getByRole('link', { name: 'Create Role' })).toHaveAttribute(
      'href',
      '/app/security/roles/create'
    );
    act(() => services.kit.services.history.push('/roles/create'));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('analyst'));
    expect(screen.getByText('We restored your unsaved entries.')).toBeVisible();
    await user.click(button('Discard and start over'));
    expect(screen.getByLabelText('Name')).toHaveValue('');
    expect(leaveBy(onAppLeave).type).toBe('default');
  });

  it('discards the input on "Cancel" and offers to restore it', async () => {
    const { user, core, services, onAppLeave } = await openAdmin('/roles/create', {
      ...formRoutes,
      ...roleListRoutes(),
    });
    fill(await screen.findByLabelText('Name'), 'analyst');
    await user.click(screen.getByRole('link', { name: 'Cancel' }));
    expect(await screen.findByRole('link', { name: 'reader' })).toBeInTheDocument();
    expect(leaveBy(onAppLeave).type).toBe('default');
    const [toast] = jest.mocked(core.notifications.toasts.addInfo).mock.calls[0]!;
    expect(toast).toMatchObject({ title: 'Changes were not saved: Create Role' });
    const element = document.body.appendChild(document.createElement('div'));
    act(() => void (toast as { text: (target: HTMLElement) => unknown }).text(element));
    await user.click(within(element).getByRole('button', { name: 'Restore' }));
    expect(core.application.navigateToUrl).toHaveBeenCalledWith('/app/security/roles/create');
    act(() => services.kit.services.history.push('/roles/create'));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('analyst'));
  });
});
