/** Saved objects in one SQLite file. A write is visible to the next find. */
import { iterateInSlices, TimeSlice } from '../../../workers';
import {
  objectKey,
  SavedObjectsError,
  toQueueKey,
  type FoundObject,
  type FoundPage,
  type ObjectKey,
  type ObjectReference,
  type SavedObjectsCaller,
  type SavedObjectsStore,
  type StoreOperation,
  type StoreOutcome,
  type StoreQuery,
  type TenantKey,
} from '../../api/saved_objects';
import type { Database } from '../sqlite';
import { ObjectFinder } from './find/object_finder';
import { toStoredObject } from './schema/rows';
import { mergeSegments } from './full_text/segment_merge';
import { ObjectWriter, type Sequence } from './object_writer';

/** Milliseconds per transaction of a long write. */
const TRANSACTION_MS = 6;
/** Milliseconds of merging after each transaction of a long write. */
const MERGE_MS = 12;

/** Objects per transaction of a move. */
const MOVED_AT_ONCE = 200;

/** The saved objects of all tenants. Each tenant is a partition of the file. */
export class EmbeddedSavedObjects {
  private readonly writer: ObjectWriter;
  private readonly finder: ObjectFinder;
  private generation = 0;

  /** @param database - opened with `SAVED_OBJECTS_MIGRATIONS`, closed by its owner */
  constructor(
    private readonly database: Database,
    now: () => Date = () => new Date()
  ) {
    this.writer = new ObjectWriter({ database, now });
    this.finder = new ObjectFinder({
      database,
      rowRange: (partition, type) => this.writer.rowRange(partition, type),
      generation: () => this.generation,
    });
  }

  /** Permissions must be checked by the code that opens a store. */
  open(caller: SavedObjectsCaller, tenant: TenantKey): SavedObjectsStore {
    const queueKey = toQueueKey(caller);
    return {
      locate: (keys) => this.locate(tenant, keys),
      find: (query) => this.find(tenant, query, queueKey),
      write: (operations) => this.write(tenant, operations),
    };
  }

  /** Number of objects in a tenant. */
  count(tenant: TenantKey): number {
    const found = this.database.get<{ readonly count: number }>(
      'SELECT count(*) AS count FROM objects WHERE partition = ?',
      tenant
    );
    return found?.count ?? 0;
  }

  /**
   * Moves all objects of a tenant to one without objects, in time slices. Continues where an
   * interrupted move has stopped.
   */
  async move(from: TenantKey, to: TenantKey): Promise<void> {
    const slice = new TimeSlice();
    for (let isDone = false; !isDone;) {
      isDone = await this.database.write(() => this.moveSome(from, to));
      await slice.next();
    }
  }

  /** @returns whether no object is left */
  private moveSome(from: TenantKey, to: TenantKey): boolean {
    this.generation++;
    // Row numbers contain the number of their scope, so the scopes move first, all of them.
    if (this.database.get('SELECT 1 FROM scopes WHERE partition = ?', from)) {
      this.database.run('DELETE FROM scopes WHERE partition = ?', to);
      this.database.run('UPDATE scopes SET partition = ? WHERE partition = ?', to, from);
    }
    this.writer.forgetRanges();
    const { changes } = this.database.run(
      `UPDATE objects SET partition = ? WHERE row IN (
         SELECT row FROM objects WHERE partition = ? LIMIT ?)`,
      to,
      from,
      MOVED_AT_ONCE
    );
    return changes < MOVED_AT_ONCE;
  }

  private async locate(
    partition: string,
    keys: readonly ObjectKey[]
  ): Promise<Array<FoundObject | undefined>> {
    const known = new Map<string, FoundObject | undefined>();
    const hits: Array<FoundObject | undefined> = [];
    for await (const key of iterateInSlices(keys)) {
      const name = objectKey(key);
      if (!known.has(name)) {
        const found = this.writer.locate(partition, key);
        known.set(name, found && this.toFound(found.row, found.bytes));
      }
      hits.push(known.get(name));
    }
    return hits;
  }

  private async find(partition: string, query: StoreQuery, queueKey: string): Promise<FoundPage> {
    const { total, rows } = await this.finder.find(partition, query, queueKey);
    return {
      total,
      hits: rows.map(([row, bytes, score]) => ({
        ...this.toFound(row, bytes),
        score: score ?? 0,
      })),
    };
  }

  private async write(
    partition: string,
    operations: readonly StoreOperation[]
  ): Promise<StoreOutcome[]> {
    const outcomes: StoreOutcome[] = [];
    const slice = new TimeSlice();
    do {
      if (outcomes.length > 0) await slice.next();
      const rest = operations.slice(outcomes.length);
      const { done, isMergeDue } = await this.writeSome(partition, rest);
      for (const outcome of done) outcomes.push(outcome);
      // Bulk writes merge additionally, because segments would otherwise accumulate faster than
      // they are merged.
      if (isMergeDue && operations.length > 1) await this.merge();
    } while (outcomes.length < operations.length);
    return outcomes;
  }

  /** Runs one transaction with as many operations as its time allows, at least one. */
  private async writeSome(
    partition: string,
    operations: readonly StoreOperation[]
  ): Promise<{ done: StoreOutcome[]; isMergeDue: boolean }> {
    try {
      return await this.database.write(() => {
        this.generation++;
        const endsAtMs = performance.now() + TRANSACTION_MS;
        const sequence = this.writer.takeSequence();
        const done: StoreOutcome[] = [];
        for (const operation of operations) {
          done.push(this.attempt(partition, operation, sequence));
          if (performance.now() >= endsAtMs) break;
        }
        this.writer.giveBack(sequence);
        return { done, isMergeDue: mergeSegments(this.database, endsAtMs) };
      });
    } catch (error) {
      this.writer.forgetRanges();
      throw error;
    } finally {
      this.generation++;
    }
  }

  private merge(): Promise<boolean> {
    return this.database.write(() => mergeSegments(this.database, performance.now() + MERGE_MS));
  }

  private toFound(row: number, bytes: number): FoundObject {
    return {
      bytes,
      read: async () => {
        const found = this.writer.read(row);
        return found && toStoredObject(found);
      },
      readHead: async () => {
        const found = this.writer.readHead(row);
        return (
          found && {
            type: found.type,
            id: found.id,
            references: JSON.parse(found.object_references) as ObjectReference[],
          }
        );
      },
    };
  }

  /**
   * Expected errors occur before the first write statement; any other error rolls back the whole
   * batch.
   */
  private attempt(partition: string, operation: StoreOperation, sequence: Sequence): StoreOutcome {
    try {
      return { ok: true, object: this.writer.apply(partition, operation, sequence) };
    } catch (error) {
      if (error instanceof SavedObjectsError) return { ok: false, error };
      throw error;
    }
  }
}
