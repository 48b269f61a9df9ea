/** Connects routes, entry points and hooks to the HTTP library. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { parse as parseQueryString } from 'node:querystring';
import cookies from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { requestTrace } from '../../../backend/api';
import { CodedError, SERVER_ERRORS } from '../../../contracts/errors';
import { HTTP_LIMITS } from '../../common';
import { addAccessLog, type AccessLogDeps } from './access_log';
import type { ServerConfig } from '../config';
import type { LevelLogger } from '../logging';
import { type BasePath, isHealthPath } from './base_path';
import { BodyMemoryLimit } from './body/body_memory_limit';
import { acceptedTypes, addBodyParser, getBudget, type RouteMarker } from './body/body_parser';
import { routeBudget } from './body/body_limits';
import { validateResponse } from './responses/response_validation';
import { addEntryPoint, callerKinds, type EntryPointDefinition } from './entry_points';
import { definedError, errorResponse, libraryErrorResponse } from './responses/http_errors';
import { IncomingRequest, getPath } from './request/route_request';
import type { NodeServer } from './connections/node_server';
import { RateLimiter } from './rate_limiter';
import { sendResponse } from './send_response';
import { checkHead } from './request/request_head';
import { normalTarget } from './request/request_target';
import { RequestFlow, type PassedRequest, type RequestFlowDeps } from './request_flow';
import { RequestGate } from './request_gate';
import { readTrace, runInTrace, traceHeaders } from './request_trace';
import { compileValidation, type RouteValidator } from './routing/route_validation';
import type { RouteDefinition } from './routing/router';
import type { AuthHandler, RouteResponse } from './types';

export interface FastifyAppDeps
  extends Omit<RequestFlowDeps, 'gate' | 'serverBasePath'>, Omit<AccessLogDeps, 'readUser'> {
  readonly config: ServerConfig;
  readonly version: string;
  readonly log: LevelLogger;
  readonly node: NodeServer;
  readonly basePath: BasePath;
  readonly headers: Readonly<Record<string, string>>;
  readonly routes: readonly RouteDefinition[];
  readonly entryPoints: readonly EntryPointDefinition[];
  readonly getAuthHandler: () => AuthHandler | undefined;
  readonly collectorToken: string | undefined;
}

const OUTSIDE_URL = '/.outside-base-path';
const MALFORMED_URL = '/.malformed';

export async function buildFastify(deps: FastifyAppDeps): Promise<FastifyInstance> {
  const { config, basePath, node } = deps;
  const gate = new RequestGate({
    version: deps.version,
    xsrf: config.xsrf,
    getAuthHandler: deps.getAuthHandler,
    collectorToken: deps.collectorToken,
  });
  const flow = new RequestFlow({ ...deps, gate, serverBasePath: basePath.serverBasePath });
  const app = createApp(deps);
  addAccessLog(app, {
    ...deps,
    readUser: (request) => flow.read(request)?.incoming.auth?.identity.userName,
  });
  // Registered before all other hooks, because requests without a route are authenticated, too.
  await app.register(cookies);
  addHeadChecks(app, flow, deps);
  addBodyLimits(app);
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const incoming = flow.read(request)?.incoming;
    if (error instanceof CodedError) return flow.send(reply, incoming, flow.fail(request, error));
    const { bodyBytes } = getBudget(request);
    const response = libraryErrorResponse(error, bodyBytes) ?? flow.fail(request, error);
    return flow.send(reply, incoming, response);
  });
  addBodyParser(app);
  for (const route of deps.routes) addRoute(app, flow, deps, route);
  for (const entryPoint of deps.entryPoints) {
    addEntryPoint(
      app,
      entryPoint,
      (request, reply, work) =>
        runInTrace(request, async () =>
          flow.send(
            reply,
            undefined,
            await work().catch((error: unknown) => flow.fail(request, error))
          )
        ),
      node.tlsConnections
    );
  }
  return app;
}

function createApp({
  config,
  basePath,
  headers,
  node,
  isDraining,
}: FastifyAppDeps): FastifyInstance {
  return Fastify({
    logger: false,
    serverFactory: () => node.server,
    bodyLimit: config.maxPayload,
    trustProxy: [...config.trustedProxies],
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: {
      constraints: callerKinds(node.tlsConnections),
      maxParamLength: HTTP_LIMITS.pathPartBytes,
      querystringParser: (text) =>
        parseQueryString(text, '&', '=', { maxKeys: HTTP_LIMITS.queryKeys }),
    },
    rewriteUrl: ({ url = '/' }) => {
      const target = normalTarget(url);
      if (target === undefined) return MALFORMED_URL;
      if (!config.rewriteBasePath || isHealthPath(getPath(target))) return target;
      return basePath.strip(target) ?? OUTSIDE_URL;
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).headers(traceHeaders(readTrace(request)));
      const response = libraryErrorResponse(error) ?? errorResponse(400);
      return sendResponse(reply, response, { basePath: basePath.serverBasePath, isDraining });
    },
    clientErrorHandler: (error, socket) => refuseSocket(error, socket, headers),
  }) as unknown as FastifyInstance;
}

/** Refuses malformed requests, and answers those without a route. */
function addHeadChecks(
  app: FastifyInstance,
  flow: RequestFlow,
  { headers, node }: FastifyAppDeps
): void {
  app.addHook('onRequest', (request, reply, done) => {
    const trace = readTrace(request);
    reply.headers(headers).headers(traceHeaders(trace));
    requestTrace.run(trace, () => {
      const denial =
        request.url === MALFORMED_URL
          ? definedError(SERVER_ERRORS.malformedUrl)
          : checkHead(request.raw, node.isTrustedProxy);
      if (denial) void flow.send(reply, undefined, denial);
      else if (request.is404)
        void flow.answerFallback(request, reply, request.url === OUTSIDE_URL).catch(done);
      else done();
    });
  });
}

