/** A connection to a syslog server, from its opening to its first error. */
import { createSocket, type Socket as DatagramSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** A syslog server. */
export interface SyslogTarget {
  /** Name or IP address. */
  readonly host: string;
  /** 1 to 65,535. */
  readonly port: number;
  /** UDP sends one message per datagram, the others count octets (RFC 6587). */
  readonly protocol: 'udp' | 'tcp' | 'tls';
  /** PEM; by default the authorities of the system. */
  readonly ca: string | undefined;
}

/** The common part of `net.Socket` and `dgram.Socket`. */
interface Line {
  send(messages: readonly string[], done: (error?: Error | null) => void): void;
  /** Lets the system send the buffered data. */
  end(): void;
  destroy(): void;
}

const KEEP_ALIVE_MS = 30_000;
/** Time for a closing connection to send its buffered data. */
const END_MS = 1_000;

/** A connection for some messages. After an error it cannot be used any more. */
export class SyslogConnection {
  private problem: Error | undefined;
  private fail: ((error: Error) => void) | undefined;
  private line: Line | undefined;

  private constructor(private readonly stallMs: number) {}

  /** Rejects when the server cannot be reached in time. */
  static async open(target: SyslogTarget, stallMs: number): Promise<SyslogConnection> {
    const connection = new SyslogConnection(stallMs);
    const { host, port } = target;
    await connection.within(`${host}:${port} does not respond`, async () => {
      const line = await (target.protocol === 'udp'
        ? connection.overUdp(target)
        : connection.overStream(target));
      // It timed out in the meantime.
      if (connection.problem) line.destroy();
      connection.line = line;
    });
    return connection;
  }

  /** Whether messages can still be sent. */
  get isOpen(): boolean {
    return this.problem === undefined;
  }

  /** Resolves when the system has accepted all messages. */
  send(messages: readonly string[]): Promise<void> {
    return this.within('the syslog server takes nothing', () => {
      return new Promise<void>((resolve, reject) => {
        this.line?.send(messages, (error) => (error ? reject(error) : resolve()));
      });
    });
  }

  /** Ends the connection once the buffered data is sent. */
  close(): void {
    this.problem ??= new Error('the connection is closed');
    this.fail?.(this.problem);
    this.line?.end();
  }

  private async within(late: string, work: () => Promise<void>): Promise<void> {
    if (this.problem) throw this.problem;
    let timer: NodeJS.Timeout | undefined;
    const failure = new Promise<never>((_resolve, reject) => {
      this.fail = reject;
      timer = setTimeout(() => this.broken(new Error(late)), this.stallMs);
    });
    try {
      await Promise.race([work(), failure]);
    } catch (error) {
      this.broken(error as Error);
      throw error;
    } finally {
      clearTimeout(timer);
      this.fail = undefined;
    }
  }

  private readonly broken = (error: Error): void => {
    this.problem ??= error;
    this.fail?.(this.problem);
    this.line?.destroy();
  };

  private overStream({ host, port, protocol, ca }: SyslogTarget): Promise<Line> {
    return new Promise((resolve) => {
      const name = isIP(host) ? {} : { servername: host };
      const socket: Socket =
        protocol === 'tls'
          ? connectTls({ host, port, ca, minVersion: 'TLSv1.2', ...name })
          : connectTcp({ host, port });
      const line: Line = {
        send: (messages, done) => {
          const framed = messages.map((message) => `${message.length} ${message}`).join('');
          socket.write(framed, 'latin1', done);
        },
        end: () => {
          socket.end();
          setTimeout(() => socket.destroy(), END_MS).unref();
        },
        destroy: () => socket.destroy(),
      };
      this.line = line;
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      socket.once(protocol === 'tls' ? 'secureConnect' : 'connect', () => resolve(line));
      socket.on('error', this.broken);
      socket.on('close', () => this.broken(new Error('the syslog server closed the connection')));
      // Syslog servers send nothing. Unexpected data must not fill memory.
      socket.resume();
    });
  }

  private async overUdp({ host, port }: SyslogTarget): Promise<Line> {
    const { address, family } = await lookup(host);
    const socket: DatagramSocket = createSocket(family === 6 ? 'udp6' : 'udp4');
    const line: Line = {
      send: ([message = ''], done) => socket.send(Buffer.from(message, 'latin1'), done),
      end: () => closeOnce(socket),
      destroy: () => closeOnce(socket),
    };
    this.line = line;
    socket.on('error', this.broken);
    await new Promise<void>((resolve) => socket.connect(port, address, resolve));
    return line;
  }
}

function closeOnce(socket: DatagramSocket): void {
  try {
    socket.close();
  } catch {
    // Already closed.
  }
}
