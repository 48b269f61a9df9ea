/** Long tasks on the event loop that let requests run in between. */
import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 8;

/**
 * Splits a long task on the event loop.
 * @returns a function to await at each step, which lets other requests run in between
 */
export function timeSlices(): () => Promise<void> {
  let endsAtMs = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < endsAtMs) return;
    await setImmediate();
    endsAtMs = performance.now() + SLICE_MS;
  };
}
