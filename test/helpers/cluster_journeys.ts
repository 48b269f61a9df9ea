/**
 * Runs the journeys of the embedded engine on the test cluster: servers that a journey starts use
 * the cluster. Import this module before the journeys.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { format } from 'node:util';
import { DEFAULT_SETTINGS } from '../../src/backend/api';
import { runTool } from '../../src/backend/migration';
import {
  closeClients,
  clusterNode,
  deleteIndices,
  forgetEntities,
  grantServer,
  superAdminClient,
} from './cluster';
import { keepConfiguration } from './cluster_contract';
import type { ServerOptions, TestServer } from './server';

const DEMO = '--demo';

jest.mock('./server', () => {
  const actual = jest.requireActual<typeof import('./server')>('./server');
  const { clusterNode: node, serverArguments } =
    jest.requireActual<typeof import('./cluster')>('./cluster');
  const ADMIN = { username: 'admin', password: node().adminPassword };
  return {
    ...actual,
    ADMIN,
    startServer: async ({ args = [], ...more }: ServerOptions = {}): Promise<TestServer> => {
      if (args.includes(DEMO)) await addDemonstration(actual.startServer);
      const own = args.filter((arg) => arg !== DEMO);
      const server = await actual.startServer({ ...more, args: [...own, ...serverArguments()] });
      const adminClient = async () => {
        const client = server.client();
        await client.login(ADMIN.username, ADMIN.password);
        return client;
      };
      return { ...server, adminClient };
    },
  };
});

/** Each measured journey starts its own server, which must not see data of the previous one. */
jest.mock('../../scripts/lib/runtime/server', () => {
  const actual = jest.requireActual<object>('../../scripts/lib/runtime/server');
  const { ADMIN, startServer } = jest.requireMock<typeof import('./server')>('./server');
  return {
    ...actual,
    ADMIN,
    startServer: async ({ args }: ServerOptions) => {
      const restore = await beginAnew();
      const { url, stop } = await startServer({ args });
      return { url, stop: () => stop().finally(restore) };
    },
  };
});

/** A cluster decodes paths twice, so names with `%` are excluded. */
jest.mock('../e2e/screens/special_names', () => ({ SPECIAL_NAMES: ['ü/ö', 'two words'] }));

/** Data folder of an embedded installation with the demonstration data. */
let demonstration: string | undefined;

/** Migrates the demonstration data to the cluster. Existing entries are kept. */
async function addDemonstration(
  startServer: (options: ServerOptions) => Promise<TestServer>
): Promise<void> {
  if (demonstration === undefined) {
    demonstration = mkdtempSync(join(tmpdir(), 'sd-demonstration-'));
    await (await startServer({ args: [DEMO], dataDir: demonstration })).stop();
  }
  const { url, ca, adminCertificate, adminKey } = clusterNode();
  let said = '';
  const write = (text: string) => void (said += text);
  const to = [`--to=${url}`, '--yes', '--on-conflict=keep'];
  const code = await runTool(['migrate', ...to], demonstration, {
    write,
    writeError: write,
    env: {},
    readStdin: () => Promise.resolve(''),
    settings: DEFAULT_SETTINGS,
    dashboardsIndex: '.kibana',
    cluster: {
      requestTimeout: 30_000,
      pingTimeout: 5_000,
      customHeaders: {},
      requestHeadersAllowlist: ['authorization'],
      sniffOnConnectionFault: false,
      sniffOnStart: false,
      sniffInterval: false,
      ssl: {
        verificationMode: 'full',
        alwaysPresentCertificate: false,
        certificateAuthorities: ca,
        certificate: adminCertificate,
        key: adminKey,
      },
    },
  });
  if (code !== 0) throw new Error(said);
}

/**
 * Entries of a new cluster that an embedded installation lacks: a tenant, and a role mapped to
 * every user.
 */
const EXAMPLES = ['tenants/admin_tenant', 'rolesmapping/own_index'];

/** @returns a function that restores the configuration */
async function beginAnew(): Promise<() => Promise<void>> {
  const admin = superAdminClient();
  const restore = await keepConfiguration(admin);
  await grantServer(admin);
  await forgetEntities(admin, EXAMPLES);
  for (const start of ['.kibana', '.security_dashboards']) await deleteIndices(admin, start);
  return restore;
}

/** Test titles with placeholders filled in, and the reason why a cluster cannot pass each. */
export type EmbeddedOnly = Readonly<Record<string, string>>;

/** Skips the embedded-only tests that `define` registers. Fails if a title matches no test. */
function leavingOut(embeddedOnly: EmbeddedOnly, define: () => void): void {
  const found = new Set<string>();
  const isLeftOut = (title: string): boolean => {
    if (embeddedOnly[title] === undefined) return false;
    found.add(title);
    return true;
  };
  const { it: all } = globalThis;
  const rest = ((title, test, timeout) =>
    (isLeftOut(title) ? all.skip : all)(title, test, timeout)) as jest.It;
  const each = (cases: readonly unknown[]) => (title: string, test: never, timeout?: number) => {
    const places = title.match(/%[a-z]/gi)?.length ?? 0;
    const titleOf = (one: unknown) => format(title, ...[one].flat().slice(0, places));
    for (const one of cases) if (isLeftOut(titleOf(one))) all.skip(titleOf(one), () => undefined);
    const others = cases.filter((one) => embeddedOnly[titleOf(one)] === undefined);
    if (others.length > 0) all.each(others)(title, test, timeout);
  };
  globalThis.it = Object.assign(rest, all, { each }) as jest.It;
  try {
    define();
  } finally {
    globalThis.it = all;
  }
  const unmet = Object.keys(embeddedOnly).filter((title) => !found.has(title));
  if (unmet.length > 0) throw new Error(`No test is called ${unmet.join(', nor ')}.`);
}

/**
 * Runs each file with the configuration of a first start and without saved objects.
 * @param journeys - file names in `test/e2e`, each with the tests to skip
 */
export function describeJourneys(journeys: Readonly<Record<string, EmbeddedOnly>>): void {
  describe.each(Object.entries(journeys))('%s', (journey, embeddedOnly) => {
    let restore: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      restore = await beginAnew();
    });
    afterAll(() => restore?.());
    leavingOut(embeddedOnly, () => jest.requireActual(`../e2e/${journey}.spec`));
  });
  afterAll(async () => {
    if (demonstration !== undefined) rmSync(demonstration, { recursive: true, force: true });
    await closeClients();
  });
}
