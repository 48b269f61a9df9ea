/**
 * `/api/v1/change_requests`: changes that are not saved, for a colleague to look at and approve.
 *
 * Whoever may read the concerned kinds of entries may look at a request and make one. It is applied
 * with the permissions of the user who approves it, in one step where the backend can.
 */
import { Type } from '@sinclair/typebox';
import { CHANGE_REQUEST_LIMITS } from '../limits/change_requests';
import {
  anyObject,
  closedObject,
  flag,
  integer,
  optional,
  stringEnum,
  text,
  type Shape,
} from '../schema';
import { FILE_ENTRY, IMPORT_CHANGE, IMPORT_KINDS } from './import';

const { changes, titleLength, reasonLength, commentLength } = CHANGE_REQUEST_LIMITS;

export const CHANGE_REQUEST_STATES = Object.freeze([
  'open',
  'applied',
  'rejected',
  'withdrawn',
  'expired',
] as const);
export type ChangeRequestState = (typeof CHANGE_REQUEST_STATES)[number];

const TIME = Type.Number({ description: 'Epoch milliseconds.' });
const REVISION = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The revision that was looked at. Another one is refused with 409.',
});
const CHANGES = Type.Array(IMPORT_CHANGE, {
  minItems: 1,
  maxItems: changes,
  description:
    'As in an import. `version`: the `etag` of the entry that the author saw. No passwords or hashes.',
});
const COMMENT = optional(Type.String({ minLength: 1, maxLength: commentLength }));

export const CHANGE_REQUEST_BODY = closedObject({
  title: Type.String({ pattern: '\\S', maxLength: titleLength }),
  reason: optional(Type.String({ maxLength: reasonLength })),
  changes: CHANGES,
});
export type ChangeRequestBody = Shape<typeof CHANGE_REQUEST_BODY>;

export const CHANGE_REQUEST_ADDITION = closedObject({
  revision: REVISION,
  changes: optional(CHANGES),
  removed: optional(
    Type.Array(
      closedObject({
        kind: stringEnum(IMPORT_KINDS),
        name: Type.String({ minLength: 1, maxLength: 1_000 }),
      }),
      { maxItems: changes, description: 'Entries that no longer belong to the request.' }
    )
  ),
});
export type ChangeRequestAddition = Shape<typeof CHANGE_REQUEST_ADDITION>;

export const CHANGE_REQUEST_APPLY = closedObject({
  revision: REVISION,
  comment: COMMENT,
  dry_run: optional(flag('Dry run: validates everything and changes nothing.')),
});
export type ChangeRequestApply = Shape<typeof CHANGE_REQUEST_APPLY>;

export const CHANGE_REQUEST_DECISION = closedObject({ revision: REVISION, comment: COMMENT });
export type ChangeRequestDecision = Shape<typeof CHANGE_REQUEST_DECISION>;

const SUMMARY = {
  id: text(),
  revision: integer('Changes with every change of the request.'),
  title: text(),
  reason: optional(text()),
  author: text('User name.'),
  created_at: TIME,
  expires_at: TIME,
  state: stringEnum(CHANGE_REQUEST_STATES),
  count: integer('Entries that it changes.'),
  is_own: flag('The caller is the author, who alone may change or withdraw it.'),
  decided: optional(
    closedObject(
      { by: text('User name.'), at: TIME, comment: optional(text()) },
      'Who applied, rejected or withdrew it.'
    )
  ),
};
const summary = closedObject(SUMMARY);
export type ChangeRequestSummary = Shape<typeof summary>;

export const CHANGE_REQUESTS = closedObject({
  items: Type.Array(summary, { description: 'Open ones first, then the newest first.' }),
  waiting: integer(
    'Open ones of others that the caller may approve, as far as this server can tell.'
  ),
});
export type ChangeRequestList = Shape<typeof CHANGE_REQUESTS>;

const REQUESTED_CHANGE = closedObject({
  kind: stringEnum(IMPORT_KINDS),
  name: text(),
  action: stringEnum(['create', 'update', 'delete']),
  entry: FILE_ENTRY,
  before: optional(anyObject('The entry when the change was requested, without defaults.')),
  after: optional(anyObject('The entry as requested, without defaults.')),
  state: stringEnum(
    ['ready', 'done', 'stale'],
    'Of an open request. `done`: the entry is like that already. `stale`: it was changed since.'
  ),
});
export type RequestedChange = Shape<typeof REQUESTED_CHANGE>;

export const CHANGE_REQUEST = closedObject({
  ...SUMMARY,
  changes: Type.Array(REQUESTED_CHANGE),
  can_apply: flag('The caller may approve it, as far as this server can tell before.'),
  can_reject: flag(),
});
export type ChangeRequest = Shape<typeof CHANGE_REQUEST>;
