/** A saved object as OpenSearch Dashboards keeps it: one document, with its type as a field. */
import {
  bytesOf,
  encodeVersion,
  type ObjectContent,
  type ObjectKey,
  type ObjectReference,
  type StoredObject,
} from '../../api/saved_objects';
import type { StoredDocument } from '../documents/documents';

/** Beside these, whatever else its writer put there. */
export interface ObjectSource {
  readonly type: string;
  readonly references?: readonly ObjectReference[];
  readonly migrationVersion?: Readonly<Record<string, string>>;
  /** Absent in what very old versions wrote. */
  readonly updated_at?: string;
  readonly namespace?: string;
  readonly namespaces?: readonly string[];
  readonly [field: string]: unknown;
}

export type ObjectDocument = StoredDocument<ObjectSource>;

export const documentId = ({ type, id }: ObjectKey): string => `${type}:${id}`;

/** The key of a document; its id starts with its type. */
const keyOf = ({ _id, _source: { type } }: Pick<ObjectDocument, '_id' | '_source'>) => ({
  type,
  id: _id.slice(type.length + 1),
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function attributesOf(source: ObjectSource): Record<string, unknown> {
  const attributes = Object.hasOwn(source, source.type) ? source[source.type] : undefined;
  return isRecord(attributes) ? attributes : {};
}

/** Documents of other spaces of the same index are none of ours. */
export const isOurs = ({ namespace, namespaces }: ObjectSource): boolean =>
  namespace === undefined &&
  (namespaces === undefined || namespaces.includes('default') || namespaces.includes('*'));

const anyOf = (...should: object[]): object => ({ bool: { should } });

/** The same, asked of the cluster, with the types that are wanted. */
export const oursOfTypes = (types: readonly string[]): object => ({
  bool: {
    filter: [
      // A tenant that was written to before anybody made a template has guessed mappings.
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
    ...keyOf(document),
    attributes: attributesOf(source),
    references,
    ...(migrationVersion && { migrationVersion }),
    updatedAt,
    version: encodeVersion({ seqNo, primaryTerm }),
    revision: document._version,
  };
}

/** Of its JSON, attributes and references. */
export const sizeOf = (content: Pick<ObjectContent, 'attributes' | 'references'>): number =>
  bytesOf(JSON.stringify(content.attributes), JSON.stringify(content.references));

/**
 * The document of a content. What others keep beside it stays: of a document that is replaced,
 * every field that is not the content's.
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
