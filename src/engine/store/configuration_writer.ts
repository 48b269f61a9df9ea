/**
 * The one way to change the configuration: checks and writes of one change run together in one durable
 * transaction; when it is on the disk, the memory follows, and only then the caller hears of it.
 */
import type { Database } from '../../storage';
import type { Change, DocumentId, EntityStore } from './entity_store';

export interface CommittedChanges {
  readonly changes: readonly Change[];
  readonly documents: readonly { readonly id: DocumentId; readonly body: Record<string, unknown> }[];
}

export class ConfigurationWriter {
  /** @param onCommitted - called once per write that changed anything, before its promise resolves */
  constructor(
    private readonly db: Database,
    private readonly store: EntityStore,
    private readonly onCommitted: (committed: CommittedChanges) => void
  ) {}

  /** Runs synchronous `work` in a transaction shared with concurrent writers. A throw undoes this work alone. */
  async write<T>(work: (store: EntityStore) => T): Promise<T> {
    const { result, committed } = await this.db.write(() => this.record(work));
    this.announce(committed);
    return result;
  }

  /** As `write`, at once. For the start of the engine. */
  writeNow<T>(work: (store: EntityStore) => T): T {
    const { result, committed } = this.db.transaction(() => this.record(work));
    this.announce(committed);
    return result;
  }

  private record<T>(work: (store: EntityStore) => T): { result: T; committed: CommittedChanges } {
    const changes: Change[] = [];
    const documents: { id: DocumentId; body: Record<string, unknown> }[] = [];
    this.store.onChange = (change) => changes.push(change);
    this.store.onDocumentChange = (id, body) => documents.push({ id, body });
    return { result: work(this.store), committed: { changes, documents } };
  }

  private announce(committed: CommittedChanges): void {
    if (committed.changes.length > 0 || committed.documents.length > 0) this.onCommitted(committed);
  }
}
