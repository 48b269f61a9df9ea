/** The Security app on another cluster than home. */
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { coreMock } from '../../../../../core/public/mocks';
import { addedByClusters, openClusters } from '../../../../../../test/helpers/clusters_app';
import type { CallAddress, ClusterEntry } from '@sd/contracts';
import { LIST_SESSIONS, READ_ACCOUNT, READ_ENTITY, SEARCH_ENTITIES } from '../../../common';
import { roleListRoutes } from './mocks';
import { createAdminServices } from '.';
import { AdminApp } from './admin_app';
import { callsOf, createScreen, fetchError, renderInCore, type Routes } from '../../mocks';
import { chosenCluster, clusterInterceptor, keepCluster } from '../../services/clusters';
import type { ScreenDeps } from '../../services/screen_deps';

jest.setTimeout(30_000);

const entry = (more: Partial<ClusterEntry> = {}): ClusterEntry => ({
  id: 'prod',
  name: 'Shop',
  environment: 'production',
  credentials: 'session',
  is_home: false,
  hosts: ['https://shop:9200'],
  features: { apiKeys: false, sessions: false, history: true },
  ...more,
});
const HOME: ClusterEntry = {
  id: 'home',
  name: 'home',
  is_home: true,
  features: {},
};

/** Opens a page on the cluster, as `mountAdmin` does. */
async function open(path: string, cluster: ClusterEntry, routes: Routes) {
  const clusters = () => ({ clusters: [HOME, cluster] });
  const mock = await createScreen({
    ...(await addedByClusters()),
    routes: { 'GET /api/v1/clusters': clusters, ...routes },
  });
  Object.assign(mock.core.application.capabilities, { securityClusters: { connected: true } });
  const params = coreMock.createAppMountParameters('/app/security');
  params.history.push(path);
  keepCluster(params.history, cluster.id);
  const choice = chosenCluster(cluster);
  const services = createAdminServices(mock as unknown as ScreenDeps, params, choice);
  await act(async () => void renderInCore(<AdminApp services={services} />));
  return { ...mock, choice, history: params.history, user: userEvent.setup({ delay: null }) };
}

it('asks for credentials first, names what is wrong with them, and then shows the page', async () => {
  let isRight = false;
  const put = jest.fn(() => {
    if (isRight) return { user_name: 'root' };
    throw fetchError(403, { message: 'The cluster rejects this user name or password.' });
  });
  const { user, core } = await open('/roles', entry(), {
    ...roleListRoutes(),
    'PUT /api/v1/clusters/prod/credentials': put,
  });
  expect(screen.getByText('Production: Shop')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Log in to Shop' })).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: /Roles/ })).toBeNull();
  expect(callsOf(core.http.get).map(([path]) => path)).not.toContain('/api/v1/search/roles');
  await user.type(screen.getByLabelText('Username'), 'root');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText(/rejects this user name/)).toBeInTheDocument();
  isRight = true;
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('reader')).toBeInTheDocument();
  expect(callsOf(core.http.put).at(-1)).toEqual([
    '/api/v1/clusters/prod/credentials',
    { body: JSON.stringify({ username: 'root', password: 'secret' }) },
  ]);
  expect(screen.queryByRole('heading', { name: 'Log in to Shop' })).toBeNull();
});

// @feature all/4
it('asks again in place when the cluster rejects the credentials later', async () => {
  const { choice, core } = await open('/roles', entry({ user_name: 'root' }), roleListRoutes());
  expect(await screen.findByText('reader')).toBeInTheDocument();
  const error = fetchError(403, { attributes: { code: 'core.backend.cluster_credentials' } });
  act(() => void clusterInterceptor(choice, core).responseError?.({ error } as never, {} as never));
  expect(await screen.findByLabelText('Username')).toHaveValue('root');
  expect(screen.getByText('reader')).toBeInTheDocument();
});

it('sends the cluster with calls that are declared to be about one, and no others', () => {
  const headersOf = (call?: CallAddress) =>
    (
      clusterInterceptor(chosenCluster(entry()), coreMock.createStart()).request?.(
        { path: call?.path ?? '/api/core/x', call },
        {} as never
      ) as { headers?: object }
    )?.headers;
  for (const call of [SEARCH_ENTITIES, READ_ENTITY])
    expect([call.path, headersOf(call)]).toEqual([call.path, { securitycluster: 'prod' }]);
  for (const call of [READ_ACCOUNT, LIST_SESSIONS, undefined])
    expect([call?.path, headersOf(call)]).toEqual([call?.path, undefined]);
});

