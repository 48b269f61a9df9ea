/**
 * Sends every operation of docs/reference/openapi.json over HTTP, with and without permission.
 * Requests and responses must match the document.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedBackend } from '../../src/backend/embedded';
import {
  startWholeServer,
  ADMIN_PASSWORD,
  type WholeServer,
} from '../../src/dev/openapi/whole_server';
import { DescribedCalls, type Example, type Operation } from '../helpers/http_api/described_calls';
import { engineCalls, type Call } from '../helpers/http_api/engine_examples';
import { serverCalls } from '../helpers/http_api/server_examples';
import { HttpClient } from '../helpers/http_client';
import { put } from '../helpers/security_server';
import { temporaryFolder } from '../helpers/temporary_folder';

jest.setTimeout(120_000);
const ENGINE = '/_plugins/_security/api';
const PASSWORD = 'Walk-in-the-park-4';

const described = new DescribedCalls();
let server: WholeServer;
let admin: HttpClient;
let plain: HttpClient;

beforeAll(async () => {
  const folder = temporaryFolder();
  await writeFile(join(folder, 'roles.yml'), 'described: {cluster_permissions: [read]}\n');
  const settings = [
    `--opensearch_security.drift.folder=${folder}`,
    '--server.checkAnswers=true',
    '--engine.restapi.admin.enabled=true',
    '--engine.nodes_dn_dynamic_config_enabled=true',
    '--engine.unsupported.restapi.allow_securityconfig_modification=true',
  ];
  server = await startWholeServer({ args: settings, prepare: permitRestAdministration });
  admin = new HttpClient(server.url);
  expect((await admin.login('admin', ADMIN_PASSWORD)).status).toBe(200);
  plain = new HttpClient(server.url);
  expect((await plain.login('plain', PASSWORD)).status).toBe(200);
});
afterAll(() => server?.stop());

/** Grants REST administration in the data folder; HTTP requests cannot grant it. */
async function permitRestAdministration(dataDir: string): Promise<void> {
  const { backend } = await openEmbeddedBackend({ dataDir, initialAdminPassword: ADMIN_PASSWORD });
  const { engine } = backend;
  await put({ engine }, 'roles/rest_admin', { cluster_permissions: ['*', 'restapi:admin/*'] });
  await put({ engine }, 'rolesmapping/rest_admin', { users: ['admin'] });
  await put({ engine }, 'internalusers/plain', { password: PASSWORD });
  await backend.stop();
}

// @spec 7/73
it('responds to every operation as described, and rejects callers without permission', async () => {
  const called = new Set<string>();
  const problems: unknown[] = [];
  const note = (id: string, problem: unknown) => {
    if (problem !== undefined) problems.push({ id, problem });
  };
  for (const [id, example = {}] of await allCalls()) {
    const operation = described.operation(id);
    called.add(id);
    note(id, described.problemOfRequest(operation, example));
    for (const [who, status] of strangersOf(operation)) {
      const response = await described.send(who, operation, example);
      if (response.status !== status) note(id, `${response.status} instead of ${status}`);
      note(id, described.problemOfAnswer(operation, response));
    }
    const response = await described.send(admin, operation, example);
    const wanted = statusOf(operation, example);
    if (response.status !== wanted)
      note(id, `${response.status} instead of ${wanted}: ${response.text}`);
    note(id, described.problemOfAnswer(operation, response));
  }
  expect(problems).toEqual([]);
  expect([...described.operations.keys()].filter((id) => !called.has(id))).toEqual([]);
});

/** The clients that an operation rejects, with the expected status. */
function strangersOf({ access, method, path }: Operation): [HttpClient, number][] {
  if (access === 'public' || access === 'optional') return [];
  const nobody = new HttpClient(server.url);
  // Requests for pages are redirected to the login page.
  const isPage = method === 'GET' && path.startsWith('/app/');
  const first: [HttpClient, number] = [nobody, isPage ? 302 : 401];
  return access === 'admin' ? [first, [plain, 403]] : [first];
}

const statusOf = ({ responses }: Operation, { status }: Example): number =>
  status ?? Number(Object.keys(responses).find((named) => Number(named) < 400));

async function allCalls(): Promise<Call[]> {
  const read = async (path: string) => (await admin.get(`${ENGINE}/${path}`)).body;
  const audit = (await read('audit')).config;
  const config = { dynamic: (await read('securityconfig')).config.dynamic };
  const allowList = (await read('allowlist')).config;
  const tenant = await admin.put(`${ENGINE}/tenants/soon_gone`, { description: 'x' });
  expect(tenant.status).toBe(201);
  const [newest] = (await admin.get('/api/v1/history')).body.items;
  return [
    ...serverCalls(audit),
    ...revert(newest.id),
    ...engineCalls({ audit, config, allowList, tenancy: await read('tenancy/config') }),
  ];
}

const revert = (id: number): Call[] => [
  [
    'post_api_v1_history_id_revert',
    { params: { id: String(id) }, query: { confirm_lockout: 'true' } },
  ],
];
