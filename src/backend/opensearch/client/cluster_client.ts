/**
 * Requests to a cluster through its official client, which selects among the hosts. Only `asServer`
 * uses the server's own credentials, never a request on behalf of a caller.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Client, type ClientOptions } from '@opensearch-project/opensearch';
import type { Right } from '../../../contracts/api';
import { parseAnswer, readText } from './answer';
import { ClusterError, type ClusterTrouble, findTrouble } from './cluster_error';
import { CLUSTER_LIMITS } from '../../../contracts/limits';
import { type BackendCall, type HttpMethod, type RequestCaller, requestTrace } from '../../api';
import { type ClusterSettings, tlsOptions } from './cluster_settings';
import { keepAliveAgent, QuietConnection } from './connections';
import { guardedLookup } from '../../api/guarded_lookup';
import { getEndpointGroup } from './endpoint_group';
import { type ClusterFault, inOurWords } from './java_texts';

/** Path characters (RFC 3986, section 3.3) with complete escapes. */
const PATH = /^(\/([A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})*)+$/;

/**
 * @returns `undefined` for paths that a cluster or a proxy may interpret differently: with relative
 *   segments, including escaped ones, empty segments, or characters not allowed in a path
 */
export function wirePath(path: string): string | undefined {
  if (path.length > CLUSTER_LIMITS.pathLength || !PATH.test(path)) return undefined;
  if (path === '/') return path;
  // A trailing slash is ignored.
  const parts = path.replace(/\/$/, '').split('/').slice(1);
  const isRead = (part: string): boolean => {
    const bare = part.replaceAll(/%2e/gi, '.');
    return bare !== '' && bare !== '.' && bare !== '..';
  };
  return parts.length > 0 && parts.every(isRead) ? `/${parts.join('/')}` : undefined;
}

export interface ClusterCall {
  readonly method: HttpMethod;
  /** With URL-encoded segments. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged instead of `body`; by default with the content type of JSON. */
  readonly rawBody?: string;
  /** Default `CLUSTER_LIMITS.responseBytes`. */
  readonly maxBytes?: number;
  /** Whether only the text is needed: it is not parsed. */
  readonly isText?: boolean;
  /** Milliseconds until the response is complete; default `requestTimeout`. */
  readonly timeoutMs?: number;
  /**
   * Whether the request may be retried on another host if one does not respond, although it may
   * have been executed. Default: `GET` and `HEAD`.
   */
  readonly isRepeatable?: boolean;
  /**
   * Whether this is a health check, which is sent even while the cluster is considered unusable.
   */
  readonly isHealthCheck?: boolean;
  /**
   * What a caller with limits needs for it at home. Default: the endpoint of the security API that
   * the path names, otherwise everything.
   */
  readonly right?: Right;
}

export interface ClusterResponse {
  readonly statusCode: number;
  /** By lower-case name; only the first value of repeated headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed text; `undefined` if it is no JSON, or was not to be parsed. */
  readonly json: unknown;
}

type Headers = Readonly<Record<string, string | undefined>>;

/** Clients that differ in whether connections are reused. */
interface ClientPair {
  /** Reuses connections for further requests. */
  readonly pooled: Client;
  /** Opens a new connection for each request and closes it afterwards. */
  readonly single: Client;
}

/** A node echoes it in every response. */
const CALL_ID = 'x-opaque-id';

export class ClusterClient {
  private readonly server: ClientPair;
  private readonly callers: ClientPair;
  private readonly used = new WeakSet<Socket>();
  /** Requests since startup by outcome: `answered`, or the trouble. */
  readonly figures: Record<string, { count: number; seconds: number }> = {};
  /** Told of each call that went out. */
  onCall: ((call: BackendCall) => void) | undefined;
  /** Told of each response to the server's own requests. */
  onServerResponse: ((response: ClusterResponse) => void) | undefined;
  /** Told of each error response whose words are not for users. */
  onFault: ((fault: ClusterFault) => void) | undefined;
  private calls = 0;
  private readonly serverHeaders: Headers;
  private readonly sniffTimer?: NodeJS.Timeout;
  private isStopped = false;
  private blockingError: ClusterError | undefined;
  private foundOutage: ClusterError | undefined;

