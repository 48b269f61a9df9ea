/** Counts completed requests: since the last collection, and since the start. */

export interface RequestCounts {
  readonly total: number;
  readonly disconnects: number;
  readonly statusCodes: Readonly<Record<string, number>>;
  readonly totalMs: number;
  readonly maxMs: number;
}

export type TotalCounts = Pick<RequestCounts, 'disconnects' | 'statusCodes' | 'totalMs'>;

/** For responses without a route. */
const UNKNOWN_ROUTE = 'none';

export class RequestMetrics {
  private total = 0;
  private disconnects = 0;
  private statusCodes: Record<string, number> = {};
  private totalMs = 0;
  private maxMs = 0;
  /** Called for every response. The route is a pattern, never a URL. */
  onResponse: (method: string, route: string, statusCode: number, tookMs: number) => void = () =>
    undefined;
  /** Totals at the previous collection. */
  private before: TotalCounts = { disconnects: 0, statusCodes: {}, totalMs: 0 };

  record(statusCode: number, tookMs: number, method = 'GET', route = UNKNOWN_ROUTE): void {
    this.onResponse(method, route, statusCode, tookMs);
    this.total++;
    this.totalMs += tookMs;
    if (tookMs > this.maxMs) this.maxMs = tookMs;
    this.statusCodes[statusCode] = (this.statusCodes[statusCode] ?? 0) + 1;
  }

  noteDisconnect(): void {
    this.total++;
    this.disconnects++;
  }

  /** Returns the counts since the previous call. */
  collect(): RequestCounts {
    const { total, disconnects, statusCodes, totalMs, maxMs } = this;
    this.before = this.sinceStart();
    this.total = this.disconnects = this.totalMs = this.maxMs = 0;
    this.statusCodes = {};
    return { total, disconnects, statusCodes, totalMs, maxMs };
  }

  /** Returns the counts since the process started. */
  sinceStart(): TotalCounts {
    const statusCodes: Record<string, number> = { ...this.before.statusCodes };
    for (const [code, count] of Object.entries(this.statusCodes))
      statusCodes[code] = (statusCodes[code] ?? 0) + count;
    return {
      disconnects: this.before.disconnects + this.disconnects,
      statusCodes,
      totalMs: this.before.totalMs + this.totalMs,
    };
  }
}
