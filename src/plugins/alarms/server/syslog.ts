/** Messages to a syslog server (RFC 5424): one for each event, or one for a digest or test. */
import { hostname } from 'node:os';
import { ALARM_LIMITS, type Severity } from '@sd/contracts';
import { SyslogConnection, syslogLine, type SyslogTarget } from '@sd/core/server';
import type { AlarmMessage, Sender } from './alarm_message';
import { bracket } from './config';

/** Receivers must accept 480 bytes, and should accept 2,048 (RFC 5424). */
const MAX_BYTES = 2_048;
const INFORMATIONAL = 6;
const SEVERITY_CODES: Readonly<Record<Severity, number>> = {
  critical: 2,
  high: 3,
  medium: 4,
  low: 5,
};

export class Syslog implements Sender {
  readonly kind = 'syslog';
  readonly target: string;

  /** @param facility - 0 to 23 */
  constructor(
    private readonly to: SyslogTarget,
    private readonly facility: number
  ) {
    this.target = `${to.protocol}://${bracket(to.host)}:${to.port}`;
  }

  async send(message: AlarmMessage): Promise<void> {
    const lines = this.toLines(message);
    const connection = await SyslogConnection.open(this.to, ALARM_LIMITS.timeoutMs);
    try {
      // A datagram has one message.
      const batches = this.to.protocol === 'udp' ? lines.map((line) => [line]) : [lines];
      for (const batch of batches) await connection.send(batch);
    } finally {
      connection.close();
    }
  }

  private toLines({ events, ...message }: AlarmMessage): readonly string[] {
    const { id, created_at: createdAt, type, omitted } = message;
    const header = { facility: this.facility, host: hostname(), processId: process.pid };
    const line = (contents: object, severity: number, timestamp: string, messageId: string) =>
      syslogLine(
        { ...contents },
        { ...header, severity, timestamp, messageId, maxBytes: MAX_BYTES }
      );
    const ofEvents = events.map((event) =>
      line({ id, ...event }, SEVERITY_CODES[event.severity], event.at, event.kind)
    );
    if (type === 'events' && omitted === 0) return ofEvents;
    const summary = line(message, INFORMATIONAL, createdAt, type);
    return type === 'digest' ? [summary] : [...ofEvents, summary];
  }
}
