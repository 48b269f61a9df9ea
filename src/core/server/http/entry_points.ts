/**
 * Entry points: path prefixes with their own protocol, whose requests are passed on unprocessed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { HttpMethod } from '../../../backend/api';
import { getBudget, type RouteMarker } from './body/body_parser';
import { entryPointBudget } from './body/body_limits';
import type { TlsConnections } from './connections/tls_connections';
import { clientAddress, isForwarded, peerAddress } from './request/client_address';
import { foreignChangeRefused, isCrossSiteWrite } from './request/cross_site';
import { jsonProblem } from './body/json_scan';
import { identifyRequest } from './request/request_user';
import { abortOnClose, getPath } from './request/route_request';
import type { EntryPointRequest, RouteResponse } from './types';

export interface EntryPointDefinition {
  readonly prefix: string;
  /** Matches only this path, not paths below it. */
  readonly isExact: boolean;
  readonly maxBytes: number;
  readonly handler: (request: EntryPointRequest) => Promise<RouteResponse>;
}

const METHODS: HttpMethod[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const CALLER_KIND = 'callerKind';
const CLIENT = 'client';
const USER = 'person';

/** Distinguishes API clients from browser users on a path that serves both. */
export const callerKinds = (
  tlsConnections: TlsConnections
): NonNullable<FastifyServerOptions['routerOptions']>['constraints'] => ({
  [CALLER_KIND]: {
    name: CALLER_KIND,
    storage: () => {
      const handlers = new Map<string, never>();
      return {
        get: (kind: string) => handlers.get(kind) ?? null,
        set: (kind: string, handler: never) => void handlers.set(kind, handler),
      };
    },
    deriveConstraint: (request: IncomingMessage) =>
      request.headers.authorization !== undefined || tlsConnections.of(request)?.peer
        ? CLIENT
        : USER,
    mustMatchWhenDerived: false,
    validate: () => undefined,
  },
});

/** Registers an entry point in a separate scope, whose parser keeps bodies as text. */
export function addEntryPoint(
  app: FastifyInstance,
  entryPoint: EntryPointDefinition,
  response: (
    request: FastifyRequest,
    reply: FastifyReply,
    work: () => Promise<RouteResponse>
  ) => Promise<FastifyReply>,
  tlsConnections: TlsConnections
): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: entryPoint.maxBytes },
      (request, text, done) => {
        // Such a body would overload a JSON parser, whatever the entry point's content type.
        const isJson = /^\s*[[{]/.test(text as string);
        const problem = isJson && jsonProblem(text as string, getBudget(request).json);
        return problem ? done(problem) : done(null, text);
      }
    );
    const prefix = entryPoint.prefix.replace(/\/+$/, '');
    for (const url of entryPoint.isExact ? [entryPoint.prefix] : [prefix, `${prefix}/*`]) {
      scope.route({
        method: METHODS,
        url,
        // Browser users get a page at `/`.
        ...(url === '/' && { constraints: { [CALLER_KIND]: CLIENT } }),
        exposeHeadRoute: false,
        bodyLimit: entryPoint.maxBytes,
        config: { budget: entryPointBudget(entryPoint.maxBytes) } satisfies RouteMarker,
        onRequest: async (request, reply) =>
          isCrossSiteWrite(request)
            ? response(request, reply, async () => foreignChangeRefused())
            : undefined,
        handler: (request, reply) =>
          response(request, reply, () =>
            entryPoint.handler(new IncomingEntryPointRequest(request, reply.raw, tlsConnections))
          ),
      });
    }
  });
}

class IncomingEntryPointRequest implements EntryPointRequest {
  private abort: AbortController | undefined;

  constructor(
    private readonly source: FastifyRequest,
    private readonly response: ServerResponse,
    private readonly tlsConnections: TlsConnections
  ) {}

  get method(): HttpMethod {
    return this.source.method as HttpMethod;
  }
  get path(): string {
    return getPath(this.source.url);
  }
  get query(): EntryPointRequest['query'] {
    return this.source.query as EntryPointRequest['query'];
  }
  get headers(): EntryPointRequest['headers'] {
    return this.source.headers as EntryPointRequest['headers'];
  }
  get rawBody(): string | undefined {
    return typeof this.source.body === 'string' ? this.source.body : undefined;
  }
  get remoteAddress(): string {
    return clientAddress(this.source);
  }
  get peerAddress(): string {
    return peerAddress(this.source);
  }
  get isForwarded(): boolean {
    return isForwarded(this.source);
  }
  get tls(): EntryPointRequest['tls'] {
    return this.tlsConnections.of(this.source.raw);
  }
  get signal(): AbortSignal {
    this.abort ??= abortOnClose(this.response);
    return this.abort.signal;
  }
  identify(userName: string): void {
    identifyRequest(this.source, userName);
  }
}
