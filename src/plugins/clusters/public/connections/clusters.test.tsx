/** The page of connected clusters and the form of a connection. */
import { screen, waitFor, within } from '@testing-library/react';
import type { ClusterConnectionBody, ClusterEntry } from '@sd/contracts';
import { openClusters } from '../../../../../test/helpers/clusters_app';
import { button, isConnected$ } from '../../../security/public/apps/admin/mocks';
import { callsOf, fetchError, type Routes } from '../../../security/public/mocks';

jest.setTimeout(30_000);
afterEach(() => isConnected$.next(undefined));

const HOME: ClusterEntry = { id: 'home', name: 'home', is_home: true, features: {} };
const SHOP: ClusterEntry = {
  id: 'shop',
  name: 'Shop',
  environment: 'production',
  credentials: 'session',
  is_home: false,
  is_from_file: false,
  version: 'v1',
  hosts: ['https://shop:9200'],
  features: {},
};
const FILED: ClusterEntry = {
  id: 'filed',
  name: 'Filed',
  credentials: 'service',
  user_name: 'root',
  is_home: false,
  is_from_file: true,
  hosts: ['https://filed:9200'],
  features: {},
};
const STORED: ClusterConnectionBody = {
  id: 'shop',
  name: 'Shop',
  hosts: ['https://shop:9200'],
  credentials: 'service',
  username: 'root',
  request_timeout: 2_000,
  ssl: { verification_mode: 'full' },
  is_from_file: false,
  has_password: true,
  has_key: false,
  has_key_passphrase: false,
};
const CREDENTIALS = fetchError(403, {
  message: 'Enter your credentials.',
  attributes: { code: 'core.backend.cluster_credentials' },
});
const refusal = (message: string, code: string, status = 503) =>
  fetchError(status, { message, attributes: { code } });

const listRoutes = (clusters: readonly ClusterEntry[], more: Routes = {}): Routes => ({
  'GET /api/v1/clusters': () => ({ clusters }),
  'POST /api/v1/clusters/shop/_test': () => {
    throw CREDENTIALS;
  },
  'POST /api/v1/clusters/filed/_test': () => ({ user_name: 'root', version: '3.4.0' }),
  ...more,
});

