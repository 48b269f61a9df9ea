/**
 * Runs long tasks in time slices, between which other work runs. All tasks share one queue, because
 * there is only one event loop.
 */

/** Milliseconds per time slice. */
const SLICE_MS = 8;
/**
 * Shorter first slice, which starts synchronously. Most tasks finish within it and are never
 * queued.
 */
const FIRST_SLICE_MS = 2;

const queue: Array<() => void> = [];
let isScheduled = false;

function schedule(): void {
  if (isScheduled || queue.length === 0) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    queue.shift()?.();
    schedule();
  });
}

/** Call `if (slice.isOver) await slice.next();` before each step of a loop with short steps. */
export class TimeSlice {
  private endsAtMs = performance.now() + FIRST_SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.endsAtMs;
  }

  /** Resolves at the start of this task's next slice. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      queue.push(resolve);
      schedule();
    });
    this.endsAtMs = performance.now() + SLICE_MS;
  }
}

/** Iterates over a list in time slices. */
export async function* iterateInSlices<T>(
  items: Iterable<T>,
  slice = new TimeSlice()
): AsyncGenerator<T> {
  for (const item of items) {
    if (slice.isOver) await slice.next();
    yield item;
  }
}
