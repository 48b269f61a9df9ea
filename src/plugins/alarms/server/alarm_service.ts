/**
 * Decides which events become a message, and when: together with those of the same moment, after
 * the quiet hours, or in the daily digest.
 */
import {
  ALARM_LIMITS,
  type AlarmsBody,
  type AlarmTest,
  HOME_CLUSTER,
  type Severity,
} from '@sd/contracts';
import type { PreventedLockout, Logger } from '@sd/core/server';
import type { AnnouncedRequest } from '@sd/plugins/security/server';
import { type AlarmEvent, toMessage, type MessageContents, plain } from './alarm_message';
import type { AlarmSources } from './alarm_sources';
import type { AlarmsConfig } from './config';
import type { DeliveryQueue } from './delivery_queue';
import { FailedLogins } from './failed_logins';
import type { FindingWatch } from './finding_watch';
import { isWithin, localClock, type LocalTime } from './local_time';
import type { StoredDeliveries } from './stored_deliveries';
import type { FailedLogin } from './types';
import type { WatchedClusters } from './watched_clusters';

export interface AlarmServiceDeps {
  readonly config: AlarmsConfig;
  readonly destinations: readonly DeliveryQueue[];
  readonly sources: AlarmSources;
  readonly clusters: WatchedClusters;
  readonly watch: Pick<FindingWatch, 'forget'>;
  readonly stored: Pick<StoredDeliveries, 'countOthers' | 'takeUp'>;
  /** Names this installation to receivers. */
  readonly server: string;
  /** `server.publicBaseUrl`, for links; there are none without it. */
  readonly publicBaseUrl?: string | undefined;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Epoch milliseconds. */
  readonly now?: () => number;
  readonly gatherMs?: number;
}

const MINUTE_MS = 60_000;
/** Looks differ by a few milliseconds, which must not skip a turn. */
const TOLERANCE_MS = 5_000;

export class AlarmService {
  private readonly now: () => number;
  private readonly local: (atMs: number) => LocalTime;
  private readonly failedLogins: FailedLogins;
  /** Events that wait for the others of this moment, or for the end of the quiet hours. */
  private held: AlarmEvent[] = [];
  private dropped = 0;
  /** Announced, and not counted for the digest yet. */
  private uncounted: AlarmEvent[] = [];
  private checkedAtMs = -Infinity;
  private clustersCheckedAtMs = -Infinity;
  private wasQuiet = false;
  private ticking: Promise<void> | undefined;
  /** Beside the rest, because clusters may be slow. */
  private watching: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private gathering: NodeJS.Timeout | undefined;

  constructor(private readonly deps: AlarmServiceDeps) {
    const { failed_logins: logins, time_zone: zone } = deps.config;
    this.now = deps.now ?? Date.now;
    this.local = localClock(zone);
    this.failedLogins = new FailedLogins({
      threshold: logins.threshold,
      windowMinutes: logins.window_minutes,
    });
  }

  /** Without a destination, nothing is looked for. */
  start(): void {
    if (!this.isOn) return;
    this.timer = setInterval(() => void this.tick(), ALARM_LIMITS.tickMs).unref();
    void this.tick();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.deps.clusters.stop();
    await Promise.all([this.ticking, this.watching]);
    clearTimeout(this.gathering);
    await this.countForDigest();
    if (!this.isQuiet) this.flush();
    if (this.held.length > 0)
      this.deps.log.warn('Alarms were still held when the server stopped.', {
        events: this.held.length,
      });
    await Promise.all(this.deps.destinations.map((one) => one.stop()));
  }

  /** Looks for events, and sends what is due. Never rejects. */
  async tick(): Promise<void> {
    this.ticking ??= this.look().finally(() => (this.ticking = undefined));
    await Promise.all([this.ticking, this.watching]);
  }

  /** Of a connected cluster that is removed. */
  forget(cluster: string): Promise<void> {
    return this.deps.watch.forget(cluster);
  }

  /** With messages that other servers left behind, which wait until their next attempt is due. */
  async stateWithStored(): Promise<AlarmsBody> {
    let left: ReadonlyMap<string, number> = new Map();
    await this.tryWork('Alarms that wait for a delivery could not be counted.', async () => {
      left = await this.deps.stored.countOthers();
    });
    const { state } = this;
    const destinations = state.destinations.map((one) => ({
      ...one,
      waiting: one.waiting + (left.get(one.name) ?? 0),
    }));
    return { ...state, destinations };
  }

