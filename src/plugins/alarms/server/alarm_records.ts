/**
 * What the servers of an installation have announced, beside the records of findings. A server
 * claims an announcement by writing it here first, so that no other server repeats it.
 */
import type { AlarmEventKind } from '@sd/contracts';
import { changeMember, type DocumentStore } from '@sd/core/server';
import type { AlarmEvent, AlarmMessage } from './alarm_message';

/** Findings of one cluster that were announced, or that were there when alarms began. */
export interface KnownFindings {
  /** Of a connected cluster. Another one is another cluster, whatever its id. */
  readonly destination?: string;
  /** The last check, to the hour, in epoch milliseconds. */
  readonly checked: number;
  /** When a check last saw each, to the hour, by id. */
  readonly seen: Readonly<Record<string, number>>;
}

/** Without secrets: the destination is known by its name alone. */
export interface StoredDelivery {
  readonly destination: string;
  /** The same in every attempt. */
  readonly message: AlarmMessage;
  /** Including one that runs. */
  readonly attempts: number;
  /** The run of a server that makes the attempts. */
  readonly owner: string;
  /** Epoch milliseconds. From then on, another server may take it up. */
  readonly until: number;
}

export interface AlarmRecord {
  /** By id of the cluster. */
  readonly findings?: Readonly<Record<string, KnownFindings>>;
  /** The last change of the history that was looked at. */
  readonly change?: number;
  /** Local date of the last digest. */
  readonly digest?: string;
  /** Events since the last digest, by kind. */
  readonly events?: Readonly<Partial<Record<AlarmEventKind, number>>>;
  /** Messages with attempts left, the oldest first. */
  readonly deliveries?: readonly StoredDelivery[];
}

/** No id of a cluster begins with `_`. */
const KEY = '_alarms';

export class AlarmRecords {
  constructor(private readonly store: DocumentStore) {}

  async read(): Promise<AlarmRecord> {
    const document = await this.store.read();
    const all = JSON.parse(document?.contents ?? '{}') as Readonly<Record<string, AlarmRecord>>;
    return all[KEY] ?? {};
  }

  /**
   * @param next - returns the record afterwards and what this server has claimed; runs again if
   *   another server wrote in the meantime
   * @returns what was claimed, once it is stored
   */
  async claim<T>(
    next: (before: AlarmRecord) => { readonly record: AlarmRecord; readonly claimed: T }
  ): Promise<T> {
    let claimed: T | undefined;
    await changeMember<AlarmRecord>(this.store, KEY, (before = {}) => {
      const outcome = next(before);
      claimed = outcome.claimed;
      return outcome.record;
    });
    return claimed as T;
  }
}

/** The record with these events counted for the next digest. */
export function countIn(record: AlarmRecord, events: readonly AlarmEvent[]): AlarmRecord {
  if (events.length === 0) return record;
  const counts = { ...record.events };
  for (const { kind } of events) counts[kind] = (counts[kind] ?? 0) + 1;
  return { ...record, events: counts };
}
