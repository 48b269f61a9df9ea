/**
 * The three nodes, the job, the two servers and the load balancer of `deploy` as processes on
 * loopback, with the settings, commands and environment of its files.
 */
import { execFile, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startNode, stopNode } from '../../scripts/lib/cluster/node';
import { releaseOf } from '../../scripts/lib/cluster/versions';
import {
  ask,
  freePort,
  readCompose,
  ROOT,
  startBalancer,
  startContainer,
  type Balancer,
} from '../helpers/deployment';
import type { TestServer } from '../helpers/server';

const run = promisify(execFile);
jest.setTimeout(600_000);

const NODES = ['opensearch-0', 'opensearch-1', 'opensearch-2'];

const folder = mkdtempSync(path.join(tmpdir(), 'sd-deployed-'));
const secrets = path.join(folder, 'secrets');
const caFile = path.join(secrets, 'root-ca.pem');
const nodeDir = (name: string): string => path.join(folder, name);
let nodes: Array<{ url: string }>;
let servers: TestServer[] = [];
let balancer: Balancer | undefined;
let adminPassword: string;

/**
 * Environment variables with a point in their name become settings, as in the image's entry point.
 */
const settingsOf = (environment: Readonly<Record<string, string>>): [string, string][] =>
  Object.entries(environment).filter(([name]) => name.includes('.'));

beforeAll(async () => {
  // Nodes do not run as root.
  chmodSync(folder, 0o755);
  await run(process.execPath, [path.join(ROOT, 'deploy', 'prepare.js'), folder]);
  adminPassword = readFileSync(path.join(secrets, 'admin-password'), 'utf8').trim();
  const { services } = readCompose();
  const places = await Promise.all(
    NODES.map(async (name) => ({ name, http: await freePort(), transport: await freePort() }))
  );
  const seeds = places.map(({ transport }) => `127.0.0.1:${transport}`).join(',');
  nodes = await Promise.all(
    places.map(({ name, http, transport }) =>
      startNode({
        release: releaseOf('3.4'),
        dir: nodeDir(name),
        port: http,
        adminPassword,
        isShortLived: true,
        yml: readFileSync(path.join(ROOT, 'deploy', 'opensearch', 'opensearch.yml'), 'utf8'),
        certificates: secrets,
        securityConfig: secrets,
        settings: {
          ...Object.fromEntries(settingsOf(services[name]?.environment ?? {})),
          'network.host': '127.0.0.1',
          'discovery.seed_hosts': seeds,
          'http.port': `${http}`,
          'transport.port': `${transport}`,
          'path.data': `${nodeDir(name)}/data`,
          'path.logs': `${nodeDir(name)}/logs`,
          'cluster.routing.allocation.disk.threshold_enabled': 'false',
        },
      })
    )
  );
  const grant = services['grant'];
  await run('sh', [path.join(ROOT, 'deploy', 'opensearch', 'grant.sh')], {
    env: {
      PATH: process.env['PATH'],
      ...grant?.environment,
      OPENSEARCH_URL: nodes[0]?.url,
      OPENSEARCH_CA: caFile,
      ADMIN_PASSWORD_FILE: path.join(secrets, 'admin-password'),
    },
  });
  servers = await Promise.all(
    ['dashboards-0', 'dashboards-1'].map((name) =>
      startContainer(services[name]?.environment ?? {}, {
        SD_OPENSEARCH_HOSTS: nodes.map(({ url }) => url).join(','),
        SD_OPENSEARCH_SSL_CERTIFICATEAUTHORITIES: caFile,
        SD_OPENSEARCH_PASSWORD_FILE: path.join(secrets, 'server-password'),
        SD_SERVER_TRUSTEDPROXIES: 'loopback',
      })
    )
  );
});
afterAll(async () => {
  await Promise.all([...servers, balancer].map((process) => process?.stop()));
  await Promise.all(NODES.map((name) => stopNode(nodeDir(name))));
  rmSync(folder, { recursive: true, force: true });
});

// @backend cluster/32
it('forms one cluster of three nodes', async () => {
  const ca = readFileSync(caFile);
  const auth = `admin:${adminPassword}`;
  const health = `${nodes[1]?.url}/_cluster/health?wait_for_status=green&timeout=60s`;
  const { text } = await ask(health, { ca, auth });
  expect(JSON.parse(text)).toMatchObject({ number_of_nodes: 3, status: 'green' });
});

const withBalancer = spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).error ? it.skip : it;
withBalancer('keeps a session through the balancer when its server is killed', async () => {
  const [first, second] = servers as [TestServer, TestServer];
  const ca = readFileSync(caFile);
  balancer = await startBalancer([first.url, second.url], secrets);
  const { url } = balancer;
  const loggedIn = await ask(`${url}/auth/login`, {
    ca,
    body: { username: 'admin', password: adminPassword },
  });
  expect(loggedIn.status).toBe(200);
  const cookies = [loggedIn.headers['set-cookie']].flat().filter((one) => one !== undefined);
  // The browser connects to the load balancer by TLS.
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure/);
  const headers = { cookie: cookies.map((one) => one.split(';')[0]).join('; ') };
  const account = () => ask(`${url}/api/v1/configuration/account`, { ca, headers });
  const roles = () => ask(`${url}/api/v1/configuration/roles`, { ca, headers });
  expect((await roles()).status).toBe(200);
  await first.kill();
  for (let count = 0; count < 10; count += 1) {
    const { status, text } = await account();
    expect({ status, user: JSON.parse(text).data.user_name }).toEqual({
      status: 200,
      user: 'admin',
    });
  }
  expect((await roles()).status).toBe(200);
});
