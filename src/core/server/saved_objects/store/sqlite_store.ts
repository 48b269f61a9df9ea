/** Saved objects in one SQLite file (core-services section 23: writes are visible to a following find). */
import type { Database } from '../../storage/types';
import { SavedObjectsError } from '../errors';
import { ObjectFinder } from './object_finder';
import { ObjectWriter, type Sequence } from './object_writer';
import { toStoredObject } from './rows';
import type {
  ObjectKey,
  SavedObjectsStore,
  StoredObject,
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

/** Carries the outcomes out of a transaction that is undone. */
class UndoneBatch extends Error {
  constructor(readonly outcomes: StoreOutcome[]) {
    super('The batch was undone.');
  }
}

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

  async get(
    partition: string,
    keys: readonly ObjectKey[]
  ): Promise<Array<StoredObject | undefined>> {
    return keys.map((key) => {
      const row = this.writer.find(partition, key);
      return row && toStoredObject(row);
    });
  }

  async find(partition: string, query: StoreQuery): Promise<StorePage> {
    return this.finder.find(partition, query);
  }

  async write(
    partition: string,
    operations: readonly StoreOperation[],
    isAtomic = false
  ): Promise<StoreOutcome[]> {
    try {
      return await this.database.write(() => {
        this.generation++;
        const sequence = this.writer.takeSequence(operations.length);
        const outcomes = operations.map((operation) =>
          this.attempt(partition, operation, sequence)
        );
        if (isAtomic && outcomes.some(({ ok }) => !ok)) throw new UndoneBatch(outcomes);
        return outcomes;
      });
    } catch (error) {
      this.writer.forgetRanges();
      if (error instanceof UndoneBatch) return error.outcomes;
      throw error;
    } finally {
      this.generation++;
    }
  }

  close(): void {
    this.database.close();
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
