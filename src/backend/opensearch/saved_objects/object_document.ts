/**
 * A saved object in the format of OpenSearch Dashboards: one document, with its type as a field.
 */
import {
  toBytes,
  encodeVersion,
  type ObjectContent,
  type ObjectKey,
  type ObjectReference,
  type StoredObject,
} from '../../api/saved_objects';
import type { StoredDocument } from '../documents/documents';

/** The document may contain additional fields of other writers. */
export interface ObjectSource {
  readonly type: string;
  readonly references?: readonly ObjectReference[];
  readonly migrationVersion?: Readonly<Record<string, string>>;
  /** Absent in documents of very old versions. */
  readonly updated_at?: string;
  readonly namespace?: string;
  readonly namespaces?: readonly string[];
  readonly [field: string]: unknown;
}

export type ObjectDocument = StoredDocument<ObjectSource>;

export const documentId = ({ type, id }: ObjectKey): string => `${type}:${id}`;

/** Derives the key from a document, whose id starts with its type. */
const toKey = ({ _id, _source: { type } }: Pick<ObjectDocument, '_id' | '_source'>) => ({
  type,
  id: _id.slice(type.length + 1),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function getAttributes(source: ObjectSource): Record<string, unknown> {
  const attributes = Object.hasOwn(source, source.type) ? source[source.type] : undefined;
  return isRecord(attributes) ? attributes : {};
}

/** Documents of other spaces in the same index do not belong to this product. */
export const isInDefaultSpace = ({ namespace, namespaces }: ObjectSource): boolean =>
  namespace === undefined &&
  (namespaces === undefined || namespaces.includes('default') || namespaces.includes('*'));

const anyOf = (...should: object[]): object => ({ bool: { should } });

/** The same condition as a query, with the requested types. */
export const ownObjectsOfTypes = (types: readonly string[]): object => ({
  bool: {
    filter: [
      // A tenant index that was written to before a template existed has dynamic mappings.
      anyOf({ terms: { type: types } }, { terms: { 'type.keyword': types } }),
      anyOf(
        { bool: { must_not: { exists: { field: 'namespaces' } } } },
        { terms: { namespaces: ['default', '*'] } }
      ),
    ],
    must_not: { exists: { field: 'namespace' } },
  },
});

const EPOCH = new Date(0).toISOString();

export function toStoredObject(document: ObjectDocument): StoredObject {
  const { _source: source, _seq_no: seqNo, _primary_term: primaryTerm } = document;
  const { references = [], migrationVersion, updated_at: updatedAt = EPOCH } = source;
  return {
    ...toKey(document),
    attributes: getAttributes(source),
    references,
    ...(migrationVersion && { migrationVersion }),
    updatedAt,
    version: encodeVersion({ seqNo, primaryTerm }),
    revision: document._version,
  };
}

/** Bytes of attributes and references as JSON. */
export const measureSize = (content: Pick<ObjectContent, 'attributes' | 'references'>): number =>
  toBytes(JSON.stringify(content.attributes), JSON.stringify(content.references));

/**
 * Creates the document of an object. When a document is replaced, additional fields of other
 * writers are kept.
 */
export function toSource(
  { type }: ObjectKey,
  { attributes, references, migrationVersion }: ObjectContent,
  updatedAt: string,
  previous?: ObjectSource
): ObjectSource {
  const { migrationVersion: _dropped, ...others } = previous ?? {};
  return {
    ...others,
    type,
    [type]: attributes,
    references,
    ...(migrationVersion && { migrationVersion }),
    updated_at: updatedAt,
  };
}
