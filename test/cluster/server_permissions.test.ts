/**
 * What the server's own user needs on the cluster: the commands of the README work on a shipped
 * cluster, and a missing permission is reported with the command that grants it.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import {
  adminClient,
  asAdmin,
  closeClients,
  clusterNode,
  forgetEntities,
  SERVER_USER,
} from '../helpers/cluster';
import { startServer, type TestServer } from '../helpers/server';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(300_000);

const run = promisify(execFile);
const ROOT = path.resolve(__dirname, '..', '..');
const SECURITY = '/_plugins/_security/api';
const USER = 'probed_server';
const PASSWORD = 'Probed-Server-5813';
/** The permissions of kibana_server, which cannot be mapped to further users by the API. */
const ROLE = 'probed_server_base';
const STORE_ROLE = 'probed_server_store';

const cluster = adminClient();
const admin = { username: 'admin', password: clusterNode().adminPassword };
let servers: TestServer[] = [];

const forget = () =>
  forgetEntities(cluster, [`internalusers/${USER}`, `roles/${ROLE}`, `roles/${STORE_ROLE}`]);
const grantStore = (...actions: string[]) =>
  asAdmin(cluster, 'PUT', `${SECURITY}/roles/${STORE_ROLE}`, {
    index_permissions: actions.length
      ? [{ index_patterns: ['.security_dashboards*'], allowed_actions: actions }]
      : [],
  });

beforeAll(async () => {
  await removeFromMapping('security_dashboards_server');
  await removeFromMapping('security_rest_api_access');
  await forget();
  const shipped = await asAdmin(cluster, 'GET', `${SECURITY}/roles/kibana_server`);
  const { cluster_permissions, index_permissions } = shipped['kibana_server'] as Record<
    string,
    unknown
  >;
  await asAdmin(cluster, 'PUT', `${SECURITY}/roles/${ROLE}`, {
    cluster_permissions,
    index_permissions,
    // The cluster asks users besides kibanaserver for their permission in the tenant.
    tenant_permissions: [
      { tenant_patterns: ['global_tenant'], allowed_actions: ['kibana_all_write'] },
    ],
  });
  await grantStore('indices_all');
  await asAdmin(cluster, 'PUT', `${SECURITY}/internalusers/${USER}`, {
    password: PASSWORD,
    opendistro_security_roles: [ROLE, STORE_ROLE],
  });
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});
afterAll(async () => {
  servers = [];
  for (const role of ['security_dashboards_server', 'security_rest_api_access'])
    await removeFromMapping(role);
  await forget();
  await closeClients();
});

async function removeFromMapping(role: string): Promise<void> {
  const path_ = `${SECURITY}/rolesmapping/${role}`;
  const found = await asAdmin(cluster, 'GET', path_, undefined, [404]);
  const mapping = found[role] as Record<'users' | 'hosts' | 'backend_roles', string[]> | undefined;
  if (!mapping?.users.includes(USER)) return;
  const { users, hosts, backend_roles } = mapping;
  await asAdmin(cluster, 'PUT', path_, {
    users: users.filter((name) => name !== USER),
    hosts,
    backend_roles,
  });
}

async function startAs(username: string, password: string): Promise<TestServer> {
  const { url, ca } = clusterNode();
  const server = await startServer({
    args: [
      `--opensearch.hosts=${url}`,
      `--opensearch.username=${username}`,
      `--opensearch.password=${password}`,
      `--opensearch.ssl.certificateAuthorities=${ca}`,
      '--status.allowAnonymous=true',
    ],
  });
  servers.push(server);
  return server;
}

interface Part {
  readonly id: string;
  readonly state: string;
  readonly message: string;
}

async function engineStatus(server: TestServer): Promise<Part> {
  const { body } = await server.client().get('/api/status');
  return body.status.statuses.find(({ id }: Part) => id.startsWith('core:engine')) as Part;
}

/** Runs a command as an administrator would, in the product's folder. */
const inShell = (command: string) =>
  run('sh', ['-c', command], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ADMIN_PASSWORD: admin.password },
  });

// @backend cluster/3
it('works after the commands of the README, on a cluster as shipped', async () => {
  const { url, ca } = clusterNode();
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  const [, block = ''] = /## Connect to a cluster[\s\S]*?```sh\n([\s\S]*?)```/.exec(readme) ?? [];
  const commands = block
    .replaceAll(/ \\\n\s*/g, ' ')
    .replaceAll('https://localhost:9200', url)
    .replaceAll('root-ca.pem', ca)
    .replaceAll('=…', `=${SERVER_USER.password}`)
    .trim()
    .split('\n');
  const start = commands.pop() ?? '';
  for (const command of commands) await inShell(command);
  const args = start.split(' ').filter((word) => word.startsWith('--opensearch'));
  expect(start).toMatch(/^npm start -- --opensearch/);
  const server = await startServer({ args: [...args, '--status.allowAnonymous=true'] });
  servers.push(server);
  expect(await engineStatus(server)).toMatchObject({ state: 'green' });
  const client = server.client();
  expect((await client.login(admin.username, admin.password)).status).toBe(200);
  expect((await client.get('/api/v1/configuration/roles')).status).toBe(200);
});

describe('a server whose user lost the permissions on its own indices', () => {
  // @backend cluster/4
  it.each([
    ['all', [] as string[], /indices:(admin|data)\//],
    ['writing', ['read', 'indices:admin/*'], /indices:data\/write\//],
  ])('is red until the command of its log is run: %s', async (_what, left, permission) => {
    const server = await startAs(USER, PASSWORD);
    await grantStore(...left);
    const client = server.client();
    // The next login meets the missing permission, and says so in its words.
    const answer = await client.login(admin.username, admin.password);
    expect(answer.status).toBe(503);
    expect(answer.text).toMatch(
      /server's own account lacks a permission.*Your user name and password aren't the problem/
    );
    await waitForCondition(async () => (await engineStatus(server)).state === 'red');
    const { message } = await engineStatus(server);
    expect(message).toMatch(/^No one can log in: the server's own user probed_server/);
    expect(message).toMatch(permission);
    expect(message).toContain('.security_dashboards_sessions');
    expect(message).toContain('role security_dashboards_server');
    const [, command = ''] = /run: (.*)$/.exec(message) ?? [];
    expect(server.output()).toContain(message.replaceAll('"', '\\"'));

    await inShell(command);
    try {
      await waitForCondition(async () => (await engineStatus(server)).state === 'green');
      expect((await client.login(admin.username, admin.password)).status).toBe(200);
    } finally {
      await removeFromMapping('security_dashboards_server');
      await grantStore('indices_all');
    }
  });

  it('is red from its start, before the first login', async () => {
    await grantStore();
    const server = await startAs(USER, PASSWORD);
    expect((await engineStatus(server)).state).toBe('red');
    await grantStore('indices_all');
  });
});
