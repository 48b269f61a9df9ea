/**
 * The audit log: takes events from requests at once, writes them in batches.
 *
 * Durability, what an administrator may rely on:
 * - Changes of the configuration are kept in the history, in the same durable transaction as the
 *   change. The log copies them from there, at latest 200 ms later; after a crash the next start
 *   copies what was missed. An acknowledged change is never missing from the log.
 * - Events of sign-in and access wait in memory for at most 200 ms and are then written and forced
 *   to the disk, so a crash may lose those of the last moment; a stop writes them all. When the
 *   disk cannot be written, they wait within bounds (`AUDIT_LIMITS`); more are counted, reported in
 *   the server's log and lost.
 * - Refusals of one kind are counted (`RepeatedRefusals`); a crash may lose the counts of the last
 *   minute.
 */
import { appendFileSync } from 'node:fs';
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
import type { EngineLog } from '../../api/log';
import type { AccessAudit } from '../rest/request/access_audit';
import { AuditPolicy } from '../../changes/audit/audit_policy';
import type { AuditStore, NewEvent } from './audit_store';
import { changeDocument } from '../../changes/audit/change_event';
import { accessDocument, loggableBody, type AccessEvent } from './event_document';
import { isDenial, DenialAggregator } from './denial_aggregator';
import { EventBuffer } from './event_buffer';

export interface AuditLogDeps {
  readonly store: AuditStore;
  readonly history: EmbeddedHistoryStore;
  /** Stable over the life of the data folder. */
  readonly nodeId: () => string;
  /** Gets a line of JSON for each event, for collectors of logs. */
  readonly file?: string;
  readonly log: EngineLog;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Told when the log cannot be written (with the reason), and when it can again. */
  readonly onHealth?: (problem: string | undefined) => void;
}

const FLUSH_MS = 200;
/**
 * One batch is a few milliseconds in which requests wait: rows, and bytes of what they come from.
 */
const BATCH = 250;
const BATCH_BYTES = 524_288;
const PRUNE_EVERY_MS = 60_000;
/** After so many bytes the store is looked after sooner. */
const PRUNE_AFTER_BYTES = 8_388_608;

export class AuditLog implements AccessAudit {
  private policy = new AuditPolicy(undefined);
  private readonly waiting = new EventBuffer();
  private readonly errors = new DenialAggregator();
  private problem: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private windowTimer: NodeJS.Timeout | undefined;
  private nextPruneMs = 0;
  /** Bytes written since. */
  private sincePruned = 0;
  private isStopped = false;
  private fileProblem: string | undefined;

  constructor(private readonly deps: AuditLogDeps) {
    const { history, store } = deps;
    // A history restored from a backup counts from an earlier number.
    if (store.deliveredUpTo > history.lastId()) store.deliveredUpTo = history.lastId();
    history.deliveredUpTo = store.deliveredUpTo;
    history.isAudited = (origin) => this.policy.wantsChange(origin);
  }

  get figures(): { readonly auditEventsWaiting: number; readonly auditEventsLost: number } {
    return { auditEventsWaiting: this.waiting.length, auditEventsLost: this.waiting.lostInAll };
  }

  /** Takes over the stored audit document; from now on events follow it. */
  configure(document: Readonly<Record<string, unknown>> | undefined): void {
    this.policy = new AuditPolicy(document);
  }

  /** To be called after a change was committed, and once at the start. */
  changed(): void {
    this.schedule();
  }

  /**
   * The outcome of a sign-in. Requests without credentials are no attempts.
   * @param claimed - who it was said to be, where that is not in a password's header
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
   * What a provider sent was refused by the server already: it proves nobody, and names nobody.
   * @param method - the way of signing in
   */
  refusedByServer(method: string, remoteAddress: string): void {
    const category = 'FAILED_LOGIN';
    if (!this.policy.wants(category)) return;
    this.add({ atMs: this.deps.now(), category, remoteAddress, privilege: method }, () => ({}));
  }

  /** A header that only a trusted proxy may send came from somebody else. */
  forged({ headers, remoteAddress }: AuthenticationRequest, claimed?: string): void {
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
    this.addRequest(category, caller, request, path, error && reasonOf(error));
  }

  badHeaders(caller: EngineCaller, request: EngineRequest): void {
    if (!this.policy.wants('BAD_HEADERS')) return;
    this.addRequest('BAD_HEADERS', caller, request, request.path);
  }

  /**
   * Somebody's second factors were enrolled, used, changed or reset. No category of the cluster's.
   * @param what - one line about it, without secrets
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
   * An API key was made or revoked. As newer clusters call it.
   * @param what - one line about it, without secrets
   */
  apiKey(by: EngineCaller, what: string): void {
    const category = 'API_TOKEN_WRITE';
    if (!this.policy.wants(category)) return;
    const userName = userNameOf(by);
    const remoteAddress = by.kind === 'internal' ? undefined : by.remoteAddress;
    const privilege = what.slice(0, AUDIT_LIMITS.textLength);
    this.add({ atMs: this.deps.now(), category, userName, remoteAddress, privilege }, () => ({}));
  }

  /**
   * A stored regular expression takes too long and is not tried any more. No category of the
   * cluster's.
   */
  expressionDisarmed(expression: string): void {
    const category = 'EXPRESSION_DISARMED';
    if (!this.policy.wants(category)) return;
    this.push({ atMs: this.deps.now(), category, privilege: expression });
  }

  /** Somebody ended sessions, of whom the path says. No category of the cluster's. */
  sessionsEnded(by: EngineCaller, path: string): void {
    if (this.policy.wants('SESSIONS_ENDED'))
      this.addRequest('SESSIONS_ENDED', by, { method: 'DELETE', path }, path);
  }

