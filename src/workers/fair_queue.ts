/**
 * A bounded queue in which callers take turns, so that one caller's flood delays only itself.
 *
 * A key is a path: `['known', '10.0.0.7', 'jane']` takes turns with its siblings on every level.
 * When the queue overflows, the newest entry of whoever has most in it gives way, level by level: a
 * caller who is new still finds a place, the flooding one does not.
 */
export type QueueKey = readonly string[];

export interface FairQueueLimits {
  /** Pieces of work at the same time. */
  readonly running: number;
  /** Pieces of work that wait, of all keys together. */
  readonly waiting: number;
  /** The same of one key. */
  readonly waitingPerKey: number;
}

/**
 * The work was not begun: too much waits already (the message names the limit), or the queue is
 * closed.
 */
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
  private readonly line = new Line<Entry>();

  constructor(private readonly limits: FairQueueLimits) {}

  /** Pieces of work that wait. */
  get waiting(): number {
    return this.line.size;
  }

  /** Pieces of work under way. */
  get active(): number {
    return this.running;
  }

  /** @throws {QueueFullError} at once, or later when the place goes to a caller with fewer */
  async run<T>(key: QueueKey, work: () => T | Promise<T>): Promise<T> {
    if (this.isClosed) throw closed();
    if (this.running < this.limits.running) this.running++;
    else await this.turn(key);
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line, so that nobody can slip in between.
      const next = this.line.shift();
      if (next) next.start();
      else this.running--;
    }
  }

  /** Refuses what waits and what comes later; what runs goes on. */
  close(): void {
    this.isClosed = true;
    for (let next = this.line.shift(); next; next = this.line.shift()) next.refuse(closed());
  }

  private async turn(key: QueueKey): Promise<void> {
    const { waiting, waitingPerKey } = this.limits;
    if (this.line.sizeOf(key) >= waitingPerKey) throw tooMany(`${waitingPerKey} of one caller`);
    await new Promise<void>((start, refuse) => {
      this.line.push(key, { start, refuse });
      if (this.line.size > waiting) this.line.dropFromLongest()?.refuse(tooMany(String(waiting)));
    });
  }
}

const tooMany = (limit: string): QueueFullError =>
  new QueueFullError(`Too much work waits already (limit: ${limit}). Try again later.`);

const closed = (): QueueFullError => new QueueFullError('The server is stopping.');

/** Entries below one step of the path; the order of `branches` is the order of turns. */
class Line<T> {
  size = 0;
  private readonly own: T[] = [];
  private readonly branches = new Map<string, Line<T>>();

  push([step, ...rest]: QueueKey, entry: T): void {
    this.size++;
    if (step === undefined) {
      this.own.push(entry);
      return;
    }
    let branch = this.branches.get(step);
    if (!branch) this.branches.set(step, (branch = new Line<T>()));
    branch.push(rest, entry);
  }

  sizeOf([step, ...rest]: QueueKey): number {
    return step === undefined ? this.size : (this.branches.get(step)?.sizeOf(rest) ?? 0);
  }

  /** The entry whose turn it is; its branch goes to the end of the line. */
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

  /** Of equally long branches the last in line gives way: who waits longest keeps the place. */
  dropFromLongest(): T | undefined {
    if (this.size === 0) return undefined;
    this.size--;
    let longest: [string, Line<T>] | undefined;
    for (const one of this.branches) if (!longest || one[1].size >= longest[1].size) longest = one;
    if (!longest) return this.own.pop();
    const [step, branch] = longest;
    const entry = branch.dropFromLongest();
    if (branch.size === 0) this.branches.delete(step);
    return entry;
  }
}
