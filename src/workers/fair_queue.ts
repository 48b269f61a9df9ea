/**
 * A bounded queue with round-robin scheduling by caller, so that a flood of one caller delays only
 * that caller.
 *
 * A key is a path: `['known', '10.0.0.7', 'jane']` alternates with its siblings on every level.
 * When the queue overflows, the newest entry of the largest branch is dropped, level by level: a
 * new caller is still accepted, a flooding one is not.
 */
export type QueueKey = readonly string[];

export interface FairQueueLimits {
  /** Tasks that run concurrently. */
  readonly running: number;
  /** Queued tasks of all keys. */
  readonly waiting: number;
  /** Queued tasks per key. */
  readonly waitingPerKey: number;
}

/** The task was not started, because the queue is full (the message names the limit) or closed. */
export class QueueFullError extends Error {
  readonly code = 'workers.queue_full';
}

interface Entry {
  readonly start: () => void;
  readonly refuse: (error: QueueFullError) => void;
}

export class FairQueue {
  private running = 0;
  private isClosed = false;
  private readonly queue = new BranchedQueue<Entry>();

  constructor(private readonly limits: FairQueueLimits) {}

  /** Number of queued tasks. */
  get waiting(): number {
    return this.queue.size;
  }

  /** Number of running tasks. */
  get active(): number {
    return this.running;
  }

  /**
   * @throws {QueueFullError} immediately, or later if the task is dropped in favor of a caller with
   *   fewer tasks
   */
  async run<T>(key: QueueKey, work: () => T | Promise<T>): Promise<T> {
    if (this.isClosed) throw stoppingError();
    if (this.running < this.limits.running) this.running++;
    else await this.waitForSlot(key);
    try {
      return await work();
    } finally {
      // The next task starts without releasing the slot, so that no new task can overtake it.
      const next = this.queue.shift();
      if (next) next.start();
      else this.running--;
    }
  }

  /** Rejects queued and future tasks. Running tasks continue. */
  close(): void {
    this.isClosed = true;
    for (let next = this.queue.shift(); next; next = this.queue.shift())
      next.refuse(stoppingError());
  }

  private async waitForSlot(key: QueueKey): Promise<void> {
    const { waiting, waitingPerKey } = this.limits;
    if (this.queue.measureSize(key) >= waitingPerKey)
      throw tooMany(`${waitingPerKey} of one caller`);
    await new Promise<void>((start, refuse) => {
      this.queue.push(key, { start, refuse });
      if (this.queue.size > waiting) this.queue.dropFromLongest()?.refuse(tooMany(String(waiting)));
    });
  }
}

const tooMany = (limit: string): QueueFullError =>
  new QueueFullError(`Too much work waits already (limit: ${limit}). Try again later.`);

const stoppingError = (): QueueFullError => new QueueFullError('The server is stopping.');

/** Entries below one segment of the path. The order of `branches` is the scheduling order. */
class BranchedQueue<T> {
  size = 0;
  private readonly own: T[] = [];
  private readonly branches = new Map<string, BranchedQueue<T>>();

  push([step, ...rest]: QueueKey, entry: T): void {
    this.size++;
    if (step === undefined) {
      this.own.push(entry);
      return;
    }
    let branch = this.branches.get(step);
    if (!branch) this.branches.set(step, (branch = new BranchedQueue<T>()));
    branch.push(rest, entry);
  }

  measureSize([step, ...rest]: QueueKey): number {
    return step === undefined ? this.size : (this.branches.get(step)?.measureSize(rest) ?? 0);
  }

  /** Removes the next entry. Its branch moves to the end. */
  shift(): T | undefined {
    if (this.size === 0) return undefined;
    this.size--;
    const [next] = this.branches;
    if (!next) return this.own.shift();
    const [step, branch] = next;
    const entry = branch.shift();
    this.branches.delete(step);
    if (branch.size > 0) this.branches.set(step, branch);
    return entry;
  }

  /** Drops from the last of equally large branches, so that the longest waiting caller is kept. */
  dropFromLongest(): T | undefined {
    if (this.size === 0) return undefined;
    this.size--;
    let longest: [string, BranchedQueue<T>] | undefined;
    for (const one of this.branches) if (!longest || one[1].size >= longest[1].size) longest = one;
    if (!longest) return this.own.pop();
    const [step, branch] = longest;
    const entry = branch.dropFromLongest();
    if (branch.size === 0) this.branches.delete(step);
    return entry;
  }
}
