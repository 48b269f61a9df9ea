/** Replaces the wall clock of this process, not the browser's, by one that tests can advance. */
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
