/** Requests per minute and address, in fixed windows and bounded memory. */

const WINDOW_MS = 60_000;
const MAX_ADDRESSES = 10_000;

interface Window {
  endsAtMs: number;
  count: number;
}

export class RateLimiter {
  private readonly windows = new Map<string, Window>();

  constructor(
    private readonly limit: number,
    private readonly now: () => number = Date.now
  ) {}

  /** Counts a request. @returns seconds until the next one makes sense, or 0 when it is let through */
  hit(remoteAddress: string): number {
    const key = addressKey(remoteAddress);
    const nowMs = this.now();
    let window = this.windows.get(key);
    if (!window || window.endsAtMs <= nowMs) {
      this.windows.delete(key);
      this.makeRoom(nowMs);
      window = { endsAtMs: nowMs + WINDOW_MS, count: 0 };
      this.windows.set(key, window);
    }
    window.count++;
    return window.count <= this.limit
      ? 0
      : Math.max(1, Math.ceil((window.endsAtMs - nowMs) / 1_000));
  }

  /** Windows are kept in the order they began, so the first ones end first. */
  private makeRoom(nowMs: number): void {
    for (const [key, window] of this.windows) {
      if (window.endsAtMs > nowMs && this.windows.size < MAX_ADDRESSES) return;
      this.windows.delete(key);
    }
  }
}

/** One household or host owns a whole /64 of IPv6: count it as one. */
function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const [head = ''] = address.split('::');
  return head.split(':').slice(0, 4).join(':') || address;
}
