/**
 * Import of configuration files: the plan and the import itself (`/api/v1/configuration_files/…`).
 * The client has parsed the files: an entry is the JSON value under its name.
 */
import { Type } from '@sinclair/typebox';
import { ENGINE_LIMITS } from '../limits/engine';
import {
  anyObject,
  closed,
  flag,
  integer,
  mapOf,
  optional,
  text,
  stringEnum,
  type Shape,
} from '../schema';
import { LOCKOUT } from './engine_envelopes';

/** Kinds with a file. Referenced entities come before those that refer to them. */
export const IMPORT_KINDS = Object.freeze([
  'audit',
  'tenants',
  'actiongroups',
  'roles',
  'rolesmapping',
  'internalusers',
] as const);
export type ImportKind = (typeof IMPORT_KINDS)[number];

const ACTION = stringEnum(['create', 'update', 'delete']);
const NAME = Type.String({ minLength: 1, maxLength: 1_000 });
const ENTRY = Type.Unsafe<Readonly<Record<string, unknown>> | null>({ type: ['object', 'null'] });

export const IMPORT_PLAN_BODY = closed({
  entries: Type.Unsafe<Readonly<Record<string, Readonly<Record<string, unknown>> | null>>>({
    ...mapOf(ENTRY, 'Name to entry, as a file has it; of `audit` the one name `config`.'),
  }),
  prune: optional(flag('Entries that the file does not have are to go, except reserved ones.')),
});
export type ImportPlanRequest = Shape<typeof IMPORT_PLAN_BODY>;

const PLANNED = closed({
  name: text(),
  action: ACTION,
  version: optional(text('The `etag` of what is replaced or deleted.')),
  before: optional(anyObject('As it is, without defaults.')),
  after: optional(anyObject('As the file has it, without defaults and secrets.')),
  has_secret: optional(flag('The file has a password hash, which is written.')),
  problem: optional(text('Why it cannot be brought in; in English.')),
});
export type PlannedImport = Shape<typeof PLANNED>;

export const IMPORT_PLAN = closed({
  items: Type.Array(PLANNED, { description: 'What differs, in the order of the names.' }),
  same: integer('Entries that are like this already.'),
  more: integer('Differing entries beyond those of one step.'),
});
export type ImportPlan = Shape<typeof IMPORT_PLAN>;

export const IMPORT_BODY = closed({
  changes: Type.Array(
    closed({
      kind: stringEnum(IMPORT_KINDS),
      name: NAME,
      action: ACTION,
      version: optional(Type.String({ maxLength: 200 })),
      entry: optional(ENTRY),
    }),
    { minItems: 1, maxItems: ENGINE_LIMITS.changeSetSize }
  ),
  trial: optional(flag('Everything is judged, nothing is changed.')),
});
export type ImportRequest = Shape<typeof IMPORT_BODY>;

const PARAMS = mapOf(Type.Unsafe<string | number>({ type: ['string', 'number'] }));
const IMPORT_RESULT = closed({
  kind: stringEnum(IMPORT_KINDS),
  name: text(),
  is_done: flag('In a trial, and where all are made in one step: it was not refused.'),
  message: optional(text('Of a refusal; in English.')),
  code: optional(text('Permanent code of a refusal.')),
  params: optional(PARAMS),
});
export type ImportResult = Shape<typeof IMPORT_RESULT>;

export const IMPORT_RESPONSE = closed({
  is_done: flag('Everything was made. Otherwise `is_whole` says whether a part of it was.'),
  is_whole: flag('The backend makes all of it in one step or nothing.'),
  results: Type.Array(IMPORT_RESULT, {
    description: 'In the order of the changes; empty for a trial that the backend cannot make.',
  }),
  refusal: optional(
    closed(
      {
        message: text(),
        code: optional(text()),
        params: optional(PARAMS),
        lockout: optional(LOCKOUT),
      },
      'Why all of them together are refused though none is by itself.'
    )
  ),
});
export type ImportReceived = Shape<typeof IMPORT_RESPONSE>;
