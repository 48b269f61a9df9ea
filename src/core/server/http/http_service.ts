/**
 * HTTP service: routes with declared access, entry points, security headers, drain. Each request to
 * a route passes static headers, the gate, reading and validation of the body, then the handler.
 */
import { BasePath } from './base_path';
import { entryPointBudget, routeBudget } from './body/body_limits';
import { buildFastify } from './fastify_app';
import type { EntryPointDefinition } from './entry_points';
import { NodeServer, type SlowSenders } from './connections/node_server';
import { RequestMetrics } from './request_metrics';
import type { FailurePageRenderer, PageRenderer } from './responses/response_factory';
import { createRouter, type RouteDefinition } from './routing/router';
import { loadValidators } from './routing/route_validation';
import { staticHeaders } from './responses/security_headers';
import type { AuthHandler, HttpServiceSetup, PreResponseHandler, RouteLimits } from './types';
import type { UsedCertificate } from '../../../backend/api';
import type { ServerConfig } from '../config';
import type { LevelLogger } from '../logging';

export interface HttpServiceDeps {
  readonly config: ServerConfig;
  readonly productName: string;
  readonly version: string;
  readonly log: LevelLogger;
  /** Logs each request at `info`, and each slow one at `warn`. */
  readonly accessLog?: LevelLogger;
  /** Milliseconds from which a request is slow; 0 disables this. */
  readonly slowRequestMs?: number;
  /** `metrics.token`. */
  readonly collectorToken?: string | undefined;
  /** Default: `HTTP_LIMITS`. */
  readonly slowSenders?: SlowSenders;
}

export interface InternalHttpServiceSetup extends HttpServiceSetup {
  readonly metrics: RequestMetrics;
  connectionCount(): Promise<number>;
  /** Sets the renderer of `response.renderApp`. */
  setPageRenderer(renderer: PageRenderer): void;
  /** Sets the renderer of error pages for browser users. Default: the response for programs. */
  setFailurePageRenderer(renderer: FailurePageRenderer): void;
}

export class HttpService {
  private readonly basePath: BasePath;
  private readonly metrics = new RequestMetrics();
  private readonly node: NodeServer;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly routes: RouteDefinition[] = [];
  private readonly entryPoints: EntryPointDefinition[] = [];
  private readonly preResponse: PreResponseHandler[] = [];
  private authHandler: AuthHandler | undefined;
  private render: PageRenderer | undefined;
  private renderFailure: FailurePageRenderer = (_request, failure) => failure;
  private isClosed = false;
  private isDraining = false;
  private closeApp: (() => Promise<void>) | undefined;

  constructor(private readonly deps: HttpServiceDeps) {
    const { config } = deps;
    this.basePath = new BasePath(config.basePath);
    this.headers = staticHeaders({
      serverName: config.name,
      isTls: config.ssl.enabled,
      customHeaders: config.customResponseHeaders,
    });
    this.node = new NodeServer({ ...deps, headers: this.headers });
  }

  /** Binds the port. Every request gets a 503 until `start`. */
  async listen(): Promise<void> {
    await this.node.listen();
  }

  /** Of `server.ssl`, as they were loaded. */
  get certificates(): readonly UsedCertificate[] {
    return this.node.certificates;
  }

  /** @throws {StartError} one line with the key that is wrong; the old certificate then stays */
  async reloadTls(): Promise<void> {
    await this.node.loadTls();
  }

