/** The wall clock of this process, which a test moves on; the browser's own stays. */
export interface ShiftedClock {
  /** Milliseconds by which it is ahead. */
  aheadMs: number;
  restore(): void;
}

export function shiftClock(): ShiftedClock {
  const { now } = Date;
  const clock = { aheadMs: 0, restore: () => void (Date.now = now) };
  Date.now = () => now() + clock.aheadMs;
  return clock;
}
