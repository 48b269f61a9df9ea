/**
 * Sends every operation for administrators as users whose roles open a part of the management API,
 * with their session, an API key and an on-behalf-of token, to this installation and to a connected
 * cluster with stored credentials. What is refused must be what docs/reference/openapi.json says.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type DisabledEndpoints,
  hasRight,
  isFullAdministrator,
  type Right,
} from '../../src/contracts/api';
import {
  ADMIN_PASSWORD,
  startWholeServer,
  type WholeServer,
} from '../../src/dev/openapi/whole_server';
import { openEmbeddedBackend } from '../../src/backend/embedded';
import { clusterOf, FAKE_PASSWORD, FAKE_ROLE, FakeCluster } from '../helpers/fake_cluster';
import { DescribedCalls, type Example, type Operation } from '../helpers/http_api/described_calls';
import { engineCalls, type Call } from '../helpers/http_api/engine_examples';
import { serverCalls } from '../helpers/http_api/server_examples';
import { HttpClient, type HttpResult } from '../helpers/http_client';
import { put } from '../helpers/security_server';
import { temporaryFolder } from '../helpers/temporary_folder';

jest.setTimeout(300_000);
const PASSWORD = 'Walk-in-the-park-4';
const ENGINE = '/_plugins/_security/api';
const ENDPOINTS = [
  'ACTIONGROUPS',
  'ALLOWLIST',
  'AUDIT',
  'CACHE',
  'CONFIG',
  'INTERNALUSERS',
  'NODESDN',
  'RATELIMITERS',
  'ROLES',
  'ROLESMAPPING',
  'SSL',
  'TENANTS',
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const CHANGES = METHODS.filter((method) => method !== 'GET');

const allBut = (...open: readonly string[]): DisabledEndpoints =>
  Object.fromEntries(
    ENDPOINTS.filter((endpoint) => !open.includes(endpoint)).map((one) => [one, METHODS])
  );
/** Roles by name, with what is closed to them. */
const ROLES: Readonly<Record<string, DisabledEndpoints>> = {
  tenants_only: allBut('TENANTS'),
  users_only: allBut('INTERNALUSERS'),
  reader: Object.fromEntries(ENDPOINTS.map((endpoint) => [endpoint, CHANGES])),
  all_but_one: { TENANTS: ['DELETE'] },
  unlimited: {},
};
const CREDENTIALS = ['session', 'key', 'token'] as const;
type Credential = (typeof CREDENTIALS)[number];
const nameOf = (role: string, credential: Credential): string => `${role}_${credential}`;

const described = new DescribedCalls();
let server: WholeServer;
let remote: FakeCluster;
let calls: readonly Call[];

beforeAll(async () => {
  remote = await FakeCluster.start(
    clusterOf({
      roles: { remote: FAKE_ROLE },
      tenants: {},
      internalusers: {},
      rolesmapping: {},
      actiongroups: {},
    })
  );
  const folder = temporaryFolder();
  const config = join(folder, 'config.yml');
  const restapi = {
    roles_enabled: ['all_access', ...Object.keys(ROLES)],
    endpoints_disabled: ROLES,
  };
  writeFileSync(config, JSON.stringify({ engine: { restapi } }));
  writeFileSync(join(folder, 'roles.yml'), 'described: {cluster_permissions: [read]}\n');
  server = await startWholeServer({
    args: [
      `--config=${config}`,
      `--opensearch_security.drift.folder=${folder}`,
      '--engine.nodes_dn_dynamic_config_enabled=true',
      '--engine.unsupported.restapi.allow_securityconfig_modification=true',
    ],
    prepare,
  });
  const admin = await loggedIn('admin', ADMIN_PASSWORD);
  await admin.patch(`${ENGINE}/securityconfig`, [
    {
      op: 'add',
      path: '/config/dynamic/on_behalf_of',
      value: { enabled: true, signing_key: Buffer.alloc(32, 7).toString('base64') },
    },
  ]);
  const prod = await admin.post('/api/v1/clusters/prod', {
    name: 'Production',
    hosts: [remote.url],
    credentials: 'service',
    username: 'root',
    password: FAKE_PASSWORD,
    confirm_changes: true,
  });
  expect([prod.status, prod.text]).toEqual([200, expect.any(String)]);
  calls = await administratorsCalls(admin);
});
afterAll(async () => {
  await server?.stop();
  remote?.close();
});

async function prepare(dataDir: string): Promise<void> {
  const { backend } = await openEmbeddedBackend({ dataDir, initialAdminPassword: ADMIN_PASSWORD });
  const { engine } = backend;
  for (const role of Object.keys(ROLES)) {
    await put({ engine }, `roles/${role}`, { cluster_permissions: ['*'] });
    const users = CREDENTIALS.map((credential) => nameOf(role, credential));
    await put({ engine }, `rolesmapping/${role}`, { users });
    for (const user of users)
      await put({ engine }, `internalusers/${user}`, { password: PASSWORD });
  }
  await backend.stop();
}

async function loggedIn(user: string, password: string): Promise<HttpClient> {
  const client = new HttpClient(server.url);
  expect((await client.login(user, password)).status).toBe(200);
  return client;
}

interface Caller {
  readonly client: HttpClient;
  readonly headers: Readonly<Record<string, string>>;
}

