/**
 * Index previews with the caller's own permissions: matches of a DLS query, and existing indices
 * and fields. `POST /api/v1/dls/preview`, `GET /api/v1/suggestions/indices`, `GET
 * /api/v1/suggestions/fields`.
 */
import { Type } from '@sinclair/typebox';
import { PREVIEW_LIMITS as LIMITS } from '../limits/preview';
import {
  anyObject,
  closedObject,
  flag,
  integer,
  optional,
  text,
  texts,
  stringEnum,
  type Shape,
} from '../schema';
import { DOCUMENT_ACCESS, FIELD_ACCESS } from './decision';
import { NOT_CONSIDERED } from './not_considered';

const name = (description: string) =>
  Type.String({ minLength: 1, maxLength: LIMITS.searchLength, description });
const pattern = Type.String({ minLength: 1, maxLength: LIMITS.patternLength });
const entries = Type.Array(Type.String({ maxLength: LIMITS.patternLength }), {
  maxItems: LIMITS.fields,
});

export const DLS_PREVIEW_BODY = closedObject({
  index: Type.Array(pattern, {
    minItems: 1,
    maxItems: LIMITS.patterns,
    description: 'Patterns as in `index_patterns` of a role.',
  }),
  query: optional(
    Type.String({
      maxLength: LIMITS.queryLength,
      description: 'A query as in `dls` of a role; instead of `role`. Empty shows everything.',
    })
  ),
  fls: optional(entries),
  masked_fields: optional(entries),
  role: optional(name('Previews what this role alone shows, as saved.')),
  user: optional(
    name(
      'An internal user. With `query` or `role` the placeholders are filled in for him; alone: ' +
        'what he sees by all of his roles. Without it placeholders are filled in for the caller.'
    )
  ),
  documents: optional(
    integer('Documents per index; 5 by default.', {
      minimum: 0,
      maximum: LIMITS.documents,
    })
  ),
});
export type DlsPreviewRequest = Shape<typeof DLS_PREVIEW_BODY>;

const COUNT = closedObject({ value: integer(), relation: stringEnum(['eq', 'gte']) });

const PREVIEWED_INDEX = closedObject({
  index: text(),
  documents_access: DOCUMENT_ACCESS,
  fields_access: FIELD_ACCESS,
  masked_fields: texts(
    'Effective expressions. The fields that they mask are omitted from documents.'
  ),
  visible: optional(COUNT),
  total: optional(COUNT),
  documents: Type.Array(closedObject({ id: text(), source: anyObject() })),
  are_documents_left_out: flag(
    'Some documents are not shown: too large, or with fields whose restrictions cannot be previewed.'
  ),
  is_partial: flag('The cluster, or a part of it, timed out: counts are minimums.'),
});
export type PreviewedIndex = Shape<typeof PREVIEWED_INDEX>;

const ANSWERED_BY = stringEnum(
  ['cluster', 'shape'],
  '`shape`: the engine has no indices; only JSON and form of the query were looked at.'
);

export const DLS_PREVIEW = closedObject({
  answered_by: ANSWERED_BY,
  is_valid: flag(),
  problem: optional(text('What is wrong with the query, as reported.')),
  indices: Type.Array(PREVIEWED_INDEX, {
    description:
      'As the caller can see them: what is hidden from the caller is neither counted nor shown.',
  }),
  is_cut: flag('More indices match.'),
  not_considered: NOT_CONSIDERED,
});
export type DlsPreview = Shape<typeof DLS_PREVIEW>;

const limit = optional(
  Type.Integer({ minimum: 1, maximum: LIMITS.suggestions, description: '20 unless told.' })
);
const search = optional(
  Type.String({ maxLength: LIMITS.searchLength, description: 'A part of the name; `*` is any.' })
);

export const NAMES_QUERY = closedObject({ search, limit });
export type NamesRequest = Shape<typeof NAMES_QUERY>;

export const FIELDS_QUERY = closedObject({
  index: Type.String({
    minLength: 1,
    maxLength: LIMITS.patternLength,
    description: 'Patterns, comma-joined.',
  }),
  search,
  limit,
});
export interface FieldsRequest extends NamesRequest {
  /** Patterns as in a role. */
  readonly index: readonly string[];
}

const SOURCE = stringEnum(
  ['cluster', 'role', 'audit_event'],
  'Where the name is known from: the cluster, as the caller may see it, or roles and audit events ' +
    'of an engine that has no indices; nobody knows then whether it is there.'
);

export const SUGGESTED_NAMES = closedObject({
  names: Type.Array(
    closedObject({
      name: text(),
      kind: stringEnum(['index', 'alias', 'data_stream', 'pattern']),
      source: SOURCE,
    })
  ),
  is_cut: flag('There are more.'),
});
export type SuggestedNames = Shape<typeof SUGGESTED_NAMES>;

export const SUGGESTED_FIELDS = closedObject({
  fields: Type.Array(
    closedObject({
      name: text(),
      types: texts('As mapped; empty if the types are unknown.'),
      source: SOURCE,
    })
  ),
  is_cut: flag('There are more, or not all indices that match were asked.'),
});
export type SuggestedFields = Shape<typeof SUGGESTED_FIELDS>;
