/** The page "Resource sharing". */
import { cleanup, screen, within } from '@testing-library/react';
import { releaseFacts } from '@sd/contracts';
import { openClusters } from '../../../../../test/helpers/clusters_app';
import { addTo, SEARCH_ROLES, SEARCH_USERS } from '../../../security/public/apps/admin/mocks';
import { fetchError, lastBody, type Routes, searchResponse } from '../../../security/public/mocks';

jest.setTimeout(30_000);

const SHARING = '/api/v1/resource_sharing';
const features = { indices: true };
const routes = (more: Routes = {}): Routes => ({
  [`GET ${SHARING}`]: () => ({
    is_enabled: true,
    types: [
      { type: 'note', access_levels: ['full_access', 'read_only'] },
      { type: 'model', access_levels: ['use'] },
    ],
  }),
  [`GET ${SHARING}/resources`]: () => ({
    total: 2,
    resources: [
      {
        id: 'n1',
        owner: 'jane',
        can_share: true,
        share_with: { read_only: { users: ['joe', '*'], roles: ['staff'] } },
      },
      { id: 'n2', owner: 'joe', can_share: false, share_with: {} },
    ],
  }),
  [SEARCH_USERS]: () => searchResponse([]),
  [SEARCH_ROLES]: () => searchResponse([]),
  ...more,
});

// @feature resource-sharing/1
it('lists resources with owners and who has access, and finds them', async () => {
  const { user, path } = await openClusters('/resources', routes(), { features });
  const row = within(await screen.findByRole('row', { name: /^n1/ }));
  expect(row.getByRole('list', { name: 'n1: read_only' })).toHaveTextContent(
    'joe, Everyone, staff (role)'
  );
  expect(within(screen.getByRole('row', { name: /^n2/ })).getByText('Private')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Manage access to n2' })).toBeNull();
  await user.type(screen.getByRole('searchbox'), 'JANE');
  expect(screen.queryByRole('row', { name: /^n2/ })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Resource type'), 'model');
  expect(path()).toBe('/resources');
});

// @feature resource-sharing/2
it('sends what is added and revoked, and keeps the input when that fails', async () => {
  let isBroken = true;
  const { user, core } = await openClusters(
    '/resources?type=note',
    routes({
      [`POST ${SHARING}/share`]: () => {
        if (isBroken) throw fetchError(403, { message: 'Not yours.' });
        return { share_with: {} };
      },
    }),
    { features }
  );
  await user.click(await screen.findByRole('button', { name: 'Manage access to n1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage access to n1' }));
  const save = dialog.getByRole('button', { name: 'Save' });
  expect(save).toBeDisabled();
  // The levels are in the order of the cluster.
  const [everyoneFull, everyoneRead] = dialog.getAllByRole('switch', { name: 'Everyone' });
  expect(everyoneFull).not.toBeChecked();
  await user.click(everyoneRead as HTMLElement);
  const [backendRoles] = dialog.getAllByRole('combobox', { name: 'Backend roles' });
  addTo(backendRoles as HTMLElement, 'ops');
  await user.click(save);
  expect(await dialog.findByText('Not yours.')).toBeInTheDocument();
  isBroken = false;
  await user.click(save);
  expect(lastBody(core.http, `${SHARING}/share`)).toEqual({
    type: 'note',
    id: 'n1',
    add: { full_access: { backend_roles: ['ops'] } },
    revoke: { read_only: { users: ['*'] } },
  });
  expect(screen.queryByRole('dialog')).toBeNull();
});

// @feature resource-sharing/3
it('is in the navigation only where the cluster has it', async () => {
  const nav = () => within(screen.getByRole('navigation', { name: 'Security' }));
  const isOff = { [`GET ${SHARING}`]: () => ({ is_enabled: false, types: [] }) };
  await openClusters('/resources', routes(isOff), { features });
  expect(await screen.findByText(/Needs OpenSearch 3.3/)).toBeInTheDocument();
  expect(nav().queryByRole('link', { name: 'Resource sharing' })).toBeNull();
  cleanup();
  await openClusters('/resources', routes(), { features });
  expect(await nav().findByRole('link', { name: 'Resource sharing' })).toBeInTheDocument();
});

it('says what it needs where the backend cannot have it', async () => {
  const { core } = await openClusters('/resources', {}, { features: { indices: false } });
  expect(await screen.findByText(/Needs OpenSearch 3.3/)).toBeInTheDocument();
  expect(core.http.get).not.toHaveBeenCalledWith(SHARING, expect.anything());
});

describe('a cluster from 3.7', () => {
  const capabilities = { securityRelease: releaseFacts('3.7.0') };
  const resources = [
    {
      id: 'n1',
      owner: 'jane',
      can_share: true,
      general_access: 'read_only',
      share_with: { full_access: { users: ['*'] } },
    },
  ];
  const answers = {
    [`GET ${SHARING}/resources`]: () => ({ total: 1, resources }),
    [`POST ${SHARING}/share`]: () => ({ share_with: {} }),
  };

  it('shares with everyone by general access, and shows that the user * matches no user', async () => {
    const { user, core } = await openClusters('/resources?type=note', routes(answers), {
      features,
      capabilities,
    });
    const row = within(await screen.findByRole('row', { name: /^n1/ }));
    expect(row.getByRole('list', { name: 'n1: read_only' })).toHaveTextContent('Everyone');
    expect(row.getByRole('list', { name: 'n1: full_access' })).toHaveTextContent('no one');
    await user.click(screen.getByRole('button', { name: 'Manage access to n1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Manage access to n1' }));
    expect(dialog.queryByRole('switch', { name: 'Everyone' })).toBeNull();
    await user.selectOptions(dialog.getByLabelText('Everyone'), 'No access');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(lastBody(core.http, `${SHARING}/share`)).toEqual({
      type: 'note',
      id: 'n1',
      general_access: null,
    });
  });
});