/** A user with a role, who sends requests with a credential. */
async function callerWith(role: string, credential: Credential): Promise<Caller> {
  const owner = await loggedIn(nameOf(role, credential), PASSWORD);
  if (credential === 'session') return { client: owner, headers: {} };
  const client = new HttpClient(server.url);
  if (credential === 'key') {
    const order = { name: 'k', days: 1, isReadOnly: false, current_password: PASSWORD };
    const { body } = await owner.post('/api/v1/account/api_keys', order);
    return { client, headers: { authorization: `ApiKey ${body.token}` } };
  }
  const { body } = await owner.post(`${ENGINE}/obo/token`, { description: 'd' });
  return { client, headers: { authorization: `Bearer ${body.authenticationToken}` } };
}

/** Without a trial, which connected clusters cannot make. */
const IMPORT: Call = [
  'post_api_v1_configuration_files_import',
  {
    body: { changes: [{ kind: 'tenants', name: 'brought_in', action: 'create' }] },
    rights: ['PUT TENANTS'],
  },
];

async function administratorsCalls(admin: HttpClient): Promise<readonly Call[]> {
  const read = async (path: string) => (await admin.get(`${ENGINE}/${path}`)).body;
  const audit = (await read('audit')).config;
  const config = { dynamic: (await read('securityconfig')).config.dynamic };
  const allowList = (await read('allowlist')).config;
  const tenancy = await read('tenancy/config');
  const all = [...serverCalls(audit), ...engineCalls({ audit, config, allowList, tenancy })];
  return [...all, IMPORT].filter(([id]) => described.operation(id).access === 'admin');
}

function rightsOf({ rights }: Operation, example: Example): 'full' | readonly Right[] {
  if (rights === undefined || rights === 'any') return [];
  return rights === 'each' ? (example.rights ?? []) : rights;
}

const holds = (disabled: DisabledEndpoints, rights: 'full' | readonly Right[]): boolean =>
  rights === 'full'
    ? isFullAdministrator(disabled)
    : rights.every((right) => hasRight(disabled, right));

/** Operations that answer for each entry, or each cluster. */
const BY_ENTRY = /bulk_delete|files_import|clusters_person|v1_comparisons$/;
const DENIAL = /No permission to access REST API|cluster_limits|"unreadable":\["/;
/** Needs a login of the user's own, or REST administration, besides the rights. */
const OTHER_DENIAL = /in_person_only|Log in to do this|"Access denied"/;

const isRefused = (id: string, { status, text }: HttpResult): boolean =>
  status === 403 ? !OTHER_DENIAL.test(text) : BY_ENTRY.test(id) && DENIAL.test(text);

const COMBINATIONS = Object.keys(ROLES).flatMap((role) =>
  CREDENTIALS.map((credential) => [role, credential] as const)
);

it.each(COMBINATIONS)(
  'lets %s with a %s do here what the description of each operation says',
  async (role, credential) => {
    const { client, headers: own } = await callerWith(role, credential);
    const problems: unknown[] = [];
    for (const [id, example = {}] of calls) {
      const operation = described.operation(id);
      const headers = { ...example.headers, ...own };
      const response = await described.send(client, operation, { ...example, headers });
      const isAllowed = holds(ROLES[role] ?? {}, rightsOf(operation, example));
      if (!isAllowed && OTHER_DENIAL.test(response.text)) continue;
      if (isRefused(id, response) === isAllowed)
        problems.push([id, isAllowed ? 'is refused' : 'is allowed', response.text.slice(0, 300)]);
    }
    expect(problems).toEqual([]);
  }
);

const THERE = { securitycluster: 'prod', securityclusterconfirm: 'prod' };
/** Shows names or contents of indices, which no right here is about. */
const OF_INDICES = /dls_preview|suggestions/;
const TRIAL = '"is_whole":false';
const SENT = /^(\w+) \/_plugins\/_security\/api\/([a-z]+)/;

it.each(COMBINATIONS)(
  'uses stored credentials for %s with a %s for nothing that is not allowed here',
  async (role, credential) => {
    const { client, headers: own } = await callerWith(role, credential);
    const problems: unknown[] = [];
    remote.reset();
    const forClusters = calls.filter(([id]) =>
      described.takesParameter(described.operation(id), 'securitycluster')
    );
    expect(forClusters.map(([id]) => id)).toContain('post_api_v1_configuration_internalusers_id');
    for (const [id, example = {}] of forClusters) {
      const operation = described.operation(id);
      remote.requests = [];
      const headers = { ...example.headers, ...own, ...THERE };
      const response = await described.send(client, operation, { ...example, headers });
      const rights = OF_INDICES.test(id) ? 'full' : rightsOf(operation, example);
      const isAllowed = credential === 'session' && holds(ROLES[role] ?? {}, rights);
      const isAnswered = response.status < 400 && !isRefused(id, response);
      if (isAnswered && !isAllowed && rights.length > 0 && !response.text.includes(TRIAL))
        problems.push([id, 'is allowed', response.text.slice(0, 300)]);
      if (isAllowed && isRefused(id, response)) problems.push([id, 'is refused', response.text]);
      const sent = credential === 'session' ? remote.requests.filter(isForbidden) : remote.requests;
      if (sent.length > 0) problems.push([id, 'reached the cluster', sent]);
    }
    expect(problems).toEqual([]);

    function isForbidden(request: string): boolean {
      const [, method = '', endpoint = ''] = SENT.exec(request) ?? [];
      const isChange = CHANGES.includes(method);
      return (
        isChange && !hasRight(ROLES[role] ?? {}, `${method} ${endpoint.toUpperCase()}` as Right)
      );
    }
  }
);
