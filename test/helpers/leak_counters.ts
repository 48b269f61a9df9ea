/**
 * Counts the resources that a page keeps: listeners on long-lived objects, timers, observers,
 * subscriptions to the core, and the browser's own totals of nodes and listeners.
 */
import type { BrowserContext, Page } from 'playwright-core';

/** Counts by name. Names without an occurrence are absent. */
export type LeakCounts = Readonly<Record<string, number>>;

interface Counter {
  counts(): Record<string, number>;
}
type CountedWindow = Window & { __leakCounter__?: Counter };

/** Applies to every page that the context loads from now on. */
export async function countFromTheStart(context: BrowserContext): Promise<void> {
  await context.addInitScript(installCounters);
}

/** Runs in the page, before its own scripts. */
function installCounters(): void {
  const listeners = new Map<string, { name: string }>();
  const ids = new WeakMap<object, number>();
  let nextId = 0;
  const idOf = (value: object): number => {
    if (!ids.has(value)) ids.set(value, nextId++);
    return ids.get(value)!;
  };

  const nameOf = (target: EventTarget): string | undefined => {
    if (target === window) return 'window';
    if (target === document) return 'document';
    if (target === document.documentElement) return 'html';
    if (target === document.body) return 'body';
    return target instanceof MediaQueryList ? `media ${target.media}` : undefined;
  };
  const isCapture = (options: unknown): boolean =>
    typeof options === 'object' && options !== null
      ? (options as AddEventListenerOptions).capture === true
      : options === true;
  const { addEventListener, removeEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const name = nameOf(this ?? window);
    if (name !== undefined && listener) {
      const key = [idOf(this ?? window), type, idOf(listener), isCapture(options)].join();
      listeners.set(key, { name: `listeners: ${name} ${type}` });
      const { once, signal } = (typeof options === 'object' ? options : {}) ?? {};
      const forget = () => void listeners.delete(key);
      if (once) addEventListener.call(this ?? window, type, forget, { once, capture: true });
      if (signal) addEventListener.call(signal, 'abort', forget, { once: true });
    }
    return addEventListener.call(this ?? window, type, listener, options);
  };
  EventTarget.prototype.removeEventListener = function (type, listener, options) {
    if (listener)
      listeners.delete([idOf(this ?? window), type, idOf(listener), isCapture(options)].join());
    return removeEventListener.call(this ?? window, type, listener, options);
  };

  const running = new Map<string, string>();
  const { setTimeout, clearTimeout, setInterval, clearInterval } = window;
  const { requestAnimationFrame, cancelAnimationFrame } = window;
  window.setTimeout = ((handler: TimerHandler, delay?: number, ...args: unknown[]) => {
    const id: number = setTimeout(() => {
      running.delete(`t${id}`);
      if (typeof handler === 'function') handler(...args);
    }, delay);
    running.set(`t${id}`, 'timeouts');
    return id;
  }) as typeof window.setTimeout;
  window.setInterval = ((handler: TimerHandler, delay?: number, ...args: unknown[]) => {
    const id = setInterval(handler, delay, ...args);
    running.set(`t${id}`, 'intervals');
    return id;
  }) as typeof window.setInterval;
  // Both clear functions clear timeouts and intervals.
  window.clearTimeout = (id) => {
    running.delete(`t${id}`);
    clearTimeout(id);
  };
  window.clearInterval = (id) => {
    running.delete(`t${id}`);
    clearInterval(id);
  };
  window.requestAnimationFrame = (callback) => {
    const id = requestAnimationFrame((time) => {
      running.delete(`f${id}`);
      callback(time);
    });
    running.set(`f${id}`, 'animation frames');
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    running.delete(`f${id}`);
    cancelAnimationFrame(id);
  };

  // An unreferenced observer is collected with its targets; only live ones count.
  const observers = new Set<{ kind: string; targets: Set<object> | number }>();
  const gone = new FinalizationRegistry<{ kind: string; targets: Set<object> | number }>((record) =>
    observers.delete(record)
  );
  for (const kind of ['MutationObserver', 'ResizeObserver', 'IntersectionObserver'] as const) {
    const Base = window[kind] as unknown as new (...args: unknown[]) => {
      observe(...args: unknown[]): void;
      disconnect(): void;
      unobserve?(target: object): void;
    };
    class Counted extends Base {
      private readonly record = { kind: `observers: ${kind}`, targets: 0 };
      private readonly seen = new WeakSet<object>();
      constructor(...args: unknown[]) {
        super(...args);
        gone.register(this, this.record);
      }
      override observe(...args: unknown[]): void {
        const target = args[0] as object;
        if (!this.seen.has(target)) {
          this.seen.add(target);
          this.record.targets += 1;
          observers.add(this.record);
        }
        super.observe(...args);
      }
      override unobserve(target: object): void {
        if (this.seen.delete(target)) this.record.targets -= 1;
        if (this.record.targets === 0) observers.delete(this.record);
        super.unobserve?.(target);
      }
      override disconnect(): void {
        observers.delete(this.record);
        super.disconnect();
      }
    }
    Object.assign(window, { [kind]: Counted });
  }

  (window as CountedWindow).__leakCounter__ = {
    counts: () => {
      const counts: Record<string, number> = {};
      const add = (name: string) => (counts[name] = (counts[name] ?? 0) + 1);
      for (const { name } of listeners.values()) add(name);
      for (const name of running.values()) add(name);
      for (const { kind } of observers) add(kind);
      return counts;
    },
  };
}

