/**
 * `/api/v1/drift`: how the configuration of this installation differs from a folder of files, such
 * as the checkout of a Git repository.
 */
import { Type } from '@sinclair/typebox';
import { DRIFT_LIMITS } from '../limits/drift';
import { ENGINE_LIMITS } from '../limits/engine';
import {
  closedObject,
  flag,
  integer,
  optional,
  stringEnum,
  text,
  texts,
  type Shape,
} from '../schema';
import { IMPORT_KINDS } from './import';

export const DRIFT_STATES = Object.freeze(['in_sync', 'drifted', 'broken'] as const);
export type DriftState = (typeof DRIFT_STATES)[number];
export const DRIFT_ENTRY_STATES = Object.freeze(['missing', 'additional', 'differs'] as const);

const NAME = Type.String({ minLength: 1, maxLength: 1_000 });
const KIND = stringEnum(IMPORT_KINDS);
const TIME = Type.Number({ description: 'Epoch milliseconds.' });

const FIELD = closedObject({
  field: text(),
  desired: optional(Type.Unknown({ description: 'Value in the folder; absent if it has none.' })),
  actual: optional(Type.Unknown({ description: 'Current value; absent if there is none.' })),
  is_secret: optional(flag('The values differ, and are never shown.')),
  is_long: optional(flag('A value is too long to be shown.')),
});
export type DriftField = Shape<typeof FIELD>;

const ENTRY = closedObject({
  kind: KIND,
  name: text(),
  state: stringEnum(
    DRIFT_ENTRY_STATES,
    '`missing`: only in the folder. `additional`: not in the folder.'
  ),
  fields: Type.Array(FIELD),
  more_fields: optional(integer('Fields beyond the limit of an entry.')),
  changed: optional(
    closedObject(
      { id: integer('For `GET /api/v1/history/{id}`.'), by: text(), at: TIME },
      'The last recorded change of a differing field.'
    )
  ),
  changed_outside: optional(
    flag('The entry was last changed without this product, so no one is named.')
  ),
});
export type DriftEntry = Shape<typeof ENTRY>;

const PROBLEM = closedObject({
  file: text(),
  entry: optional(text()),
  key: optional(text()),
  line: optional(integer('From 1.')),
  message: text('In English.'),
});
export type DriftProblem = Shape<typeof PROBLEM>;

export const DRIFT_QUERY = closedObject({
  page: optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  per_page: optional(Type.Integer({ minimum: 1, maximum: DRIFT_LIMITS.perPage })),
});

export const DRIFT = closedObject({
  state: stringEnum(DRIFT_STATES, '`broken`: the folder cannot be read; nothing is compared.'),
  folder: text('Path on the server.'),
  checked_at: TIME,
  revision: text('Names these differences in a request that changes something.'),
  total: integer('Differing entries on all pages.'),
  differences: Type.Array(ENTRY, { description: 'By kind, then by name.' }),
  ignored: integer('Entries that differ only where an ignore rule says so.'),
  problems: Type.Array(PROBLEM, { description: 'Of a broken folder.' }),
  left_out: texts('Files in the folder that are not compared.'),
  unreadable: Type.Array(KIND, { description: 'Kinds that the caller may not read.' }),
});
export type DriftBody = Shape<typeof DRIFT>;

const SELECTED = {
  revision: Type.String({ maxLength: 100, description: 'Of the differences that were reviewed.' }),
  entries: Type.Array(closedObject({ kind: KIND, name: NAME }), {
    minItems: 1,
    maxItems: ENGINE_LIMITS.changeSetSize,
  }),
};
export const DRIFT_PUT_BACK = closedObject({
  ...SELECTED,
  dry_run: optional(flag('Validates everything and changes nothing.')),
});
export type DriftPutBack = Shape<typeof DRIFT_PUT_BACK>;

export const DRIFT_ACCEPT = closedObject(SELECTED);
export type DriftAccept = Shape<typeof DRIFT_ACCEPT>;

export const DRIFT_ACCEPTED = closedObject({
  files: texts('Names of the files that were written.'),
});
export type DriftAccepted = Shape<typeof DRIFT_ACCEPTED>;
