/**
 * Where audit events go besides the store: a file and a syslog server. Each output has its own
 * queue, so that no output delays another one or requests.
 */
import { hostname } from 'node:os';
import type { AuditSink } from '../../../backend/api';
import { readSyslogAuthorities, type CoreConfig } from '../config';
import type { Logger } from '../logging';
import { FileOutput } from './file_output';
import type { OutputFigures } from './output_queue';
import type { QueuedOutput } from './queued_output';
import { SYSLOG_PORTS } from './syslog_message';
import { SyslogOutput } from './syslog_output';

type AuditConfig = CoreConfig['engine']['audit'];

export class AuditOutputs {
  private readonly outputs = new Map<string, QueuedOutput>();

  /** @throws {StartError} when a file of authorities cannot be read */
  constructor({ file, syslog }: Pick<AuditConfig, 'file' | 'syslog'>, log: Logger) {
    if (file !== undefined) this.outputs.set('file', new FileOutput({ path: file, log }));
    if (syslog.host !== undefined) this.outputs.set('syslog', syslogOutput(syslog, log));
  }

  /** Undefined when nothing is configured. */
  get sink(): AuditSink | undefined {
    if (this.outputs.size === 0) return undefined;
    return (events) => {
      for (const output of this.outputs.values()) output.write(events);
    };
  }

  /** By name of the output. */
  figures(): ReadonlyMap<string, OutputFigures> {
    return new Map([...this.outputs].map(([name, { figures }]) => [name, figures]));
  }

  /** Call after the last event has been written. */
  async stop(): Promise<void> {
    await Promise.all([...this.outputs.values()].map((output) => output.stop()));
  }
}

function syslogOutput(syslog: AuditConfig['syslog'], log: Logger): SyslogOutput {
  const { host = '', protocol, port = SYSLOG_PORTS[protocol], facility } = syslog;
  return new SyslogOutput({
    target: { host, port, protocol, ca: readSyslogAuthorities(syslog) },
    source: {
      facility,
      host: hostname(),
      processId: process.pid,
      maxBytes: syslog.max_message_bytes,
    },
    log,
  });
}
