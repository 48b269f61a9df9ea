/**
 * Events that the server looks for from time to time: new findings, changes of administrators and
 * the daily numbers. Each is claimed in the shared record, and then belongs to this server.
 */
import {
  ALARM_LIMITS,
  type AlarmsBody,
  FINDINGS_LIMITS,
  type FindingCounts,
  SEVERITIES,
  type Severity,
} from '@sd/contracts';
import type {
  AdministratorChange,
  CheckedFindings,
  Logger,
  PrivilegedBackend,
} from '@sd/core/server';
import { HOME_CLUSTER } from '../../common';
import type { SecurityConfig } from '../config';
import { findingOptions } from '../findings/finding_options';
import type { FindingRecords } from '../findings/finding_records';
import { type AlarmEvent, type MessageContents, plain } from './alarm_message';
import type { AlarmRecord, AlarmRecords } from './alarm_records';

type Finding = CheckedFindings['findings'][number];

interface AlarmSourcesDeps {
  readonly internal: Pick<PrivilegedBackend['internal'], 'findings' | 'administratorChanges'>;
  readonly records: AlarmRecords;
  readonly findingRecords: FindingRecords;
  readonly config: SecurityConfig;
  readonly log: Pick<Logger, 'warn'>;
}

export class AlarmSources {
  /** Why the last check of findings was not possible. */
  notWatched: AlarmsBody['not_watched'];

  constructor(private readonly deps: AlarmSourcesDeps) {}

  /**
   * Findings that no server has announced. Those of the first check ever are known already.
   * @param from - the least severity; others stay for a later call. `undefined`: all of them
   */
  async newFindings(from: Severity | undefined, nowMs: number): Promise<readonly AlarmEvent[]> {
    const checked = await this.openFindings();
    if (!checked) return [];
    const { min_severity: least } = this.deps.config.alarms;
    const relevant = checked.open.filter(({ severity }) => isAtLeast(severity, least));
    const found = relevant.slice(0, FINDINGS_LIMITS.recorded);
    const isNow = ({ severity }: Finding) => from !== undefined && isAtLeast(severity, from);
    const seenMs = nowMs - (nowMs % HOUR_MS);
    return this.deps.records.claim(({ findings: known, ...record }) => {
      const fresh = found.filter((one) => !Object.hasOwn(known ?? {}, one.id));
      const claimed = known === undefined ? [] : fresh.filter(isNow);
      const later = known === undefined ? [] : fresh.filter((one) => !isNow(one));
      const waiting = new Set(later.map(({ id }) => id));
      const seen = found
        .filter(({ id }) => !waiting.has(id))
        .map(({ id }) => [id, seenMs] as const);
      // Another server may have checked before or after a change, so what is gone is kept a while.
      const gone = Object.entries(known ?? {}).filter(([, ms]) => ms > nowMs - FORGET_MS);
      const findings = Object.fromEntries(
        Object.entries({ ...Object.fromEntries(gone), ...Object.fromEntries(seen) })
          .sort(([, one], [, other]) => other - one)
          .slice(0, 2 * FINDINGS_LIMITS.recorded)
      );
      const events = claimed.map((one) => eventOf(one, nowMs));
      return { record: { ...counted(record, events), findings }, claimed: events };
    });
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
      return { record: { ...counted(record, events), change }, claimed: events };
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
      events: open.slice(0, ALARM_LIMITS.digestFindings).map((one) => eventOf(one, nowMs)),
      dropped: Math.max(0, open.length - ALARM_LIMITS.digestFindings),
      digest: { ...(counts && { findings: counts }), events },
    };
  }

  /** Counts events that need no claim for the next digest. */
  async count(events: readonly AlarmEvent[]): Promise<void> {
    await this.deps.records.claim((record) => ({
      record: counted(record, events),
      claimed: undefined,
    }));
  }

  private watched(problem: AlarmsBody['not_watched']): void {
    if (problem !== undefined && problem !== this.notWatched)
      this.deps.log.warn(
        problem === 'account'
          ? 'There are no alarms about findings: this server has no user name and password on the cluster.'
          : 'There are no alarms about findings: the user of this server may not read roles, role mappings, action groups and users with the REST API of the cluster.'
      );
    this.notWatched = problem;
  }

  /** From worst to least, without accepted ones; `undefined` where the server cannot check. */
  private async openFindings(): Promise<
    { readonly open: readonly Finding[]; readonly counts: FindingCounts } | undefined
  > {
    const { internal, findingRecords, config } = this.deps;
    const checked = await internal.findings?.({ ...findingOptions(config), isFresh: true });
    const status = checked && !checked.ok ? checked.response.statusCode : undefined;
    this.watched(!checked ? 'account' : status === 401 || status === 403 ? 'rights' : undefined);
    if (!checked || this.notWatched) return undefined;
    if (!checked.ok)
      throw new Error(`The check of findings ended with status ${checked.response.statusCode}.`);
    const { findings } = checked.result;
    const ids = findings.map(({ id }) => id);
    const known = await findingRecords.update(HOME_CLUSTER, ids);
    const open = findings.filter(({ id }) => !known[id]?.accepted);
    const bySeverity = SEVERITIES.map((severity) => [
      severity,
      open.filter((one) => one.severity === severity).length,
    ]);
    const accepted = findings.length - open.length;
    return { open, counts: { ...NONE, ...Object.fromEntries(bySeverity), accepted } };
  }
}

const HOUR_MS = 3_600_000;
/** A finding that is gone this long is new when it comes back. */
const FORGET_MS = 24 * HOUR_MS;
/** Before the first digest. */
const NO_DATE = '';
const NONE: FindingCounts = { critical: 0, high: 0, medium: 0, low: 0, accepted: 0 };

/** `SEVERITIES` begins with the worst. */
const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);

const eventOf = ({ id, rule, severity, text, fix }: Finding, atMs: number): AlarmEvent => ({
  ...{ kind: 'finding', severity, atMs, text },
  details: { id, rule, fix },
});

function administratorEvent(change: AdministratorChange): AlarmEvent {
  const { atMs, actor, type, name, gained, lost } = change;
  const what = [
    ...(gained.length > 0 ? [`now administrators: ${gained.join(', ')}`] : []),
    ...(lost.length > 0 ? [`no longer: ${lost.join(', ')}`] : []),
  ].join('; ');
  const entry = `${type === 'rolesmapping' ? 'role mapping' : 'user'} ${name}`;
  return {
    ...{ kind: 'administrators', severity: 'high', atMs },
    text: plain(`${actor} changed ${entry}: ${what}.`),
    details: { actor, change: change.id, type, name, gained, lost },
  };
}

function counted(record: AlarmRecord, events: readonly AlarmEvent[]): AlarmRecord {
  if (events.length === 0) return record;
  const counts = { ...record.events };
  for (const { kind } of events) counts[kind] = (counts[kind] ?? 0) + 1;
  return { ...record, events: counts };
}
