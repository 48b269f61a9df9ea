/**
 * Knows every certificate in use, and reports those that end soon: in the log, in the status, as a
 * metric and to findings. Whoever loads certificates adds a source.
 */
import { BehaviorSubject, type Observable } from 'rxjs';
import type { UsedCertificate } from '../../../backend/api';
import { CERTIFICATE_LIMITS, defineMessage } from '../../common';
import type { LevelLogger } from '../logging';
import type { ServiceStatus } from '../status/types';

/** The certificates in use now. */
export type CertificateSource = () =>
  readonly UsedCertificate[] | Promise<readonly UsedCertificate[]>;

export interface CertificateMonitorDeps {
  readonly log: Pick<LevelLogger, 'warn'>;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

const DAY_MS = 86_400_000;
/** Listed in the status; the log has all. */
const NAMED = 5;

const AVAILABLE: ServiceStatus = {
  level: 'available',
  summary: defineMessage('core.status.certificates.available', {
    defaultMessage: 'No certificate expires within {days} days.',
    values: { days: CERTIFICATE_LIMITS.warningDays },
  }),
};

export class CertificateMonitor {
  private readonly sources: CertificateSource[] = [];
  private readonly status = new BehaviorSubject<ServiceStatus>(AVAILABLE);
  private readonly now: () => number;
  private known: readonly UsedCertificate[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly deps: CertificateMonitorDeps) {
    this.now = deps.now ?? Date.now;
  }

  get status$(): Observable<ServiceStatus> {
    return this.status;
  }

  readonly add = (source: CertificateSource): void => void this.sources.push(source);

  /** Seconds until the first certificate of each file ends; negative after it. */
  get secondsLeft(): ReadonlyMap<string, number> {
    const left = new Map<string, number>();
    for (const { file, endsAtMs } of this.known)
      left.set(file, Math.min(left.get(file) ?? Infinity, (endsAtMs - this.now()) / 1_000));
    return left;
  }

  /** Those that end soon or have ended, the first to end first. */
  readonly ending = (): readonly UsedCertificate[] =>
    this.known
      .filter(({ endsAtMs }) => endsAtMs - this.now() < CERTIFICATE_LIMITS.warningDays * DAY_MS)
      .sort((a, b) => a.endsAtMs - b.endsAtMs);

  /** Checks now, and then daily. */
  async start(): Promise<void> {
    const { checkMs } = CERTIFICATE_LIMITS;
    this.timer ??= setInterval(() => void this.check(), checkMs).unref();
    await this.check();
  }

  stop(): void {
    clearInterval(this.timer);
    this.status.complete();
  }

  async check(): Promise<void> {
    const found = await Promise.allSettled(this.sources.map(async (source) => source()));
    this.known = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    const ending = this.ending();
    for (const one of ending) this.deps.log.warn(this.logLine(one));
    this.status.next(getStatus(ending));
  }

  private logLine({ file, usedBy, endsAtMs }: UsedCertificate): string {
    const days = Math.floor(Math.abs(endsAtMs - this.now()) / DAY_MS);
    const when = endsAtMs > this.now() ? `ends in ${days} days` : `ended ${days} days ago`;
    return `The certificate ${file} (${usedBy}) ${when}, on ${getDay(endsAtMs)}. Connections that need it fail from then on. Renew it, then reload or restart the server.`;
  }
}

const getDay = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);

function getStatus(ending: readonly UsedCertificate[]): ServiceStatus {
  if (ending.length === 0) return AVAILABLE;
  const named = ending.slice(0, NAMED).map(({ file, endsAtMs }) => `${file} (${getDay(endsAtMs)})`);
  return {
    level: 'degraded',
    summary: defineMessage('core.status.certificates.ending', {
      defaultMessage:
        '{count, plural, one {# certificate has expired or expires} other {# certificates have expired or expire}} soon: {files}. Renew them, then reload or restart the server.',
      values: { count: ending.length, files: named.join(', ') },
    }),
  };
}
