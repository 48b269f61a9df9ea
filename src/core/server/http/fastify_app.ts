/** Connects routes, entry points and hooks to the HTTP library. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { parse as parseQueryString } from 'node:querystring';
import cookies from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { CHANGE_REASON_HEADER } from '../../common';
import { requestTrace, type RequestTrace } from '../../../backend/api';
import { CodedError, SERVER_ERRORS } from '../../../contracts/errors';
import { HTTP_LIMITS } from '../../common';
import type { ServerConfig } from '../config';
import type { LevelLogger } from '../logging';
import { type BasePath, isHealthPath } from './base_path';
import { BodyMemoryLimit } from './body/body_memory_limit';
import { acceptedTypes, addBodyParser, budgetOf, type RouteMarker } from './body/body_parser';
import { routeBudget } from './body/body_limits';
import { validateResponse } from './responses/response_validation';
import { addEntryPoint, callerKinds, type EntryPointDefinition } from './entry_points';
import {
  definedError,
  errorResponse,
  libraryErrorResponse,
  serviceErrorResponse,
} from './responses/http_errors';
import { fallbackResponse, FALLBACK_ROUTE } from './fallback';
import { clientAddress } from './request/client_address';
import { IncomingRequest, pathOf } from './request/route_request';
import { readRequestUser } from './request/request_user';
import type { NodeServer } from './connections/node_server';
import { RateLimiter } from './rate_limiter';
import { sendResponse } from './send_response';
import { checkHead } from './request/request_head';
import { normalTarget } from './request/request_target';
import { isPageRequest, RequestGate } from './request_gate';
import type { RequestMetrics } from './request_metrics';
import {
  createResponseFactory,
  type FailurePageRenderer,
  type PageRenderer,
} from './responses/response_factory';
import { compileValidation, type RouteValidator } from './routing/route_validation';
import type { RouteDefinition } from './routing/router';
import type { AuthHandler, PreResponseHandler, ResponseFactory, RouteResponse } from './types';

export interface FastifyAppDeps {
  readonly config: ServerConfig;
  readonly version: string;
  readonly log: LevelLogger;
  readonly accessLog: LevelLogger;
  readonly slowRequestMs: number;
  readonly node: NodeServer;
  readonly basePath: BasePath;
  readonly headers: Readonly<Record<string, string>>;
  readonly routes: readonly RouteDefinition[];
  readonly entryPoints: readonly EntryPointDefinition[];
  readonly metrics: RequestMetrics;
  readonly preResponse: readonly PreResponseHandler[];
  readonly getAuthHandler: () => AuthHandler | undefined;
  readonly collectorToken: string | undefined;
  readonly render: PageRenderer;
  /** Renders the page that browser users see instead of an error response. */
  readonly renderFailure: FailurePageRenderer;
  readonly isDraining: () => boolean;
}

const OUTSIDE_URL = '/.outside-base-path';
const MALFORMED_URL = '/.malformed';
const REQUEST_ID_HEADER = 'x-request-id';
const OPAQUE_ID_HEADER = 'x-opaque-id';
/**
 * Logged instead of a status if the client closed the connection before the response, as in nginx.
 */
const CLIENT_CLOSED_REQUEST = 499;

interface Passed {
  readonly incoming: IncomingRequest;
  readonly response: ResponseFactory;
}

