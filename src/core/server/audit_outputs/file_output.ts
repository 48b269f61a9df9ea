/**
 * Audit events in a file (`engine.audit.file`), a line of JSON each, for log collectors. A slow
 * disk delays no request. The file is opened for each batch, so it can be rotated at any time.
 */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Logger } from '../logging';
import {
  limitedJson,
  OUTPUT_LIMITS,
  OutputQueue,
  type AuditEvent,
  type OutputFigures,
} from './output_queue';

interface FileOutputDeps {
  readonly path: string;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Milliseconds until the next attempt after a failure. */
  readonly retryMs?: number;
  /** Milliseconds that `stop` waits for what is not written. */
  readonly stopMs?: number;
}

/** A pipe without a reader fails instead of holding a thread. */
const FLAGS = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK;
const MODE = 0o600;
const NEW_LINE = 0x0a;

interface Batch {
  readonly bytes: Buffer;
  readonly count: number;
  offset: number;
  /** Of the file that has the beginning. */
  inode: number | undefined;
}

export class FileOutput {
  private readonly queue = new OutputQueue();
  private batch: Batch | undefined;
  private running: Promise<void> | undefined;
  private written = 0;
  private problem: string | undefined;
  private isFull = false;
  private isStopped = false;
  private isAbandoned = false;
  private wake: (() => void) | undefined;

  constructor(private readonly deps: FileOutputDeps) {}

  get figures(): OutputFigures {
    const waiting = this.queue.length + (this.batch?.count ?? 0);
    return { waiting, written: this.written, lost: this.queue.lost };
  }

  write(events: readonly AuditEvent[]): void {
    for (const event of events) {
      const line = `${limitedJson(event, OUTPUT_LIMITS.fileLineBytes)}\n`;
      if (!this.queue.push(line)) this.full();
    }
    if (!this.isStopped) this.run();
  }

  /** Writes what waits, as far as that is possible in time. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.run();
    const { stopMs = 5_000 } = this.deps;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => (timer = setTimeout(resolve, stopMs)));
    await Promise.race([this.running, limit]);
    clearTimeout(timer);
    const { waiting } = this.figures;
    this.isAbandoned = true;
    this.wake?.();
    if (waiting > 0)
      this.deps.log.error(
        'Audit events are lost: they could not be written to the file (engine.audit.file).',
        { lost: waiting }
      );
  }

  private run(): void {
    this.running ??= this.drain().finally(() => (this.running = undefined));
  }

  private async drain(): Promise<void> {
    // What is written meanwhile goes along.
    await Promise.resolve();
    while (!this.isAbandoned && this.figures.waiting > 0) {
      try {
        await this.writeBatch();
        this.succeeded();
      } catch (error) {
        this.failed(error);
        await this.pause();
      }
    }
  }

  private async writeBatch(): Promise<void> {
    const batch = (this.batch ??= this.nextBatch());
    const file = await open(this.deps.path, FLAGS, MODE);
    try {
      const state = await file.stat();
      if (!state.isFile()) throw new Error('it is not a regular file');
      // A new file does not begin within a line.
      if (batch.offset > 0 && batch.inode !== state.ino)
        batch.offset = batch.bytes.lastIndexOf(NEW_LINE, batch.offset - 1) + 1;
      batch.inode = state.ino;
      while (batch.offset < batch.bytes.length) {
        const { bytesWritten } = await file.write(batch.bytes, batch.offset);
        batch.offset += bytesWritten;
      }
    } finally {
      await file.close();
    }
    this.written += batch.count;
    this.batch = undefined;
  }

  private nextBatch(): Batch {
    const lines = this.queue.take(OUTPUT_LIMITS.batchBytes);
    return {
      bytes: Buffer.from(lines.join('')),
      count: lines.length,
      offset: 0,
      inode: undefined,
    };
  }

  /** Until the next attempt, or the end. */
  private async pause(): Promise<void> {
    const { retryMs = 1_000 } = this.deps;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, retryMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }

  private succeeded(): void {
    this.isFull = false;
    if (this.problem === undefined) return;
    this.problem = undefined;
    this.deps.log.warn('Audit events can be written to the file again (engine.audit.file).', {
      lost: this.queue.lost,
    });
  }

  private failed(error: unknown): void {
    const problem = (error as Error).message;
    if (this.problem !== problem)
      this.deps.log.error('Audit events cannot be written to the file (engine.audit.file).', {
        error: problem,
      });
    this.problem = problem;
  }

  private full(): void {
    if (this.isFull) return;
    this.isFull = true;
    this.deps.log.error('Audit events are lost: too many wait for the file (engine.audit.file).');
  }
}