  /** @throws if a certificate file cannot be read */
  constructor(private readonly settings: ClusterSettings) {
    const { username, password } = settings;
    this.server = makeClients(settings, 'server');
    this.callers = makeClients(settings, 'callers');
    this.serverHeaders = {
      authorization: username === undefined ? undefined : basic(username, password ?? ''),
    };
    if (settings.sniffOnStart) void this.sniff();
    if (settings.sniffInterval !== false)
      this.sniffTimer = setInterval(() => void this.sniff(), settings.sniffInterval).unref();
  }

  /**
   * Sends a request as the server.
   * @throws {ClusterError} if there is no complete response; error statuses are responses
   */
  async asServer(call: ClusterCall): Promise<ClusterResponse> {
    const response = await this.call(this.server, call, this.serverHeaders);
    this.onServerResponse?.(response);
    return response;
  }

  /**
   * The server's own account as a caller, for what the cluster has to check like a user's request;
   * `undefined` without a user name and password.
   */
  get ownCaller(): RequestCaller | undefined {
    const { username: userName } = this.settings;
    const { authorization } = this.serverHeaders;
    if (userName === undefined || authorization === undefined) return undefined;
    const principal = { userName, headers: { authorization } };
    return { kind: 'user', principal, remoteAddress: undefined };
  }

  /**
   * Sends a request on behalf of a caller, with nothing but the caller's credentials.
   * @throws {ClusterError} if there is no complete response; error statuses are responses
   */
  async asCaller(caller: RequestCaller, request: ClusterCall): Promise<ClusterResponse> {
    // The cluster's audit log then shows the client's id of the request.
    const opaqueId = requestTrace.getStore()?.opaqueId;
    const call =
      opaqueId === undefined
        ? request
        : { ...request, headers: { [CALL_ID]: opaqueId, ...request.headers } };
    const credentials = this.toHeaders(caller);
    const isUsersChange = !isRepeatable(call);
    const single = () => this.once(this.callers.single, call, credentials, isUsersChange);
    // With an id chosen by the client, the response could not be told from others on the same
    // connection.
    if (!isVerified(caller) || call.headers?.[CALL_ID] !== undefined) return single();
    const response = await this.call(this.callers, call, credentials, isUsersChange);
    // A 401 may be left over from another request. The node has not executed this one, so it is
    // repeated.
    return response.statusCode === 401 ? single() : response;
  }

  /**
   * Makes all requests except health checks fail with this error, until called with `undefined`.
   */
  setBlockingError(blockingError: ClusterError | undefined): void {
    this.blockingError = blockingError;
  }

  /**
   * Makes all requests except health checks fail with this error, because the cluster does not
   * answer: sent, each would wait for its time limit. Until called with `undefined`.
   */
  setOutage(outage: ClusterError | undefined): void {
    this.foundOutage = outage;
  }

  get outage(): ClusterError | undefined {
    return this.foundOutage;
  }

  get hostCount(): number {
    return new Set(this.settings.hosts).size;
  }

  async stop(): Promise<void> {
    if (this.isStopped) return;
    this.isStopped = true;
    clearInterval(this.sniffTimer);
    await Promise.all(this.clients.map((client) => client.close()));
  }

  private get clients(): Client[] {
    return [this.server, this.callers].flatMap(({ pooled, single }) => [pooled, single]);
  }

  private toHeaders(caller: RequestCaller): Headers {
    const { requestHeadersAllowlist } = this.settings;
    const allowed = new Set(requestHeadersAllowlist.map((name) => name.toLowerCase()));
    const isForwarded = allowed.has('x-forwarded-for') && caller.remoteAddress !== undefined;
    const forwarded = isForwarded ? { 'x-forwarded-for': caller.remoteAddress } : {};
    if (caller.kind !== 'user') return forwarded;
    const { principal, tenant } = caller;
    return {
      ...forwarded,
      ...principal.headers,
      ...(tenant !== undefined && { securitytenant: tenant }),
    };
  }