export async function buildFastify(deps: FastifyAppDeps): Promise<FastifyInstance> {
  const { config, basePath, headers, log } = deps;
  const gate = new RequestGate({
    version: deps.version,
    xsrf: config.xsrf,
    getAuthHandler: deps.getAuthHandler,
    collectorToken: deps.collectorToken,
  });
  const app = Fastify({
    logger: false,
    serverFactory: () => deps.node.server,
    bodyLimit: config.maxPayload,
    trustProxy: [...config.trustedProxies],
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    return503OnClosing: false,
    exposeHeadRoutes: true,
    routerOptions: {
      constraints: callerKinds(deps.node.tlsConnections),
      maxParamLength: HTTP_LIMITS.pathPartBytes,
      querystringParser: (text) =>
        parseQueryString(text, '&', '=', { maxKeys: HTTP_LIMITS.queryKeys }),
    },
    rewriteUrl: ({ url = '/' }) => {
      const target = normalTarget(url);
      if (target === undefined) return MALFORMED_URL;
      if (!config.rewriteBasePath || isHealthPath(pathOf(target))) return target;
      return basePath.strip(target) ?? OUTSIDE_URL;
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).headers(traceHeaders(traceOf(request)));
      return sendResponse(reply, libraryErrorResponse(error) ?? errorResponse(400), scope);
    },
    clientErrorHandler: (error, socket) => refuseSocket(error, socket, headers),
  }) as unknown as FastifyInstance;
  const scope = {
    basePath: basePath.serverBasePath,
    isDraining: deps.isDraining,
  };
  const passed = new WeakMap<FastifyRequest, Passed>();

  const pass = async (
    request: FastifyRequest,
    incoming: IncomingRequest,
    limiter?: RateLimiter
  ) => {
    const response = createResponseFactory(incoming, deps.render);
    passed.set(request, { incoming, response });
    return gate.pass(incoming, response, limiter);
  };
  const send = (
    reply: FastifyReply,
    incoming: IncomingRequest | undefined,
    response: RouteResponse
  ) => {
    if (incoming)
      for (const handler of deps.preResponse)
        addHeaders(reply, handler(incoming, response.statusCode)?.headers);
    const sent =
      incoming && isForUsers(incoming, response)
        ? deps.renderFailure(incoming, response)
        : response;
    return sendResponse(reply, sent, scope, incoming?.pendingCookies);
  };
  const failed = (request: FastifyRequest, error: unknown): RouteResponse => {
    const known = serviceErrorResponse(error);
    if (known) return known;
    log.error(error instanceof Error ? error : new Error(String(error)), {
      requestId: request.id,
      method: request.method,
      path: pathOf(request.url),
    });
    return errorResponse(500);
  };

  addAccounting(app, deps, (request) => passed.get(request)?.incoming);
  // Registered before all other hooks, because requests without a route are authenticated, too.
  await app.register(cookies);
  app.addHook('onRequest', (request, reply, done) => {
    const trace = traceOf(request);
    reply.headers(headers).headers(traceHeaders(trace));
    requestTrace.run(trace, () => begin(request, reply, done));
  });
  const begin = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    const denial =
      request.url === MALFORMED_URL
        ? definedError(SERVER_ERRORS.malformedUrl)
        : checkHead(request.raw, deps.node.isTrustedProxy);
    if (denial) return void send(reply, undefined, denial);
    if (!request.is404) return done();
    const isOutside = request.url === OUTSIDE_URL;
    const incoming = new IncomingRequest(
      request,
      reply.raw,
      FALLBACK_ROUTE,
      basePath.serverBasePath
    );
    const response = isOutside
      ? Promise.resolve(errorResponse(404))
      : fallbackResponse(incoming, () => pass(request, incoming));
    response
      .catch((error: unknown) => failed(request, error))
      .then((result) => {
        // Scripts receive the same error as JSON.
        const isMissingPage = result.statusCode === 404 && isPageRequest(incoming);
        return send(reply, incoming, isMissingPage ? deps.renderFailure(incoming, result) : result);
      })
      .catch(done);
    return undefined;
  };
  const meter = new BodyMemoryLimit();
  app.addHook('preParsing', (request, reply, payload, done) => {
    const problem = meter.admit(request, reply.raw, budgetOf(request).bodyBytes);
    done(problem ?? null, payload);
  });
  app.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    const incoming = passed.get(request)?.incoming;
    if (error instanceof CodedError) return send(reply, incoming, failed(request, error));
    const { bodyBytes } = budgetOf(request);
    return send(reply, incoming, libraryErrorResponse(error, bodyBytes) ?? failed(request, error));
  });

  addBodyParser(app);
  for (const route of deps.routes) addRoute(route);
  for (const entryPoint of deps.entryPoints) {
    addEntryPoint(
      app,
      entryPoint,
      (request, reply, work) =>
        inTrace(request, async () =>
          send(reply, undefined, await work().catch((error: unknown) => failed(request, error)))
        ),
      deps.node.tlsConnections
    );
  }
  return app;

  function addRoute({ method, pattern, config: route, handler }: RouteDefinition): void {
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
          const denial = await pass(request, incoming, limiter).catch((error: unknown) =>
            failed(request, error)
          );
          return denial && send(reply, incoming, denial);
        },
        handler: (request, reply) =>
          inTrace(request, async () => {
            const { incoming, response } = passed.get(request) as Passed;
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
            const refusing = (error: unknown) => failed(request, error);
            const outcome = await result().catch(refusing);
            const checked = config.checkAnswers
              ? await validateResponse(route, outcome).catch(refusing)
              : outcome;
            return send(reply, incoming, checked);
          }),
      });
    }
  }
}

