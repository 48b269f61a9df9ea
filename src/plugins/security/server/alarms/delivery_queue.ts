/**
 * Messages on their way to one destination, one after the other. A message that cannot be delivered
 * is tried again at growing intervals, a limited number of times. What waits is stored, so that a
 * restart loses none; while the store is away, attempts go on without it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ALARM_LIMITS, type AlarmDestination, type AlarmTest } from '@sd/contracts';
import type { Logger } from '@sd/core/server';
import { type AlarmMessage, FinalDeliveryError, plain, type Sender } from './alarm_message';
import type { StoredDelivery } from './alarm_records';
import type { Delivery, StoredDeliveries } from './stored_deliveries';

export interface DeliveryDeps {
  readonly stored: Pick<StoredDeliveries, 'replace'>;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** First and longest delay before another attempt, in milliseconds. */
  readonly retryMs?: { readonly first: number; readonly most: number };
}

/** Between two attempts to store what waits at the stop. */
const STOP_INTERVAL_MS = 200;
const RETRY_MS = { first: ALARM_LIMITS.firstRetryMs, most: ALARM_LIMITS.longestRetryMs };

export class DeliveryQueue {
  private waiting: Delivery[] = [];
  /** Of the current or next attempt, in epoch milliseconds. */
  private dueMs = 0;
  /** Whether the store may contain a message of this queue. */
  private isStored = false;
  /** Whether a write has yet to look at what waits. */
  private isWriteQueued = false;
  /** The last write. */
  private storing = Promise.resolve();
  private running: Promise<void> | undefined;
  private wake: (() => void) | undefined;
  private isStopped = false;
  private delivered = 0;
  private lost = 0;
  private lastDelivery: number | undefined;
  private lastError: AlarmDestination['last_error'];

  constructor(
    readonly name: string,
    private readonly sender: Sender,
    private readonly deps: DeliveryDeps
  ) {}

  push(message: AlarmMessage): void {
    this.add({ message, attempts: 0, isStored: false });
  }

  /** Goes on with attempts that another run of a server has begun. */
  resume({ message, attempts }: StoredDelivery): void {
    this.add({ message, attempts, isStored: true });
  }

  /** One attempt at once, beside the queue. */
  async test(message: AlarmMessage): Promise<AlarmTest> {
    try {
      await this.sender.send(message);
      this.succeeded();
      return { delivered: true };
    } catch (error) {
      return { delivered: false, reason: this.failed(error) };
    }
  }

  get state(): AlarmDestination {
    const { name, delivered, lost, lastDelivery, lastError } = this;
    const { kind, target } = this.sender;
    return {
      name,
      kind,
      target,
      waiting: this.waiting.length,
      delivered,
      lost,
      ...(lastDelivery !== undefined && { last_delivery: lastDelivery }),
      ...(lastError && { last_error: lastError }),
    };
  }

  /** Waits for the attempt that runs; messages that still wait are left to the next server. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake?.();
    await this.running;
    if (this.waiting.length > 0) await this.storeAtStop();
  }

  private add(delivery: Delivery): void {
    if (this.isStopped) return;
    const [oldest] = this.waiting;
    if (oldest && this.waiting.length >= ALARM_LIMITS.messagesWaiting)
      this.giveUp(oldest, 'Too many messages wait for a delivery.');
    this.waiting.push(delivery);
    if (!this.running) this.running = this.drain().finally(() => (this.running = undefined));
    // Many messages that come together are one write.
    else if (!this.isWriteQueued) void this.store();
  }

  private async drain(): Promise<void> {
    while (!this.isStopped) {
      const [delivery] = this.waiting;
      if (!delivery) return;
      delivery.attempts++;
      this.dueMs = this.deps.now();
      // The first attempt needs no store. Later ones are counted before they are made.
      if (delivery.isStored) await this.store();
      if (this.waiting.includes(delivery)) await this.attempt(delivery);
    }
  }

  private async attempt(delivery: Delivery): Promise<void> {
    const { attempts, message } = delivery;
    try {
      await this.sender.send(message);
      this.succeeded();
      this.remove(delivery);
    } catch (error) {
      const isFirst = this.lastError === undefined;
      const reason = this.failed(error);
      if (isFirst)
        this.deps.log.warn('An alarm could not be delivered. It is tried again.', {
          destination: this.name,
          message: message.id,
          reason,
        });
      if (error instanceof FinalDeliveryError || attempts >= ALARM_LIMITS.attempts)
        this.giveUp(delivery, reason);
      else {
        const delayMs = this.delayAfter(attempts);
        this.dueMs = this.deps.now() + delayMs;
        await this.store();
        return this.pause(delayMs);
      }
    }
    await this.storing;
    if (this.isStored) await this.store();
  }

  /** @param leaseMs - how long after the next attempt is due other servers wait for this one */
  private store(leaseMs: number = ALARM_LIMITS.leaseMs): Promise<void> {
    return (this.storing = this.write(leaseMs));
  }

