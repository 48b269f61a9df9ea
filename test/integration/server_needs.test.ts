/**
 * What the server's own user needs of a cluster, one need at a time: the status names the missing
 * permission and its index, and the command that it shows grants it.
 */
import { execFile } from 'node:child_process';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { startWholeServer, type WholeServer } from '../../src/dev/openapi/whole_server';
import { clusterOf, FAKE_PASSWORD, FakeCluster, healthy, json } from '../helpers/fake_cluster';
import { waitForCondition } from '../helpers/wait_for';

jest.setTimeout(120_000);

const ROOT = path.resolve(__dirname, '..', '..');
const run = promisify(execFile);
const ROLES = ['security_dashboards_server', 'security_rest_api_access'] as const;

interface Need {
  /** A request for which the server needs a permission. */
  readonly request: RegExp;
  readonly permission: string;
  readonly index: string;
  readonly effect: string;
}

let cluster: FakeCluster;
let server: WholeServer | undefined;
beforeAll(async () => void (cluster = await FakeCluster.start()));
afterEach(async () => {
  await server?.stop();
  server = undefined;
});
afterAll(() => cluster.close());

const denialOf = (permission: string) => ({
  error: {
    type: 'security_exception',
    reason: `no permissions for [${permission}] and User [name=root, backend_roles=[], requestedTenant=null]`,
  },
});

/** Makes the cluster refuse what a need is about, until the role of the server is mapped to it. */
function lack({ request: refused, permission, index }: Need): void {
  const mapping = () => ({ users: [], hosts: [], backend_roles: [], reserved: false });
  const entries = {
    roles: {} as Record<string, object>,
    rolesmapping: Object.fromEntries(ROLES.map((role) => [role, mapping()])),
  };
  const answer = clusterOf(entries);
  let isGranted = false;
  cluster.respond = async (request: IncomingMessage, response: ServerResponse) => {
    const line = `${request.method} ${request.url}`;
    if (/^PATCH .*rolesmapping\/security_dashboards_server/.test(line))
      isGranted = 'security_dashboards_server' in entries.roles;
    if (isGranted || !refused.test(line)) return answer(request, response);
    if (!line.startsWith('POST /_bulk')) return json(response, 403, denialOf(permission));
    // Each line of a bulk is answered by itself.
    if (!(await text(request)).includes(`"_index":"${index}"`)) return json(response, 200, {});
    const item = { ...denialOf(permission), status: 403 };
    return json(response, 200, { errors: true, items: [{ delete: item }, { index: item }] });
  };
}

async function engineStatus(): Promise<{ state: string; message: string }> {
  const { status } = await (await fetch(`${server?.url}/api/status`)).json();
  return status.statuses.find(({ id }: { id: string }) => id.startsWith('core:engine'));
}

async function start(): Promise<void> {
  server = await startWholeServer({
    args: [
      `--opensearch.hosts=${cluster.url}`,
      '--opensearch.username=root',
      `--opensearch.password=${FAKE_PASSWORD}`,
      '--status.allowAnonymous=true',
    ],
  });
}

/** The end of the message. */
const COMMAND = / run: (OPENSEARCH_URL=\S+ sh deploy\/opensearch\/grant\.sh root)$/;

const LOGINS = 'No one can log in';
const ON_EACH = [
  ['creating it', 'PUT /NAME_1$', 'indices:admin/create'],
  ['adding fields', 'PUT /NAME/_mapping$', 'indices:admin/mapping/put'],
] as const;
const ON_OWN = [
  ...ON_EACH,
  ['reading a document', 'GET /NAME/_doc/', 'indices:data/read/get'],
  ['reading several', 'POST /NAME/_mget', 'indices:data/read/mget[shard]'],
  ['searching', 'POST /NAME/_search', 'indices:data/read/search'],
  ['writing', 'POST /_bulk', 'indices:data/write/bulk[s]'],
  ['refreshing', 'POST /NAME/_refresh', 'indices:admin/refresh'],
] as const;

const needsOn = (index: string, effect: string, needs: typeof ON_OWN | typeof ON_EACH) =>
  needs.map(([what, request, permission]) => {
    const pattern = request.replace('NAME', index.replaceAll('.', '\\.'));
    return [
      `${index}, ${what}`,
      { request: new RegExp(pattern), permission, index, effect },
    ] as const;
  });

it.each([
  ...needsOn('.security_dashboards_sessions', LOGINS, ON_OWN),
  ...needsOn('.security_dashboards_preferences', LOGINS, ON_OWN),
  ...needsOn('.security_dashboards_history', 'the change history is not recorded', ON_OWN),
  ...needsOn('.security_dashboards_clusters', 'connected clusters, findings, alarms', ON_OWN),
  ...needsOn('.kibana', 'saved objects cannot be created', ON_EACH),
])('is named by the status, with the effect and a command: %s', async (_what, need) => {
  lack(need);
  await start();
  const { state, message } = await engineStatus();
  expect(state).toBe(need.effect === LOGINS ? 'red' : 'yellow');
  expect(message).toContain(need.effect);
  expect(message).toContain(`user root has no permission ${need.permission} on ${need.index}. `);
  expect(message).toMatch(COMMAND);
});

it('is granted by the command of the status', async () => {
  const [[, need]] = needsOn('.security_dashboards_sessions', LOGINS, ON_EACH) as [[string, Need]];
  lack(need);
  await start();
  const [, command = ''] = COMMAND.exec((await engineStatus()).message) ?? [];
  expect(command).toBe(`OPENSEARCH_URL=${cluster.url} sh deploy/opensearch/grant.sh root`);
  const env = { PATH: process.env.PATH, ADMIN_USER: 'root', ADMIN_PASSWORD: FAKE_PASSWORD };
  await run('sh', ['-c', command], { cwd: ROOT, env });
  await waitForCondition(async () => (await engineStatus()).state === 'green');
});

it.each([
  ['to ask the cluster anything', '/', 403, {}, 'red', 'the role kibana_server'],
  [
    'to read the security configuration',
    '/_plugins/_security/api/permissionsinfo',
    200,
    { user_name: 'root', has_api_access: false },
    'yellow',
    'security_rest_api_access',
  ],
])('is named by its role: %s', async (_what, target, status, body, state, role) => {
  cluster.respond = (request, response) =>
    request.url === target ? json(response, status, body) : healthy(request, response);
  await start();
  const found = await engineStatus();
  expect(found.state).toBe(state);
  expect(found.message).toContain(role);
  expect(found.message).toMatch(COMMAND);
});
