/**
 * `/api/v1/comparisons`: two clusters, or a cluster and files, entry by entry. The result stays on
 * the server for a while and belongs to the session that made it.
 */
import { Type } from '@sinclair/typebox';
import { ENGINE_LIMITS } from '../limits/engine';
import { COMPARISON_LIMITS } from '../limits/comparison';
import { FIND_LIMITS } from '../limits/find';
import {
  anyObject,
  closedObject,
  flag,
  integer,
  mapOf,
  optional,
  text,
  texts,
  stringEnum,
  type Shape,
} from '../schema';
import { FILE_ENTRY, IMPORT_KINDS } from './import';

/** `config` are the authentication settings. */
export const COMPARISON_KINDS = Object.freeze([...IMPORT_KINDS, 'config'] as const);
export type ComparisonKind = (typeof COMPARISON_KINDS)[number];
export const COMPARISON_STATES = Object.freeze([
  'only_left',
  'only_right',
  'differs',
  'equal',
] as const);
export type ComparisonState = (typeof COMPARISON_STATES)[number];
export const COMPARISON_SIDES = Object.freeze(['left', 'right'] as const);
export type ComparisonSide = (typeof COMPARISON_SIDES)[number];

const SIDE = closedObject(
  {
    cluster: optional(
      Type.String({ minLength: 1, maxLength: 40, description: 'Id of a cluster; `home` is one.' })
    ),
    files: optional(
      Type.Unsafe<
        Readonly<
          Partial<
            Record<string, Readonly<Record<string, Readonly<Record<string, unknown>> | null>>>
          >
        >
      >({
        ...mapOf(mapOf(FILE_ENTRY), 'Kind to name to entry, as files have them.'),
        propertyNames: { enum: [...IMPORT_KINDS] },
      })
    ),
  },
  'Either a cluster or files. Only kinds that both sides have are compared.'
);
export const COMPARISON_BODY = closedObject({ left: SIDE, right: SIDE });
export type ComparisonRequest = Shape<typeof COMPARISON_BODY>;

const NAME = Type.String({ minLength: 1, maxLength: 1_000 });
const COUNTS = mapOf(Type.Integer(), 'Number of entries by state.');

export const COMPARISON = closedObject({
  id: text(),
  compared_at: Type.Number({ description: 'Epoch milliseconds.' }),
  counts: COUNTS,
  unreadable: Type.Array(stringEnum(COMPARISON_KINDS), {
    description: 'Kinds that a side does not show to the caller, or does not have.',
  }),
});
export type ComparisonSummary = Shape<typeof COMPARISON>;

const list = Type.Optional(Type.String({ maxLength: 200, description: 'Comma-joined.' }));
export const COMPARISON_FILTERS = closedObject({
  search: optional(Type.String({ maxLength: FIND_LIMITS.searchLength })),
  kind: list,
  state: list,
  sort: optional(stringEnum(['kind', 'name', 'state'])),
  order: optional(stringEnum(['asc', 'desc'])),
});
export const COMPARISON_QUERY = closedObject({
  ...COMPARISON_FILTERS.properties,
  page: optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  per_page: optional(Type.Integer({ minimum: 1, maximum: COMPARISON_LIMITS.perPage })),
});
export type ComparisonQuery = Shape<typeof COMPARISON_QUERY>;

const ROW = closedObject({
  kind: stringEnum(COMPARISON_KINDS),
  name: text(),
  state: stringEnum(COMPARISON_STATES),
  fields: optional(texts('Fields that differ.')),
});
export type ComparisonRow = Shape<typeof ROW>;

export const COMPARISON_PAGE = closedObject({
  total: integer(),
  unfiltered_total: integer(),
  compared_at: Type.Number({ description: 'Epoch milliseconds.' }),
  unreadable: COMPARISON.properties.unreadable,
  items: Type.Array(ROW),
});
export type ComparisonPage = Shape<typeof COMPARISON_PAGE>;

export const COMPARISON_ENTRY_QUERY = closedObject({
  kind: stringEnum(COMPARISON_KINDS),
  name: NAME,
});
export const COMPARISON_ENTRY = closedObject({
  left: optional(anyObject('Without defaults and secrets.')),
  right: optional(anyObject('Without defaults and secrets.')),
});
export type ComparisonEntry = Shape<typeof COMPARISON_ENTRY>;

const CHOSEN = closedObject({ kind: stringEnum(COMPARISON_KINDS), name: NAME });
export const SELECTION_BODY = closedObject({
  to: stringEnum(COMPARISON_SIDES, 'The side that is to become like the other one.'),
  entries: Type.Array(CHOSEN, { minItems: 1, maxItems: ENGINE_LIMITS.changeSetSize }),
  with_dependencies: optional(flag('Adds what the entries refer to and the target lacks.')),
});
export type SelectionRequest = Shape<typeof SELECTION_BODY>;

export const LEFT_OUT_REASONS = Object.freeze(['new_user', 'settings', 'reserved'] as const);
export const SELECTION = closedObject({
  files: Type.Array(
    closedObject({
      kind: stringEnum(IMPORT_KINDS),
      entries: mapOf(anyObject(), 'What the target is to have, as in a file.'),
      removed: texts('Names that the target is to lose.'),
    }),
    { description: 'For `/api/v1/configuration_files/{kind}/_plan`.' }
  ),
  missing: Type.Array(closedObject({ kind: stringEnum(IMPORT_KINDS), name: text() }), {
    description: 'What the entries refer to, the source has and the target lacks.',
  }),
  left_out: Type.Array(
    closedObject({
      kind: stringEnum(COMPARISON_KINDS),
      name: text(),
      reason: stringEnum(
        LEFT_OUT_REASONS,
        '`new_user`: passwords are not copied. `settings`: authentication settings are compared only. `reserved`: built in there.'
      ),
    })
  ),
});
export type PromotionSelection = Shape<typeof SELECTION>;