  setup(): InternalHttpServiceSetup {
    const { config } = this.deps;
    const { metrics, basePath } = this;
    return {
      createRouter: ({ onError } = {}) => createRouter((route) => this.addRoute(route), onError),
      registerAuth: (handler) => {
        this.assertOpen('An auth handler');
        if (this.authHandler) throw new Error('Auth interceptor was already registered');
        this.authHandler = handler;
      },
      registerOnPreResponse: (handler) => {
        this.assertOpen('A response handler');
        this.preResponse.push(handler);
      },
      registerEntryPoint: ({ prefix, isExact = false, maxBytes = config.maxPayload, handler }) => {
        this.assertOpen('An entry point');
        if (!(isExact ? /^\/[^{}*:]*$/ : /^\/[^{}*:]+$/).test(prefix))
          throw new Error(`Entry point prefix "${prefix}" must be a plain path.`);
        this.entryPoints.push({ prefix, isExact, maxBytes, handler });
      },
      basePath: {
        serverBasePath: basePath.serverBasePath,
        prepend: (path) => basePath.prepend(path),
        remove: (path) => basePath.remove(path),
      },
      isTls: config.ssl.enabled,
      publicBaseUrl: config.publicBaseUrl,
      getServerInfo: () => ({
        name: config.name,
        hostname: config.host,
        port: this.node.port,
        protocol: config.ssl.enabled ? 'https' : 'http',
      }),
      metrics,
      connectionCount: () => this.node.connectionCount(),
      setPageRenderer: (renderer) => void (this.render = renderer),
      setFailurePageRenderer: (renderer) => void (this.renderFailure = renderer),
    };
  }

  /** Whether the server is shutting down. */
  readonly isShuttingDown = (): boolean => this.isDraining;

  /** Closes registration and accepts requests. */
  async start(): Promise<void> {
    this.isClosed = true;
    const { config, version, log, accessLog = log.get('request'), slowRequestMs = 0 } = this.deps;
    const app = await buildFastify({
      config,
      version,
      log,
      accessLog,
      slowRequestMs,
      node: this.node,
      basePath: this.basePath,
      headers: this.headers,
      routes: this.routes,
      entryPoints: this.entryPoints,
      metrics: this.metrics,
      preResponse: this.preResponse,
      getAuthHandler: () => this.authHandler,
      collectorToken: this.deps.collectorToken,
      render: (request, options) => {
        if (!this.render) throw new Error('No page renderer is set.');
        return this.render(request, options);
      },
      renderFailure: (request, failure) => this.renderFailure(request, failure),
      isDraining: () => this.isDraining,
    });
    await app.ready();
    this.closeApp = () => app.close();
    this.node.open((request, response) => app.routing(request, response));
    // Loaded off the critical path, to be ready before the first request with a body.
    setImmediate(() => void loadValidators().catch((error: unknown) => log.error(error as Error)));
  }

  /** `http://127.0.0.1:5601/base`, as a browser on this machine would open it. */
  get url(): string {
    const { config } = this.deps;
    const host = config.host.includes(':') ? `[${config.host}]` : config.host;
    const path = config.rewriteBasePath ? config.basePath : '';
    return `${config.ssl.enabled ? 'https' : 'http'}://${host}:${this.node.port}${path}`;
  }

  /** The routes registered so far. */
  get registered(): readonly RouteDefinition[] {
    return this.routes;
  }

  /** Limits of each route and entry point; complete after start. */
  budgets(): readonly RouteLimits[] {
    const { maxPayload } = this.deps.config;
    const routes = this.routes.map(({ method, config }) => ({
      method,
      path: config.path,
      ...routeBudget(config, maxPayload),
    }));
    const entryPoints = this.entryPoints.map(({ prefix, maxBytes }) => ({
      method: '*' as const,
      path: `${prefix}/*`,
      ...entryPointBudget(maxBytes),
    }));
    return [...routes, ...entryPoints];
  }

  async stop(): Promise<void> {
    this.isDraining = true;
    await this.node.drain(this.deps.config.shutdownTimeout);
    await this.closeApp?.();
  }

  private addRoute(route: RouteDefinition): void {
    this.assertOpen(`The route [${route.method.toLowerCase()}] at [${route.config.path}]`);
    this.routes.push(route);
  }

  private assertOpen(what: string): void {
    if (this.isClosed) throw new Error(`${what} cannot be registered after setup.`);
  }
}
