/** A TLS proxy to a real cluster that injects the faults of networks and busy clusters. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import https from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from 'node:net';
import { clusterNode } from './cluster';
import type { Authority, LeafOptions } from './certificates';

export interface SeenCall {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  readonly body: string;
}

export interface ProxyResponse {
  readonly status: number;
  readonly body: string;
}

export type Deed =
  /** Responds without forwarding the request. */
  | { readonly kind: 'answer'; readonly answer: ProxyResponse }
  /** Modifies the cluster's response. */
  | { readonly kind: 'alter'; readonly alter: (response: ProxyResponse) => ProxyResponse }
  /**
   * Closes the connection before forwarding the request, once the cluster has responded, or halfway
   * through the response.
   */
  | { readonly kind: 'cut'; readonly when: 'before' | 'after' | 'half way' }
  /** Sends nothing until the fault is replaced or removed. */
  | { readonly kind: 'hold' }
  /** Forwards the request twice and returns the second response. */
  | { readonly kind: 'twice' };

/** Ephemeral ports start at 32,768 on Linux, and higher elsewhere. */
const OWN_PORTS = [20_000, 32_000] as const;

/** The fault for a request; `undefined` forwards it unchanged. */
export type Fault = (call: SeenCall) => Deed | undefined;

export class FaultProxy {
  readonly seen: SeenCall[] = [];
  private fault: Fault = () => undefined;
  private release: () => void = () => undefined;
  private held: Promise<void> = Promise.resolve();
  private readonly agent: https.Agent;

  private constructor(
    private readonly authority: Authority,
    private readonly server: https.Server,
    private readonly port: number
  ) {
    this.agent = new https.Agent({ ca: readFileSync(clusterNode().ca), keepAlive: true });
    server.on('request', (request, response) => void this.serve(request, response));
    this.setFault();
  }

  static async open(authority: Authority): Promise<FaultProxy> {
    const { cert, key } = await authority.issue('CN=proxy', { isServer: true });
    const server = https.createServer({ cert, key });
    return new FaultProxy(authority, server, await listenOnOwnPort(server));
  }

  get url(): string {
    return `https://127.0.0.1:${this.port}`;
  }

  /** Sets the fault for further requests and forwards the held ones unchanged. */
  setFault(fault: Fault = () => undefined): void {
    this.release();
    this.fault = fault;
    this.held = new Promise((resolve) => (this.release = resolve));
  }

  /**
   * Replaces the certificate, issued by its own or another authority, and closes the connections.
   */
  async certify(options: LeafOptions = {}, authority = this.authority): Promise<void> {
    const { cert, key } = await authority.issue('CN=proxy', { ...options, isServer: true });
    this.server.setSecureContext({ cert, key });
    this.server.closeAllConnections();
  }

  async goAway(): Promise<void> {
    if (!this.server.listening) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  async comeBack(): Promise<void> {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async close(): Promise<void> {
    this.setFault();
    this.agent.destroy();
    await this.goAway();
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on('error', () => undefined);
    try {
      const body = await textOf(request);
      const call = { method: request.method ?? '', path: request.url ?? '', body };
      this.seen.push(call);
      await this.deal(request, call, response);
    } catch {
      // The client or the cluster has closed its connection.
      response.destroy();
    }
  }

  private async deal(
    request: IncomingMessage,
    call: SeenCall,
    response: ServerResponse
  ): Promise<void> {
    const deed = this.fault(call);
    const pass = () => this.pass(request, call.body);
    switch (deed?.kind) {
      case 'answer':
        return send(response, deed.answer);
      case 'alter':
        return send(response, deed.alter(await pass()));
      case 'cut': {
        if (deed.when === 'before') return void response.destroy();
        const result = await pass();
        if (deed.when === 'after') return void response.destroy();
        response.writeHead(result.status, { 'content-length': Buffer.byteLength(result.body) });
        const half = result.body.slice(0, result.body.length / 2);
        return void response.write(half, () => response.destroy());
      }
      case 'hold':
        await this.held;
        return send(response, await pass());
      case 'twice':
        await pass();
        return send(response, await pass());
      default:
        return send(response, await pass());
    }
  }

  private async pass(request: IncomingMessage, body: string): Promise<ProxyResponse> {
    const { host: _host, 'content-length': _length, ...headers } = request.headers;
    const asked = https.request(`${clusterNode().url}${request.url}`, {
      agent: this.agent,
      method: request.method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    });
    asked.end(body);
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: await textOf(response) };
  }
}

/**
 * Listens on a port below the ephemeral range, so that no other process gets the port while this
 * server is down.
 */
async function listenOnOwnPort(server: Server): Promise<number> {
  for (;;) {
    const port = randomInt(...OWN_PORTS);
    server.listen(port, '127.0.0.1');
    const listening = await once(server, 'listening').then(
      () => true,
      () => false
    );
    if (listening) return port;
  }
}

async function textOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function send(response: ServerResponse, { status, body }: ProxyResponse): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(body);
}
