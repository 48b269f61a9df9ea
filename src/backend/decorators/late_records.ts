/** Records of changes that were made before the cluster was lost. They wait until it is back. */
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { WORK_LIMITS } from '../../contracts/limits';
import { errorResponseOf } from '../api';
import type { EngineLog } from '../api/log';

interface LateRecord {
  /** @throws what the backend throws, while it is away */
  readonly write: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}

/** Between two attempts at the stop. */
const STOP_INTERVAL_MS = 200;

export class LateRecords {
  private readonly waiting: LateRecord[] = [];
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> = Promise.resolve();

  constructor(private readonly log: Pick<EngineLog, 'error'>) {}

  /** @returns whether the record is tried again; otherwise it is lost */
  add(record: LateRecord, error: unknown): boolean {
    if (!errorResponseOf(error) || this.waiting.length >= WORK_LIMITS.lateRecords) return false;
    this.waiting.push(record);
    this.timer ??= this.next();
    return true;
  }

  /** Tries until the limit, for the case that the cluster is back, and logs how many are lost. */
  async stop(): Promise<void> {
    if (this.waiting.length === 0) return;
    clearTimeout(this.timer);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), WORK_LIMITS.lateRecordsStopMs);
    await Promise.race([this.writeUntil(limit.signal), once(limit.signal, 'abort')]);
    clearTimeout(timer);
    limit.abort();
    clearTimeout(this.timer);
    const count = this.waiting.length;
    if (count === 0) return;
    const lost = 'Changes of the configuration were made, but could not be recorded at the stop.';
    this.log.error(lost, { count });
  }

  private async writeUntil(signal: AbortSignal): Promise<void> {
    await this.writing;
    while (this.waiting.length > 0 && !signal.aborted) {
      await this.writeAll();
      clearTimeout(this.timer);
      if (this.waiting.length > 0) await pause(STOP_INTERVAL_MS);
    }
  }

  private next(): NodeJS.Timeout {
    return setTimeout(() => {
      this.writing = this.writeAll();
    }, WORK_LIMITS.lateRecordsMs).unref();
  }

  /** In the order of the changes. The first one that still fails ends the attempt. */
  private async writeAll(): Promise<void> {
    for (let record = this.waiting[0]; record; record = this.waiting[0])
      try {
        await record.write();
        this.waiting.shift();
      } catch (error) {
        if (errorResponseOf(error)) break;
        record.failed(error);
        this.waiting.shift();
      }
    this.timer = this.waiting.length > 0 ? this.next() : undefined;
  }
}
