/**
 * Events that the server looks for from time to time: new findings, changes of administrators and
 * the daily numbers. Each is claimed in the shared record, and then belongs to this server.
 */
import { ALARM_LIMITS, type AlarmsBody, HOME_CLUSTER, type Severity } from '@sd/contracts';
import type { AdministratorChange, Logger, PrivilegedBackend } from '@sd/core/server';
import type { ServerFindings } from '@sd/plugins/findings/server';
import { type AlarmEvent, type MessageContents, plain } from './alarm_message';
import { type AlarmRecords, countIn } from './alarm_records';
import { toEvent, type FindingWatch, type OpenFindings, type WatchedPlace } from './finding_watch';

interface AlarmSourcesDeps {
  readonly internal: Pick<PrivilegedBackend['internal'], 'administratorChanges'>;
  /** Absent while the plugin of findings is off. */
  readonly findings?: Pick<ServerFindings, 'checkHome'> | undefined;
  readonly records: AlarmRecords;
  readonly watch: FindingWatch;
  readonly log: Pick<Logger, 'warn'>;
}

export class AlarmSources {
  /** Why the last check of findings was not possible. */
  notWatched: AlarmsBody['not_watched'];

  constructor(private readonly deps: AlarmSourcesDeps) {}

  /**
   * Findings that no server has announced.
   * @param from - as `FindingWatch.fresh`
   */
  async newFindings(from: Severity | undefined, nowMs: number): Promise<readonly AlarmEvent[]> {
    const found = await this.openFindings();
    return found ? this.deps.watch.fresh(HOME, found, from, nowMs) : [];
  }

  /**
   * Changes since the last call of any server; none at the first call ever.
   * @param isQuiet - leaves them in the history, for a later call
   */
  async administratorChanges(isQuiet: boolean): Promise<readonly AlarmEvent[]> {
    const { internal, records } = this.deps;
    const { change: known } = await records.read();
    if (isQuiet && known !== undefined) return [];
    const { lastId, changes } = await internal.administratorChanges(known);
    if (lastId === known) return [];
    return records.claim((record) => {
      const { change: latest } = record;
      const events = changes
        .filter(({ id }) => latest !== undefined && id > latest)
        .map(administratorEvent);
      const change = Math.max(lastId, latest ?? 0);
      return { record: { ...countIn(record, events), change }, claimed: events };
    });
  }

  /**
   * The numbers of a day, if no server has sent them. A new installation begins with the next time
   * of the digest, so that a start alone sends none.
   * @param date - the local date
   * @param isDue - whether the time of the digest has come
   */
  async digest(date: string, isDue: boolean, nowMs: number): Promise<MessageContents | undefined> {
    const { records } = this.deps;
    const { digest: last } = await records.read();
    if (last === undefined) {
      const first = isDue ? date : NO_DATE;
      return records.claim(({ digest = first, ...record }) => ({
        record: { ...record, digest },
        claimed: undefined,
      }));
    }
    if (last === date || !isDue) return undefined;
    const checked = await this.openFindings();
    const events = await records.claim((record) =>
      record.digest === date
        ? { record, claimed: undefined }
        : { record: { ...record, digest: date, events: {} }, claimed: record.events ?? {} }
    );
    if (!events) return undefined;
    const { open = [], counts } = checked ?? {};
    const total = Object.values(events).reduce((sum, count) => sum + count, 0);
    return {
      type: 'digest',
      subject: counts
        ? `Daily digest: ${open.length} open findings, ${counts.critical} of them critical.`
        : `Daily digest: ${total} security events.`,
      events: open.slice(0, ALARM_LIMITS.digestFindings).map((one) => toEvent(one, HOME, nowMs)),
      dropped: Math.max(0, open.length - ALARM_LIMITS.digestFindings),
      digest: { ...(counts && { findings: counts }), events },
    };
  }

  /** Counts events that need no claim for the next digest. */
  async count(events: readonly AlarmEvent[]): Promise<void> {
    await this.deps.records.claim((record) => ({
      record: countIn(record, events),
      claimed: undefined,
    }));
  }

  private noteWatched(problem: AlarmsBody['not_watched']): void {
    if (problem !== undefined && problem !== this.notWatched)
      this.deps.log.warn(`There are no alarms about findings: ${REASONS[problem]}`);
    this.notWatched = problem;
  }

  /** `undefined` where the server cannot check. */
  private async openFindings(): Promise<OpenFindings | undefined> {
    const { findings, watch } = this.deps;
    if (!findings) {
      this.noteWatched('off');
      return undefined;
    }
    const checked = await findings.checkHome();
    const status = checked && !checked.ok ? checked.response.statusCode : undefined;
    this.noteWatched(
      !checked ? 'account' : status === 401 || status === 403 ? 'rights' : undefined
    );
    if (!checked || this.notWatched) return undefined;
    if (!checked.ok)
      throw new Error(`The check of findings ended with status ${checked.response.statusCode}.`);
    return watch.open(HOME, checked.result);
  }
}

const HOME: WatchedPlace = { id: HOME_CLUSTER };
const REASONS: Readonly<Record<NonNullable<AlarmsBody['not_watched']>, string>> = {
  off: 'opensearch_security.findings.enabled is false. This includes connected clusters.',
  account: 'this server has no user name and password on the cluster.',
  rights:
    'the user of this server may not read roles, role mappings, action groups and users with the REST API of the cluster.',
};
/** Before the first digest. */
const NO_DATE = '';

function administratorEvent(change: AdministratorChange): AlarmEvent {
  const { atMs, actor, type, name, gained, lost } = change;
  const what = [
    ...(gained.length > 0 ? [`now administrators: ${gained.join(', ')}`] : []),
    ...(lost.length > 0 ? [`no longer: ${lost.join(', ')}`] : []),
  ].join('; ');
  const entry = `${type === 'rolesmapping' ? 'role mapping' : 'user'} ${name}`;
  return {
    kind: 'administrators',
    severity: 'high',
    atMs,
    text: plain(`${actor} changed ${entry}: ${what}.`),
    details: { actor, change: change.id, type, name, gained, lost },
  };
}
