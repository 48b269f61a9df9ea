/**
 * Messages on their way to one destination, one after the other. A message that cannot be delivered
 * is tried again at growing intervals, a limited number of times. What waits is stored, so that a
 * restart loses none; while the store is away, attempts go on without it.
 */
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
      this.noteSuccess();
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
    if (this.waiting.length > 0) await this.store(0);
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
      this.noteSuccess();
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

  private async write(leaseMs: number): Promise<void> {
    const { name: destination } = this;
    const { stored, log } = this.deps;
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
    } catch (error) {
      this.isWriteQueued = false;
      log.warn('Alarms that wait for a delivery could not be stored. A restart loses them.', {
        destination,
        messages: this.waiting.length,
        reason: String(error),
      });
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

  private noteSuccess(): void {
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
