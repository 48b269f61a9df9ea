/** The product with connected clusters, and without. */
import {
  ADMIN_PASSWORD,
  startWholeServer,
  type WholeServer,
} from '../../../dev/openapi/whole_server';
import { HttpClient } from '../../../../test/helpers/http_client';

jest.setTimeout(60_000);

const SECTION = 'opensearch_security';
const PATHS = ['/api/v1/resource_sharing', '/api/v1/comparisons', '/api/v1/clusters'];
const PAGES = [
  'clusters',
  'clusters/create',
  'clusters/edit/a',
  'resources',
  'compare',
  'compare/home/a',
];

let server: WholeServer;
afterEach(() => server.stop());

async function start(...args: readonly string[]) {
  server = await startWholeServer({ args: args.map((arg) => `--${SECTION}.${arg}`) });
  const admin = new HttpClient(server.url);
  await admin.login('admin', ADMIN_PASSWORD);
  return admin;
}
const ownRoutes = () =>
  server.routes.filter(({ config: { path } }) => PATHS.some((own) => path.startsWith(own)));
const isLoaded = async (admin: HttpClient, page: string) =>
  (await admin.get(`/app/security/${page}`)).text.includes('&quot;clusters&quot;');

it('has pages and routes', async () => {
  const admin = await start();
  expect((await admin.get('/api/v1/resource_sharing')).body).toEqual({
    is_enabled: false,
    types: [],
  });
  for (const page of PAGES) expect(await isLoaded(admin, page)).toBe(true);
  expect(ownRoutes()).toHaveLength(20);
});

it('has none of them when it is off', async () => {
  const admin = await start('cluster_connections.enabled=false');
  for (const path of PATHS) expect((await admin.get(path)).status).toBe(404);
  expect(ownRoutes()).toEqual([]);
  expect(await isLoaded(admin, 'compare')).toBe(false);
  expect((await admin.get('/api/v1/findings')).status).toBe(200);
});
