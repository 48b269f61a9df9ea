/** Limits events per caller with fixed windows, bounded memory and a monotonic clock. */
import { HTTP_LIMITS } from '../../common';

const WINDOW_MS = 60_000;

interface Window {
  endsAtMs: number;
  count: number;
}

/** Length of a window, and its clock. */
export interface RateLimiterOptions {
  /** Default: one minute. */
  readonly windowMs?: number;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/** Counts the events of callers, identified by user name or `addressKey`. */
export class RateLimiter {
  private readonly windows = new Map<string, Window>();
  private readonly windowMs: number;
  private readonly now: () => number;

  /** @param limit - events of one caller in one window */
  constructor(
    private readonly limit: number,
    { windowMs = WINDOW_MS, now = () => performance.now() }: RateLimiterOptions = {}
  ) {
    this.windowMs = windowMs;
    this.now = now;
  }

  /**
   * Counts an event.
   * @returns seconds until a retry makes sense, or 0 if the event is allowed
   */
  hit(key: string): number {
    const nowMs = this.now();
    let window = this.windows.get(key);
    if (!window || window.endsAtMs <= nowMs) {
      this.windows.delete(key);
      this.evict(nowMs);
      window = { endsAtMs: nowMs + this.windowMs, count: 0 };
      this.windows.set(key, window);
    }
    window.count++;
    return window.count <= this.limit ? 0 : secondsUntil(window.endsAtMs, nowMs);
  }

  /** Number of events that this caller has left. */
  remaining(key: string): number {
    const window = this.windows.get(key);
    return !window || window.endsAtMs <= this.now()
      ? this.limit
      : Math.max(0, this.limit - window.count);
  }

  /** Seconds until an event of this caller is allowed; 0 if it is allowed now. Counts nothing. */
  waitSeconds(key: string): number {
    const window = this.windows.get(key);
    const nowMs = this.now();
    return !window || window.endsAtMs <= nowMs || window.count < this.limit
      ? 0
      : secondsUntil(window.endsAtMs, nowMs);
  }

  /** Windows are stored in order of their start, so the first ones end first. */
  private evict(nowMs: number): void {
    for (const [key, window] of this.windows) {
      if (window.endsAtMs > nowMs && this.windows.size < HTTP_LIMITS.countedCallers) return;
      this.windows.delete(key);
    }
  }
}

const secondsUntil = (endsAtMs: number, nowMs: number): number =>
  Math.max(1, Math.ceil((endsAtMs - nowMs) / 1_000));