// @feature all/5
it('keeps the cluster in addresses and links, and opens the same list on another one', async () => {
  const { history, page, user } = await open(
    '/roles',
    entry({ user_name: 'root' }),
    roleListRoutes()
  );
  await screen.findByText('reader');
  const search = () => new URLSearchParams(history.location.search).get('cluster');
  expect(search()).toBe('prod');
  const nav = within(screen.getByRole('navigation', { name: 'Security' }));
  expect(nav.getByRole('link', { name: 'Users' })).toHaveAttribute(
    'href',
    expect.stringContaining('cluster=prod')
  );
  expect(nav.queryByRole('link', { name: 'API keys' })).toBeNull();
  act(() => history.push('/roles?search=x'));
  expect(search()).toBe('prod');
  expect(new URLSearchParams(history.location.search).get('search')).toBe('x');
  await user.selectOptions(screen.getByLabelText('Cluster'), 'This installation');
  expect(page.assign).toHaveBeenCalledWith(expect.stringMatching(/\/app\/security\/roles$/));
});

it('has no choice, and requests none, without connected clusters', async () => {
  const { core } = await openClusters('/roles', roleListRoutes());
  await screen.findByText('reader');
  expect(callsOf(core.http.get).map(([path]) => path)).not.toContain('/api/v1/clusters');
  expect(screen.queryByLabelText('Cluster')).toBeNull();
});

it('asks before a change that the cluster wants confirmed, and sends it once more', async () => {
  const core = coreMock.createStart();
  core.http.fetch.mockResolvedValue({ body: { message: 'saved' } });
  const fetchOptions = {
    path: '/api/v1/configuration/roles/a',
    method: 'POST',
    body: '{}',
    headers: { 'if-match': '"1"' },
  };
  const error = fetchError(409, { attributes: { code: 'security.cluster_unconfirmed' } });
  const refuse = () =>
    clusterInterceptor(chosenCluster(entry()), core).responseError?.(
      { error, fetchOptions } as never,
      {} as never
    );
  core.overlays.openConfirm.mockResolvedValueOnce(false);
  await expect(refuse()).rejects.toMatchObject({ body: { message: 'Nothing was changed.' } });
  expect(core.http.fetch).not.toHaveBeenCalled();
  core.overlays.openConfirm.mockResolvedValueOnce(true);
  expect(await refuse()).toEqual({ body: { message: 'saved' } });
  expect(core.overlays.openConfirm.mock.lastCall?.[1]).toMatchObject({ title: 'Change Shop?' });
  expect(core.http.fetch).toHaveBeenCalledWith({
    ...fetchOptions,
    asResponse: true,
    headers: { 'if-match': '"1"', securityclusterconfirm: 'prod' },
  });
});

it('says in the picker which clusters do not answer, and where a login is missing', async () => {
  const tested: string[] = [];
  const { user } = await open('/roles', entry({ credentials: 'service', user_name: 'root' }), {
    ...roleListRoutes(),
    'GET /api/v1/clusters': () => ({
      clusters: [
        HOME,
        entry({ credentials: 'service', user_name: 'root' }),
        entry({ id: 'asked', name: 'Asked', environment: undefined }),
        entry({ id: 'dead', name: 'Dead', credentials: 'none', environment: undefined }),
      ],
    }),
    'POST /api/v1/clusters/prod/_test': () => ({ user_name: 'root' }),
    'POST /api/v1/clusters/dead/_test': () => {
      tested.push('dead');
      throw fetchError(503, { message: 'The cluster does not respond.' });
    },
  });
  const picker = await screen.findByLabelText('Cluster');
  expect(tested).toEqual([]);
  await user.click(picker);
  expect(await within(picker).findByText('Dead – not connected')).toBeInTheDocument();
  expect(within(picker).getByText('Asked – log in')).toBeInTheDocument();
  expect(within(picker).getByText('Shop (Production)')).toBeInTheDocument();
});
