/**
 * The audit log: buffers events of requests and writes them in batches.
 *
 * Durability that administrators can rely on:
 * - Configuration changes are stored in the change history, in the same durable transaction as the
 *   change. The log copies them from there within 200 ms; after a crash, the next start copies the
 *   missing ones. An acknowledged change is never missing from the log.
 * - Login and access events stay in memory for at most 200 ms and are then written and flushed to
 *   disk, so a crash may lose the most recent ones; a shutdown writes them all. While the disk
 *   cannot be written, events are buffered up to the limits in `AUDIT_LIMITS`; the rest are
 *   dropped, counted and reported in the server log.
 * - Repeated denials are aggregated (`DenialAggregator`); a crash may lose the counts of the last
 *   minute.
 */
import { setImmediate } from 'node:timers/promises';
import { AUDIT_LIMITS } from '../../../contracts/limits';
import type {
  AuditPage,
  AuditQuery,
  AuthenticationRequest,
  AuthenticationResult,
  CertificateCaller,
  EngineCaller,
  EngineRequest,
  EngineResponse,
} from '../../api/engine';
import { requestTrace } from '../../api/request_trace';
import { keyOfVersion } from '../authentication/api_key_store/api_key_text';
import { parseBasic } from '../authentication/basic_credentials';
import type { EmbeddedHistoryStore } from '../history/history_store';
import type { AuditSink } from '../../api/audit_sink';
import type { EngineLog } from '../../api/log';
import type { AccessAudit } from '../rest/request/access_audit';
import { AuditPolicy } from '../../changes/audit/audit_policy';
import type { AuditStore, NewEvent } from './audit_store';
import { changeDocument } from '../../changes/audit/change_event';
import { accessDocument, loggableBody, type AccessEvent } from './event_document';
import { isDenial, DenialAggregator } from './denial_aggregator';
import { ActivityRecorder, type RecordedActivity } from '../../activity/recorded_activity';
import { EventBuffer } from './event_buffer';

export interface AuditLogDeps {
  readonly store: AuditStore;
  readonly history: EmbeddedHistoryStore;
  /** Stays the same for the lifetime of the data folder. */
  readonly nodeId: () => string;
  /** Gets each event once the store has it. */
  readonly sink?: AuditSink;
  readonly log: EngineLog;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /**
   * Called with the reason when the log cannot be written, and without one when it can be again.
   */
  readonly onHealth?: (problem: string | undefined) => void;
}

const FLUSH_MS = 200;
/** Users who are looked up before other requests run: a few milliseconds. */
const SEEN_AT_ONCE = 500;
/**
 * Limits of one batch, in rows and in bytes of source data. Writing a batch blocks requests for a
 * few milliseconds.
 */
const BATCH = 250;
const BATCH_BYTES = 524_288;
const PRUNE_EVERY_MS = 60_000;
/** Written bytes after which pruning runs early. */
const PRUNE_AFTER_BYTES = 8_388_608;

export class AuditLog implements AccessAudit {
  private policy = new AuditPolicy(undefined);
  private readonly buffer = new EventBuffer();
  private readonly errors = new DenialAggregator();
  private problem: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private windowTimer: NodeJS.Timeout | undefined;
  private nextPruneMs = 0;
  /** Bytes written since the last pruning. */
  private sincePruned = 0;
  private isStopped = false;

  constructor(private readonly deps: AuditLogDeps) {
    const { history, store } = deps;
    // The last change id is lower after the history was restored from a backup.
    if (store.deliveredUpTo > history.lastId()) store.deliveredUpTo = history.lastId();
    history.deliveredUpTo = store.deliveredUpTo;
    history.isAudited = (origin) => this.policy.wantsChange(origin);
  }

  get figures(): { readonly auditEventsWaiting: number; readonly auditEventsLost: number } {
    return { auditEventsWaiting: this.buffer.length, auditEventsLost: this.buffer.lostInAll };
  }

  /** Applies the stored audit document to future events. */
  configure(document: Readonly<Record<string, unknown>> | undefined): void {
    this.policy = new AuditPolicy(document);
  }

  /** Call this at startup and after each committed change. */
  changed(): void {
    this.schedule();
  }

  /**
   * Adds events of the time before the log, if it is empty.
   * @param events - what they are at `nowMs` (epoch milliseconds), the oldest first
   */
  addEarlier(events: (nowMs: number, nodeId: string) => readonly NewEvent[]): void {
    const { store, now, nodeId } = this.deps;
    if (store.isEmpty) store.append(events(now(), nodeId()));
  }

