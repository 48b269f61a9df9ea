/** The page Drift. */
import { screen, waitFor, within } from '@testing-library/react';
import type { DriftBody, DriftEntry } from '@sd/contracts';
import { button } from '../../../security/public/apps/admin/mocks';
import { callsOf, fetchError, lastBody, type Routes } from '../../../security/public/mocks';
import { openRequests } from '../../../../../test/helpers/requests_app';

jest.setTimeout(30_000);
const PATH = '/api/v1/drift';

const WRITER: DriftEntry = {
  kind: 'roles',
  name: 'writer',
  state: 'differs',
  fields: [
    { field: 'cluster_permissions', desired: ['cluster_monitor'], actual: ['cluster_all'] },
    { field: 'hash', is_secret: true },
  ],
  changed: { id: 7, by: 'jane', at: Date.UTC(2026, 4, 3, 10) },
};
const EXTRA: DriftEntry = { kind: 'roles', name: 'extra', state: 'additional', fields: [] };
const drift = (more: Partial<DriftBody> = {}): DriftBody => ({
  state: 'drifted',
  folder: '/srv/config',
  checked_at: 1,
  revision: 'r1',
  total: 2,
  differences: [WRITER, EXTRA],
  ignored: 1,
  problems: [],
  left_out: [],
  unreadable: [],
  ...more,
});
const open = (routes: Routes, isConfigured = true) =>
  openRequests('/drift', routes, {
    capabilities: { securityDrift: { configured: isConfigured } },
  });
const putBack = jest.fn((body: { dry_run?: boolean }, _query: unknown): object =>
  body.dry_run
    ? {
        is_done: false,
        is_whole: true,
        results: [{ kind: 'roles', name: 'writer', is_done: true }],
      }
    : { is_done: true, is_whole: true, results: [] }
);
const routes = (more: Routes = {}): Routes => ({
  [`GET ${PATH}`]: () => drift(),
  [`POST ${PATH}/put_back`]: (options) =>
    putBack(JSON.parse(String(options?.body)), options?.query),
  [`POST ${PATH}/accept`]: () => ({ files: ['roles.yml'] }),
  ...more,
});
const select = async (user: Awaited<ReturnType<typeof openRequests>>['user']) =>
  user.click(await screen.findByRole('checkbox', { name: 'Select Role writer' }));

// @feature drift/1
it('lists what differs with who changed it, and shows it field by field', async () => {
  const { user } = await open(routes());
  const row = await screen.findByRole('row', {
    name: /writer.*Role.*Differs.*Cluster permissions/,
  });
  expect(within(row).getByRole('link', { name: /^jane, / })).toHaveAttribute(
    'href',
    expect.stringContaining('/history/view/7')
  );
  expect(screen.getByText(/^2 entries differ.*Ignore rules leave out 1 entry\.$/)).toBeVisible();
  await user.click(button('writer'));
  const dialog = await screen.findByRole('dialog');
  const field = within(dialog).getByRole('row', { name: /Cluster permissions/ });
  expect(field).toHaveTextContent(/cluster_monitor.*cluster_all/);
  expect(within(dialog).getByText(/never shown/)).toBeInTheDocument();
});

it('reviews before it puts back, and shows the reason of a refusal', async () => {
  const { user, core } = await open(routes());
  expect(button('Put back')).toBeDisabled();
  await select(user);
  await user.click(button('Put back'));
  const dialog = await screen.findByRole('dialog');
  const entry = within(dialog).getByRole('row', { name: /Role.*writer.*Changed/ });
  await user.click(within(entry).getByRole('button', { name: 'Fields of writer' }));
  expect(within(dialog).getByRole('row', { name: /Cluster permissions/ })).toHaveTextContent(
    /cluster_monitor.*cluster_all/
  );
  await waitFor(() => expect(putBack).toHaveBeenCalledTimes(1));
  const submit = within(dialog).getByRole('button', { name: 'Put back' });
  await waitFor(() => expect(submit).toBeEnabled());
  putBack.mockImplementationOnce(() => {
    const attributes = { code: 'security.drift_stale' };
    throw fetchError(409, { message: 'Review the differences again.', attributes });
  });
  await user.click(submit);
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(/Review the differences/);
  await user.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lastBody(core.http, `${PATH}/put_back`)).toEqual({
    revision: 'r1',
    entries: [{ kind: 'roles', name: 'writer' }],
  });
});

it('asks before a lockout, and accepts entries into the folder', async () => {
  const { user, core } = await open(routes());
  await select(user);
  await user.click(button('Put back'));
  const lockout = { own: true, last: true, users: ['admin'], more: 0 };
  const refusal = { message: 'Locks out.', code: 'security.locks_out', lockout };
  const dialog = await screen.findByRole('dialog');
  const submit = within(dialog).getByRole('button', { name: 'Put back' });
  await waitFor(() => expect(submit).toBeEnabled());
  putBack.mockImplementationOnce(() => ({ is_done: false, is_whole: true, results: [], refusal }));
  jest.mocked(core.overlays.openConfirm).mockResolvedValueOnce(true);
  await user.click(submit);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(putBack.mock.lastCall?.[1]).toEqual({ confirm_lockout: 'true' });

  await select(user);
  await user.click(button('Accept into the folder'));
  expect(await screen.findByRole('row', { name: /Role.*writer.*Changed/ })).toBeInTheDocument();
  await user.click(button('Write the files'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(lastBody(core.http, `${PATH}/accept`)).toMatchObject({ revision: 'r1' });
});

it('names file and line of a broken folder, and offers nothing to change', async () => {
  const problems = [{ file: 'roles.yml', line: 7, message: 'Unexpected end' }];
  await open(
    routes({
      [`GET ${PATH}`]: () => drift({ state: 'broken', differences: [], total: 0, problems }),
    })
  );
  expect(await screen.findByText('roles.yml, line 7: Unexpected end')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Put back' })).toBeNull();
});

it('is neither a page nor in the navigation without a folder', async () => {
  const { core } = await open(routes(), false);
  expect(await screen.findByText(/no page at this address/)).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Drift' })).toBeNull();
  expect(callsOf(core.http.get).some(([path]) => path === PATH)).toBe(false);
});

it('puts back only what the user may change', async () => {
  const differs = (kind: 'roles' | 'tenants', name: string): DriftEntry => ({
    kind,
    name,
    state: 'differs',
    fields: [],
  });
  const { user } = await open(
    routes({
      'GET /api/v1/restapiinfo': () => ({
        has_api_access: true,
        disabled_endpoints: { ROLES: ['POST', 'PUT', 'PATCH', 'DELETE'] },
      }),
      [`GET ${PATH}`]: () =>
        drift({ differences: [differs('roles', 'writer'), differs('tenants', 'hr')] }),
    })
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Select Tenant hr' }));
  expect(button('Put back')).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Accept into the folder' })).toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Select Role writer' }));
  expect(button('Put back')).toBeDisabled();
  expect(screen.getByText(/Your roles don't allow this/)).toBeVisible();
});