function addBodyLimits(app: FastifyInstance): void {
  const meter = new BodyMemoryLimit();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const problem = meter.admit(request, reply.raw, getBudget(request).bodyBytes);
    done(problem ?? null, payload);
  });
}

function addRoute(
  app: FastifyInstance,
  flow: RequestFlow,
  { config, basePath }: FastifyAppDeps,
  { method, pattern, config: route, handler }: RouteDefinition
): void {
  const { options, validate } = route;
  const info = { path: route.path, options };
  const limiter =
    options.rateLimitPerMinute === undefined
      ? undefined
      : new RateLimiter(options.rateLimitPerMinute);
  const budget = routeBudget(route, config.maxPayload);
  const { asBytes } = options.body ?? {};
  const marker: RouteMarker = { accepts: acceptedTypes(options), budget, asBytes };
  let validator: RouteValidator | undefined;
  for (const url of pattern.urls) {
    app.route({
      method,
      url,
      bodyLimit: budget.bodyBytes,
      config: marker,
      onRequest: async (request, reply) => {
        const incoming = new IncomingRequest(request, reply.raw, info, basePath.serverBasePath);
        const denial = await flow
          .pass(request, incoming, limiter)
          .catch((error: unknown) => flow.fail(request, error));
        return denial && flow.send(reply, incoming, denial);
      },
      handler: (request, reply) =>
        runInTrace(request, async () => {
          const { incoming, response } = flow.read(request) as PassedRequest;
          const result = async (): Promise<RouteResponse> => {
            if (validate) {
              validator ??= await compileValidation(validate);
              incoming.params = validator.check(
                'params',
                namedParams(request.params as Record<string, string>, pattern.restName)
              );
              incoming.query = validator.check('query', request.query);
              incoming.body = validator.check('body', request.body);
            }
            return handler(incoming as never, response);
          };
          const fail = (error: unknown) => flow.fail(request, error);
          const outcome = await result().catch(fail);
          const checked = config.checkAnswers
            ? await validateResponse(route, outcome).catch(fail)
            : outcome;
          return flow.send(reply, incoming, checked);
        }),
    });
  }
}

function namedParams(
  params: Record<string, string>,
  restName: string | undefined
): Record<string, string> {
  if (restName === undefined) return params;
  const { '*': rest = '', ...others } = params;
  return { ...others, [restName]: rest };
}

/** Input that is not HTTP never reaches a route, but gets the same headers. */
function refuseSocket(
  error: Error & { code?: string },
  socket: Socket,
  headers: Readonly<Record<string, string>>
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { statusCode, body } = errorResponse(
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 431
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 408
        : 400
  );
  const text = JSON.stringify(body);
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    `HTTP/1.1 ${statusCode} ${(body as { error: string }).error}\r\n${lines.join('\r\n')}\r\n\r\n${text}`
  );
}
