/**
 * Audit events to a syslog server (`engine.audit.syslog`): a datagram each over UDP (RFC 5426), or
 * with octet counting over TCP (RFC 6587) and TLS (RFC 5425). Over UDP, and when a connection
 * breaks, messages in transit are lost silently.
 */
import { SyslogConnection, type SyslogTarget } from './syslog_connection';
import type { AuditEvent } from './output_queue';
import { QueuedOutput, type OutputTexts, type QueuedOutputDeps } from './queued_output';
import { syslogMessage, type SyslogSource } from './syslog_message';

export type { SyslogTarget } from './syslog_connection';

const TEXTS: OutputTexts = {
  failed: 'Audit events cannot be sent to the syslog server (engine.audit.syslog).',
  recovered: 'Audit events can be sent to the syslog server again (engine.audit.syslog).',
  full: 'Audit events are lost: too many wait for the syslog server (engine.audit.syslog).',
  lost: 'Audit events are lost: they could not be sent to the syslog server (engine.audit.syslog).',
};

const RETRY_MS = { first: 1_000, most: 60_000 };
/** Bytes per write to a connection. */
const BATCH_BYTES = 65_536;
/** Timeout for opening a connection and for sending a batch, in milliseconds. */
const STALL_MS = 10_000;

interface SyslogOutputDeps extends Omit<QueuedOutputDeps, 'retryMs'> {
  readonly target: SyslogTarget;
  readonly source: SyslogSource;
  readonly retryMs?: QueuedOutputDeps['retryMs'];
  readonly stallMs?: number;
}

export class SyslogOutput extends QueuedOutput {
  protected readonly batchBytes: number;
  private readonly target: SyslogTarget;
  private readonly source: SyslogSource;
  private readonly stallMs: number;
  private connection: SyslogConnection | undefined;

  constructor({ target, source, stallMs = STALL_MS, ...deps }: SyslogOutputDeps) {
    super({ retryMs: RETRY_MS, ...deps }, TEXTS);
    this.target = target;
    this.source = source;
    this.stallMs = stallMs;
    this.batchBytes = target.protocol === 'udp' ? 1 : BATCH_BYTES;
  }

  protected toLine(event: AuditEvent): string {
    return syslogMessage(event, this.source);
  }

  protected async deliver(messages: readonly string[]): Promise<void> {
    if (!this.connection?.isOpen)
      this.connection = await SyslogConnection.open(this.target, this.stallMs);
    try {
      await this.connection.send(messages);
    } catch (error) {
      this.connection.close();
      throw error;
    }
  }

  protected override async close(): Promise<void> {
    this.connection?.close();
  }
}