  /**
   * Records the outcome of a login. Requests without credentials are ignored.
   * @param claimed - the claimed user name, if it is not in a Basic header
   */
  authenticated(
    { headers, remoteAddress }: AuthenticationRequest,
    result: AuthenticationResult,
    claimed?: string
  ): void {
    if (!result.ok && (result.reason === 'missing' || result.reason === 'unavailable')) return;
    const category = result.ok ? 'AUTHENTICATED' : 'FAILED_LOGIN';
    if (!this.policy.wants(category)) return;
    const userName = result.ok
      ? result.principal.userName
      : (parseBasic(headers['authorization'] ?? '')?.userName ?? claimed)?.slice(
          0,
          AUDIT_LIMITS.userNameLength
        );
    const key = result.ok ? keyOfVersion(result.principal.credentialVersion) : undefined;
    const by = key === undefined ? {} : { privilege: `API key ${key}` };
    this.add({ atMs: this.deps.now(), category, userName, remoteAddress, ...by }, () => ({
      headers: { ...headers },
    }));
  }

  /**
   * Records a provider response that the server rejected before the engine saw it, so no user name
   * is known.
   * @param method - the login method
   */
  refusedByServer(method: string, remoteAddress: string): void {
    const category = 'FAILED_LOGIN';
    if (!this.policy.wants(category)) return;
    this.add({ atMs: this.deps.now(), category, remoteAddress, privilege: method }, () => ({}));
  }

  /** Records a header that only a trusted proxy may send, but that came from another address. */
  noteForged({ headers, remoteAddress }: AuthenticationRequest, claimed?: string): void {
    const category = 'BAD_HEADERS';
    if (!this.policy.wants(category)) return;
    const userName = claimed?.slice(0, AUDIT_LIMITS.userNameLength);
    this.add({ atMs: this.deps.now(), category, userName, remoteAddress }, () => ({
      headers: { ...headers },
    }));
  }

  certified(caller: CertificateCaller, request: EngineRequest): void {
    if (this.policy.wants('AUTHENTICATED'))
      this.addRequest('AUTHENTICATED', caller, request, request.path);
  }

  access(
    caller: EngineCaller,
    request: EngineRequest,
    path: string,
    error: EngineResponse | undefined
  ): void {
    if (caller.kind === 'internal') return;
    const category = error ? 'MISSING_PRIVILEGES' : 'GRANTED_PRIVILEGES';
    if (!this.policy.wants(category)) return;
    this.addRequest(category, caller, request, path, error && findReason(error));
  }

  badHeaders(caller: EngineCaller, request: EngineRequest): void {
    if (!this.policy.wants('BAD_HEADERS')) return;
    this.addRequest('BAD_HEADERS', caller, request, request.path);
  }

  /**
   * Records that a user's second factors were enrolled, used, changed or reset. The cluster has no
   * such category.
   * @param what - one line of description, without secrets
   */
  secondFactor(
    by: { readonly userName?: string; readonly remoteAddress?: string },
    what: string
  ): void {
    const category = 'SECOND_FACTOR';
    if (!this.policy.wants(category)) return;
    const { userName, remoteAddress } = by;
    const privilege = what.slice(0, AUDIT_LIMITS.textLength);
    this.add({ atMs: this.deps.now(), category, userName, remoteAddress, privilege }, () => ({}));
  }

  /**
   * Records that an API key was created or revoked. Newer clusters use the same category.
   * @param what - one line of description, without secrets
   */
  apiKey(by: EngineCaller, what: string): void {
    const category = 'API_TOKEN_WRITE';
    if (!this.policy.wants(category)) return;
    const userName = getUserName(by);
    const remoteAddress = by.kind === 'internal' ? undefined : by.remoteAddress;
    const privilege = what.slice(0, AUDIT_LIMITS.textLength);
    this.add({ atMs: this.deps.now(), category, userName, remoteAddress, privilege }, () => ({}));
  }

  /**
   * Records that a stored regular expression was disabled because it is too slow. The cluster has
   * no such category.
   */
  expressionDisarmed(expression: string): void {
    const category = 'EXPRESSION_DISARMED';
    if (!this.policy.wants(category)) return;
    this.push({ atMs: this.deps.now(), category, privilege: expression });
  }

  /** Records that sessions were ended; the path says whose. The cluster has no such category. */
  sessionsEnded(by: EngineCaller, path: string): void {
    if (this.policy.wants('SESSIONS_ENDED'))
      this.addRequest('SESSIONS_ENDED', by, { method: 'DELETE', path }, path);
  }

