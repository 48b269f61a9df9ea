/** The listening socket, plain or TLS: 503 until the product is ready, drained on stop. */
import { createServer as createPlainServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { constants } from 'node:crypto';
import {
  createServer as createTlsServer,
  Server as TlsServer,
  type ServerOptions as TlsServerOptions,
} from 'node:https';
import { compile as compileRanges } from '@fastify/proxy-addr';
import type { UsedCertificate } from '../../../../backend/api';
import { HTTP_LIMITS } from '../../../common';
import { readServerTls, type ServerConfig } from '../../config';
import type { Logger } from '../../logging/types';
import { StartError } from '../../start_error';
import { LIVE_PATH } from '../base_path';
import { affordableConnections, ConnectionLimits } from './connection_limits';
import { TlsConnections } from './tls_connections';

/** Closes a connection with more pipelined requests than allowed; passes all others on. */
function limitPipelining(listener: RequestListener): RequestListener {
  const pendingRequests = new WeakMap<Socket, number>();
  return (request, response) => {
    const { socket } = request;
    // Requests that were already read still arrive after the connection has ended.
    if (socket.destroyed) return;
    const count = (pendingRequests.get(socket) ?? 0) + 1;
    if (count > HTTP_LIMITS.requestsAhead) {
      socket.destroy();
      return;
    }
    pendingRequests.set(socket, count);
    response.once('close', () =>
      pendingRequests.set(socket, (pendingRequests.get(socket) ?? 1) - 1)
    );
    listener(request, response);
  };
}

const RETRY_AFTER_SECONDS = 30;

/** Time limits for slow senders, in milliseconds. */
export interface SlowSenders {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly slowSenderCheckMs: number;
}

interface NodeServerOptions {
  readonly config: ServerConfig;
  readonly productName: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly log: Pick<Logger, 'warn'>;
  readonly slowSenders?: SlowSenders;
}

export class NodeServer {
  readonly server: Server;
  readonly tlsConnections: TlsConnections;
  readonly isTrustedProxy: (address: string) => boolean;
  private handler: RequestListener;

  constructor(private readonly options: NodeServerOptions) {
    const { config, slowSenders = HTTP_LIMITS } = options;
    this.handler = notReady(options);
    const listener = limitPipelining((request, response) => this.handler(request, response));
    const limits = {
      keepAliveTimeout: config.keepaliveTimeout,
      headersTimeout: slowSenders.headersMs,
      requestTimeout: slowSenders.requestMs,
      connectionsCheckingInterval: slowSenders.slowSenderCheckMs,
      maxHeaderSize: HTTP_LIMITS.headerBytes,
    };
    this.server = config.ssl.enabled
      ? createTlsServer({ ...limits, ...handshakeOptions(config.ssl) }, listener)
      : createPlainServer(limits, listener);
    this.server.timeout = config.socketTimeout;
    this.server.maxRequestsPerSocket = HTTP_LIMITS.requestsPerConnection;
    const isTrusted = compileRanges([...config.trustedProxies]);
    const isTrustedProxy = (address: string) => isTrusted(address, 0);
    this.isTrustedProxy = isTrustedProxy;
    this.tlsConnections = new TlsConnections({ isTrustedProxy });
    new ConnectionLimits({
      maxConnections: affordableConnections(config.maxConnections, options.log),
      maxPerAddress: config.maxConnectionsPerAddress,
      isTrustedProxy,
      log: options.log,
    }).watch(this.server);
  }

  /** From now on requests are passed to the product. */
  open(handler: RequestListener): void {
    this.handler = handler;
  }

  /**
   * Reads the TLS files for new connections. Open connections keep their certificates.
   * @throws {StartError} one line with the key that is wrong; the previous settings then stay
   */
  async loadTls(): Promise<void> {
    const { ssl } = this.options.config;
    if (!(this.server instanceof TlsServer)) return;
    const { context, authorities, used } = await readServerTls(ssl);
    this.server.setSecureContext({
      ...context,
      honorCipherOrder: true,
      // Resumed sessions are not authenticated again and would outlive the client's certificate.
      ...(requestsCertificates(ssl) && { secureOptions: constants.SSL_OP_NO_TICKET }),
    });
    this.tlsConnections.trust(authorities);
    this.certificates = used;
  }

  /** Of `server.ssl`, as they were loaded. */
  certificates: readonly UsedCertificate[] = [];

  /** @throws {StartError} one line if TLS is misconfigured or the address is not available */
  async listen(): Promise<void> {
    await this.loadTls();
    const { host, port } = this.options.config;
    await new Promise<void>((resolve, reject) => {
      const onError = (error: NodeJS.ErrnoException) => reject(listenError(error, host, port));
      this.server.once('error', onError);
      this.server.listen(port, host, () => {
        this.server.off('error', onError);
        resolve();
      });
    });
  }

  /** The actual port, which differs from the configured one if that is 0. */
  get port(): number {
    return (this.server.address() as AddressInfo | null)?.port ?? this.options.config.port;
  }

  connectionCount(): Promise<number> {
    return new Promise((resolve) =>
      this.server.getConnections((error, count) => resolve(error ? 0 : count))
    );
  }

  /** Accepts no new connections, waits for pending responses, then closes what is left. */
  async drain(timeoutMs: number): Promise<void> {
    if (!this.server.listening) return;
    const closed = new Promise<void>((resolve) => this.server.close(() => resolve()));
    this.server.closeIdleConnections();
    const timer = setTimeout(() => this.server.closeAllConnections(), timeoutMs);
    await closed;
    clearTimeout(timer);
  }
}

const requestsCertificates = (ssl: ServerConfig['ssl']): boolean =>
  ssl.clientAuthentication !== 'none';

const handshakeOptions = (ssl: ServerConfig['ssl']): TlsServerOptions => ({
  handshakeTimeout: HTTP_LIMITS.tlsHandshakeMs,
  requestCert: requestsCertificates(ssl),
  rejectUnauthorized: ssl.clientAuthentication === 'required',
});

function notReady({ productName, headers }: NodeServerOptions): RequestListener {
  return (request, response) => {
    // The process lives while it starts.
    if (request.url === LIVE_PATH) {
      response.writeHead(200, { ...headers, 'content-type': 'text/plain; charset=utf-8' });
      response.end('live\n');
      return;
    }
    response.writeHead(503, {
      ...headers,
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': String(RETRY_AFTER_SECONDS),
    });
    response.end(`${productName} server is not ready yet`);
  };
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} is already in use on ${host}. Stop what listens there, or start with another --server.port.`
      );
    case 'EACCES':
      return new StartError(
        `No permission to listen on port ${port}. Start with a --server.port of 1024 or above.`
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `Cannot listen on ${host}: no such address on this machine (server.host).`
      );
    default:
      return error;
  }
}
