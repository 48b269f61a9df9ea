/** Mocks of core's contracts, for tests only. */
import { BehaviorSubject, EMPTY } from 'rxjs';
import type { BackendStatus } from '../../backend/api';
import type { ScopedEngineClient } from './backend';
import { createCallRouter } from './http/routing/call_router';
import type {
  ResponseFactory,
  RouteRequest,
  RequestAuth,
  RouteConfig,
  RouteHandler,
  Router,
} from './http/types';
import { createResponseFactory } from './http/responses/response_factory';
import type { Logger } from './logging';
import type { CoreSetup, CoreStart, PluginInitializerContext } from './plugins';

type Fn = jest.Mock;
export type MockedLogger = { [K in Exclude<keyof Logger, 'get'>]: Fn } & { get: Fn; isEnabled: Fn };

function createLogger(): MockedLogger {
  const logger: MockedLogger = {
    trace: jest.fn(),
    debug: jest.fn(),
    info: jest.fn(),
    warn: jest.fn(),
    error: jest.fn(),
    isEnabled: jest.fn(() => false),
    get: jest.fn(),
  };
  logger.get.mockImplementation(() => logger);
  return logger;
}

export interface RegisteredRoute {
  readonly method: string;
  readonly config: RouteConfig;
  readonly handler: RouteHandler<never, never, never>;
}

/** A router that records the registered routes: `router.find('post', '/api/x')`. */
function createRouter(): Router & {
  routes: RegisteredRoute[];
  find(method: string, path: string): RegisteredRoute;
} {
  const routes: RegisteredRoute[] = [];
  const register = (method: string) => (config: unknown, handler: unknown) =>
    void routes.push({
      method,
      config: config as RouteConfig,
      handler: handler as RegisteredRoute['handler'],
    });
  const verbs = {
    get: register('get'),
    post: register('post'),
    put: register('put'),
    patch: register('patch'),
    delete: register('delete'),
  };
  return {
    routes,
    ...verbs,
    ...createCallRouter(verbs),
    find(method, path) {
      const route = routes.find(
        (candidate) => candidate.method === method && candidate.config.path === path
      );
      if (!route)
        throw new Error(
          `No route ${method} ${path}; there are ${routes.map((r) => `${r.method} ${r.config.path}`).join(', ')}.`
        );
      return route;
    },
  };
}

function createRequest(overrides: Partial<RouteRequest> = {}): RouteRequest {
  return {
    id: 'request-1',
    method: 'GET',
    url: new URL('http://localhost/'),
    route: { path: '/', options: { access: 'user' } },
    params: {},
    query: {},
    body: undefined,
    headers: {},
    cookies: {},
    remoteAddress: '127.0.0.1',
    peerAddress: '127.0.0.1',
    isForwarded: false,
    basePath: '',
    isSystemRequest: false,
    isCollector: false,
    auth: undefined,
    signal: new AbortController().signal,
    identify: () => undefined,
    ...overrides,
  };
}

function createAuth(
  overrides: Partial<RequestAuth['identity']> & { tenant?: string } = {}
): RequestAuth {
  const { tenant, ...identity } = overrides;
  const userName = identity.userName ?? 'user';
  return {
    identity: {
      userName,
      backendRoles: [],
      roles: [],
      tenants: {},
      hasApiAccess: false,
      isInternalUser: true,
      isReserved: false,
      ...identity,
    },
    caller: { kind: 'user', principal: { userName }, tenant },
    tenant,
  };
}

const createResponse = (request: RouteRequest = createRequest()): ResponseFactory =>
  createResponseFactory(request, async (_request, { headers }) => ({
    statusCode: 200,
    headers,
    body: '<html>',
  }));

