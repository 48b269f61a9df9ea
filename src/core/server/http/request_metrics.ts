/** Counts of answered requests since the last collection. */

export interface RequestCounts {
  readonly total: number;
  readonly disconnects: number;
  readonly statusCodes: Readonly<Record<string, number>>;
  readonly totalMs: number;
  readonly maxMs: number;
}

export class RequestMetrics {
  private total = 0;
  private disconnects = 0;
  private statusCodes: Record<string, number> = {};
  private totalMs = 0;
  private maxMs = 0;

  answered(statusCode: number, tookMs: number): void {
    this.total++;
    this.totalMs += tookMs;
    if (tookMs > this.maxMs) this.maxMs = tookMs;
    this.statusCodes[statusCode] = (this.statusCodes[statusCode] ?? 0) + 1;
  }

  disconnected(): void {
    this.total++;
    this.disconnects++;
  }

  /** Counts since the previous call. */
  collect(): RequestCounts {
    const { total, disconnects, statusCodes, totalMs, maxMs } = this;
    this.total = this.disconnects = this.totalMs = this.maxMs = 0;
    this.statusCodes = {};
    return { total, disconnects, statusCodes, totalMs, maxMs };
  }
}