  /** Records a change of a connection to a further cluster. The cluster has no such category. */
  connectionChanged(by: EngineCaller, request: Pick<EngineRequest, 'method' | 'path'>): void {
    if (this.policy.wants('CONNECTION_CHANGED'))
      this.addRequest('CONNECTION_CHANGED', by, request, request.path);
  }

  /** Includes all events recorded before the call. */
  async find(query: AuditQuery): Promise<AuditPage> {
    await this.written();
    return this.deps.store.find(query);
  }

  /** As `AuditStore.eachRequestOfKey`, with all events recorded before the call. */
  async eachRequestOfKey(...search: Parameters<AuditStore['eachRequestOfKey']>): Promise<boolean> {
    await this.written();
    return this.deps.store.eachRequestOfKey(...search);
  }

  /** @param sinceMs - epoch milliseconds */
  async activitySince(sinceMs: number): Promise<RecordedActivity> {
    await this.written();
    const recorder = new ActivityRecorder();
    const isWhole = await this.deps.store.eachAction(sinceMs, (event) => recorder.addEvent(event));
    if (!isWhole) recorder.leftOut();
    return recorder.result();
  }

  /** Whether requests of a user to the management API are recorded now. */
  recordsRequests(
    category: 'GRANTED_PRIVILEGES' | 'MISSING_PRIVILEGES',
    userName: string
  ): boolean {
    return this.policy.wants(category) && !this.policy.isIgnored(userName, undefined);
  }

  /** Written in batches, so that other requests run while a flood is written. */
  private async written(): Promise<void> {
    this.takeRepeated();
    while (this.writeBatch()) await setImmediate();
  }

  /**
   * Users of these names who did anything since then, or whom the log leaves out; `undefined` if
   * logins are not recorded, or not for that long.
   */
  async seenUsers(
    names: Iterable<string>,
    sinceMs: number
  ): Promise<ReadonlySet<string> | undefined> {
    await this.written();
    const { store } = this.deps;
    const oldestMs = this.policy.wants('AUTHENTICATED') ? store.oldestLoginMs() : undefined;
    if (oldestMs === undefined || oldestMs > sinceMs) return undefined;
    const all = [...names];
    const seen = new Set(all.filter((name) => this.policy.isIgnored(name, undefined)));
    for (let at = 0; at < all.length; at += SEEN_AT_ONCE) {
      for (const name of store.seen(all.slice(at, at + SEEN_AT_ONCE), sinceMs)) seen.add(name);
      await setImmediate();
    }
    return seen;
  }