/** The client that `core.engine.asScoped` returns for every caller. */
function createEngine() {
  const found = { ok: true, result: { total: 0, unfilteredTotal: 0, items: [], facets: {} } };
  return {
    request: jest.fn(async () => ({ statusCode: 200, headers: {}, body: {} })) as Fn,
    changeTogether: jest.fn() as Fn,
    find: jest.fn(async () => found) as Fn,
    auditEvents: jest.fn() as Fn,
    history: {
      list: jest.fn() as Fn,
      get: jest.fn() as Fn,
      revert: jest.fn() as Fn,
      revertProposal: jest.fn() as Fn,
    },
    factors: {
      state: jest.fn() as Fn,
      ofUsers: jest.fn() as Fn,
      begin: jest.fn() as Fn,
      confirm: jest.fn() as Fn,
      rename: jest.fn() as Fn,
      remove: jest.fn() as Fn,
      renewRecoveryCodes: jest.fn() as Fn,
      reset: jest.fn() as Fn,
      requirement: jest.fn() as Fn,
      require: jest.fn() as Fn,
    },
    apiKeys: {
      own: jest.fn() as Fn,
      create: jest.fn() as Fn,
      revokeOwn: jest.fn() as Fn,
      list: jest.fn() as Fn,
      revoke: jest.fn() as Fn,
      usage: jest.fn() as Fn,
    },
    indices: { preview: jest.fn() as Fn, names: jest.fn() as Fn, fields: jest.fn() as Fn },
    explain: jest.fn() as Fn,
    impact: jest.fn() as Fn,
    findings: jest.fn() as Fn,
    roleUsage: jest.fn() as Fn,
    userUsage: jest.fn() as Fn,
    replay: jest.fn() as Fn,
    matrix: jest.fn() as Fn,
    effectivePermissions: jest.fn() as Fn,
  } satisfies ScopedEngineClient;
}

function createSetup() {
  const router = createRouter();
  const engine = createEngine();
  const core = {
    http: {
      createRouter: jest.fn(() => router),
      registerAuth: jest.fn(),
      registerOnPreResponse: jest.fn(),
      registerEntryPoint: jest.fn(),
      basePath: {
        serverBasePath: '',
        prepend: (path: string) => path,
        remove: (path: string) => path,
      },
      isTls: false,
      publicBaseUrl: undefined,
      getServerInfo: () => ({
        name: 'test',
        hostname: 'localhost',
        port: 5601,
        protocol: 'http' as const,
      }),
    },
    engine: {
      kind: 'embedded' as const,
      features: {
        find: true,
        auditEvents: true,
        history: true,
        explain: true,
        effectivePermissions: true,
        decide: true,
        entityVersions: true,
        conditionalWrites: true,
        lockoutQuestion: true,
        changeAudit: true,
        changeSets: true,
        atomicBulk: true,
        suspension: true,
        rename: true,
        loginTrial: true,
        secondFactors: true,
        apiKeys: true,
        indices: false,
      },
      status$: new BehaviorSubject<BackendStatus>({ level: 'available', summary: 'ready' }),
      asScoped: jest.fn((_request: RouteRequest): ScopedEngineClient => engine),
    },
    savedObjects: { registerType: jest.fn(), setScopeProvider: jest.fn() },
    uiSettings: { register: jest.fn() },
    capabilities: { registerProvider: jest.fn(), registerSwitcher: jest.fn() },
    pages: { addPreloadProvider: jest.fn() },
    status: { set: jest.fn(), overall$: EMPTY },
    getStartServices: jest.fn(),
  };
  return { core: core as typeof core & CoreSetup, router, engine };
}

function createStart(): CoreStart {
  const { core } = createSetup();
  return {
    engine: core.engine,
    savedObjects: {
      getScopedClient: jest.fn(),
      createInternalClient: jest.fn(),
      runTransfer: jest.fn((_request, work) => work()),
      getTypes: jest.fn(() => []),
    },
    uiSettings: { asScopedToRequest: jest.fn(), getDefaults: jest.fn(() => ({})) },
  };
}

function createPluginContext<C>(
  config: C,
  overrides: Partial<PluginInitializerContext<C>> = {}
): PluginInitializerContext<C> {
  return {
    manifest: {
      id: 'test',
      version: '1.0.0',
      configPath: 'test',
      moreConfigPaths: [],
      requiredPlugins: [],
      optionalPlugins: [],
      server: true,
      ui: false,
    },
    logger: createLogger(),
    config: { get: () => config },
    env: {
      version: '0.1.0',
      productName: 'Security Dashboards',
      dataPath: '/nonexistent',
      dev: false,
      demo: false,
    },
    ...overrides,
  };
}

export const coreMock = {
  createLogger,
  createRouter,
  createRequest,
  createAuth,
  createResponse,
  createEngine,
  createSetup,
  createStart,
  createPluginContext,
};
