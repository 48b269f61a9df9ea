/**
 * Import of configuration files: the plan and the import itself (`/api/v1/configuration_files/…`).
 * The client has parsed the files: an entry is the JSON value under its name.
 */
import { Type } from '@sinclair/typebox';
import { ENGINE_LIMITS } from '../limits/engine';
import { FINDINGS_LIMITS } from '../limits/findings';
import {
  anyObject,
  closedObject,
  flag,
  integer,
  mapOf,
  optional,
  text,
  stringEnum,
  type Shape,
} from '../schema';
import { LOCKOUT } from './engine_envelopes';

/**
 * Kinds with a file. Referenced entities come before those that refer to them. Guardrails are
 * written last, so that an import is checked against those that hold before it.
 */
export const IMPORT_KINDS = Object.freeze([
  'audit',
  'tenants',
  'actiongroups',
  'roles',
  'rolesmapping',
  'internalusers',
  'guardrails',
] as const);
export type ImportKind = (typeof IMPORT_KINDS)[number];

const ACTION = stringEnum(['create', 'update', 'delete']);
const NAME = Type.String({ minLength: 1, maxLength: 1_000 });
export const FILE_ENTRY = Type.Unsafe<Readonly<Record<string, unknown>> | null>({
  type: ['object', 'null'],
});

export const IMPORT_PLAN_BODY = closedObject({
  entries: Type.Unsafe<Readonly<Record<string, Readonly<Record<string, unknown>> | null>>>({
    ...mapOf(FILE_ENTRY, 'Name to entry as in a file; `audit` has only the name `config`.'),
  }),
  prune: optional(flag('Deletes entries that the file does not have, except reserved ones.')),
  removed: optional(
    Type.Array(NAME, {
      maxItems: ENGINE_LIMITS.changeSetSize,
      description: 'Names of entries to delete, except reserved ones.',
    })
  ),
});
export type ImportPlanRequest = Shape<typeof IMPORT_PLAN_BODY>;

const PLANNED = closedObject({
  name: text(),
  action: ACTION,
  version: optional(
    text('The `etag` of the entry to replace or delete; of a guardrail, that of all of them.')
  ),
  before: optional(anyObject('The current entry, without defaults.')),
  after: optional(anyObject('The entry of the file, without defaults and secrets.')),
  has_secret: optional(flag('The file has a password hash, which is written.')),
  problem: optional(text('Why it cannot be imported; in English.')),
});
export type PlannedImport = Shape<typeof PLANNED>;

export const IMPORT_PLAN = closedObject({
  items: Type.Array(PLANNED, { description: 'Differences, in the order of the names.' }),
  same: integer('Unchanged entries.'),
  more: integer('Differing entries beyond the limit of one step.'),
});
export type ImportPlan = Shape<typeof IMPORT_PLAN>;

export const IMPORT_CHANGE = closedObject({
  kind: stringEnum(IMPORT_KINDS),
  name: NAME,
  action: ACTION,
  version: optional(Type.String({ maxLength: 200 })),
  entry: optional(FILE_ENTRY),
});
export type ImportChange = Shape<typeof IMPORT_CHANGE>;

/** The change that a plan proposes. @param entry - as it is desired */
export const toChange = (
  kind: ImportKind,
  { name, action, version }: Pick<PlannedImport, 'name' | 'action' | 'version'>,
  entry: ImportChange['entry'] = null
): ImportChange => ({
  kind,
  name,
  action,
  ...(version !== undefined && { version }),
  ...(action !== 'delete' && { entry }),
});

/** In the order in which a plan is made: referenced entries first. */
export const sortByKind = <T extends { readonly kind: ImportKind }>(
  desired: readonly T[]
): readonly T[] =>
  [...desired].sort(
    (one, other) => IMPORT_KINDS.indexOf(one.kind) - IMPORT_KINDS.indexOf(other.kind)
  );

export const IMPORT_BODY = closedObject({
  changes: Type.Array(IMPORT_CHANGE, { minItems: 1, maxItems: ENGINE_LIMITS.changeSetSize }),
  trial: optional(flag('Dry run: validates everything and changes nothing.')),
  finding: optional(
    Type.String({
      minLength: 1,
      maxLength: FINDINGS_LIMITS.idLength,
      description:
        'Id of the finding that the changes fix, with others of its rule if they like; they are of the entries that these prepare. The history then says so. It lets no guardrail pass.',
    })
  ),
});
export type ImportRequest = Shape<typeof IMPORT_BODY>;

const IMPORT_WARNING = closedObject({
  kind: stringEnum(
    ['missing_role', 'flag', 'same_name'],
    '`missing_role`: the entry names a role that does not exist. `flag`: the flag was left as it is. `same_name`: a user and a tenant have the same name.'
  ),
  name: text('Of the role, flag, or user and tenant.'),
});
export type ImportWarning = Shape<typeof IMPORT_WARNING>;

const PARAMS = mapOf(Type.Unsafe<string | number>({ type: ['string', 'number'] }));
/** Of an entry, after the connection to the backend was lost. */
export const UNFINISHED = stringEnum(
  ['unknown', 'not_tried'],
  'Without an answer of the backend: `unknown` if the change may have been made, `not_tried` if it was not sent.'
);

const IMPORT_RESULT = closedObject({
  kind: stringEnum(IMPORT_KINDS),
  name: text(),
  is_done: flag('In a dry run, and in a single step: it was accepted.'),
  message: optional(text('Of an error; in English.')),
  code: optional(text('Permanent error code.')),
  params: optional(PARAMS),
  state: optional(UNFINISHED),
  warnings: optional(Type.Array(IMPORT_WARNING)),
});
export type ImportResult = Shape<typeof IMPORT_RESULT>;

export const IMPORT_RESPONSE = closedObject({
  is_done: flag('All changes were applied. Otherwise, `is_whole` says whether a part was.'),
  is_whole: flag('The backend applies all changes or none.'),
  results: Type.Array(IMPORT_RESULT, {
    description:
      'In the order of the changes; empty for a dry run that the backend does not support.',
  }),
  refusal: optional(
    closedObject(
      {
        message: text(),
        code: optional(text()),
        params: optional(PARAMS),
        lockout: optional(LOCKOUT),
        asks_reason: optional(flag('A reason in `x-change-reason` lets the changes pass.')),
      },
      'Why the changes together are rejected, although each alone is valid.'
    )
  ),
});
export type ImportReceived = Shape<typeof IMPORT_RESPONSE>;
