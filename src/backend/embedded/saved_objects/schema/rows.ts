/** Converts rows of the store to saved objects. */
import { encodeVersion, type ObjectReference, type StoredObject } from '../../../api/saved_objects';

/** Row numbers of one partition and type, inclusive. SQLite receives integers only as `bigint`. */
export interface RowRange {
  readonly first: bigint;
  readonly last: bigint;
}

export interface ObjectRow {
  readonly row: number;
  readonly type: string;
  readonly id: string;
  readonly seq_no: number;
  readonly primary_term: number;
  readonly revision: number;
  readonly updated_at: string;
  readonly attributes: string;
  readonly object_references: string;
  readonly migration_version: string | null;
}

export const OBJECT_COLUMNS =
  'o.row, o.type, o.id, o.seq_no, o.primary_term, o.revision, o.updated_at, o.attributes, o.object_references, o.migration_version';

/** Size computed without reading the texts. */
export const BYTES = 'octet_length(attributes) + octet_length(object_references)';

/** `JSON.parse` makes `__proto__` an ordinary own property; spreading keeps it one. */
export const toStoredObject = (row: ObjectRow): StoredObject => ({
  type: row.type,
  id: row.id,
  attributes: JSON.parse(row.attributes) as Record<string, unknown>,
  references: JSON.parse(row.object_references) as ObjectReference[],
  ...(row.migration_version !== null && {
    migrationVersion: JSON.parse(row.migration_version) as Record<string, string>,
  }),
  updatedAt: row.updated_at,
  version: encodeVersion({ seqNo: row.seq_no, primaryTerm: row.primary_term }),
  revision: row.revision,
});