  stop(): void {
    if (this.isStopped) return;
    this.takeRepeated();
    while (this.writeBatch()) continue;
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.windowTimer);
    if (this.buffer.length > 0) {
      this.deps.log.error('Audit events are lost: the log could not be written.', {
        lost: this.buffer.length,
      });
    }
    this.deps.store.close();
  }

  /** Closes the store. The next start copies what changed, for outputs besides the store too. */
  leaveToNextStart(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
    this.deps.store.close();
  }

  private addRequest(
    category: AccessEvent['category'],
    caller: EngineCaller,
    request: EngineRequest,
    path: string,
    privilege?: string
  ): void {
    const { method, query, headers } = request;
    const apiKey =
      caller.kind === 'user' ? keyOfVersion(caller.principal.credentialVersion) : undefined;
    const event: AccessEvent = {
      atMs: this.deps.now(),
      category,
      userName: getUserName(caller),
      isAdmin: caller.kind === 'certificate',
      remoteAddress: caller.kind === 'internal' ? undefined : caller.remoteAddress,
      method,
      path: path.slice(0, AUDIT_LIMITS.textLength),
      ...(privilege !== undefined && { privilege }),
      ...(apiKey !== undefined && { apiKey }),
    };
    this.add(event, () => ({
      params: query,
      headers,
      body: this.policy.logsBody ? loggableBody(path, request.rawBody ?? request.body) : undefined,
    }));
  }

  /**
   * @param more - details that are expensive to collect, requested only for events that are
   *   recorded
   */
  private add(event: AccessEvent, more: () => Partial<AccessEvent>): void {
    if (this.isStopped || this.policy.isIgnored(event.userName, event.path)) return;
    if (isDenial(event.category)) {
      if (this.errors.isWindowOver(event.atMs)) this.takeRepeated();
      if (this.errors.isRepeated(event)) return this.scheduleWindowEnd();
    }
    this.push({ ...event, trace: requestTrace.getStore(), ...more() });
  }

  private push(event: AccessEvent): void {
    this.buffer.push(event);
    this.schedule();
  }

  /** Turns the counts into events. */
  private takeRepeated(): void {
    for (const event of this.errors.take()) this.push(event);
  }

  private scheduleWindowEnd(): void {
    if (this.windowTimer) return;
    this.windowTimer = setTimeout(() => {
      this.windowTimer = undefined;
      this.takeRepeated();
    }, AUDIT_LIMITS.refusalWindowMs);
    this.windowTimer.unref();
  }

  private schedule(delayMs = FLUSH_MS): void {
    if (this.timer || this.isStopped) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      const hasMore = this.writeBatch();
      // Writes the rest of a flood in batches, so that requests run in between.
      if (hasMore) this.schedule(1);
      if (this.sincePruned >= PRUNE_AFTER_BYTES) this.prunePeriodically();
      if (hasMore) return;
      if (this.buffer.length > 0) this.schedule(5 * FLUSH_MS);
      else this.settle();
    }, delayMs);
    this.timer.unref();
  }

  /** @returns whether there is another batch to write; false after an error */
  private writeBatch(): boolean {
    if (this.isStopped) return false;
    const { store, history, nodeId } = this.deps;
    try {
      const changes = history.after(history.deliveredUpTo, BATCH, BATCH_BYTES);
      const events = this.buffer.first(BATCH, BATCH_BYTES);
      if (changes.length === 0 && events.length === 0) return false;
      const last = changes.at(-1)?.id;
      const documents = this.toDocuments(nodeId(), changes, events);
      const written = store.append(documents, last);
      this.deps.sink?.(documents.map(({ document }) => document));
      history.deliveredUpTo = last ?? history.deliveredUpTo;
      this.buffer.remove(events);
      this.sincePruned += written;
      this.recovered();
      return changes.length > 0 || this.buffer.length > 0;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private toDocuments(
    nodeId: string,
    changes: ReturnType<EmbeddedHistoryStore['after']>,
    events: readonly AccessEvent[]
  ): NewEvent[] {
    const { policy } = this;
    const newEvents: NewEvent[] = [
      ...changes
        .filter(({ isAudited }) => isAudited)
        .map((change) => ({ atMs: change.atMs, document: changeDocument(nodeId, change, policy) })),
      ...events.map((event) => ({
        atMs: event.atMs,
        document: accessDocument(nodeId, event, policy),
      })),
    ];
    return newEvents.sort((one, other) => one.atMs - other.atMs);
  }

  /** Flushes the store to disk once everything is appended, and prunes it from time to time. */
  private settle(): void {
    try {
      this.deps.store.sync((error) => {
        if (error !== undefined) this.failed(error);
      });
    } catch (error) {
      this.failed(error);
    }
    this.prunePeriodically();
  }

  private prunePeriodically(): void {
    const nowMs = this.deps.now();
    if (nowMs < this.nextPruneMs && this.sincePruned < PRUNE_AFTER_BYTES) return;
    this.sincePruned = 0;
    try {
      const hasMore = this.deps.store.prune(nowMs);
      this.nextPruneMs = hasMore ? nowMs : nowMs + PRUNE_EVERY_MS;
      if (hasMore) this.schedule(10);
    } catch (error) {
      this.nextPruneMs = nowMs + PRUNE_EVERY_MS;
      this.failed(error);
    }
  }

  private failed(error: unknown): void {
    const problem = error instanceof Error ? error.message : String(error);
    if (this.problem === problem) return;
    this.problem = problem;
    this.deps.log.error('The audit log cannot be written; events wait in memory.', {
      error: problem,
    });
    this.deps.onHealth?.(problem);
  }

  private recovered(): void {
    if (this.problem === undefined) return;
    this.problem = undefined;
    const lostEvents = this.buffer.takeLost();
    this.deps.log.warn('The audit log can be written again.', { lostEvents });
    this.deps.onHealth?.(undefined);
  }
}

function getUserName(caller: EngineCaller): string | undefined {
  if (caller.kind === 'certificate') return caller.tls.peer[0].subject;
  return caller.kind === 'user' ? caller.principal.userName : undefined;
}

function findReason({ statusCode, body }: EngineResponse): string {
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === 'string'
    ? message.slice(0, AUDIT_LIMITS.textLength)
    : `status ${statusCode}`;
}
