/**
 * The server part of the security plugin in this process, on a free port with a temporary data
 * folder. For tests that need no build; `server.ts` starts the built product.
 */
import { afterAll } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Observable } from 'rxjs';
import { CapabilitiesService } from '../../src/core/server/capabilities';
import { CORE_SECTIONS } from '../../src/core/server/config/core_sections';
import { getDefaults } from '../../src/core/server/config/schema_walk';
import type { ServerConfig } from '../../src/core/server/config';
import { HttpService } from '../../src/core/server/http';
import { LoggingService } from '../../src/core/server/logging';
import { PagePreloader } from '../../src/core/server/page_preload';
import type {
  CapabilitiesSwitcher,
  CoreSetup,
  PrivilegedBackend,
  RouteRequest,
  SavedObjectsScope,
  ServiceStatus,
} from '../../src/core/server';
import {
  type Backend,
  type ConnectionSettings,
  DEFAULT_SETTINGS,
  type DocumentStore,
} from '../../src/backend/api';
import type { EngineLog } from '../../src/backend/api/log';
import { ConnectedCluster, HISTORY_INDEX } from '../../src/backend/opensearch';
import {
  fileTexts,
  openEmbeddedBackend,
  type EmbeddedEngine,
  type EngineSettings,
} from '../../src/backend/embedded';
import { getViews } from '../../src/core/server/backend';
import { type AlarmsConfig, alarmsSchema } from '../../src/plugins/alarms/server/config';
import { AlarmsPlugin } from '../../src/plugins/alarms/server/plugin';
import {
  type ClustersConfig,
  configSchema as clustersSchema,
} from '../../src/plugins/clusters/server/config';
import { ClustersPlugin } from '../../src/plugins/clusters/server/plugin';
import { type FindingsConfig, findingsSchema } from '../../src/plugins/findings/server/config';
import { FindingsPlugin } from '../../src/plugins/findings/server/plugin';
import { type RequestsConfig, requestsSchema } from '../../src/plugins/requests/server/config';
import { RequestsPlugin } from '../../src/plugins/requests/server/plugin';
import { configSchema, type SecurityConfig } from '../../src/plugins/security/server/config';
import { SecurityPlugin } from '../../src/plugins/security/server/plugin';
import type { SecurityPluginSetup } from '../../src/plugins/security/server/types';
import { WorkerPool } from '../../src/workers';
import { HttpClient } from './http_client';

export { runSecurityCli } from '../../src/backend/embedded/cli';

export const ADMIN = { username: 'admin', password: 'Test-admin-password-1' } as const;
export const COOKIE_NAME = 'security_authentication';

type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

interface ClusterKeys {
  readonly clusters: ClustersConfig['clusters'];
  readonly cluster_connections: Omit<ClustersConfig, 'clusters'>;
}

export interface SecurityServerOptions {
  /** Of the security plugin, and with the same keys as in a file that of connected clusters. */
  readonly config?: DeepPartial<SecurityConfig & ClusterKeys>;
  /** Of findings, guardrails and usage, which are always there. */
  readonly findings?: DeepPartial<FindingsConfig>;
  /** Adds the alarms plugin, with this configuration. */
  readonly alarms?: DeepPartial<AlarmsConfig>;
  /** Adds the plugin of change requests and drift, with this configuration. */
  readonly requests?: DeepPartial<RequestsConfig>;
  readonly server?: Partial<ServerConfig>;
  /** An existing data folder, which `stop` keeps. */
  readonly dataDir?: string;
  /** Wraps the real backend before the plugin gets it. */
  readonly wrapBackend?: (backend: Backend) => Backend;
  readonly settings?: Partial<EngineSettings>;
  readonly countLogin?: PrivilegedBackend['countLogin'];
  readonly addMetric?: PrivilegedBackend['addMetric'];
  /** Gets each status that the plugin sets. */
  readonly onStatus?: (status: ServiceStatus) => void;
}

export interface SecurityServer {
  readonly url: string;
  readonly dataDir: string;
  readonly engine: EmbeddedEngine;
  readonly switcher: CapabilitiesSwitcher;
  /** What other plugins get of the security plugin. */
  readonly contract: SecurityPluginSetup;
  readonly partitionOf: (tenant: string, userName: string) => string;
  /** All log output so far. */
  logs(): string;
  client(): HttpClient;
  loggedIn(username: string, password: string): Promise<HttpClient>;
  admin(): Promise<HttpClient>;
  stop(): Promise<void>;
}

const running = new Set<SecurityServer>();
afterAll(async () => {
  for (const server of running) await server.stop();
});

