/**
 * Limits the number of connections. Each address has its own limit, so that one host cannot use all
 * of them. When the server is full, the newest connection of the address with the most connections
 * is closed to accept the new one. Trusted proxies serve many users and have no limit per address.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { HTTP_LIMITS } from '../../../common';
import type { Logger } from '../../logging/types';
import { EXIT_INVALID_CONFIG, StartError } from '../../start_error';
import { addressKey, plainAddress } from '../request/client_address';

const LOG_INTERVAL_MS = 60_000;

export interface ConnectionLimitsOptions {
  readonly maxConnections: number;
  readonly maxPerAddress: number;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly log: Pick<Logger, 'warn'>;
}

export class ConnectionLimits {
  /** Connections of each address, oldest first. */
  private readonly byAddress = new Map<string, Set<Socket>>();
  private count = 0;
  private refused = 0;
  private loggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: ConnectionLimitsOptions) {}

  /** Applies the limits to a server, plain or TLS. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.admit(socket));
    // Connections that Node.js fails to accept. Without a listener, this error would end the
    // process.
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (server.listening) this.report(error.code ?? error.message);
    });
  }

  private admit(socket: Socket): void {
    const address = plainAddress(socket.remoteAddress);
    const key = addressKey(address);
    const { maxConnections, maxPerAddress, isTrustedProxy } = this.options;
    const isFull = (this.byAddress.get(key)?.size ?? 0) >= maxPerAddress;
    if (isFull && !isTrustedProxy(address)) return this.refuse(socket, 'one address');
    this.add(key, socket);
    if (this.count > maxConnections) this.refuse(this.newestOfGreediest(), 'all addresses');
  }

  private add(key: string, socket: Socket): void {
    const sockets = this.byAddress.get(key) ?? new Set();
    this.byAddress.set(key, sockets.add(socket));
    this.count++;
    socket.once('close', () => this.remove(key, socket));
  }

  private remove(key: string, socket: Socket): void {
    const sockets = this.byAddress.get(key);
    if (!sockets?.delete(socket)) return;
    this.count--;
    if (sockets.size === 0) this.byAddress.delete(key);
  }

  private newestOfGreediest(): Socket {
    let greediest: ReadonlySet<Socket> = new Set();
    for (const sockets of this.byAddress.values())
      if (sockets.size >= greediest.size) greediest = sockets;
    return [...greediest].at(-1) as Socket;
  }

  private refuse(socket: Socket, scope: string): void {
    this.remove(addressKey(plainAddress(socket.remoteAddress)), socket);
    socket.destroy();
    this.report(`limit of ${scope}`);
  }

  /**
   * Logs at most one line a minute, so that an attacker who exhausts the connections does not fill
   * the log.
   */
  private report(reason: string): void {
    this.refused++;
    const nowMs = performance.now();
    if (nowMs - this.loggedAtMs < LOG_INTERVAL_MS) return;
    this.loggedAtMs = nowMs;
    this.options.log.warn(
      'Connections were refused: see server.maxConnections, server.maxConnectionsPerAddress ' +
        'and the number of open files that the system allows.',
      { reason, refused: this.refused, open: this.count }
    );
    this.refused = 0;
  }
}

/**
 * Returns the configured number of connections, or fewer if the system allows fewer open files:
 * running out of them would also stop the databases.
 * @throws {StartError} if no file descriptor is left for connections
 */
export function affordableConnections(
  configured: number,
  log: Pick<Logger, 'warn'>,
  openFiles = maxOpenFiles()
): number {
  const { reservedDescriptors } = HTTP_LIMITS;
  const affordable = openFiles - reservedDescriptors;
  if (affordable >= configured) return configured;
  const needed = `The limit of open files is ${openFiles} (ulimit -n); the server needs ${reservedDescriptors + configured}: ${reservedDescriptors} for itself, and server.maxConnections (${configured}).`;
  if (affordable < 1) throw new StartError(`${needed} Raise the limit.`, EXIT_INVALID_CONFIG);
  log.warn(`${needed} It takes ${affordable} connections. Raise the limit.`);
  return affordable;
}

/** `ulimit -n` of this process; unlimited if the system does not tell. */
function maxOpenFiles(): number {
  try {
    const text = readFileSync('/proc/self/limits', 'utf8');
    return Number(/^Max open files\s+(\d+)/m.exec(text)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
