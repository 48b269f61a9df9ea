/**
 * What the servers of an installation have announced, beside the records of findings. A server
 * claims an announcement by writing it here first, so that no other server repeats it.
 */
import type { AlarmEventKind } from '@sd/contracts';
import type { DocumentStore } from '@sd/core/server';
import { changeMember } from '../findings/shared_document';

export interface AlarmRecord {
  /**
   * Findings that were announced, or that were there when alarms began: when a check last saw each,
   * to the hour, in epoch milliseconds, by id.
   */
  readonly findings?: Readonly<Record<string, number>>;
  /** The last change of the history that was looked at. */
  readonly change?: number;
  /** Local date of the last digest. */
  readonly digest?: string;
  /** Events since the last digest, by kind. */
  readonly events?: Readonly<Partial<Record<AlarmEventKind, number>>>;
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
