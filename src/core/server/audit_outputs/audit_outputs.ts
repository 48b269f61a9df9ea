/**
 * Where audit events go besides the store: a file (`engine.audit.file`). Each output has its own
 * queue, so that none holds up another, or requests.
 */
import type { AuditSink } from '../../../backend/api';
import type { CoreConfig } from '../config';
import type { Logger } from '../logging';
import { FileOutput } from './file_output';
import type { AuditEvent, OutputFigures } from './output_queue';

interface AuditOutput {
  readonly figures: OutputFigures;
  write(events: readonly AuditEvent[]): void;
  stop(): Promise<void>;
}

export class AuditOutputs {
  private readonly outputs = new Map<string, AuditOutput>();

  constructor({ file }: CoreConfig['engine']['audit'], log: Logger) {
    if (file !== undefined) this.outputs.set('file', new FileOutput({ path: file, log }));
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

  /** To be called when nobody writes any more. */
  async stop(): Promise<void> {
    await Promise.all([...this.outputs.values()].map((output) => output.stop()));
  }
}
