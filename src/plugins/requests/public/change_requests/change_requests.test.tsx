/** Change requests: the pages, and the button of forms. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { ChangeRequest } from '@sd/contracts';
import {
  addTo,
  button,
  CONFIG,
  fill,
  formRoutes,
  openAdmin,
  role,
} from '../../../security/public/apps/admin/mocks';
import { lastBody, type Routes } from '../../../security/public/mocks';
import { openRequests } from '../../../../../test/helpers/requests_app';

jest.setTimeout(30_000);
const PATH = '/api/v1/change_requests';
const none = { total: 0, hosts: [], people: [] };

const request = (more: Partial<ChangeRequest> = {}): ChangeRequest => ({
  id: 'r1',
  revision: 3,
  title: 'Sales reads',
  author: 'ana',
  state: 'open',
  count: 2,
  created_at: 1,
  expires_at: 2,
  is_own: false,
  can_apply: true,
  can_reject: true,
  changes: [
    {
      kind: 'roles',
      name: 'sales',
      action: 'update',
      state: 'ready',
      entry: { description: 'New' },
      before: { description: 'Old' },
      after: { description: 'New' },
    },
    { kind: 'tenants', name: 'sales', action: 'create', state: 'done', entry: {}, after: {} },
  ],
  ...more,
});
const answers = jest.fn();
const routes = (shown: ChangeRequest, more: Routes = {}): Routes => ({
  ...formRoutes,
  [`GET ${PATH}`]: () => ({ items: [shown] }),
  [`GET ${PATH}/r1`]: () => shown,
  [`POST ${PATH}/r1/apply`]: (options) =>
    answers(JSON.parse(String(options?.body)), options?.query),
  'POST /api/v1/access/impact': () => ({
    gains: none,
    loses: none,
    sees_other: { total: 0, names: [] },
    complete: true,
  }),
  ...more,
});
const VIEW = '/changeRequests/view/r1';

it('shows what applying would answer, and applies what was looked at after a lockout is confirmed', async () => {
  const refusal = {
    message: 'Locks you out',
    lockout: { own: true, last: false, users: [], more: false },
  };
  answers.mockImplementation((body, query) =>
    query?.confirm_lockout
      ? { is_done: true, is_whole: true, results: [] }
      : { is_done: false, is_whole: true, results: [], refusal }
  );
  const { user, core } = await openRequests(VIEW, routes(request()));
  const entries = await screen.findByRole('region', { name: 'Requested changes' });
  expect(within(entries).getByText('Old')).toBeInTheDocument();
  expect(within(entries).getByText('This entry already has these values.')).toBeInTheDocument();
  expect(await screen.findByText('Locks you out')).toBeInTheDocument();
  expect(lastBody(core.http, `${PATH}/r1/apply`)).toEqual({ revision: 3, dry_run: true });
  expect(lastBody(core.http, '/api/v1/access/impact')).toEqual({
    changes: { roles: { sales: { description: 'New' } } },
  });
  expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull();
  jest.mocked(core.overlays.openConfirm).mockResolvedValueOnce(true);
  await user.click(button('Approve and apply'));
  await waitFor(() =>
    expect(answers).toHaveBeenCalledWith({ revision: 3 }, { confirm_lockout: 'true' })
  );
});

it.each([
  ['does not offer', { message: 'Guardrail payroll forbids this.' }],
  ['offers', { message: 'Guardrail payroll asks why.', asks_reason: true }],
] as const)('%s to apply what a guardrail answers with %j', async (offer, refusal) => {
  answers.mockReturnValue({ is_done: false, is_whole: true, results: [], refusal });
  await openRequests(VIEW, routes(request()));
  expect(await screen.findByText(refusal.message)).toBeInTheDocument();
  const apply = button('Approve and apply') as HTMLButtonElement;
  expect(apply.disabled).toBe(offer !== 'offers');
  expect(button('Reject…')).toBeEnabled();
});

it('does not apply over an entry that was changed meanwhile, and links to what changed it', async () => {
  answers.mockReturnValue({ is_done: false, is_whole: true, results: [] });
  const [change] = request().changes as [ChangeRequest['changes'][number]];
  const stale = request({ changes: [{ ...change, state: 'stale' }] });
  await openRequests(VIEW, routes(stale));
  const link = await screen.findByRole('link', { name: 'See what was changed' });
  expect(link).toHaveAttribute('href', expect.stringContaining('/history/of/roles/sales'));
  expect(button('Approve and apply')).toBeDisabled();
});

it('lets the author take out an entry or withdraw the request', async () => {
  answers.mockReturnValue({ is_done: true, is_whole: true, results: [] });
  const own = request({ is_own: true, can_apply: false, can_reject: false });
  const { user, core } = await openRequests(
    VIEW,
    routes(own, {
      [`POST ${PATH}/r1/changes`]: () => own,
      [`POST ${PATH}/r1/withdraw`]: () => own,
    })
  );
  await user.click(await screen.findByRole('button', { name: 'Remove Tenant sales' }));
  expect(lastBody(core.http, `${PATH}/r1/changes`)).toEqual({
    revision: 3,
    removed: [{ kind: 'tenants', name: 'sales' }],
  });
  expect(screen.queryByRole('button', { name: /pply/ })).toBeNull();
  await user.click(button('Withdraw…'));
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(lastBody(core.http, `${PATH}/r1/withdraw`)).toEqual({ revision: 3 });
});

it('does not check a request again that was withdrawn', async () => {
  answers.mockClear().mockReturnValue({ is_done: true, is_whole: true, results: [] });
  let shown = request({ is_own: true });
  const { user } = await openRequests(VIEW, {
    ...routes(shown),
    [`GET ${PATH}/r1`]: () => shown,
    [`POST ${PATH}/r1/withdraw`]: () => (shown = request({ is_own: true, state: 'withdrawn' })),
  });
  await waitFor(() => expect(answers).toHaveBeenCalledTimes(1));
  await user.click(button('Withdraw…'));
  await user.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(await screen.findByText('Withdrawn')).toBeInTheDocument();
  expect(answers).toHaveBeenCalledTimes(1);
});

it('adds a changed role to an open request of the user, in the version that the form shows', async () => {
  const own = request({ is_own: true });
  const { user, core, path } = await openRequests(
    '/roles/edit/reader',
    routes(own, {
      [`GET ${CONFIG}/roles/reader`]: () => ({ ...role({}), etag: '"1"' }),
      [`POST ${PATH}/r1/changes`]: () => own,
    })
  );
  addTo(await screen.findByRole('combobox', { name: 'Cluster permissions' }), 'my:own');
  await user.click(button('Request approval…'));
  const target = await screen.findByRole('combobox', { name: 'Change request' });
  await user.selectOptions(target, 'r1');
  await user.click(button('Add to change request'));
  await screen.findByRole('heading', { name: 'Sales reads' });
  expect(path()).toBe(VIEW);
  const { changes, revision } = lastBody(core.http, `${PATH}/r1/changes`) as ChangeRequest;
  expect(revision).toBe(3);
  expect(changes).toMatchObject([
    { kind: 'roles', name: 'reader', action: 'update', entry: { cluster_permissions: ['my:own'] } },
  ]);
});

it('keeps passwords out of requests', async () => {
  const { user, core } = await openRequests(
    '/users/edit/jdoe',
    routes(request(), { [`GET ${CONFIG}/internalusers/jdoe`]: () => ({ backend_roles: [] }) })
  );
  const approval = await screen.findByRole('button', { name: 'Request approval…' });
  for (const label of [/^Password/, /^Re-enter password/])
    fill(screen.getByLabelText(label), 'Vintage-Tractor-42');
  await user.click(approval);
  const { addWarning } = core.notifications.toasts;
  await screen.findByRole('form');
  expect(addWarning).toHaveBeenCalledWith({
    title: expect.stringContaining("can't contain a password"),
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('has neither pages nor a button in forms without the plugin', async () => {
  await openAdmin(VIEW, {});
  expect(screen.getByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Change requests' })).toBeNull();
  cleanup();
  await openAdmin(
    '/roles/edit/reader',
    routes(request(), { [`GET ${CONFIG}/roles/reader`]: () => ({ ...role({}), etag: '"1"' }) })
  );
  expect(await screen.findByRole('combobox', { name: 'Cluster permissions' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Request approval…' })).toBeNull();
});

const CHANGE = {
  id: 7,
  changed_at: 1,
  actor: 'ben',
  via: 'rest',
  type: 'tenants',
  name: 'finance',
  action: 'update',
  before: { description: 'a' },
  after: { description: 'b' },
  diff: [],
  is_latest: true,
  together: [],
  current_version: '"5"',
  cause: { kind: 'change_request', id: 'r1', text: 'Sales reads', author: 'ana' },
};
const history: Routes = {
  'GET /api/v1/history/7': () => CHANGE,
  'GET /api/v1/history': () => ({ total: 1, page: 1, per_page: 25, items: [CHANGE] }),
};

it('is linked from the changes that it made, in the list and on their page', async () => {
  const target = expect.stringContaining(`/app/security${VIEW}`);
  await openRequests('/history', history);
  const inList = await screen.findByRole('link', { name: 'Requested by ana' });
  expect(inList).toHaveAttribute('href', target);
  cleanup();
  await openRequests('/history/view/7', history);
  const onPage = await screen.findByRole('link', { name: 'Requested by ana: Sales reads' });
  expect(onPage).toHaveAttribute('href', target);
});

it('is named by the changes that it made, without a link, where the plugin is off', async () => {
  await openAdmin('/history', history);
  expect(await screen.findByText('Requested by ana')).toBeInTheDocument();
  cleanup();
  await openAdmin('/history/view/7', history);
  expect(await screen.findByText('Requested by ana: Sales reads')).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: /Requested by/ })).toBeNull();
});
