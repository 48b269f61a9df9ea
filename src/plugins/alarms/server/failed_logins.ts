/** Counts failed logins by user name and by address, within a window that the first one opens. */
import { ALARM_LIMITS } from '@sd/contracts';
import { addressKey } from '@sd/core/server';
import type { FailedLogin } from './types';
import { type AlarmEvent, plain } from './alarm_message';

interface FailedLoginsOptions {
  /** Failures that make an alarm. */
  readonly threshold: number;
  readonly windowMinutes: number;
}

const MINUTE_MS = 60_000;

export class FailedLogins {
  /** The oldest window first. */
  private readonly windows = new Map<string, { count: number; readonly endsMs: number }>();

  constructor(private readonly options: FailedLoginsOptions) {}

  /**
   * @param nowMs - epoch milliseconds
   * @returns an event for each count that has just reached the threshold: one in a window
   */
  add({ userName, remoteAddress }: FailedLogin, nowMs: number): readonly AlarmEvent[] {
    const { threshold, windowMinutes } = this.options;
    const name = userName === undefined ? undefined : plain(userName);
    const event = (text: string): AlarmEvent => ({
      kind: 'failed_logins',
      severity: 'high',
      atMs: nowMs,
      text: `${threshold} failed logins ${text} within ${windowMinutes} min.`,
      details: {
        failures: threshold,
        window_minutes: windowMinutes,
        address: remoteAddress,
        ...(name !== undefined && { user: name }),
      },
    });
    const isMany = (key: string) => this.count(key, nowMs) === threshold;
    return [
      ...(name !== undefined && isMany(`user ${name}`)
        ? [event(`of user "${name}", the last one from ${remoteAddress},`)]
        : []),
      ...(isMany(`address ${addressKey(remoteAddress)}`) ? [event(`from ${remoteAddress}`)] : []),
    ];
  }

  private count(key: string, nowMs: number): number {
    const open = this.windows.get(key);
    if (open && open.endsMs > nowMs) return ++open.count;
    this.windows.delete(key);
    if (this.windows.size >= ALARM_LIMITS.countedLogins)
      this.windows.delete(this.windows.keys().next().value as string);
    this.windows.set(key, { count: 1, endsMs: nowMs + this.options.windowMinutes * MINUTE_MS });
    return 1;
  }
}
