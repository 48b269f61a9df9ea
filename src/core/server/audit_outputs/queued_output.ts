/**
 * An output that writes audit events beside requests: what it cannot write now waits within limits
 * and is tried again, less and less often.
 */
import type { Logger } from '../logging';
import { OutputQueue, type AuditEvent, type OutputFigures } from './output_queue';

export interface QueuedOutputDeps {
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Milliseconds until the next attempt after a failure: the first time, and at most. */
  readonly retryMs: { readonly first: number; readonly most: number };
  /** Milliseconds that `stop` waits for what is not written. */
  readonly stopMs?: number;
}

/** What the log says, each a sentence. */
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

  /** Bytes of lines that `deliver` is given together; a line that is longer comes alone. */
  protected abstract readonly batchBytes: number;

  protected abstract lineOf(event: AuditEvent): string;

  /** Rejects unless all lines are written; they are then given again. */
  protected abstract deliver(lines: readonly string[]): Promise<void>;

  protected async close(): Promise<void> {}

  get figures(): OutputFigures {
    const waiting = this.queue.length + (this.batch?.length ?? 0);
    return { waiting, written: this.written, lost: this.queue.lost };
  }

  write(events: readonly AuditEvent[]): void {
    for (const event of events) if (!this.queue.push(this.lineOf(event))) this.full();
    this.run();
  }

  /** Writes what waits, as far as that is possible in time. */
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
    // What is handed over meanwhile goes along.
    await Promise.resolve();
    while (!this.isAbandoned && this.figures.waiting > 0) {
      try {
        this.batch ??= this.queue.take(this.batchBytes);
        await this.deliver(this.batch);
        this.written += this.batch.length;
        this.batch = undefined;
        this.succeeded();
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
    // Servers that lost the same syslog server do not all come back in the same moment.
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

  private succeeded(): void {
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
