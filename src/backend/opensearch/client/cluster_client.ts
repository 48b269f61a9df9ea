/**
 * Calls to a cluster over its official client, which keeps the connections and chooses among hosts.
 * Every call says whose it is: the server's own credentials go with `asServer` alone, and never
 * with what is done for a caller.
 */
import type { IncomingMessage } from 'node:http';
import { Client, type ClientOptions } from '@opensearch-project/opensearch';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import type { HttpMethod, RequestCaller } from '../../contract';
import { boundedText } from './bounded_text';
import { ClusterError, troubleOf } from './cluster_error';
import { tlsOptions, type ClusterSettings } from './cluster_settings';
import { wirePath } from './wire_path';

export interface ClusterCall {
  readonly method: HttpMethod;
  /** Segments stay URL-encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`; `content-type` says what it is, or else JSON. */
  readonly rawBody?: string;
  /** Default `CLUSTER_LIMITS.answerBytes`. */
  readonly maxBytes?: number;
  /** Milliseconds until the whole answer is there; default `requestTimeout`. */
  readonly timeoutMs?: number;
  /**
   * May go to another host when one does not answer, although it may have been done already.
   * Default: `GET` and `HEAD`.
   */
  readonly isRepeatable?: boolean;
  /** Asks whether the cluster can be used, so it goes there also when that is not known. */
  readonly isLook?: boolean;
}

export interface ClusterAnswer {
  readonly statusCode: number;
  /** Lower-case names; of repeated ones the first. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

type Headers = Readonly<Record<string, string | undefined>>;

export class ClusterClient {
  private readonly server: Client;
  private readonly callers: Client;
  private readonly serverHeaders: Headers;
  private readonly sniffTimer?: NodeJS.Timeout;
  private isStopped = false;
  private obstacle: ClusterError | undefined;

  /** @throws when a file of certificates cannot be read */
  constructor(private readonly settings: ClusterSettings) {
    const { username, password } = settings;
    const [shared, mine] = [
      tlsOptions(settings.ssl, 'callers'),
      tlsOptions(settings.ssl, 'server'),
    ];
    this.server = new Client(optionsOf(settings, mine));
    this.callers = new Client(optionsOf(settings, shared));
    this.serverHeaders = {
      authorization: username === undefined ? undefined : basic(username, password ?? ''),
    };
    if (settings.sniffOnStart) void this.sniff();
    if (settings.sniffInterval !== false)
      this.sniffTimer = setInterval(() => void this.sniff(), settings.sniffInterval).unref();
  }

  /**
   * A call of the server itself.
   * @throws {ClusterError} when there is no whole answer; statuses are answers
   */
  asServer(call: ClusterCall): Promise<ClusterAnswer> {
    return this.call(this.server, call, this.serverHeaders);
  }

  /**
   * A call on behalf of somebody, with nothing but what he brought along.
   * @throws {ClusterError} when there is no whole answer; statuses are answers
   */
  asCaller(caller: RequestCaller, call: ClusterCall): Promise<ClusterAnswer> {
    return this.call(this.callers, call, this.headersOf(caller), isChange(call));
  }

  /** From now on all calls but looks fail with this; `undefined` ends it. */
  keepOut(obstacle: ClusterError | undefined): void {
    this.obstacle = obstacle;
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    clearInterval(this.sniffTimer);
    await Promise.all([this.server.close(), this.callers.close()]);
  }

  private headersOf(caller: RequestCaller): Headers {
    const { requestHeadersAllowlist } = this.settings;
    const allowed = new Set(requestHeadersAllowlist.map((name) => name.toLowerCase()));
    const isForwarded = allowed.has('x-forwarded-for') && caller.remoteAddress !== undefined;
    const place = isForwarded ? { 'x-forwarded-for': caller.remoteAddress } : {};
    if (caller.kind !== 'user') return place;
    const { principal, tenant } = caller;
    return {
      ...place,
      ...principal.headers,
      ...(tenant !== undefined && { securitytenant: tenant }),
    };
  }

