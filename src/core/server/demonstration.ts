/**
 * The second cluster of a start with `--demo`: a server on an embedded engine in a folder of its
 * own, connected as "Staging". Its configuration differs a little from that of the first.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { writePrivateFile } from '../../backend/api';
import { loadConfig, type ServerArguments } from './config';
import { resolvePaths } from './environment';
import { Server, type ServerOptions } from './server';

export interface SecondCluster {
  /** Of the first server: the connection to the second. */
  readonly settings: ServerArguments['settings'];
  /** Resolves when it has its data. The first server need not wait for that. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Key of the plugin `clusters`. */
const CONNECTION = 'opensearch_security.clusters.staging';
const ADMIN = 'admin';
const HOST = '127.0.0.1';
const API = '/_plugins/_security/api';

/** What staging tries before it goes to the first cluster, and what it lacks. */
const DIFFERENCES: ReadonlyArray<readonly [method: string, path: string, body?: unknown]> = [
  [
    'PUT',
    'roles/forecast_preview',
    {
      description: 'The next version of the forecasts',
      index_permissions: [
        { index_patterns: ['forecast-next-*'], allowed_actions: ['read', 'write'] },
      ],
    },
  ],
  ['PUT', 'rolesmapping/forecast_preview', { backend_roles: ['sales-analysts'] }],
  [
    'PATCH',
    'roles/operations_viewer',
    [{ op: 'add', path: '/index_permissions/0/index_patterns/-', value: 'alerts-*' }],
  ],
  ['DELETE', 'rolesmapping/kiosk_wallboard'],
  ['DELETE', 'roles/kiosk_wallboard'],
];

/** @returns `undefined` with a real cluster, which `--demo` refuses */
export async function prepareSecondCluster({
  args,
  env,
  paths,
}: Pick<ServerOptions, 'args' | 'env' | 'paths'>): Promise<SecondCluster | undefined> {
  const { root } = resolvePaths(paths);
  const { core } = await loadConfig({ args, env, root });
  if (core.opensearch.hosts !== undefined) return undefined;
  const folder = resolve(root, core.path.data, 'demonstration');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const password = await passwordIn(folder);
  // Without it, an earlier start ended before the differences were made.
  const done = join(folder, 'staging-done');
  const port = await freePort();
  const server = new Server({
    args: {
      configFiles: [configurationIn(folder, port)],
      isDemo: true,
      isDev: args.isDev,
      settings: [],
    },
    env: { SECURITY_INITIAL_ADMIN_PASSWORD: password },
    // What it has to say about its passwords is of no use: the first server logs in.
    stdout: { write: () => true, isTTY: true },
    paths,
  });
  const url = `http://${HOST}:${port}`;
  const connection = {
    name: 'Staging',
    hosts: url,
    environment: 'staging',
    credentials: 'service',
    username: ADMIN,
    password,
  };
  return {
    settings: [[CONNECTION, JSON.stringify(connection)]],
    start: async () => {
      await server.start();
      if (existsSync(done)) return;
      await applyDifferences(url, password);
      writePrivateFile(done, '');
    },
    stop: () => server.stop(),
  };
}

/** Chosen before the start, because the connection of the first server names it. */
function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once('error', failed).listen(0, HOST, () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => found(port));
    });
  });
}

/** Its own folder and log. */
function configurationIn(folder: string, port: number): string {
  const file = join(folder, 'security-dashboards.yml');
  const keys = {
    'server.host': HOST,
    'server.port': port,
    'path.data': join(folder, 'staging'),
    'logging.dest': join(folder, 'staging.log'),
  };
  // JSON is YAML.
  writePrivateFile(file, JSON.stringify(keys, null, 2));
  return file;
}

/** Written before the server's first start, so that no start finds a password that is lost. */
async function passwordIn(folder: string): Promise<string> {
  const file = join(folder, 'staging-password');
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // It begins with one of each kind of character that the rules for passwords ask for.
  const password = `Staging-1-${randomBytes(18).toString('base64url')}`;
  writePrivateFile(file, password);
  return password;
}

async function applyDifferences(url: string, password: string): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${ADMIN}:${password}`).toString('base64')}`;
  for (const [method, path, body] of DIFFERENCES) {
    const { ok, status } = await fetch(`${url}${API}/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const isGone = method === 'DELETE' && status === 404;
    if (!ok && !isGone) throw new Error(`${method} ${path} on the second cluster: ${status}`);
  }
}
