/** A web server on loopback that keeps what it received, such as the receiver of a webhook. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly body: string;
}

export class WebReceiver {
  readonly received: Received[] = [];
  /** Status codes of the next responses; 200 when there are none. */
  statuses: number[] = [];
  /** Headers of all responses. */
  headers: Readonly<Record<string, string>> = {};
  /** Responds only when it resolves. */
  pause: Promise<void> | undefined;
  private server: Server | undefined;

  async start(): Promise<void> {
    this.server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += String(chunk)));
      request.on('end', async () => {
        this.received.push({ headers: request.headers, path: request.url ?? '', body });
        await this.pause;
        response.writeHead(this.statuses.shift() ?? 200, this.headers).end('{}');
      });
    });
    const { server } = this;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server?.address() as AddressInfo).port}`;
  }

  /** The bodies, as JSON. */
  messages<T>(): readonly T[] {
    return this.received.map(({ body }) => JSON.parse(body) as T);
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }
}