  /** Sees everything that happened before the call. */
  async find(query: AuditQuery): Promise<AuditPage> {
    this.takeRepeated();
    // In steps: other requests go on while a flood is written.
    while (this.writeBatch()) await new Promise((resolve) => setImmediate(resolve));
    return this.deps.store.find(query);
  }

  stop(): void {
    if (this.isStopped) return;
    this.takeRepeated();
    while (this.writeBatch()) continue;
    this.isStopped = true;
    clearTimeout(this.timer);
    clearTimeout(this.windowTimer);
    if (this.waiting.length > 0) {
      this.deps.log.error('Audit events are lost: the log could not be written.', {
        lost: this.waiting.length,
      });
    }
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
    const event: AccessEvent = {
      atMs: this.deps.now(),
      category,
      userName: userNameOf(caller),
      isAdmin: caller.kind === 'certificate',
      remoteAddress: caller.kind === 'internal' ? undefined : caller.remoteAddress,
      method,
      path: path.slice(0, AUDIT_LIMITS.textLength),
      ...(privilege !== undefined && { privilege }),
    };
    this.add(event, () => ({
      params: query,
      headers,
      body: this.policy.logsBody ? loggableBody(path, request.rawBody ?? request.body) : undefined,
    }));
  }

  /** @param more - what costs more than a look, for events that are kept */
  private add(event: AccessEvent, more: () => Partial<AccessEvent>): void {
    if (this.isStopped || this.policy.isIgnored(event.userName, event.path)) return;
    if (isDenial(event.category)) {
      if (this.errors.isWindowOver(event.atMs)) this.takeRepeated();
      if (this.errors.isRepeated(event)) return this.endWindowLater();
    }
    this.push({ ...event, trace: requestTrace.getStore(), ...more() });
  }

  private push(event: AccessEvent): void {
    this.waiting.push(event);
    this.schedule();
  }

  /** What was counted becomes events. */
  private takeRepeated(): void {
    for (const event of this.errors.take()) this.push(event);
  }

  private endWindowLater(): void {
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
      // The rest of a flood goes in steps, so that requests come in between.
      if (hasMore) this.schedule(1);
      if (this.sincePruned >= PRUNE_AFTER_BYTES) this.pruneSometimes();
      if (hasMore) return;
      if (this.waiting.length > 0) this.schedule(5 * FLUSH_MS);
      else this.settle();
    }, delayMs);
    this.timer.unref();
  }

  /** @returns whether another batch is there and the disk takes it */
  private writeBatch(): boolean {
    if (this.isStopped) return false;
    const { store, history, nodeId } = this.deps;
    try {
      const changes = history.after(history.deliveredUpTo, BATCH, BATCH_BYTES);
      const events = this.waiting.first(BATCH, BATCH_BYTES);
      if (changes.length === 0 && events.length === 0) return false;
      const last = changes.at(-1)?.id;
      const made = this.documentsOf(nodeId(), changes, events);
      const written = store.append(made, last);
      this.copyToFile(made);
      history.deliveredUpTo = last ?? history.deliveredUpTo;
      this.waiting.remove(events);
      this.sincePruned += written;
      this.recovered();
      return changes.length > 0 || this.waiting.length > 0;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  private documentsOf(
    nodeId: string,
    changes: ReturnType<EmbeddedHistoryStore['after']>,
    events: readonly AccessEvent[]
  ): NewEvent[] {
    const { policy } = this;
    const made: NewEvent[] = [
      ...changes
        .filter(({ isAudited }) => isAudited)
        .map((change) => ({ atMs: change.atMs, document: changeDocument(nodeId, change, policy) })),
      ...events.map((event) => ({
        atMs: event.atMs,
        document: accessDocument(nodeId, event, policy),
      })),
    ];
    return made.sort((one, other) => one.atMs - other.atMs);
  }

  /** The store has them already: a file that cannot be written must not keep them from it. */
  private copyToFile(events: readonly NewEvent[]): void {
    const { file, log } = this.deps;
    if (file === undefined || events.length === 0) return;
    try {
      const lines = events.map(({ document }) => `${JSON.stringify(document)}\n`);
      appendFileSync(file, lines.join(''), { mode: 0o600 });
      this.fileProblem = undefined;
    } catch (error) {
      const problem = (error as Error).message;
      if (this.fileProblem !== problem)
        log.error('Audit events are missing in the file (engine.audit.file).', { error: problem });
      this.fileProblem = problem;
    }
  }

  /** Everything is appended: onto the disk with it, and now and then the oldest goes. */
  private settle(): void {
    try {
      this.deps.store.sync((error) => {
        if (error !== undefined) this.failed(error);
      });
    } catch (error) {
      this.failed(error);
    }
    this.pruneSometimes();
  }

  private pruneSometimes(): void {
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
    const lostEvents = this.waiting.takeLost();
    this.deps.log.warn('The audit log can be written again.', { lostEvents });
    this.deps.onHealth?.(undefined);
  }
}

function userNameOf(caller: EngineCaller): string | undefined {
  if (caller.kind === 'certificate') return caller.tls.peer[0].subject;
  return caller.kind === 'user' ? caller.principal.userName : undefined;
}

function reasonOf({ statusCode, body }: EngineResponse): string {
  const message = (body as { message?: unknown } | null)?.message;
  return typeof message === 'string'
    ? message.slice(0, AUDIT_LIMITS.textLength)
    : `status ${statusCode}`;
}
