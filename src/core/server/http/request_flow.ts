/** The way of a request: through the checks of the gate to a handler, and back as a response. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LevelLogger } from '../logging';
import { fallbackResponse, FALLBACK_ROUTE } from './fallback';
import type { RateLimiter } from './rate_limiter';
import { IncomingRequest, getPath } from './request/route_request';
import { isPageRequest, type RequestGate } from './request_gate';
import { errorResponse, serviceErrorResponse } from './responses/http_errors';
import {
  createResponseFactory,
  type FailurePageRenderer,
  type PageRenderer,
} from './responses/response_factory';
import { sendResponse } from './send_response';
import type { PreResponseHandler, ResponseFactory, RouteResponse } from './types';

export interface RequestFlowDeps {
  readonly gate: RequestGate;
  readonly log: LevelLogger;
  readonly serverBasePath: string;
  readonly preResponse: readonly PreResponseHandler[];
  readonly render: PageRenderer;
  /** Renders the page that browser users see instead of an error response. */
  readonly renderFailure: FailurePageRenderer;
  readonly isDraining: () => boolean;
}

export interface PassedRequest {
  readonly incoming: IncomingRequest;
  readonly response: ResponseFactory;
}

export class RequestFlow {
  private readonly passed = new WeakMap<FastifyRequest, PassedRequest>();

  constructor(private readonly deps: RequestFlowDeps) {}

  /** A request that the gate has seen, whether or not it let it pass. */
  read(request: FastifyRequest): PassedRequest | undefined {
    return this.passed.get(request);
  }

  /** @returns the response if the request ends at the gate */
  async pass(
    request: FastifyRequest,
    incoming: IncomingRequest,
    limiter?: RateLimiter
  ): Promise<RouteResponse | undefined> {
    const response = createResponseFactory(incoming, this.deps.render);
    this.passed.set(request, { incoming, response });
    return this.deps.gate.pass(incoming, response, limiter);
  }

  send(reply: FastifyReply, incoming: IncomingRequest | undefined, response: RouteResponse) {
    const { preResponse, renderFailure, serverBasePath, isDraining } = this.deps;
    if (incoming)
      for (const handler of preResponse) {
        const headers = handler(incoming, response.statusCode)?.headers;
        if (headers) reply.headers(headers as Record<string, string>);
      }
    const sent =
      incoming && isForUsers(incoming, response) ? renderFailure(incoming, response) : response;
    const scope = { basePath: serverBasePath, isDraining };
    return sendResponse(reply, sent, scope, incoming?.pendingCookies);
  }

  /** The response for an error; one that no service has defined is logged. */
  fail(request: FastifyRequest, error: unknown): RouteResponse {
    const known = serviceErrorResponse(error);
    if (known) return known;
    this.deps.log.error(error instanceof Error ? error : new Error(String(error)), {
      requestId: request.id,
      method: request.method,
      path: getPath(request.url),
    });
    return errorResponse(500);
  }

  /** Answers a request without a route. */
  async answerFallback(request: FastifyRequest, reply: FastifyReply, isOutside: boolean) {
    const { serverBasePath, renderFailure } = this.deps;
    const incoming = new IncomingRequest(request, reply.raw, FALLBACK_ROUTE, serverBasePath);
    const response = isOutside
      ? errorResponse(404)
      : await fallbackResponse(incoming, () => this.pass(request, incoming)).catch(
          (error: unknown) => this.fail(request, error)
        );
    // Scripts receive the same error as JSON.
    const isMissingPage = response.statusCode === 404 && isPageRequest(incoming);
    return this.send(reply, incoming, isMissingPage ? renderFailure(incoming, response) : response);
  }
}

/** Whether a browser user would otherwise see this error as raw JSON. */
function isForUsers(request: IncomingRequest, { statusCode, body }: RouteResponse): boolean {
  if (!isPageRequest(request)) return false;
  const isError = statusCode >= 400 && typeof body === 'object' && body !== null;
  return statusCode === 503 || (isError && (request.headers['accept'] ?? '').includes('text/html'));
}