  get state(): AlarmsBody {
    const { events, min_severity, time_zone, digest_at } = this.deps.config;
    const { notWatched } = this.deps.sources;
    const clusters = this.wants('finding') ? this.deps.clusters.state : [];
    return {
      destinations: this.deps.destinations.map(({ state }) => state),
      clusters,
      events,
      min_severity,
      is_quiet: this.isQuiet,
      held: this.held.length,
      time_zone,
      ...(digest_at !== undefined && { digest_at }),
      ...(notWatched !== undefined && { not_watched: notWatched }),
    };
  }

  /** @returns `undefined` for an unknown destination */
  async test(name: string, by: string): Promise<AlarmTest | undefined> {
    const destination = this.deps.destinations.find((one) => one.name === name);
    const subject = `Test of the alarm destination ${name}, sent by ${plain(by)}.`;
    return destination?.test(this.message({ type: 'test', subject, events: [] }));
  }

  readonly loginFailed = (failure: FailedLogin): void => {
    if (this.wants('failed_logins')) this.announce(this.failedLogins.add(failure, this.now()));
  };

  readonly lockoutPrevented = ({ userName, isOwn, isLast }: PreventedLockout): void => {
    const who = userName === undefined ? 'someone' : plain(userName);
    const effect = isLast
      ? 'no administrator would have remained'
      : 'the caller would have lost the access to security';
    this.announce([
      {
        kind: 'prevented_lockout',
        severity: 'high',
        atMs: this.now(),
        text: `A change by ${who} was refused: ${effect}.`,
        details: { ...(userName !== undefined && { user: who }), own: isOwn, last: isLast },
      },
    ]);
  };

  /** The configuration matched the files of the folder, and does not any more. */
  readonly drifted = (folder: string, entries: number): void => {
    const text = `${entries} ${entries === 1 ? 'entry differs' : 'entries differ'} from the folder ${folder}.`;
    const details = { folder, entries };
    this.announce([{ kind: 'drift', severity: 'medium', atMs: this.now(), text, details }]);
  };

  /** It waits for approval, or was approved or rejected. */
  readonly changeRequested = (request: AnnouncedRequest): void =>
    this.announce([requestEvent(request, this.deps.publicBaseUrl, this.now())]);

  private get isOn(): boolean {
    return this.deps.destinations.length > 0;
  }

  private get isQuiet(): boolean {
    const { from, to } = this.deps.config.quiet_hours;
    if (from === undefined || to === undefined) return false;
    return isWithin(this.local(this.now()).time, from, to);
  }

  /** Critical events that need not wait. */
  private get passesCritical(): boolean {
    return this.deps.config.quiet_hours.except === 'critical';
  }

  private wants(kind: AlarmEvent['kind']): boolean {
    return this.isOn && this.deps.config.events.includes(kind);
  }

  private announce(events: readonly AlarmEvent[]): void {
    const relevant = events.filter(({ kind }) => this.wants(kind));
    if (relevant.length === 0) return;
    this.hold(relevant);
    this.uncounted.push(...relevant);
    this.flushSoon();
  }

