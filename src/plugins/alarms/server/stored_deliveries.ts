/**
 * Messages with attempts left, in the record that the servers share. Each belongs to one run of a
 * server until a moment that this run moves on with every attempt, so that another server takes up
 * only what was left behind.
 */
import { randomUUID } from 'node:crypto';
import { ALARM_LIMITS } from '@sd/contracts';
import type { Logger } from '@sd/core/server';
import type { AlarmMessage } from './alarm_message';
import type { AlarmRecords, StoredDelivery } from './alarm_records';

/** A message on its way to one destination. */
export interface Delivery {
  readonly message: AlarmMessage;
  /** Including one that runs. */
  attempts: number;
  /** Another server may have taken it up since. */
  isStored: boolean;
}

interface StoredDeliveriesDeps {
  readonly records: AlarmRecords;
  readonly log: Pick<Logger, 'error'>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export class StoredDeliveries {
  /** This run of the server. */
  private readonly owner = randomUUID();
  /** Destinations fail together, and too many writes at a time would exclude each other. */
  private writing: Promise<unknown> = Promise.resolve();

  constructor(private readonly deps: StoredDeliveriesDeps) {}

  /**
   * Stores what waits for a destination, in place of what this run stored for it before.
   * @param waiting - as it is at the moment of the write
   * @param untilMs - epoch milliseconds; other servers leave it alone until then
   * @returns ids of messages that are no longer this server's: taken up by another one, or dropped
   * @throws if the store cannot be read or written
   */
  replace(
    destination: string,
    waiting: () => readonly Delivery[],
    untilMs: number
  ): Promise<ReadonlySet<string>> {
    const written = this.writing.then(() => this.write(destination, waiting, untilMs));
    this.writing = written.catch(() => undefined);
    return written;
  }

  /**
   * Takes up what other runs left behind.
   * @param destinations - names; deliveries to others are dropped a day later
   * @throws if the store cannot be read or written
   */
  async takeUp(destinations: readonly string[]): Promise<readonly StoredDelivery[]> {
    const { records, now } = this.deps;
    const nowMs = now();
    const isLeft = ({ owner, until }: StoredDelivery) => owner !== this.owner && until <= nowMs;
    const { deliveries: known = [] } = await records.read();
    if (!known.some(isLeft)) return [];
    const { taken, ended } = await records.claim(({ deliveries = [], ...record }) => {
      const left = deliveries.filter(isLeft);
      // The server may have ended during the last attempt.
      const ended = left.filter(
        ({ destination, attempts, until }) =>
          attempts >= ALARM_LIMITS.attempts ||
          (!destinations.includes(destination) && until <= nowMs - DAY_MS)
      );
      const taken = left.filter(
        (one) => !ended.includes(one) && destinations.includes(one.destination)
      );
      const others = deliveries.filter((one) => !ended.includes(one) && !taken.includes(one));
      const until = nowMs + ALARM_LIMITS.leaseMs;
      const owned = taken.map((one) => ({ ...one, owner: this.owner, until }));
      const kept = [...owned, ...others];
      return {
        record: { ...record, ...(kept.length > 0 && { deliveries: kept }) },
        claimed: { taken: owned, ended },
      };
    });
    this.report(ended, 'No attempts are left, or no destination has this name any more.');
    return taken;
  }

  /**
   * How many messages other runs left for each destination, by its name.
   * @throws if the store cannot be read
   */
  async countOthers(): Promise<ReadonlyMap<string, number>> {
    const { deliveries = [] } = await this.deps.records.read();
    const counts = new Map<string, number>();
    for (const { owner, destination } of deliveries)
      if (owner !== this.owner) counts.set(destination, (counts.get(destination) ?? 0) + 1);
    return counts;
  }

  private async write(
    destination: string,
    waiting: () => readonly Delivery[],
    until: number
  ): Promise<ReadonlySet<string>> {
    const { owner } = this;
    const { stored, gone, dropped } = await this.deps.records.claim(
      ({ deliveries = [], ...record }) => {
        const isOwn = (one: StoredDelivery) =>
          one.owner === owner && one.destination === destination;
        const before = new Set(deliveries.filter(isOwn).map(({ message }) => message.id));
        const all = waiting();
        const stored = all.filter((one) => !one.isStored || before.has(one.message.id));
        const { kept, dropped } = withinLimits([
          ...deliveries.filter((one) => !isOwn(one)),
          ...stored.map(({ message, attempts }) => ({
            destination,
            message,
            attempts,
            owner,
            until,
          })),
        ]);
        const own = new Set(kept.filter(isOwn).map(({ message }) => message.id));
        const gone = all.filter(({ message }) => !own.has(message.id));
        return {
          record: { ...record, ...(kept.length > 0 && { deliveries: kept }) },
          claimed: { stored, gone, dropped },
        };
      }
    );
    for (const one of stored) one.isStored = true;
    this.report(dropped, 'Too many messages wait for a delivery.');
    return new Set(gone.map(({ message }) => message.id));
  }

  private report(lost: readonly StoredDelivery[], reason: string): void {
    for (const { destination, message, attempts } of lost)
      this.deps.log.error('An alarm was not delivered.', {
        destination,
        message: message.id,
        attempts,
        reason,
      });
  }
}

const DAY_MS = 86_400_000;

/** Without the oldest ones beyond the limits. */
function withinLimits(all: readonly StoredDelivery[]) {
  const newest = [...all].sort((a, b) => b.message.created_at.localeCompare(a.message.created_at));
  let bytes = 0;
  const isOver = (one: StoredDelivery, index: number) =>
    index >= ALARM_LIMITS.deliveriesStored ||
    (bytes += Buffer.byteLength(JSON.stringify(one))) > ALARM_LIMITS.deliveryBytes;
  const at = newest.findIndex(isOver);
  const count = at < 0 ? newest.length : at;
  return { kept: newest.slice(0, count).reverse(), dropped: newest.slice(count) };
}
