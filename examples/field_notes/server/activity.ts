/** Counts notes per user and day across all tenants, in hidden saved objects. */
import { createHash } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { SavedObjectsClientContract, SavedObjectsType } from '@sd/core/server';
import type { DailyActivity } from '../common';

interface DailyCount extends Record<string, unknown> {
  readonly day: string;
  readonly count: number;
}

/** Hidden: the saved object routes do not expose it. */
export const activityType: SavedObjectsType = {
  name: 'field-note-activity',
  hidden: true,
  attributes: Type.Object({ day: Type.String(), count: Type.Integer({ minimum: 1 }) }),
};

/** Counters that a report reads, the newest first. */
const MAX_REPORTED = 1_000;

/** Retries after a version conflict of the counter. */
const MAX_ATTEMPTS = 5;

export class Activity {
  constructor(
    private readonly getClient: () => Promise<SavedObjectsClientContract>,
    private readonly now: () => Date = () => new Date()
  ) {}

  async countToday(userName: string): Promise<number> {
    const stored = await read(await this.getClient(), this.idOf(userName));
    return stored?.attributes.count ?? 0;
  }

  /** @returns the days of the newest counters, the newest first */
  async report(): Promise<readonly DailyActivity[]> {
    const client = await this.getClient();
    const { saved_objects: counters } = await client.find<DailyCount>({
      type: activityType.name,
      perPage: MAX_REPORTED,
      sortField: 'updated_at',
      sortOrder: 'desc',
    });
    const days = new Map<string, DailyActivity>();
    for (const { attributes } of counters) {
      const { writers = 0, notes = 0 } = days.get(attributes.day) ?? {};
      days.set(attributes.day, {
        day: attributes.day,
        writers: writers + 1,
        notes: notes + attributes.count,
      });
    }
    return [...days.values()].sort((a, b) => b.day.localeCompare(a.day));
  }

  /**
   * Reserves one of today's notes; durable once it resolves.
   * @returns false if the user reached the limit
   */
  async reserve(userName: string, limit: number): Promise<boolean> {
    const client = await this.getClient();
    const id = this.idOf(userName);
    for (let attempt = 1; ; attempt++) {
      const stored = await read(client, id);
      const count = (stored?.attributes.count ?? 0) + 1;
      if (count > limit) return false;
      const attributes: DailyCount = { day: this.today(), count };
      try {
        // Only one of two concurrent writers succeeds, so every note is counted.
        if (stored)
          await client.update(activityType.name, id, attributes, { version: stored.version });
        else await client.create(activityType.name, attributes, { id });
        return true;
      } catch (error) {
        if (!hasStatus(error, 409) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  private idOf(userName: string): string {
    return `${this.today()}-${createHash('sha256').update(userName).digest('hex')}`;
  }

  /** Days are UTC dates of the server clock; browser clocks are not trusted. */
  private today(): string {
    return this.now().toISOString().slice(0, 10);
  }
}

async function read(client: SavedObjectsClientContract, id: string) {
  try {
    return await client.get<DailyCount>(activityType.name, id);
  } catch (error) {
    if (hasStatus(error, 404)) return undefined;
    throw error;
  }
}

const hasStatus = (error: unknown, status: number): boolean =>
  (error as { readonly statusCode?: number }).statusCode === status;
