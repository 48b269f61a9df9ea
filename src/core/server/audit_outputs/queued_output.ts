/**
 * An output that writes audit events in the background. Events that cannot be written wait, within
 * limits, and are retried at growing intervals.
 */
import type { Logger } from '../logging';
import { OutputQueue, type AuditEvent, type OutputFigures } from './output_queue';

export interface QueuedOutputDeps {
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** First and longest delay before a retry, in milliseconds. */
  readonly retryMs: { readonly first: number; readonly most: number };
  /** Milliseconds that `stop` waits for unwritten events. */
  readonly stopMs?: number;
}

/** Log messages. */
export interface OutputTexts {
  readonly failed: string;
  readonly recovered: string;
  readonly full: string;
  readonly lost: string;
}

const STOP_MS = 5_000;

export abstract class QueuedOutput {
  private readonly queue = new OutputQueue();
  private batch: readonly string[] | undefined;
  private running: Promise<void> | undefined;
  private written = 0;
  private failures = 0;
  private problem: string | undefined;
  private isFull = false;
  private isAbandoned = false;
  private wake: (() => void) | undefined;

  protected constructor(
    private readonly deps: QueuedOutputDeps,
    private readonly texts: OutputTexts
  ) {}

  /** Largest batch for `deliver`, in bytes. A longer line is a batch of its own. */
  protected abstract readonly batchBytes: number;

  protected abstract toLine(event: AuditEvent): string;

  /** Rejects unless all lines are written; then the same lines are passed again. */
  protected abstract deliver(lines: readonly string[]): Promise<void>;

  protected async close(): Promise<void> {}

  get figures(): OutputFigures {
    const waiting = this.queue.length + (this.batch?.length ?? 0);
    return { waiting, written: this.written, lost: this.queue.lost };
  }

  write(events: readonly AuditEvent[]): void {
    for (const event of events) if (!this.queue.push(this.toLine(event))) this.full();
    this.run();
  }

  /** Writes the waiting events, as far as time allows. */
  async stop(): Promise<void> {
    this.run();
    this.wake?.();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.deps.stopMs ?? STOP_MS);
    });
    await Promise.race([this.running, limit]);
    clearTimeout(timer);
    this.isAbandoned = true;
    this.wake?.();
    const { waiting } = this.figures;
    if (waiting > 0) this.deps.log.error(this.texts.lost, { lost: waiting });
    await this.close();
  }

  private run(): void {
    if (!this.isAbandoned) this.running ??= this.drain().finally(() => (this.running = undefined));
  }

  private async drain(): Promise<void> {
    // Includes events that arrive in the meantime.
    await Promise.resolve();
    while (!this.isAbandoned && this.figures.waiting > 0) {
      try {
        this.batch ??= this.queue.take(this.batchBytes);
        await this.deliver(this.batch);
        this.written += this.batch.length;
        this.batch = undefined;
        this.noteSuccess();
      } catch (error) {
        this.failed(error);
        await this.pause();
      }
    }
  }

  /** Until the next attempt, or the end. */
  private async pause(): Promise<void> {
    const { first, most } = this.deps.retryMs;
    const longest = Math.min(first * 2 ** Math.min(this.failures - 1, 20), most);
    // Random, so that servers that lost the same syslog server do not all reconnect together.
    const delayMs = longest * (0.5 + Math.random() / 2);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }

  private noteSuccess(): void {
    this.isFull = false;
    this.failures = 0;
    if (this.problem === undefined) return;
    this.problem = undefined;
    this.deps.log.warn(this.texts.recovered, { lost: this.queue.lost });
  }

  private failed(error: unknown): void {
    this.failures++;
    const problem = (error as Error).message;
    if (this.problem !== problem && !this.isAbandoned)
      this.deps.log.error(this.texts.failed, { error: problem });
    this.problem = problem;
  }

  private full(): void {
    if (this.isFull) return;
    this.isFull = true;
    this.deps.log.error(this.texts.full);
  }
}