  private flushSoon(): void {
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      void this.countForDigest();
      this.flush();
    }, this.deps.gatherMs ?? ALARM_LIMITS.gatherMs).unref();
  }

  /** Together, because a flood of failed logins must not become a flood of writes. */
  private async countForDigest(): Promise<void> {
    const events = this.uncounted;
    this.uncounted = [];
    if (events.length === 0) return;
    await this.tryWork('Alarms could not be counted for the digest.', () =>
      this.deps.sources.count(events)
    );
  }

  private hold(events: readonly AlarmEvent[]): void {
    this.held.push(...events);
    const excess = Math.max(0, this.held.length - ALARM_LIMITS.eventsWaiting);
    this.held.splice(0, excess);
    this.dropped += excess;
  }

  /** In quiet hours, only what may not wait. */
  private flush(): void {
    const isDue = this.isQuiet
      ? ({ severity }: AlarmEvent) => this.passesCritical && severity === 'critical'
      : () => true;
    const events = this.held.filter(isDue);
    if (events.length === 0) return;
    this.held = this.held.filter((one) => !isDue(one));
    const { dropped } = this;
    this.dropped = 0;
    const [first] = events as [AlarmEvent];
    const subject =
      events.length === 1 ? first.text : `${events.length} security events${getPlaces(events)}.`;
    this.send({ type: 'events', subject, events, dropped });
  }

  private send(contents: MessageContents): void {
    const message = this.message(contents);
    for (const destination of this.deps.destinations) destination.push(message);
  }

  private message(contents: MessageContents) {
    return toMessage(contents, this.deps.server, this.now());
  }

  /**
   * What cannot be found now is found by a later look. In quiet hours, findings and changes stay
   * where they are stored, so that a restart loses none.
   */
  private async look(): Promise<void> {
    const { sources, config } = this.deps;
    const { check_minutes: minutes, min_severity: least, digest_at: digestAt } = config;
    const nowMs = this.now();
    const { isQuiet } = this;
    const quietFrom: Severity | undefined = this.passesCritical ? 'critical' : undefined;
    const isMorning = this.wasQuiet && !isQuiet;
    const from = isQuiet ? quietFrom : least;
    const isDue = (lastMs: number) =>
      isMorning || nowMs - lastMs >= minutes * MINUTE_MS - TOLERANCE_MS;
    this.wasQuiet = isQuiet;
    if (!this.watching && isDue(this.clustersCheckedAtMs) && this.wants('finding')) {
      this.clustersCheckedAtMs = nowMs;
      this.watching = this.watchClusters(from, nowMs).finally(() => (this.watching = undefined));
    }
    await this.tryWork('Alarms that wait for a delivery could not be taken up.', () =>
      this.takeUpDeliveries()
    );
    if (isDue(this.checkedAtMs) && this.wants('finding'))
      await this.tryWork('Findings could not be checked for alarms.', async () => {
        this.hold(await sources.newFindings(from, nowMs));
        this.checkedAtMs = nowMs;
      });
    if (this.wants('administrators'))
      await this.tryWork('Changes of administrators could not be read for alarms.', async () =>
        this.hold(await sources.administratorChanges(isQuiet))
      );
    await this.countForDigest();
    this.flush();
    if (digestAt === undefined) return;
    await this.tryWork('The daily digest could not be made.', async () => {
      const { date, time } = this.local(nowMs);
      const digest = await sources.digest(date, time >= digestAt, nowMs);
      const { counts: clusters } = this.deps.clusters;
      const hasClusters = Object.keys(clusters).length > 0;
      if (digest?.digest && hasClusters)
        this.send({ ...digest, digest: { ...digest.digest, clusters } });
      else if (digest) this.send(digest);
    });
  }

  /** Of servers that ended before the last attempt. */
  private async takeUpDeliveries(): Promise<void> {
    const { destinations, stored } = this.deps;
    const left = await stored.takeUp(destinations.map(({ name }) => name));
    for (const one of left) destinations.find(({ name }) => name === one.destination)?.resume(one);
  }

  private async watchClusters(from: Severity | undefined, nowMs: number): Promise<void> {
    await this.tryWork('Findings of clusters could not be checked for alarms.', async () => {
      for await (const events of this.deps.clusters.newFindings(from, nowMs)) {
        this.hold(events);
        if (events.length > 0) this.flushSoon();
      }
    });
  }

  private async tryWork(problem: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.deps.log.error(problem, { reason: String(error) });
    }
  }
}

/** Which clusters events are about, unless all are about this installation. */
function getPlaces(events: readonly AlarmEvent[]): string {
  const places = new Set(events.map(({ cluster }) => cluster ?? HOME_CLUSTER));
  return events.every(({ cluster }) => cluster === undefined)
    ? ''
    : ` on ${[...places].join(', ')}`;
}

/** Says how much it changes, never what. */
function requestEvent(
  { id, title, reason, author, entries, decided }: AnnouncedRequest,
  publicBaseUrl: string | undefined,
  atMs: number
): AlarmEvent {
  const state = decided?.state ?? 'open';
  const why = decided ? decided.comment : reason;
  const what = `"${plain(title)}"`;
  const text = decided
    ? `${plain(decided.by)} ${state === 'applied' ? 'approved' : state} the change request ${what} by ${plain(author)}.`
    : `${plain(author)} requests approval of ${entries} ${entries === 1 ? 'entry' : 'entries'}: ${what}.`;
  return {
    kind: 'change_request',
    severity: decided ? 'low' : 'medium',
    atMs,
    text: why === undefined ? text : `${text} ${decided ? 'Comment' : 'Reason'}: ${plain(why)}`,
    details: {
      request: id,
      state,
      entries,
      title: plain(title),
      author: plain(author),
      ...(decided && { decided_by: plain(decided.by) }),
      ...(why !== undefined && { reason: plain(why) }),
      ...(publicBaseUrl && { link: `${publicBaseUrl}/app/security/changeRequests/view/${id}` }),
    },
  };
}
