/** Counts, times and logs requests. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LevelLogger } from '../logging';
import { clientAddress } from './request/client_address';
import { readRequestUser } from './request/request_user';
import { getPath } from './request/route_request';
import type { RequestMetrics } from './request_metrics';
import { readTrace } from './request_trace';

export interface AccessLogDeps {
  readonly metrics: RequestMetrics;
  readonly accessLog: LevelLogger;
  /** Milliseconds from which a request is logged as slow; 0: none is. */
  readonly slowRequestMs: number;
  /** Of a request that was authenticated. */
  readonly readUser: (request: FastifyRequest) => string | undefined;
}

/**
 * Logged instead of a status if the client closed the connection before the response, as in nginx.
 */
const CLIENT_CLOSED_REQUEST = 499;

export function addAccessLog(
  app: FastifyInstance,
  { metrics, accessLog, slowRequestMs, readUser }: AccessLogDeps
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
    const path = getPath(request.url);
    const line = `${request.method} ${path} ${statusCode} ${tookMs}ms`;
    const about = {
      type: 'response',
      requestId: request.id,
      opaqueId: readTrace(request).opaqueId,
      method: request.method,
      path,
      statusCode,
      tookMs,
      // Includes the headers: all bytes sent on the connection.
      bytes: request.raw.socket.bytesWritten - sent,
      user: readUser(request) ?? readRequestUser(request),
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
    metrics.noteDisconnect();
    note(request, CLIENT_CLOSED_REQUEST);
    done();
  });
}
