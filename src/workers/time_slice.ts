/**
 * Long work in slices, between which everybody else has their turn. There is one event loop, so
 * there is one line for all such work: in each round of the loop one slice of one piece of work
 * runs, whoever and however many they are.
 */

/** Milliseconds of one slice. */
const SLICE_MS = 8;
/** Work begins where it was asked for; most is done within this and never stands in line. */
const FIRST_SLICE_MS = 2;

const line: Array<() => void> = [];
let isScheduled = false;

function schedule(): void {
  if (isScheduled || line.length === 0) return;
  isScheduled = true;
  setImmediate(() => {
    isScheduled = false;
    line.shift()?.();
    schedule();
  });
}

/** `if (slice.isOver) await slice.next();` before each step of a loop whose steps are short. */
export class TimeSlice {
  private endsAtMs = performance.now() + FIRST_SLICE_MS;

  get isOver(): boolean {
    return performance.now() >= this.endsAtMs;
  }

  /** Resolves at the start of this work's next slice. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      line.push(resolve);
      schedule();
    });
    this.endsAtMs = performance.now() + SLICE_MS;
  }
}

/** Goes through a list in slices. */
export async function* iterateInSlices<T>(
  items: Iterable<T>,
  slice = new TimeSlice()
): AsyncGenerator<T> {
  for (const item of items) {
    if (slice.isOver) await slice.next();
    yield item;
  }
}
