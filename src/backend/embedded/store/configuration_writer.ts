/**
 * The one way to change the configuration: checks and writes of one change run together in one
 * durable transaction, the record of the change (history) with them; when it is on the disk, the
 * memory follows, and only then the caller hears of it.
 */
import type { Database } from '../storage';
import type { ChangeOrigin } from '../../contract/engine';
import { START } from './change_origin';
import type { Change, DocumentChange, EntityStore } from './entity_store';

export interface CommittedChanges {
  readonly changes: readonly Change[];
  readonly documents: readonly DocumentChange[];
}

/** Keeps what changed, inside the transaction of the change. */
export type ChangeRecorder = (origin: ChangeOrigin, changed: CommittedChanges) => void;

type Work<T> = (store: EntityStore) => T;
/** Looks at what was written before it counts; a throw undoes it. */
type Judge = (written: CommittedChanges) => void;

export class ConfigurationWriter {
  /**
   * @param onCommitted - called once per write that changed anything, before its promise resolves
   */
  constructor(
    private readonly db: Database,
    private readonly store: EntityStore,
    private readonly onCommitted: (committed: CommittedChanges) => void,
    private readonly recorder: ChangeRecorder = () => undefined
  ) {}

  /** The same writer on behalf of somebody. */
  by(origin: ChangeOrigin): {
    write<T>(work: Work<T>, judge?: Judge): Promise<T>;
    writeNow<T>(work: Work<T>): T;
  } {
    return {
      write: (work, judge) => this.write(work, origin, judge),
      writeNow: (work) => this.writeNow(work, origin),
    };
  }

  /**
   * Runs synchronous `work` in a transaction shared with concurrent writers. A throw undoes this
   * work alone.
   */
  async write<T>(work: Work<T>, origin: ChangeOrigin = START, judge?: Judge): Promise<T> {
    const { result, committed } = await this.db.write(() => this.record(work, origin, judge));
    this.announce(committed);
    return result;
  }

  /** As `write`, at once. For the start of the engine, and for work offline. */
  writeNow<T>(work: Work<T>, origin: ChangeOrigin = START): T {
    const { result, committed } = this.db.transaction(() => this.record(work, origin));
    this.announce(committed);
    return result;
  }

  private record<T>(
    work: Work<T>,
    origin: ChangeOrigin,
    judge?: Judge
  ): { result: T; committed: CommittedChanges } {
    const changes: Change[] = [];
    const documents: DocumentChange[] = [];
    this.store.onChange = (change) => changes.push(change);
    this.store.onDocumentChange = (change) => documents.push(change);
    const result = work(this.store);
    const committed = { changes, documents };
    judge?.(committed);
    if (changes.length > 0 || documents.length > 0) this.recorder(origin, committed);
    return { result, committed };
  }

  private announce(committed: CommittedChanges): void {
    if (committed.changes.length > 0 || committed.documents.length > 0) this.onCommitted(committed);
  }
}
