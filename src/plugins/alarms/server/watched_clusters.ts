/**
 * New findings of the connected clusters that the configuration names (`alarms.clusters`). Each is
 * checked with the credentials that its connection stores, which otherwise serve the requests of
 * administrators only. Decision: docs/decisions/0014-connected-clusters.md.
 */
import {
  ALARM_LIMITS,
  type AlarmsBody,
  BACKEND_ERRORS,
  type ErrorDefinition,
  type FindingCounts,
  type Severity,
  type WatchProblem,
} from '@sd/contracts';
import type { Logger } from '@sd/core/server';
import type { ConnectedFindings, ServerFindings } from '@sd/plugins/findings/server';
import type { AlarmEvent } from './alarm_message';
import type { AlarmsConfig } from './config';
import type { FindingWatch, OpenFindings } from './finding_watch';

interface WatchedClustersDeps {
  readonly config: Pick<AlarmsConfig, 'clusters'>;
  readonly findings: Pick<ServerFindings, 'connected'>;
  readonly watch: FindingWatch;
  readonly log: Pick<Logger, 'warn'>;
}

interface Checked {
  /** A changed connection is another one. */
  readonly connection: object;
  readonly problem?: WatchProblem;
  /** Epoch milliseconds. */
  readonly attemptedAtMs: number;
  readonly last?: {
    readonly atMs: number;
    readonly counts: FindingCounts;
    readonly ids: ReadonlySet<string>;
    readonly added: number;
    readonly gone: number;
  };
}

export class WatchedClusters {
  private readonly checked = new Map<string, Checked>();
  /** Problems that the log has named, by id. */
  private readonly logged = new Map<string, WatchProblem | undefined>();
  private isStopped = false;

  constructor(private readonly deps: WatchedClustersDeps) {}

  /** Also of connections that the configuration does not name. */
  get state(): AlarmsBody['clusters'] {
    const connections = this.deps.findings.connected();
    return [...new Set([...connections.keys(), ...this.allowed])].map((id) => {
      const access = connections.get(id);
      const problem = this.blockerTo(id, access) ?? this.toChecked(id, access)?.problem;
      const { last } = this.toChecked(id, access) ?? {};
      return {
        id,
        name: access?.name ?? id,
        added: last?.added ?? 0,
        gone: last?.gone ?? 0,
        ...(problem && { not_watched: problem }),
        ...(last && { checked_at: last.atMs, open: countOpen(last.counts) }),
      };
    });
  }

  /** Open findings at the last check, by id; without clusters that could not be checked. */
  get counts(): Readonly<Record<string, FindingCounts>> {
    const connections = this.deps.findings.connected();
    return Object.fromEntries(
      this.allowed.flatMap((id) => {
        const { problem, last } = this.toChecked(id, connections.get(id)) ?? {};
        return last && !problem ? [[id, last.counts]] : [];
      })
    );
  }

  /**
   * Findings that no server has announced, of one cluster after the other, so that a slow one does
   * not hold up those before it.
   * @param from - as `FindingWatch.fresh`
   */
  async *newFindings(
    from: Severity | undefined,
    nowMs: number
  ): AsyncGenerator<readonly AlarmEvent[]> {
    for (const id of this.allowed) {
      if (this.isStopped) return;
      const access = this.deps.findings.connected().get(id);
      const blocker = this.blockerTo(id, access);
      if (blocker) this.report(id, blocker);
      else if (access?.check) yield await this.check(id, access, access.check, from, nowMs);
    }
  }

  stop(): void {
    this.isStopped = true;
  }

  private get allowed(): readonly string[] {
    return this.deps.config.clusters;
  }

  private toChecked(id: string, access: ConnectedFindings | undefined): Checked | undefined {
    const found = this.checked.get(id);
    return found?.connection === access?.connection ? found : undefined;
  }

  private blockerTo(id: string, access: ConnectedFindings | undefined): WatchProblem | undefined {
    if (!this.allowed.includes(id)) return 'not_allowed';
    if (!access) return 'not_connected';
    return access.check ? undefined : 'no_credentials';
  }

  private async check(
    id: string,
    access: ConnectedFindings,
    check: NonNullable<ConnectedFindings['check']>,
    from: Severity | undefined,
    nowMs: number
  ): Promise<readonly AlarmEvent[]> {
    const before = this.toChecked(id, access);
    // The cluster may lock out a user, or this server, after several wrong passwords.
    const isTooEarly = nowMs < (before?.attemptedAtMs ?? -Infinity) + ALARM_LIMITS.rejectedMs;
    if (before?.problem === 'rejected' && isTooEarly) return [];
    const outcome = await this.findFindings(check);
    const place = { id, connected: access };
    // The connection may have been removed or changed in the meantime.
    if (this.deps.findings.connected().get(id)?.connection !== access.connection) return [];
    const attempt = { connection: access.connection, attemptedAtMs: nowMs };
    if (typeof outcome === 'string') {
      this.checked.set(id, { ...before, ...attempt, problem: outcome });
      this.report(id, outcome);
      return [];
    }
    const found = await this.deps.watch.open(place, outcome);
    this.checked.set(id, { ...attempt, last: toLastCheck(before?.last, found, nowMs) });
    this.report(id, undefined);
    return this.deps.watch.fresh(place, found, from, nowMs);
  }

  private async findFindings(check: NonNullable<ConnectedFindings['check']>) {
    try {
      const checked = await check(ALARM_LIMITS.clusterMs);
      if (checked.ok) return checked.result;
      return checked.response.statusCode === 403 ? 'rights' : 'unreachable';
    } catch (error) {
      const { response } = error as { readonly response?: Partial<ErrorDefinition> };
      return response?.code === BACKEND_ERRORS.clusterCredentials.code ? 'rejected' : 'unreachable';
    }
  }

  /** Not with each check, which follow each other within minutes. */
  private report(id: string, problem: WatchProblem | undefined): void {
    if (problem && problem !== this.logged.get(id))
      this.deps.log.warn(`There are no alarms about findings of the cluster "${id}".`, {
        reason: REASONS[problem],
      });
    this.logged.set(id, problem);
  }
}

const REASONS: Readonly<Record<WatchProblem, string>> = {
  not_allowed: 'opensearch_security.alarms.clusters does not name it.',
  not_connected: 'No connection has this id.',
  no_credentials: 'Its connection stores no credentials.',
  rejected: 'It rejects the stored credentials.',
  rights: 'The stored user may not read its security configuration.',
  unreachable: 'The last check failed.',
};

const countOpen = ({ critical, high, medium, low }: FindingCounts): number =>
  critical + high + medium + low;

function toLastCheck(
  before: Checked['last'],
  { open, counts }: OpenFindings,
  atMs: number
): NonNullable<Checked['last']> {
  const ids = new Set(open.map(({ id }) => id));
  const added = before ? [...ids].filter((id) => !before.ids.has(id)).length : 0;
  const gone = before ? [...before.ids].filter((id) => !ids.has(id)).length : 0;
  return {
    atMs,
    counts,
    ids,
    added: (before?.added ?? 0) + added,
    gone: (before?.gone ?? 0) + gone,
  };
}
