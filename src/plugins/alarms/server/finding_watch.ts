/**
 * What is new among the findings of a cluster: this installation's own, or a connected one. The
 * servers of an installation share what is known.
 */
import {
  ALARM_LIMITS,
  FINDINGS_LIMITS,
  type FindingCounts,
  SEVERITIES,
  type Severity,
} from '@sd/contracts';
import type { CheckedFindings } from '@sd/core/server';
import type { Finding, ServerFindings } from '@sd/plugins/findings/server';
import { type AlarmEvent, plain } from './alarm_message';
import { type AlarmRecord, type AlarmRecords, countIn, type KnownFindings } from './alarm_records';
import type { AlarmsConfig } from './config';

export interface OpenFindings {
  /** From worst to least, without accepted ones. */
  readonly open: readonly Finding[];
  readonly counts: FindingCounts;
}

export interface WatchedPlace {
  /** Of the cluster; `HOME_CLUSTER` for this installation. */
  readonly id: string;
  /** Absent for this installation. */
  readonly connected?: { readonly name: string; readonly destination: string };
}

export interface FindingWatchDeps {
  readonly records: AlarmRecords;
  readonly findings: Pick<ServerFindings, 'withoutAccepted'>;
  readonly config: Pick<AlarmsConfig, 'min_severity'>;
}

export class FindingWatch {
  constructor(private readonly deps: FindingWatchDeps) {}

  async open({ id: cluster }: WatchedPlace, checked: CheckedFindings): Promise<OpenFindings> {
    const { findings } = checked;
    const open = await this.deps.findings.withoutAccepted(cluster, findings);
    const bySeverity = SEVERITIES.map((severity) => [
      severity,
      open.filter((one) => one.severity === severity).length,
    ]);
    const accepted = findings.length - open.length;
    return { open, counts: { ...NONE, ...Object.fromEntries(bySeverity), accepted } };
  }

  /**
   * Findings that no server has announced. Those of the first check of a place are known already.
   * @param from - the least severity; others stay for a later call. `undefined`: all of them
   */
  async fresh(
    place: WatchedPlace,
    { open }: OpenFindings,
    from: Severity | undefined,
    nowMs: number
  ): Promise<readonly AlarmEvent[]> {
    const { min_severity: least } = this.deps.config;
    const relevant = open.filter(({ severity }) => isAtLeast(severity, least));
    const found = relevant.slice(0, FINDINGS_LIMITS.recorded);
    const isNow = ({ severity }: Finding) => from !== undefined && isAtLeast(severity, from);
    const destination = place.connected?.destination;
    return this.deps.records.claim((record) => {
      const before = known(record, place.id);
      const isFirst = before === undefined || before.destination !== destination;
      const seen = isFirst ? {} : before.seen;
      const fresh = isFirst ? [] : found.filter((one) => !Object.hasOwn(seen, one.id));
      const [claimed, later] = [fresh.filter(isNow), fresh.filter((one) => !isNow(one))];
      const waiting = new Set(later.map(({ id }) => id));
      const present = found.filter(({ id }) => !waiting.has(id)).map(({ id }) => id);
      const events = claimed.map((one) => toEvent(one, place, nowMs));
      const findings = {
        ...recent(record, nowMs),
        [place.id]: {
          ...(destination !== undefined && { destination }),
          checked: getHour(nowMs),
          seen: seenNow(seen, present, nowMs),
        },
      };
      return { record: { ...countIn(record, events), findings }, claimed: events };
    });
  }

  /** Of a cluster whose connection is removed. */
  async forget(cluster: string): Promise<void> {
    await this.deps.records.claim((record) => {
      const { [cluster]: _removed, ...findings } = record.findings ?? {};
      return { record: { ...record, findings }, claimed: undefined };
    });
  }
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A finding that is gone this long is new when it comes back. */
const FORGET_MS = DAY_MS;
const NONE: FindingCounts = { critical: 0, high: 0, medium: 0, low: 0, accepted: 0 };

const getHour = (ms: number): number => ms - (ms % HOUR_MS);

/** `SEVERITIES` begins with the worst. */
const isAtLeast = (severity: Severity, least: Severity): boolean =>
  SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);

function known({ findings = {} }: AlarmRecord, id: string): KnownFindings | undefined {
  return Object.hasOwn(findings, id) ? findings[id] : undefined;
}

/** Without clusters that no server has checked for long. */
const recent = ({ findings = {} }: AlarmRecord, nowMs: number) =>
  Object.fromEntries(
    Object.entries(findings).filter(
      ([, { checked }]) => checked > nowMs - FINDINGS_LIMITS.keptDays * DAY_MS
    )
  );

/** Another server may have checked before or after a change, so what is gone is kept a while. */
function seenNow(
  before: KnownFindings['seen'],
  present: readonly string[],
  nowMs: number
): KnownFindings['seen'] {
  const kept = Object.entries(before).filter(([, ms]) => ms > nowMs - FORGET_MS);
  const now = present.map((id) => [id, getHour(nowMs)] as const);
  const all = Object.entries({ ...Object.fromEntries(kept), ...Object.fromEntries(now) });
  return Object.fromEntries(
    all.sort(([, one], [, other]) => other - one).slice(0, 2 * FINDINGS_LIMITS.recorded)
  );
}

/** Names in the text and the fix are those of the cluster, which may be anything. */
export function toEvent(
  { id, rule, severity, text, fix }: Finding,
  { id: cluster, connected }: WatchedPlace,
  atMs: number
): AlarmEvent {
  const { findingLength } = ALARM_LIMITS;
  const start = connected ? `Cluster ${toLabel(cluster, plain(connected.name))}: ` : '';
  return {
    kind: 'finding',
    severity,
    atMs,
    text: start + plain(text, findingLength),
    ...(connected && { cluster }),
    details: { id, rule, fix: plain(fix, findingLength) },
  };
}

const toLabel = (id: string, name: string): string => (name === id ? id : `${name} (${id})`);