it('shows the state of each cluster, and logs in where that is missing', async () => {
  let [isIn, isThere] = [false, false];
  const { user } = await openClusters(
    '/clusters',
    listRoutes([HOME, SHOP, FILED], {
      'POST /api/v1/clusters/shop/_test': () => {
        if (isThere) return { user_name: 'root' };
        if (isIn) throw refusal("The cluster doesn't respond.", 'security.cluster_address');
        throw CREDENTIALS;
      },
      'PUT /api/v1/clusters/shop/credentials': () => {
        isIn = true;
        return { user_name: 'root' };
      },
    })
  );
  const row = (name: RegExp) => screen.findByRole('row', { name });
  expect(await row(/^Filed.*Connected OpenSearch 3\.4\.0, as root/)).toBeInTheDocument();
  await user.click(
    within(await row(/^Shop Production/)).getByRole('button', { name: 'Log in to Shop' })
  );
  await user.clear(screen.getByLabelText('Username'));
  await user.type(screen.getByLabelText('Username'), 'root');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(button('Log in'));
  expect(await row(/^Shop.*Not connected The cluster doesn't respond/)).toBeInTheDocument();
  isThere = true;
  await user.click(button('Test again'));
  expect(await row(/^Shop.*Connected as root/)).toBeInTheDocument();
});

it('removes no connection of the configuration file', async () => {
  const { user } = await openClusters('/clusters', listRoutes([HOME, FILED]));
  await user.click(await screen.findByRole('button', { name: 'Actions for Filed' }));
  const entry = await screen.findByRole('menuitem', { name: /Remove connection/ });
  expect(entry).toHaveTextContent(/configuration file/);
  await user.click(entry);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('removes the connection that was seen after a question', async () => {
  let clusters = [HOME, SHOP, FILED];
  const { user, core } = await openClusters('/clusters', {
    ...listRoutes([]),
    'GET /api/v1/clusters': () => ({ clusters }),
    'DELETE /api/v1/clusters/shop': () => {
      clusters = [HOME, FILED];
      return {};
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Shop' }));
  await user.click(await screen.findByRole('menuitem', { name: /Remove connection/ }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog).toHaveTextContent('Remove the connection to Shop?');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByText('Shop')).toBeNull());
  expect(callsOf(core.http.delete)).toEqual([
    ['/api/v1/clusters/shop', { headers: { 'if-match': '"v1"', securityclusterconfirm: 'shop' } }],
  ]);
});

it('offers changes of connections to full administrators only', async () => {
  const limited = { has_api_access: true, disabled_endpoints: { ROLES: ['PUT'] } };
  const { user } = await openClusters(
    '/clusters',
    listRoutes([HOME, SHOP], { 'GET /api/v1/restapiinfo': () => limited })
  );
  await user.click(await screen.findByRole('button', { name: 'Actions for Shop' }));
  const remove = await screen.findByRole('menuitem', { name: /Remove connection/ });
  expect(remove).toHaveAttribute('aria-disabled', 'true');
  expect(screen.queryByRole('link', { name: 'Add cluster' })).toBeNull();
});

it('offers the cluster above the navigation once it is added', async () => {
  await openClusters('/clusters', listRoutes([HOME, SHOP]));
  expect(await screen.findByLabelText('Cluster')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Compare clusters' })).toBeInTheDocument();
});

// @feature clusters/1
it('tests a connection before it is added, and loses nothing by a failed one', async () => {
  let tests = 0;
  const { user, core } = await openClusters('/clusters/create', {
    ...listRoutes([HOME]),
    'POST /api/v1/clusters/_test': () => {
      if (tests++ === 0)
        throw refusal("The cluster's certificate is not trusted.", 'security.cluster_tls');
      return { user_name: 'root', version: '2.19.3' };
    },
    'POST /api/v1/clusters/shop-2': () => STORED,
    'PUT /api/v1/clusters/shop-2/credentials': () => ({ user_name: 'root' }),
  });
  await user.type(await screen.findByLabelText('Name'), 'Shop 2');
  await user.type(screen.getByLabelText('Addresses'), 'https://a:9200\nhttps://b:9200');
  const more = screen.getByRole('button', { name: /^More settings/ });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await user.clear(screen.getByLabelText('Username'));
  await user.type(screen.getByLabelText('Username'), 'root');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(button('Test connection'));
  expect(await screen.findByText(/certificate is not trusted/)).toBeInTheDocument();
  // Its settings hold what is missing.
  expect(more).toHaveAttribute('aria-expanded', 'true');
  await user.selectOptions(screen.getByLabelText('Environment'), 'production');
  await user.click(button('Test connection'));
  expect(await screen.findByText('Connected as root, OpenSearch 2.19.3.')).toBeInTheDocument();
  await user.click(button('Add cluster'));
  await screen.findByRole('heading', { name: 'Clusters' });
  const sent = callsOf(core.http.post);
  const settings = {
    name: 'Shop 2',
    hosts: ['https://a:9200', 'https://b:9200'],
    credentials: 'session',
    environment: 'production',
    ssl: { verification_mode: 'full' },
  };
  const bodyTo = (path: string) =>
    JSON.parse(String(sent.filter(([to]) => to === path).at(-1)?.[1]?.body)) as unknown;
  expect(bodyTo('/api/v1/clusters/_test')).toEqual({
    settings,
    username: 'root',
    password: 'secret',
  });
  expect(bodyTo('/api/v1/clusters/shop-2')).toEqual(settings);
  expect(callsOf(core.http.put)).toEqual([
    ['/api/v1/clusters/shop-2/credentials', { body: '{"username":"root","password":"secret"}' }],
  ]);
});

it('sends entered credentials to no address that was changed after its test', async () => {
  const { user, core } = await openClusters('/clusters/create', {
    ...listRoutes([HOME]),
    'POST /api/v1/clusters/_test': () => ({ user_name: 'root', version: '3.4.0' }),
    'POST /api/v1/clusters/shop': () => STORED,
  });
  await user.type(await screen.findByLabelText('Name'), 'Shop');
  await user.type(screen.getByLabelText('Addresses'), 'https://a:9200');
  await user.clear(screen.getByLabelText('Username'));
  await user.type(screen.getByLabelText('Username'), 'root');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(button('Test connection'));
  expect(await screen.findByText(/Connected as root/)).toBeInTheDocument();
  await user.type(screen.getByLabelText('Addresses'), '1');
  expect(screen.queryByText(/Connected as root/)).toBeNull();
  await user.click(button('Add cluster'));
  await screen.findByRole('heading', { name: 'Clusters' });
  expect(callsOf(core.http.put)).toEqual([]);
});

it('changes a connection without its secrets, and names the wrong field', async () => {
  const { user, core } = await openClusters('/clusters/edit/shop', {
    ...listRoutes([HOME, SHOP]),
    'GET /api/v1/clusters/shop': () => ({ ...STORED, etag: '"v1"' }),
    'PUT /api/v1/clusters/shop': () => {
      throw refusal('"http://x/y" is not an address.', 'security.cluster_host', 400);
    },
  });
  expect(await screen.findByLabelText('Password')).toHaveAccessibleDescription(/keep it/);
  await user.clear(screen.getByLabelText('Addresses'));
  await user.type(screen.getByLabelText('Addresses'), 'http://x/y');
  await user.click(button('Save changes'));
  expect((await screen.findAllByText('"http://x/y" is not an address.')).length).toBeGreaterThan(0);
  expect(screen.getByLabelText('Addresses')).toHaveValue('http://x/y');
  const [, options] = callsOf(core.http.put).at(-1) ?? [];
  expect(JSON.parse(String(options?.body))).toEqual({
    name: 'Shop',
    hosts: ['http://x/y'],
    credentials: 'service',
    username: 'root',
    request_timeout: 2_000,
    ssl: { verification_mode: 'full' },
  });
});

it('leads to the history of a connection', async () => {
  const { user, core } = await openClusters('/clusters', {
    ...listRoutes([HOME, SHOP, FILED]),
    'GET /api/v1/history': () => ({
      total: 1,
      page: 1,
      per_page: 25,
      items: [
        {
          id: 7,
          changed_at: 1,
          actor: 'admin',
          via: 'rest',
          type: 'connections',
          name: 'shop',
          action: 'update',
          fields: ['hosts', 'password'],
        },
      ],
    }),
  });
  await user.click(await screen.findByRole('button', { name: 'Actions for Shop' }));
  await user.click(await screen.findByRole('menuitem', { name: 'History' }));
  expect(await screen.findByRole('row', { name: /Cluster connection.*Changed/ })).toBeVisible();
  const [, options] = callsOf(core.http.get).find(([path]) => path === '/api/v1/history') ?? [];
  expect(options?.query).toMatchObject({ type: 'connections', name: 'shop' });
});

it('keeps what was typed when another administrator saved first', async () => {
  let isStale = false;
  const { user } = await openClusters('/clusters/edit/shop', {
    ...listRoutes([HOME, SHOP]),
    'GET /api/v1/clusters/shop': () =>
      isStale ? { ...STORED, color: '#112233', etag: '"v2"' } : { ...STORED, etag: '"v1"' },
    'PUT /api/v1/clusters/shop': () => {
      isStale = true;
      throw refusal('The connection has changed.', 'security.cluster_stale', 409);
    },
  });
  await user.type(await screen.findByLabelText('Name'), ' 2');
  await user.click(button('Save changes'));
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(screen.getByLabelText('Name')).toHaveValue('Shop 2');
});

it('says that a connection does not exist', async () => {
  await openClusters('/clusters/edit/gone', {
    ...listRoutes([HOME]),
    'GET /api/v1/clusters/gone': () => {
      throw fetchError(404, { message: 'There is no such cluster.' });
    },
  });
  expect(await screen.findByText('Cluster not found')).toBeInTheDocument();
});
