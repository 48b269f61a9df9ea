/** Records of changes that were made before the cluster was lost. They wait until it is back. */
import { WORK_LIMITS } from '../../contracts/limits';
import { getErrorResponse } from '../api';

interface LateRecord {
  /** @throws what the backend throws, while it is away */
  readonly write: () => Promise<void>;
  readonly failed: (error: unknown) => void;
}

export class LateRecords {
  private readonly waiting: LateRecord[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly intervalMs: number = WORK_LIMITS.lateRecordsMs) {}

  /** @returns whether the record is tried again; otherwise it is lost */
  add(record: LateRecord, error: unknown): boolean {
    if (!getErrorResponse(error) || this.waiting.length >= WORK_LIMITS.lateRecords) return false;
    this.waiting.push(record);
    this.timer ??= this.next();
    return true;
  }

  private next(): NodeJS.Timeout {
    return setTimeout(() => void this.writeAll(), this.intervalMs).unref();
  }

  /** In the order of the changes. The first one that still fails ends the attempt. */
  private async writeAll(): Promise<void> {
    for (let record = this.waiting[0]; record; record = this.waiting[0])
      try {
        await record.write();
        this.waiting.shift();
      } catch (error) {
        if (getErrorResponse(error)) break;
        record.failed(error);
        this.waiting.shift();
      }
    this.timer = this.waiting.length > 0 ? this.next() : undefined;
  }
}
