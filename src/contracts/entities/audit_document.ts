/** The audit configuration. */
import { Type } from '@sinclair/typebox';
import { AUDIT_CATEGORIES } from './audit_categories';
import { AUDIT_KINDS, type AuditKind } from './field_rules';
import { anyObject, closedObject, flag, mapOf, text, texts, stringEnum } from '../schema';

const listOf = (values: readonly string[]) => Type.Array(stringEnum(values));

const SCHEMAS = {
  flag: flag(),
  texts: texts(),
  rest_categories: listOf(AUDIT_CATEGORIES.rest),
  transport_categories: listOf(AUDIT_CATEGORIES.transport),
  fields: mapOf(
    Type.Unsafe<string | string[]>({ anyOf: [text(), texts()] }),
    'Index pattern to patterns of its watched fields.'
  ),
};

type FieldsOf<K extends Readonly<Record<string, AuditKind>>> = {
  [P in keyof K]: (typeof SCHEMAS)[K[P]];
};

const listFields = <K extends Readonly<Record<string, AuditKind>>>(kinds: K): FieldsOf<K> =>
  Object.fromEntries(
    Object.entries(kinds).map(([key, kind]) => [key, SCHEMAS[kind]])
  ) as FieldsOf<K>;

/** Fields that screens show. */
export const VISIBLE_AUDIT_FIELDS = listFields(AUDIT_KINDS.audit);

export const AUDIT_FIELDS = {
  ...VISIBLE_AUDIT_FIELDS,
  disabled_categories: SCHEMAS.transport_categories,
  ignore_headers: texts(),
  ignore_url_params: texts(),
  body_logging_exclusions: texts(),
  action_groups: anyObject(),
};

export const COMPLIANCE_FIELDS = listFields(AUDIT_KINDS.compliance);

/** The body of the audit configuration. */
export const AUDIT_BODY_FIELDS = {
  enabled: flag(),
  audit: Type.Partial(closedObject(AUDIT_FIELDS)),
  compliance: Type.Partial(closedObject(COMPLIANCE_FIELDS)),
};
