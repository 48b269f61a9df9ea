/** The product with findings, guardrails and usage, and without. */
import {
  ADMIN_PASSWORD,
  startWholeServer,
  type WholeServer,
} from '../../../dev/openapi/whole_server';
import { HttpClient } from '../../../../test/helpers/http_client';

jest.setTimeout(60_000);

const SECTION = 'opensearch_security.findings';
const READ = ['/api/v1/findings', '/api/v1/findings/counts', '/api/v1/guardrails'];
const PATHS = [
  '/api/v1/findings',
  '/api/v1/guardrails',
  '/api/v1/access/usage',
  '/api/v1/access/replay',
];
const PAGES = [
  'findings',
  'findings/view/a',
  'guardrails',
  'guardrails/create',
  'guardrails/edit/a',
];
const ENGINE = '/_plugins/_security/api/guardrails';
const HR = { rule: 'only', backend_roles: ['hr'], action: 'read', index: 'salaries-*' };

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
  (await admin.get(`/app/security/${page}`)).text.includes('&quot;findings&quot;');

it('has pages and routes, with the settings that it always had', async () => {
  const admin = await start('disabled_rules=["sole-administrator"]', 'max_administrators=1');
  for (const path of READ) expect((await admin.get(path)).status).toBe(200);
  for (const page of PAGES) expect(await isLoaded(admin, page)).toBe(true);
  expect(ownRoutes()).toHaveLength(10);
  const used = await admin.post('/api/v1/access/usage', { user: 'admin', days: 7 });
  expect(used.status).toBe(200);
});

it('has none of them when it is off, and reads its settings no more', async () => {
  const admin = await start('enabled=false', 'max_administrators=none');
  for (const path of READ) expect((await admin.get(path)).status).toBe(404);
  expect(ownRoutes()).toEqual([]);
  for (const page of PAGES) expect(await isLoaded(admin, page)).toBe(false);
  expect((await admin.get('/api/v1/alarms')).status).toBe(200);
  const change = { kind: 'tenants', name: 'hr', action: 'create', entry: { description: 'HR' } };
  const fix = { changes: [change], finding: 'empty-tenant:tenants/hr' };
  const { status, body } = await admin.post('/api/v1/configuration_files/_import', fix);
  expect([status, body.attributes.code]).toEqual([404, 'security.unknown_finding']);
});

it('leaves guardrails enforced when it is off', async () => {
  const admin = await start('enabled=false');
  expect((await admin.put(ENGINE, { salaries: HR })).status).toBe(200);
  const role = { index_permissions: [{ index_patterns: ['sal*'], allowed_actions: ['read'] }] };
  const roles = '/api/v1/configuration';
  expect((await admin.post(`${roles}/roles/payroll`, role)).status).toBe(200);
  const user = { password: 'Vintage-Tractor-42' };
  expect((await admin.post(`${roles}/internalusers/jdoe`, user)).status).toBe(200);
  const { status, body } = await admin.post(`${roles}/rolesmapping/payroll`, { users: ['jdoe'] });
  expect([status, body.attributes.code]).toEqual([409, 'core.engine.guardrail_grant']);
});
