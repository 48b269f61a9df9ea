/** Saved objects in one SQLite file (core-services section 23: writes are visible to a following find). */
import type { Database } from '../../storage/types';
import type { SavedObjectReference } from '../../../common';
import { SavedObjectsError } from '../errors';
import { objectKey } from '../object_id';
import { inSlices, Slice } from '../turns';
import { ObjectFinder } from './object_finder';
import { ObjectWriter, type Sequence } from './object_writer';
import { toStoredObject } from './rows';
import type {
  ObjectKey,
  SavedObjectsStore,
  StoredHit,
  StoreOperation,
  StoreOutcome,
  StorePage,
  StoreQuery,
} from './types';

export interface SqliteStoreOptions {
  /** Opened with `SAVED_OBJECTS_MIGRATIONS`. */
  readonly database: Database;
  /** Attribute that names objects of a type. */
  readonly titleField: (type: string) => string;
  readonly now?: () => Date;
}

/** Milliseconds of one transaction of a long write. */
const TRANSACTION_MS = 6;

export class SqliteSavedObjectsStore implements SavedObjectsStore {
  private readonly database: Database;
  private readonly writer: ObjectWriter;
  private readonly finder: ObjectFinder;
  private generation = 0;

  constructor({ database, titleField, now = () => new Date() }: SqliteStoreOptions) {
    this.database = database;
    this.writer = new ObjectWriter({ database, titleField, now });
    this.finder = new ObjectFinder({
      database,
      titleField,
      rowRange: (partition, type) => this.writer.rowRange(partition, type),
      generation: () => this.generation,
    });
  }

  async locate(
    partition: string,
    keys: readonly ObjectKey[]
  ): Promise<Array<StoredHit | undefined>> {
    const known = new Map<string, StoredHit | undefined>();
    const hits: Array<StoredHit | undefined> = [];
    for await (const key of inSlices(keys)) {
      const name = objectKey(key);
      if (!known.has(name)) {
        const found = this.writer.locate(partition, key);
        known.set(name, found && this.toHit(found.row, found.bytes));
      }
      hits.push(known.get(name));
    }
    return hits;
  }

  async find(partition: string, query: StoreQuery, caller: string): Promise<StorePage> {
    const { total, rows } = await this.finder.find(partition, query, caller);
    return {
      total,
      hits: rows.map(([row, bytes, score]) => ({
        ...this.toHit(row, bytes),
        score: score ?? 0,
      })),
    };
  }

  async write(partition: string, operations: readonly StoreOperation[]): Promise<StoreOutcome[]> {
    const outcomes: StoreOutcome[] = [];
    const slice = new Slice();
    do {
      if (outcomes.length > 0) await slice.next();
      const rest = operations.slice(outcomes.length);
      for (const outcome of await this.writeSome(partition, rest)) outcomes.push(outcome);
    } while (outcomes.length < operations.length);
    return outcomes;
  }

  close(): void {
    this.database.close();
  }

  /** One transaction of as many operations as its time allows, at least one. */
  private async writeSome(
    partition: string,
    operations: readonly StoreOperation[]
  ): Promise<StoreOutcome[]> {
    try {
      return await this.database.write(() => {
        this.generation++;
        const endsAtMs = performance.now() + TRANSACTION_MS;
        const sequence = this.writer.takeSequence();
        const outcomes: StoreOutcome[] = [];
        for (const operation of operations) {
          outcomes.push(this.attempt(partition, operation, sequence));
          if (performance.now() >= endsAtMs) break;
        }
        this.writer.giveBack(sequence);
        return outcomes;
      });
    } catch (error) {
      this.writer.forgetRanges();
      throw error;
    } finally {
      this.generation++;
    }
  }

  private toHit(row: number, bytes: number): StoredHit {
    return {
      bytes,
      read: () => {
        const found = this.writer.read(row);
        return found && toStoredObject(found);
      },
      readHead: () => {
        const found = this.writer.readHead(row);
        return (
          found && {
            type: found.type,
            id: found.id,
            references: JSON.parse(found.object_references) as SavedObjectReference[],
          }
        );
      },
    };
  }

  /** Refusals come before the first statement that writes; any other failure undoes the whole batch. */
  private attempt(partition: string, operation: StoreOperation, sequence: Sequence): StoreOutcome {
    try {
      return { ok: true, object: this.writer.apply(partition, operation, sequence) };
    } catch (error) {
      if (error instanceof SavedObjectsError) return { ok: false, error };
      throw error;
    }
  }
}
