/** Events per caller in fixed windows and bounded memory, on a clock that nobody can set. */
import { HTTP_LIMITS } from '../../common';

const WINDOW_MS = 60_000;

interface Window {
  endsAtMs: number;
  count: number;
}

/** How long a window is, and by which clock. */
export interface RateLimiterOptions {
  /** Default a minute. */
  readonly windowMs?: number;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
}

/** Counts the events of callers, who are named by the user's name or by `addressKey`. */
export class RateLimiter {
  private readonly windows = new Map<string, Window>();
  private readonly windowMs: number;
  private readonly now: () => number;

  /** @param limit - events of one caller and window */
  constructor(
    private readonly limit: number,
    { windowMs = WINDOW_MS, now = () => performance.now() }: RateLimiterOptions = {}
  ) {
    this.windowMs = windowMs;
    this.now = now;
  }

  /**
   * Counts an event.
   * @returns seconds until the next one makes sense, or 0 when it is let through
   */
  hit(key: string): number {
    const nowMs = this.now();
    let window = this.windows.get(key);
    if (!window || window.endsAtMs <= nowMs) {
      this.windows.delete(key);
      this.makeRoom(nowMs);
      window = { endsAtMs: nowMs + this.windowMs, count: 0 };
      this.windows.set(key, window);
    }
    window.count++;
    return window.count <= this.limit ? 0 : secondsUntil(window.endsAtMs, nowMs);
  }

  /** Events of this caller that would still be let through. */
  left(key: string): number {
    const window = this.windows.get(key);
    return !window || window.endsAtMs <= this.now()
      ? this.limit
      : Math.max(0, this.limit - window.count);
  }

  /** Seconds until an event of this caller would be let through; 0 is now. Counts nothing. */
  waitSeconds(key: string): number {
    const window = this.windows.get(key);
    const nowMs = this.now();
    return !window || window.endsAtMs <= nowMs || window.count < this.limit
      ? 0
      : secondsUntil(window.endsAtMs, nowMs);
  }

  /** Windows are kept in the order they began, so the first ones end first. */
  private makeRoom(nowMs: number): void {
    for (const [key, window] of this.windows) {
      if (window.endsAtMs > nowMs && this.windows.size < HTTP_LIMITS.countedCallers) return;
      this.windows.delete(key);
    }
  }
}

const secondsUntil = (endsAtMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((endsAtMs - nowMs) / 1_000));