  private async call(
    pair: ClientPair,
    call: ClusterCall,
    credentials: Headers,
    isUsersChange = false
  ): Promise<ClusterResponse> {
    try {
      return await this.once(pair.pooled, call, credentials, isUsersChange);
    } catch (error) {
      if (!(error instanceof MisplacedResponse) || !isRepeatable(call)) throw error;
      return this.once(pair.single, call, credentials, isUsersChange);
    }
  }

  private async once(
    client: Client,
    call: ClusterCall,
    credentials: Headers,
    isUsersChange: boolean
  ): Promise<ClusterResponse> {
    const { method, query, timeoutMs = this.settings.requestTimeout } = call;
    const path = wirePath(call.path);
    if (path === undefined) throw new TypeError(`Not a path of a call: ${call.path.slice(0, 200)}`);
    if (this.isStopped)
      throw new ClusterError('stopped', 'The connection to the cluster is closed.');
    // Do not send credentials to a server that is not a usable cluster.
    const error = this.blockingError ?? this.outage;
    if (error && call.isHealthCheck !== true) throw error;
    const body = call.rawBody ?? (call.body === undefined ? undefined : JSON.stringify(call.body));
    const id = `security-dashboards-${this.calls++ % CLUSTER_LIMITS.callIds}`;
    const headers = {
      [CALL_ID]: id,
      ...dropUndefined(call.headers ?? {}),
      ...dropUndefined(credentials),
    };
    const running = client.transport.request(
      {
        method,
        path,
        querystring: dropUndefined(query ?? {}),
        ...(body !== undefined && { body }),
      },
      {
        // The body is read here with a size limit, and the client throws no errors for statuses.
        asStream: true,
        requestTimeout: timeoutMs,
        maxRetries: isRepeatable(call) ? this.settings.hosts.length : 0,
        headers: { ...headers, ...this.settings.customHeaders },
      }
    );
    const startedMs = performance.now();
    let outcome = 'answered';
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
      this.settle(response, id);
      const statusCode = result.statusCode as number;
      assertAnswer(statusCode);
      const text = await readText(response, call.maxBytes ?? CLUSTER_LIMITS.responseBytes);
      const json = call.isText === true ? undefined : await parseAnswer(text);
      const answer = { statusCode, headers: toHeaders(response, id), text, json };
      if (statusCode < 400) return answer;
      const worded = await inOurWords(answer);
      if (worded !== answer) this.onFault?.({ method, path, statusCode, text });
      return worded;
    } catch (error) {
      const failure = this.findFailure(error, isLate, timeoutMs, isUsersChange);
      outcome = failure.trouble;
      throw failure;
    } finally {
      clearTimeout(timer);
      const figure = (this.figures[outcome] ??= { count: 0, seconds: 0 });
      const seconds = (performance.now() - startedMs) / 1_000;
      figure.count++;
      figure.seconds += seconds;
      this.onCall?.({ method, endpoint: getEndpointGroup(path), seconds });
    }
  }

  /**
   * Closes the connection after a response that may affect the next request.
   * @throws {MisplacedResponse} if the response belongs to another request
   */
  private settle(response: IncomingMessage, id: string): void {
    const { socket, headers, statusCode = 0 } = response;
    const isNamed = headers[CALL_ID] === id;
    if (!isNamed && this.used.has(socket)) {
      response.destroy();
      throw new MisplacedResponse();
    }
    this.used.add(socket);
    // Must run before the client's own listener, which would reuse the connection for the next
    // request.
    if (!isNamed || !keepsConnection(statusCode))
      response.prependOnceListener('end', () => socket.destroy());
  }

  private findFailure(
    error: unknown,
    isLate: boolean,
    timeoutMs: number,
    isUsersChange: boolean
  ): ClusterError {
    if (this.settings.sniffOnConnectionFault && !(error instanceof ClusterError)) void this.sniff();
    const late = `The cluster gave no whole answer within ${timeoutMs} ms.`;
    if (isLate)
      return new ClusterError('timeout', late, { cause: error, isChangeLost: isUsersChange });
    const trouble = error instanceof ClusterError ? error.trouble : findTrouble(error);
    const isChangeLost = isUsersChange && LOSING_CHANGES.has(trouble);
    if (error instanceof ClusterError && !isChangeLost) return error;
    const message = trouble === 'timeout' ? late : (error as Error).message;
    return new ClusterError(trouble, `${this.settings.hosts.join(', ')}: ${message}`, {
      cause: error,
      isChangeLost,
    });
  }

  /** Discovers the addresses of all nodes; the client's own discovery would send no credentials. */
  private async sniff(): Promise<void> {
    try {
      const { statusCode, json } = await this.asServer({
        method: 'GET',
        path: '/_nodes/_all/http',
        // A node that is not known yet may answer.
        isHealthCheck: true,
        timeoutMs: this.settings.pingTimeout,
      });
      if (statusCode !== 200) return;
      const { nodes } = json as { nodes: Record<string, unknown> };
      const { protocol } = new URL(this.settings.hosts[0] as string);
      for (const { connectionPool: pool } of this.clients) {
        const found = pool.nodesToHost(nodes, protocol);
        if (found.length > 0) pool.update(found);
      }
    } catch {
      // The known hosts stay in use.
    }
  }
}