  private async call(
    client: Client,
    call: ClusterCall,
    whose: Headers,
    isUsersChange = false
  ): Promise<ClusterAnswer> {
    const { method, query, timeoutMs = this.settings.requestTimeout } = call;
    const path = wirePath(call.path);
    if (path === undefined) throw new TypeError(`Not a path of a call: ${call.path.slice(0, 200)}`);
    if (this.isStopped)
      throw new ClusterError('stopped', 'The connection to the cluster is closed.');
    // Whatever answers there is given nobody's credentials.
    if (this.obstacle && call.isLook !== true) throw this.obstacle;
    const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const running = client.transport.request(
      { method, path, querystring: given(query ?? {}), ...(body !== undefined && { body }) },
      {
        // Read here, within limits; and no status is an error then.
        asStream: true,
        requestTimeout: timeoutMs,
        maxRetries: isChange(call) ? 0 : this.settings.hosts.length,
        headers: { ...given(call.headers ?? {}), ...given(whose), ...this.settings.customHeaders },
      }
    );
    let response: IncomingMessage | undefined;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      running.abort();
      response?.destroy();
    }, timeoutMs);
    try {
      const result = await running;
      response = result.body as unknown as IncomingMessage;
      quieten(response);
      const text = await boundedText(response, call.maxBytes ?? CLUSTER_LIMITS.answerBytes);
      return { statusCode: result.statusCode as number, headers: firstOf(response.headers), text };
    } catch (error) {
      throw this.failureOf(error, isLate, timeoutMs, isUsersChange);
    } finally {
      clearTimeout(timer);
    }
  }

  private failureOf(
    error: unknown,
    isLate: boolean,
    timeoutMs: number,
    isUsersChange: boolean
  ): ClusterError {
    if (this.settings.sniffOnConnectionFault && !(error instanceof ClusterError)) void this.sniff();
    const late = `The cluster gave no whole answer within ${timeoutMs} ms.`;
    if (isLate)
      return new ClusterError('timeout', late, { cause: error, isChangeLost: isUsersChange });
    if (error instanceof ClusterError) return error;
    const trouble = troubleOf(error);
    const words = trouble === 'timeout' ? late : (error as Error).message;
    const isChangeLost = isUsersChange && (trouble === 'timeout' || trouble === 'broken');
    return new ClusterError(trouble, `${this.settings.hosts.join(', ')}: ${words}`, {
      cause: error,
      isChangeLost,
    });
  }

  /** Asks for the addresses of all nodes, which the client would do without credentials. */
  private async sniff(): Promise<void> {
    try {
      const { statusCode, text } = await this.asServer({
        method: 'GET',
        path: '/_nodes/_all/http',
        timeoutMs: this.settings.pingTimeout,
      });
      if (statusCode !== 200) return;
      const { nodes } = JSON.parse(text) as { nodes: Record<string, unknown> };
      const { protocol } = new URL(this.settings.hosts[0] as string);
      for (const { connectionPool: pool } of [this.server, this.callers]) {
        const found = pool.nodesToHost(nodes, protocol);
        if (found.length > 0) pool.update(found);
      }
    } catch {
      // The hosts that are known stay in use.
    }
  }
}

const isChange = ({ method, isRepeatable }: ClusterCall): boolean =>
  !(isRepeatable ?? (method === 'GET' || method === 'HEAD'));

function optionsOf(settings: ClusterSettings, tls: object): ClientOptions {
  const { hosts, requestTimeout, pingTimeout } = settings;
  return {
    nodes: [...new Set(hosts)],
    ssl: tls,
    requestTimeout,
    pingTimeout,
    // A host that did not answer is tried again by a call, not by one without credentials.
    resurrectStrategy: 'optimistic',
    nodeSelector: 'round-robin',
  };
}

/** The client writes to the console what happens to a connection after the head of an answer. */
function quieten(response: IncomingMessage): void {
  const { req: request } = response as IncomingMessage & { req?: NodeJS.EventEmitter };
  request?.removeAllListeners('error').on('error', () => undefined);
}

const basic = (userName: string, password: string): string =>
  `Basic ${Buffer.from(`${userName}:${password}`, 'utf8').toString('base64')}`;

function given<T>(map: Readonly<Record<string, T | undefined>>): Record<string, T> {
  const entries = Object.entries(map).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, T>;
}

const firstOf = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first === undefined ? [] : [[name, first]];
    })
  );
