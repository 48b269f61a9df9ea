/** The product with change requests and drift, and without. */
import { temporaryFolder } from '../../../../test/helpers/temporary_folder';
import {
  ADMIN_PASSWORD,
  startWholeServer,
  type WholeServer,
} from '../../../dev/openapi/whole_server';
import { HttpClient } from '../../../../test/helpers/http_client';

jest.setTimeout(60_000);

const SECTION = 'opensearch_security';
const PATHS = ['/api/v1/change_requests', '/api/v1/drift'];
const PAGES = ['changeRequests', 'changeRequests/view/a', 'drift'];

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
  (await admin.get(`/app/security/${page}`)).text.includes('&quot;requests&quot;');
const METRIC = '# TYPE security_dashboards_drift_entities gauge';

it('has pages, routes and a metric, with the settings that it always had', async () => {
  const folder = temporaryFolder();
  const admin = await start(`drift.folder=${folder}`, 'change_requests.four_eyes=true');
  for (const path of PATHS) expect((await admin.get(path)).status).toBe(200);
  for (const page of PAGES) expect(await isLoaded(admin, page)).toBe(true);
  expect(ownRoutes()).toHaveLength(10);
  expect((await admin.get('/api/v1/drift')).body).toMatchObject({ state: 'broken', folder });
  expect((await admin.get('/api/metrics')).text).toContain(METRIC);
  const change = { kind: 'tenants', name: 'hr', action: 'create', entry: { description: 'HR' } };
  const [path] = PATHS;
  const { body } = await admin.post(String(path), { title: 'HR', changes: [change] });
  expect(body).toMatchObject({ state: 'open', can_apply: false });
});

it('has none of them when it is off, and reads its settings no more', async () => {
  const admin = await start(
    'requests.enabled=false',
    'drift.folder=not/absolute',
    'change_requests.four_eyes=perhaps'
  );
  for (const path of PATHS) expect((await admin.get(path)).status).toBe(404);
  expect(ownRoutes()).toEqual([]);
  expect(await isLoaded(admin, 'changeRequests')).toBe(false);
  expect((await admin.get('/api/metrics')).text).not.toContain(METRIC);
  expect((await admin.get('/api/v1/findings')).status).toBe(200);
});

it('has neither drift nor its metric without a folder', async () => {
  const admin = await start();
  expect((await admin.get('/api/v1/drift')).body.attributes.code).toBe('security.drift_off');
  expect((await admin.get('/api/metrics')).text).not.toContain(METRIC);
});