/** Troubles after which a change may have been made. */
const LOSING_CHANGES: ReadonlySet<ClusterTrouble> = new Set(['timeout', 'broken', 'malformed']);

/**
 * A response without the id of the current request, on a connection that has served other requests.
 */
class MisplacedResponse extends ClusterError {
  constructor() {
    super('broken', 'The cluster sent the response to another request.');
  }
}

/**
 * Keeps the connection only after responses that prove that the node has accepted the credentials
 * and found the route. After any other response, a node may also reject the next request on the
 * connection.
 */
const keepsConnection = (statusCode: number): boolean =>
  (statusCode >= 200 && statusCode < 300) || statusCode === 404 || statusCode === 409;

/**
 * @throws {ClusterError} `malformed` for a redirect, which no cluster sends, or no status of HTTP
 */
function assertAnswer(statusCode: number): void {
  const isRedirect = statusCode >= 300 && statusCode < 400 && statusCode !== 304;
  if (statusCode >= 200 && statusCode < 600 && !isRedirect) return;
  throw new ClusterError('malformed', `The server answers ${statusCode}, which no cluster does.`);
}

/**
 * Whether the cluster has accepted these credentials before; a caller who is not verified yet has
 * no name.
 */
const isVerified = (caller: RequestCaller): boolean =>
  caller.kind === 'user' &&
  caller.principal.userName !== '' &&
  Object.keys(caller.principal.headers ?? {}).length > 0;

const isRepeatable = ({ method, isRepeatable: given }: ClusterCall): boolean =>
  given ?? (method === 'GET' || method === 'HEAD');

function makeClients(settings: ClusterSettings, user: 'server' | 'callers'): ClientPair {
  const { hosts, requestTimeout, pingTimeout } = settings;
  const options: ClientOptions = {
    nodes: [...new Set(hosts)],
    ssl: tlsOptions(settings.ssl, user),
    Connection: QuietConnection,
    requestTimeout,
    pingTimeout,
    // A host that did not respond is retried with a regular request, because the client's ping has
    // no credentials.
    resurrectStrategy: 'optimistic',
    nodeSelector: 'round-robin',
  };
  const maxSockets = CLUSTER_LIMITS.connections;
  const guard = settings.allows && { lookup: guardedLookup(settings.allows) };
  return {
    pooled: new Client({ ...options, agent: (to) => keepAliveAgent(to, guard) }),
    single: new Client({ ...options, agent: { keepAlive: false, maxSockets, ...guard } }),
  };
}

const basic = (userName: string, password: string): string =>
  `Basic ${Buffer.from(`${userName}:${password}`, 'utf8').toString('base64')}`;

function dropUndefined<T>(map: Readonly<Record<string, T | undefined>>): Record<string, T> {
  const entries = Object.entries(map).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Record<string, T>;
}

/** @param id - id of the request, which is not returned to the caller */
const toHeaders = ({ headers }: IncomingMessage, id: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value;
      return first === undefined || (name === CALL_ID && first === id) ? [] : [[name, first]];
    })
  );