/**
 * Starts the server with two test routes: `GET /api/test/whoami` returns identity, tenant and
 * saved-object scope; `/app/test` is a page with its preloaded responses. It stops after the tests
 * of the file, if not earlier.
 */
export async function startSecurityServer(
  options: SecurityServerOptions = {}
): Promise<SecurityServer> {
  const dataDir = options.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'sd-security-')));
  const lines: string[] = [];
  const logging = new LoggingService(
    { level: 'trace', json: true, dest: 'stdout' },
    {
      writer: {
        write: (line: string) => void lines.push(line),
        flush: () => undefined,
        reopen: () => undefined,
        close: () => undefined,
      },
    }
  );
  const { backend } = await openEmbeddedBackend({
    dataDir,
    initialAdminPassword: ADMIN.password,
    log: logging.root,
    settings: options.settings,
  });
  const http = new HttpService({
    config: {
      ...serverDefaults(),
      host: '127.0.0.1',
      port: 0,
      checkAnswers: true,
      ...options.server,
    },
    productName: 'Security Dashboards',
    version: '0.0.0-test',
    log: logging.root,
  });
  await http.listen();

  const setup = http.setup();
  let scope: ((request: RouteRequest) => SavedObjectsScope) | undefined;
  let switcher: CapabilitiesSwitcher | undefined;
  const capabilitiesService = new CapabilitiesService();
  const capabilities = capabilitiesService.setup({ http: setup });
  const pages = new PagePreloader({
    resolveCapabilities: (request, apps) => capabilitiesService.resolve(request, apps),
    log: logging.root,
  });
  const workers = new WorkerPool();
  const { privileged, ...views } = getViews(
    options.wrapBackend?.(backend) ?? backend,
    async (connection, guardrails) => connectedCluster(connection, guardrails, logging.root),
    fileTexts(workers),
    logging.root.get('engine')
  );
  const core = {
    backend: {
      ...privileged,
      countLogin: options.countLogin,
      addMetric: options.addMetric,
      addCertificates: () => undefined,
      endingCertificates: () => [],
    },
    status: { set: (status$: Observable<ServiceStatus>) => status$.subscribe(options.onStatus) },
    http: setup,
    ...views,
    savedObjects: {
      setScopeProvider: (provider: typeof scope) => void (scope = provider),
      registerType: () => undefined,
    },
    uiSettings: { register: () => undefined },
    pages,
    capabilities: {
      registerProvider: capabilities.registerProvider,
      registerSwitcher: (given: CapabilitiesSwitcher) => {
        switcher = given;
        capabilities.registerSwitcher(given);
      },
    },
  } as unknown as CoreSetup;
  setup.setPageRenderer(async (request, { anonymous, cookies, headers } = {}) => {
    const isOfUser = anonymous !== true && request.auth !== undefined;
    const first = isOfUser ? JSON.stringify(await pages.of(request)) : '';
    return {
      statusCode: 200,
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
      cookies,
      body: `<html data-anonymous="${anonymous === true}"></html>${first}`,
    };
  });

  const { clusters, cluster_connections: connections, ...ofSecurity } = options.config ?? {};
  const plugin = new SecurityPlugin({
    logger: logging.root.get('plugins', 'security'),
    config: { get: () => securityConfig(ofSecurity) },
    env: { demo: false },
  } as unknown as ConstructorParameters<typeof SecurityPlugin>[0]);
  const contract = await plugin.setup(core);
  const findings = new FindingsPlugin({
    logger: logging.root.get('plugins', 'findings'),
    config: { get: () => findingsConfig(options.findings) },
  } as unknown as ConstructorParameters<typeof FindingsPlugin>[0]).setup(core, {
    security: contract,
  });
  const alarms =
    options.alarms &&
    new AlarmsPlugin({
      logger: logging.root.get('plugins', 'alarms'),
      config: { get: () => alarmsConfig(options.alarms) },
    } as unknown as ConstructorParameters<typeof AlarmsPlugin>[0]);
  alarms?.setup(core, { security: contract, findings });
  const clustersPlugin = new ClustersPlugin({
    logger: logging.root.get('plugins', 'clusters'),
    config: { get: () => clustersConfig({ ...connections, ...(clusters && { clusters }) }) },
  } as unknown as ConstructorParameters<typeof ClustersPlugin>[0]);
  await clustersPlugin.setup(core, { security: contract });
  const requests =
    options.requests &&
    new RequestsPlugin({
      logger: logging.root.get('plugins', 'requests'),
      config: { get: () => requestsConfig(options.requests) },
      env: { demo: false },
    } as unknown as ConstructorParameters<typeof RequestsPlugin>[0]);
  requests?.setup(core, { security: contract });
  const router = setup.createRouter();
  router.get(
    { path: '/api/test/whoami', validate: false, options: { access: 'user' } },
    (request, response) =>
      response.ok({
        body: {
          user: request.auth?.identity.userName,
          tenant: request.auth?.tenant ?? null,
          scope: scope?.(request),
        },
      })
  );
  router.get(
    { path: '/app/{id}/{path*}', validate: false, options: { access: 'user' } },
    (_request, response) => response.renderApp()
  );
  router.get(
    { path: '/api/reporting/stats', validate: false, options: { access: 'user' } },
    (request, response) => response.ok({ body: { user: request.auth?.identity.userName } })
  );
  plugin.start();
  alarms?.start();
  await requests?.start();
  await http.start();

  const client = (): HttpClient => new HttpClient(http.url);
  const loggedIn = async (username: string, password: string): Promise<HttpClient> => {
    const http_ = client();
    const { status, text } = await http_.login(username, password);
    if (status !== 200) throw new Error(`The login as ${username} returned ${status}: ${text}`);
    return http_;
  };
  const server: SecurityServer = {
    url: http.url,
    dataDir,
    engine: backend.engine,
    get switcher() {
      return switcher as CapabilitiesSwitcher;
    },
    contract,
    partitionOf: contract.tenantPartition,
    logs: () => lines.join('\n'),
    client,
    loggedIn,
    admin: () => loggedIn(ADMIN.username, ADMIN.password),
    stop: async () => {
      if (!running.delete(server)) return;
      await http.stop();
      await alarms?.stop();
      await requests?.stop();
      await clustersPlugin.stop();
      await plugin.stop();
      await backend.stop();
      await workers.stop();
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
  running.add(server);
  return server;
}

/** A further cluster, as the server opens it. */
export const connectedCluster = (
  connection: ConnectionSettings,
  guardrails: DocumentStore,
  log: EngineLog
): ConnectedCluster =>
  new ConnectedCluster({
    connection,
    guardrails,
    log,
    settings: DEFAULT_SETTINGS,
    historyIndex: HISTORY_INDEX,
    audit: { type: 'internal_opensearch' },
  });

/** The configuration of the plugin: defaults, and what a test changes. */
const securityConfig = (changes: DeepPartial<SecurityConfig> = {}): SecurityConfig =>
  merge(getDefaults(configSchema), changes) as SecurityConfig;

/** The configuration of the findings plugin: defaults, and what a test changes. */
export const findingsConfig = (changes: DeepPartial<FindingsConfig> = {}): FindingsConfig =>
  merge(getDefaults(findingsSchema), changes) as FindingsConfig;
/** The configuration of connected clusters: defaults, and what a test changes. */
export const clustersConfig = (changes: DeepPartial<ClustersConfig> = {}): ClustersConfig =>
  merge(getDefaults(clustersSchema), changes) as ClustersConfig;

/** The configuration of the alarms plugin: defaults, and what a test changes. */
export const alarmsConfig = (changes: DeepPartial<AlarmsConfig> = {}): AlarmsConfig =>
  merge(getDefaults(alarmsSchema), changes) as AlarmsConfig;

/** The configuration of the plugin of change requests and drift, likewise. */
export const requestsConfig = (changes: DeepPartial<RequestsConfig> = {}): RequestsConfig =>
  merge(getDefaults(requestsSchema), changes) as RequestsConfig;

function serverDefaults(): ServerConfig {
  const section = CORE_SECTIONS.find(({ path: name }) => name === 'server');
  return getDefaults(section!.schema) as ServerConfig;
}

function merge(
  base: Record<string, unknown>,
  changes: Record<string, unknown>
): Record<string, unknown> {
  for (const [key, value] of Object.entries(changes)) {
    const isBranch = typeof value === 'object' && value !== null && !Array.isArray(value);
    base[key] = isBranch
      ? merge((base[key] ?? {}) as Record<string, unknown>, value as Record<string, unknown>)
      : value;
  }
  return base;
}

/** Creates a user with the server's own permissions. */
export async function addUser(
  server: Pick<SecurityServer, 'engine'>,
  name: string,
  password: string,
  body: Readonly<Record<string, unknown>> = {}
): Promise<void> {
  await put(server, `internalusers/${name}`, { password, ...body });
}

export async function put(
  { engine }: Pick<SecurityServer, 'engine'>,
  what: string,
  body: unknown
): Promise<void> {
  const response = await engine.request(
    { kind: 'internal' },
    { method: 'PUT', path: `/_plugins/_security/api/${what}`, body }
  );
  if (response.statusCode >= 300)
    throw new Error(
      `PUT ${what} answered ${response.statusCode}: ${JSON.stringify(response.body)}`
    );
}
