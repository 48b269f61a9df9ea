/**
 * Replaces the wall clock of this process by one that tests can advance. The browser's clock is not
 * affected.
 */
export interface ShiftedClock {
  /** Offset from the real time in milliseconds. */
  aheadMs: number;
  restore(): void;
}

export function shiftClock(): ShiftedClock {
  const { now } = Date;
  const clock = { aheadMs: 0, restore: () => void (Date.now = now) };
  Date.now = () => now() + clock.aheadMs;
  return clock;
}