function addAccounting(
  app: FastifyInstance,
  { metrics, accessLog, slowRequestMs }: FastifyAppDeps,
  incomingOf: (request: FastifyRequest) => IncomingRequest | undefined
): void {
  const begun = new WeakMap<
    FastifyRequest,
    { readonly reply: FastifyReply; readonly sent: number }
  >();
  const note = (request: FastifyRequest, statusCode: number) => {
    const { reply, sent } = begun.get(request) as { reply: FastifyReply; sent: number };
    const isSlow = slowRequestMs > 0 && reply.elapsedTime >= slowRequestMs;
    const isLogged = accessLog.isEnabled('info');
    if (!isLogged && !isSlow) return;
    const tookMs = Math.round(reply.elapsedTime);
    const path = pathOf(request.url);
    const line = `${request.method} ${path} ${statusCode} ${tookMs}ms`;
    const about = {
      type: 'response',
      requestId: request.id,
      opaqueId: traceOf(request).opaqueId,
      method: request.method,
      path,
      statusCode,
      tookMs,
      // Includes the headers: all bytes sent on the connection.
      bytes: request.raw.socket.bytesWritten - sent,
      user: incomingOf(request)?.auth?.identity.userName ?? readRequestUser(request),
      remoteAddress: clientAddress(request),
    };
    if (isLogged) accessLog.info(line, about);
    if (isSlow) accessLog.warn(`Slow request: ${line}`, { ...about, type: 'slow' });
  };
  app.addHook('onRequest', (request, reply, done) => {
    begun.set(request, { reply, sent: request.raw.socket.bytesWritten });
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route } = request.routeOptions;
    metrics.record(reply.statusCode, reply.elapsedTime, request.method, route);
    note(request, reply.statusCode);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    metrics.disconnected();
    note(request, CLIENT_CLOSED_REQUEST);
    done();
  });
}

function namedParams(
  params: Record<string, string>,
  restName: string | undefined
): Record<string, string> {
  if (restName === undefined) return params;
  const { '*': rest = '', ...others } = params;
  return { ...others, [restName]: rest };
}

function addHeaders(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>> | undefined
): void {
  if (headers) reply.headers(headers as Record<string, string>);
}

const OPAQUE_ID = new RegExp(`^[\\x21-\\x7e]{1,${HTTP_LIMITS.opaqueIdLength}}$`);

/** An `x-opaque-id` that is too long or not printable is dropped, because it is logged. */
function traceOf({ id, headers }: FastifyRequest): RequestTrace {
  const opaqueId = headers[OPAQUE_ID_HEADER];
  const reason = reasonIn(headers[CHANGE_REASON_HEADER]);
  return {
    id,
    ...(typeof opaqueId === 'string' && OPAQUE_ID.test(opaqueId) && { opaqueId }),
    ...(reason !== undefined && { reason }),
  };
}

/** @returns `undefined` for a reason that is empty, too long or not percent-encoded */
function reasonIn(header: string | readonly string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  try {
    const reason = decodeURIComponent(header).trim();
    return reason === '' || reason.length > HTTP_LIMITS.changeReasonLength ? undefined : reason;
  } catch {
    return undefined;
  }
}

const traceHeaders = ({ id, opaqueId }: RequestTrace): Record<string, string> => ({
  [REQUEST_ID_HEADER]: id,
  ...(opaqueId !== undefined && { [OPAQUE_ID_HEADER]: opaqueId }),
});

/** Restores the trace context, which is lost when the body is read. */
const inTrace = <T>(request: FastifyRequest, work: () => T): T =>
  requestTrace.run(traceOf(request), work);

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

/** Whether a browser user would otherwise see this error as raw JSON. */
function isForUsers(request: IncomingRequest, { statusCode, body }: RouteResponse): boolean {
  if (!isPageRequest(request)) return false;
  const isError = statusCode >= 400 && typeof body === 'object' && body !== null;
  return statusCode === 503 || (isError && (request.headers['accept'] ?? '').includes('text/html'));
}
