/** Collects metrics of this process and its host every `ops.interval`. */
import { freemem, loadavg, platform, release, totalmem, uptime } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import type { StatusMetrics } from '../../common';
import type { RequestMetrics } from '../http';

export interface MetricsCollectorDeps {
  readonly requests: RequestMetrics;
  readonly connectionCount: () => Promise<number>;
  readonly intervalMs: number;
  readonly now?: () => number;
}

/** The histogram includes its own sampling interval. */
const RESOLUTION_MS = 20;

export class MetricsCollector {
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private timer: NodeJS.Timeout | undefined;
  private latest: StatusMetrics | undefined;

  constructor(private readonly deps: MetricsCollectorDeps) {}

  /** @param onChange - called after each collection */
  async start(onChange: () => void): Promise<void> {
    this.delay.enable();
    await this.collect();
    this.timer = setInterval(() => void this.collect().then(onChange), this.deps.intervalMs);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.delay.disable();
  }

  get current(): StatusMetrics | undefined {
    return this.latest;
  }

  private async collect(): Promise<void> {
    const { requests, connectionCount, intervalMs, now = Date.now } = this.deps;
    const { total, disconnects, statusCodes, totalMs, maxMs } = requests.collect();
    const { heap_size_limit } = getHeapStatistics();
    const memory = process.memoryUsage();
    const [one = 0, five = 0, fifteen = 0] = loadavg();
    const answered = total - disconnects;
    const delayMs = Number.isNaN(this.delay.mean)
      ? 0
      : Math.max(0, this.delay.mean / 1e6 - RESOLUTION_MS);
    this.delay.reset();
    this.latest = {
      last_updated: new Date(now()).toISOString(),
      collection_interval_in_millis: intervalMs,
      os: {
        platform: platform(),
        platformRelease: `${platform()}-${release()}`,
        load: { '1m': one, '5m': five, '15m': fifteen },
        memory: {
          total_in_bytes: totalmem(),
          free_in_bytes: freemem(),
          used_in_bytes: totalmem() - freemem(),
        },
        uptime_in_millis: uptime() * 1_000,
      },
      process: {
        memory: {
          heap: {
            total_in_bytes: memory.heapTotal,
            used_in_bytes: memory.heapUsed,
            size_limit: heap_size_limit,
          },
          resident_set_size_in_bytes: memory.rss,
        },
        event_loop_delay: delayMs,
        pid: process.pid,
        uptime_in_millis: process.uptime() * 1_000,
      },
      response_times: {
        avg_in_millis: answered > 0 ? totalMs / answered : 0,
        max_in_millis: maxMs,
      },
      requests: { total, disconnects, statusCodes, status_codes: statusCodes },
      concurrent_connections: await connectionCount(),
    };
  }
}