/** Counts after a garbage collection. Needs the exposed core (core_access.ts). */
export async function leakCounts(page: Page): Promise<LeakCounts> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  // Finalizers run between collections, and the next collection frees what they release.
  for (let round = 0; round < 3; round++) {
    await session.send('HeapProfiler.collectGarbage');
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
  }
  const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters');
  await session.detach();
  const counted = await page.evaluate(() => (window as CountedWindow).__leakCounter__!.counts());
  return {
    ...counted,
    ...(await subscriptionCounts(page)),
    nodes,
    documents,
    'listeners altogether': jsEventListeners,
  };
}

/** Number of subscribers of each observable of the core's start contract. */
async function subscriptionCounts(page: Page): Promise<LeakCounts> {
  return page.evaluate(() => {
    interface Source {
      readonly source?: Source;
      readonly observers?: readonly unknown[];
      readonly subscribe?: unknown;
    }
    const counts: Record<string, number> = {};
    const note = (name: string, observable: Source): void => {
      let subject = observable;
      while (subject.source) subject = subject.source;
      if (subject.observers) counts[`subscriptions: ${name}`] = subject.observers.length;
    };
    const { coreUnderTest } = window as unknown as {
      coreUnderTest: Record<string, Record<string, unknown>>;
    };
    const look = (path: string, contract: Record<string, unknown>): void => {
      for (const [key, value] of Object.entries(contract)) {
        if (!key.endsWith('$')) continue;
        const isGetter = typeof value === 'function' && value.length === 0;
        const observable = isGetter ? (value as () => unknown)() : value;
        if (typeof (observable as Source | undefined)?.subscribe === 'function')
          note(`${path}.${key}`, observable as Source);
      }
    };
    for (const [service, contract] of Object.entries(coreUnderTest)) {
      look(service, contract);
      for (const [part, inner] of Object.entries(contract))
        if (typeof inner === 'object' && inner !== null)
          look(`${service}.${part}`, inner as Record<string, unknown>);
    }
    return counts;
  });
}

/** Permitted growth over many rounds, far below one per round. */
const TOLERANCE: Readonly<Record<string, number>> = { nodes: 60, 'listeners altogether': 20 };

/** @returns one line for each count that grew */
export function leaksBetween(before: LeakCounts, after: LeakCounts): string[] {
  return Object.entries(after)
    .filter(([name, count]) => count - (before[name] ?? 0) > (TOLERANCE[name] ?? 2))
    .map(([name, count]) => `${name}: ${before[name] ?? 0} → ${count}`);
}