  /** The store may come back just now. */
  private async storeAtStop(): Promise<void> {
    const endMs = performance.now() + ALARM_LIMITS.storeAtStopMs;
    await this.storing;
    let reason = await this.tryToWrite(0);
    while (reason !== undefined && performance.now() < endMs) {
      await sleep(STOP_INTERVAL_MS);
      reason = await this.tryToWrite(0);
    }
    if (reason !== undefined) this.warnUnstored(reason);
  }

  private async write(leaseMs: number): Promise<void> {
    const reason = await this.tryToWrite(leaseMs);
    if (reason !== undefined) this.warnUnstored(reason);
  }

  private warnUnstored(reason: string): void {
    const lost = 'Alarms that wait for a delivery could not be stored. A restart loses them.';
    this.deps.log.warn(lost, { destination: this.name, messages: this.waiting.length, reason });
  }

  /** @returns why it failed */
  private async tryToWrite(leaseMs: number): Promise<string | undefined> {
    const { name: destination } = this;
    const { stored } = this.deps;
    let written: readonly Delivery[] = [];
    this.isStored = true;
    this.isWriteQueued = true;
    try {
      const gone = await stored.replace(
        destination,
        () => {
          this.isWriteQueued = false;
          return (written = [...this.waiting]);
        },
        this.dueMs + leaseMs
      );
      this.isStored = written.length > 0;
      for (const one of this.waiting.filter(({ message }) => gone.has(message.id)))
        if (this.remove(one)) this.lost++;
      return undefined;
    } catch (error) {
      this.isWriteQueued = false;
      return String(error);
    }
  }

  private giveUp(delivery: Delivery, reason: string): void {
    const { message, attempts } = delivery;
    this.deps.log.error('An alarm was not delivered.', {
      destination: this.name,
      message: message.id,
      attempts,
      reason,
    });
    if (this.remove(delivery)) this.lost++;
  }

  /** @returns false if it was dropped in the meantime, because too many waited */
  private remove(delivery: Delivery): boolean {
    const before = this.waiting.length;
    this.waiting = this.waiting.filter((one) => one !== delivery);
    return this.waiting.length < before;
  }

  /** @returns milliseconds. Eight attempts reach the longest delay, in half an hour. */
  private delayAfter(attempts: number): number {
    const { first, most } = this.deps.retryMs ?? RETRY_MS;
    return Math.min(first * 3 ** (attempts - 1), most);
  }

  private async pause(delayMs: number): Promise<void> {
    if (this.isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, delayMs);
      timer.unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = undefined;
  }

  private succeeded(): void {
    this.delivered++;
    this.lastDelivery = this.deps.now();
    this.lastError = undefined;
  }

  private failed(error: unknown): string {
    const reason = plain(error instanceof Error ? error.message : String(error));
    this.lastError = { at: this.deps.now(), reason };
    return reason;
  }
}
