/** Writes to the SQLite store. All methods run inside a transaction of the caller. */
import {
  decodeVersion,
  assertSize,
  toBytes,
  encodeVersion,
  savedObjectsErrors,
  type ObjectContent,
  type ObjectKey,
  type StoredObject,
  type StoreOperation,
} from '../../api/saved_objects';
import type { Database } from '../sqlite';
import {
  BYTES,
  OBJECT_COLUMNS,
  toStoredObject,
  type ObjectRow,
  type RowRange,
} from './schema/rows';
import { EVERY_WORD } from './full_text/fts_expression';
import { sortKey, toWords } from '../../text_search/tokens';

export interface ObjectWriterOptions {
  readonly database: Database;
  readonly now: () => Date;
}

type NewContent = Exclude<StoreOperation, { kind: 'delete' }>;

/** Number of rows reserved for one scope. */
const SCOPE_SIZE = 2n ** 32n;

export interface Sequence {
  next: number;
  readonly primaryTerm: number;
}

export class ObjectWriter {
  private readonly scopes = new Map<string, RowRange>();

  constructor(private readonly options: ObjectWriterOptions) {}

  find(partition: string, { type, id }: ObjectKey): ObjectRow | undefined {
    return this.options.database.get<ObjectRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects o WHERE o.partition = ? AND o.type = ? AND o.id = ?`,
      partition,
      type,
      id
    );
  }

  /** Sequence numbers for writes; give them back in the same transaction. */
  takeSequence(): Sequence {
    const row = this.options.database.get<{ next: number; primary_term: number }>(
      'SELECT next, primary_term FROM sequence'
    ) as { next: number; primary_term: number };
    return { next: row.next, primaryTerm: row.primary_term };
  }

  giveBack({ next }: Sequence): void {
    this.options.database.run('UPDATE sequence SET next = ?', BigInt(next));
  }

  locate(partition: string, { type, id }: ObjectKey): { row: number; bytes: number } | undefined {
    return this.options.database.get(
      `SELECT row, ${BYTES} AS bytes FROM objects WHERE partition = ? AND type = ? AND id = ?`,
      partition,
      type,
      id
    );
  }

  read(row: number): ObjectRow | undefined {
    return this.options.database.get<ObjectRow>(
      `SELECT ${OBJECT_COLUMNS} FROM objects o WHERE o.row = ?`,
      BigInt(row)
    );
  }

  readHead(row: number): Pick<ObjectRow, 'type' | 'id' | 'object_references'> | undefined {
    return this.options.database.get(
      'SELECT type, id, object_references FROM objects WHERE row = ?',
      BigInt(row)
    );
  }

  /** @throws {SavedObjectsError} 400, 404, 409 or 413; nothing is written then */
  apply(partition: string, operation: StoreOperation, sequence: Sequence): StoredObject {
    const row = this.find(partition, operation);
    switch (operation.kind) {
      case 'create':
        if (row && !operation.overwrite) {
          throw savedObjectsErrors.alreadyExists(operation.type, operation.id, row.revision);
        }
        assertVersion(row, operation);
        return this.put(partition, operation, row, sequence);
      case 'replace':
        if (!row) throw savedObjectsErrors.notFound(operation.type, operation.id);
        assertVersion(row, operation);
        return this.put(partition, operation, row, sequence);
      case 'delete':
        if (!row) throw savedObjectsErrors.notFound(operation.type, operation.id);
        this.unindex(BigInt(row.row));
        this.options.database.run('DELETE FROM objects WHERE row = ?', BigInt(row.row));
        return toStoredObject(row);
    }
  }

  /** `undefined` if nothing was ever written there. */
  rowRange(partition: string, type: string): RowRange | undefined {
    const key = JSON.stringify([partition, type]);
    const cached = this.scopes.get(key);
    if (cached) return cached;
    const found = this.options.database.get<{ number: number }>(
      'SELECT number FROM scopes WHERE partition = ? AND type = ?',
      partition,
      type
    );
    if (!found) return undefined;
    const first = BigInt(found.number) * SCOPE_SIZE;
    const range = { first, last: first + SCOPE_SIZE - 1n };
    this.scopes.set(key, range);
    return range;
  }

  /** Discards ranges that were read in a transaction that was rolled back. */
  forgetRanges(): void {
    this.scopes.clear();
  }

  private put(
    partition: string,
    content: NewContent,
    previous: ObjectRow | undefined,
    sequence: Sequence
  ): StoredObject {
    const { type, id, maxBytes } = content;
    const attributes = JSON.stringify(content.attributes);
    const references = JSON.stringify(content.references);
    const migrationVersion = content.migrationVersion
      ? JSON.stringify(content.migrationVersion)
      : null;
    assertSize(
      toBytes(attributes, references, migrationVersion ?? ''),
      previous ? toBytes(previous.attributes, previous.object_references) : 0,
      maxBytes
    );
    const seqNo = sequence.next++;
    const { primaryTerm } = sequence;
    const { updatedAt = this.options.now().toISOString() } = content;
    const revision = (previous?.revision ?? 0) + 1;
    const values = [
      BigInt(seqNo),
      BigInt(primaryTerm),
      BigInt(revision),
      updatedAt,
      sortKey(toTitle(content)),
      attributes,
      references,
      migrationVersion,
    ];
    const row = previous ? BigInt(previous.row) : this.nextRow(partition, type);
    if (previous) {
      this.options.database.run(
        `UPDATE objects SET seq_no = ?, primary_term = ?, revision = ?, updated_at = ?, title_sort = ?, attributes = ?,
           object_references = ?, migration_version = ? WHERE row = ?`,
        ...values,
        row
      );
      this.unindex(row);
    } else {
      this.options.database.run(
        `INSERT INTO objects (seq_no, primary_term, revision, updated_at, title_sort, attributes, object_references,
           migration_version, row, partition, type, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ...values,
        row,
        partition,
        type,
        id
      );
    }
    this.index(row, content);
    return {
      type,
      id,
      ...getContent(content),
      updatedAt,
      revision,
      version: encodeVersion({ seqNo, primaryTerm }),
    };
  }

  private unindex(row: bigint): void {
    this.options.database.run('DELETE FROM object_links WHERE row = ?', row);
    this.options.database.run('DELETE FROM object_words WHERE rowid = ?', row);
  }

  private index(row: bigint, content: NewContent): void {
    const { database } = this.options;
    for (const reference of content.references) {
      database.run(
        'INSERT OR IGNORE INTO object_links (row, target_type, target_id) VALUES (?, ?, ?)',
        row,
        reference.type,
        reference.id
      );
    }
    const words = toWords(content.attributes, content.titleField);
    database.run(
      'INSERT INTO object_words (rowid, every, title, description, rest, fields) VALUES (?, ?, ?, ?, ?, ?)',
      row,
      EVERY_WORD,
      words.title,
      words.description,
      words.rest,
      words.fields
    );
  }

  private nextRow(partition: string, type: string): bigint {
    const { database } = this.options;
    if (!this.rowRange(partition, type)) {
      database.run('INSERT INTO scopes (partition, type) VALUES (?, ?)', partition, type);
    }
    const taken = database.get<{ last_row: number }>(
      'UPDATE scopes SET last_row = last_row + 1 WHERE partition = ? AND type = ? RETURNING last_row',
      partition,
      type
    ) as { last_row: number };
    return (this.rowRange(partition, type) as RowRange).first + BigInt(taken.last_row);
  }
}

function toTitle({ attributes, titleField }: NewContent): string {
  const title = Object.hasOwn(attributes, titleField) ? attributes[titleField] : undefined;
  return typeof title === 'string' ? title : '';
}

const getContent = ({
  attributes,
  references,
  migrationVersion,
}: ObjectContent): ObjectContent => ({
  attributes,
  references,
  ...(migrationVersion && { migrationVersion }),
});

/** A version given with an operation must be the object's current one. */
function assertVersion(
  row: ObjectRow | undefined,
  operation: ObjectKey & { readonly ifVersion?: string }
): void {
  if (operation.ifVersion === undefined) return;
  const { seqNo, primaryTerm } = decodeVersion(operation.ifVersion);
  if (row?.seq_no !== seqNo || row.primary_term !== primaryTerm) {
    throw savedObjectsErrors.conflict(operation.type, operation.id);
  }
}
