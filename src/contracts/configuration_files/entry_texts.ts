/** Converts values of an entry to text where the entry has texts, like a cluster. */
import { ENTITIES, type ResourceType } from '../entities';
import { AUDIT_BODY_FIELDS } from '../entities/audit_document';
import { ALLOW_LIST_FIELDS, GUARDRAIL_FIELDS, NODES_DN_FIELDS } from '../entities/documents';
import type { JsonSchema } from '../schema';
import type { ConfigurationFileType } from './file_names';

type Fields = Readonly<Record<string, JsonSchema>>;
type OtherFile = Exclude<ConfigurationFileType, ResourceType>;

/** `config.yml` is checked against a schema of its own, which converts as well. */
const FIELDS_OF_DOCUMENTS: Readonly<Record<OtherFile, Fields>> = {
  config: {},
  audit: AUDIT_BODY_FIELDS,
  nodesdn: NODES_DN_FIELDS,
  allowlist: ALLOW_LIST_FIELDS,
  guardrails: GUARDRAIL_FIELDS,
};

const listFields = (type: ConfigurationFileType): Fields =>
  Object.hasOwn(ENTITIES, type)
    ? ENTITIES[type as ResourceType].fields
    : FIELDS_OF_DOCUMENTS[type as OtherFile];

/** @param entry - a value of a YAML file; numbers and flags stay where no text is wanted */
export const withTexts = (type: ConfigurationFileType, entry: unknown): unknown =>
  convert({ type: 'object', properties: listFields(type) }, entry);

function convert(schema: JsonSchema, value: unknown): unknown {
  if (schema.type === 'string')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((element) => convert(items, element)) : value;
  }
  const { properties = {}, additionalProperties: other } = schema;
  return Object.fromEntries(
    Object.entries(value).map(([key, child]) => {
      const inner = Object.hasOwn(properties, key) ? properties[key] : other;
      return [key, typeof inner === 'object' ? convert(inner, child) : (child as unknown)];
    })
  );
}
