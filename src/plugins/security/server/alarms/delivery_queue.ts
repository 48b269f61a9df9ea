/**
 * Messages on their way to one destination, one after the other. A message that cannot be delivered
 * is tried again at growing intervals, a limited number of times.
 */
import { ALARM_LIMITS, type AlarmDestination, type AlarmTest } from '@sd/contracts';
import type { Logger } from '@sd/core/server';
import { type AlarmMessage, FinalDeliveryError, plain, type Sender } from './alarm_message';

export interface DeliveryDeps {
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** First and longest delay before another attempt, in milliseconds. */
  readonly retryMs?: { readonly first: number; readonly most: number };
}

const RETRY_MS = { first: ALARM_LIMITS.firstRetryMs, most: ALARM_LIMITS.longestRetryMs };

export class DeliveryQueue {
  private readonly waiting: AlarmMessage[] = [];
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
    if (this.isStopped) return;
    if (this.waiting.length >= ALARM_LIMITS.messagesWaiting) {
      this.waiting.shift();
      this.lost++;
    }
    this.waiting.push(message);
    this.running ??= this.drain().finally(() => (this.running = undefined));
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
      ...{ name, kind, target, waiting: this.waiting.length, delivered, lost },
      ...(lastDelivery !== undefined && { last_delivery: lastDelivery }),
      ...(lastError && { last_error: lastError }),
    };
  }

  /** Waits for the attempt that runs; messages that still wait are lost, and logged. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.wake?.();
    await this.running;
    const { name: destination } = this;
    if (this.waiting.length > 0)
      this.deps.log.warn('Alarms were not delivered before the server stopped.', {
        ...{ destination, messages: this.waiting.length },
      });
  }

  private async drain(): Promise<void> {
    for (let attempt = 1; !this.isStopped; attempt++) {
      const [message] = this.waiting;
      if (!message) return;
      try {
        await this.sender.send(message);
        this.succeeded();
        this.remove(message);
        attempt = 0;
      } catch (error) {
        const reason = this.failed(error);
        if (error instanceof FinalDeliveryError || attempt >= ALARM_LIMITS.attempts) {
          this.deps.log.error('An alarm was not delivered.', {
            ...{ destination: this.name, message: message.id, attempts: attempt, reason },
          });
          if (this.remove(message)) this.lost++;
          attempt = 0;
        } else await this.pause(attempt);
      }
    }
  }

  /** @returns false if it was dropped in the meantime, because too many waited */
  private remove(message: AlarmMessage): boolean {
    const at = this.waiting.indexOf(message);
    if (at >= 0) this.waiting.splice(at, 1);
    return at >= 0;
  }

  private async pause(attempt: number): Promise<void> {
    if (this.isStopped) return;
    const { first, most } = this.deps.retryMs ?? RETRY_MS;
    // Eight attempts reach the longest delay, and leave a receiver half an hour to come back.
    const delayMs = Math.min(first * 3 ** (attempt - 1), most);
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
