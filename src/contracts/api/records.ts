/**
 * The change history (`/api/v1/history`) and audit events (`/api/v1/audit/events`). Secrets are
 * replaced by placeholders. Times of audit events are in the engine's format.
 */
import { Type } from '@sinclair/typebox';
import { ENGINE_LIMITS } from '../limits/engine';
import {
  anyObject,
  closedObject,
  flag,
  integer,
  nullable,
  optional,
  text,
  texts,
  stringEnum,
  type Shape,
} from '../schema';
import { SENTENCE_MESSAGE } from './findings';
import { UNFINISHED } from './import';

/**
 * Entity types, the single documents, whose name is `config`, and connections to further clusters,
 * whose name is their id.
 */
export const HISTORY_TYPES = Object.freeze([
  'roles',
  'rolesmapping',
  'internalusers',
  'actiongroups',
  'tenants',
  'config',
  'audit',
  'nodesdn',
  'allowlist',
  'guardrails',
  'connections',
] as const);
export type HistoryTypeName = (typeof HISTORY_TYPES)[number];

/** The effect of a change on the entity as a whole. */
export const HISTORY_ACTIONS = Object.freeze(['create', 'update', 'delete'] as const);
export type HistoryActionName = (typeof HISTORY_ACTIONS)[number];

/** What led to a change, as the server itself knows it. It lets no guardrail pass. */
export const CHANGE_CAUSE = closedObject({
  kind: stringEnum(
    ['finding', 'change_request'],
    '`finding`: the change was prepared to fix it; `change_request`: it was approved.'
  ),
  id: text('Of the finding or the change request.'),
  text: text('The finding in English, or the title of the change request.'),
  message: optional(SENTENCE_MESSAGE),
  others: optional(integer('Further findings of the same rule that the change fixes.')),
  author: optional(text('Who proposed the change; only of a change request.')),
});
export type ChangeCause = Shape<typeof CHANGE_CAUSE>;

const HISTORY_ITEM = {
  id: integer(),
  changed_at: Type.Number({ description: 'Epoch milliseconds.' }),
  actor: text(),
  remote_address: optional(text()),
  via: stringEnum(
    ['rest', 'revert', 'start', 'files', 'recovery', 'rename'],
    '`start`: a new folder; `files`: an import; `recovery`: the offline reset; `revert`: undoes `reverts`; `rename`: changed along with a renamed entry.'
  ),
  reverts: optional(integer()),
  renamed_from: optional(text('Only for a rename: the previous name.')),
  request: optional(text('The same for all changes of one request.')),
  reason: optional(text('Why, as the user said in the header `x-change-reason`.')),
  cause: optional(CHANGE_CAUSE),
  type: stringEnum(HISTORY_TYPES),
  name: text(),
  action: stringEnum(HISTORY_ACTIONS),
  fields: optional(texts('Changed fields of an update; absent in records of earlier versions.')),
  changed_outside: optional(
    flag(
      'The newest recorded change of its entry, which has been changed since without this product. Only in lists about one name without other filters.'
    )
  ),
};
const item = closedObject(HISTORY_ITEM);
export type HistoryItem = Shape<typeof item>;

export const HISTORY_LIST_RESPONSE = closedObject({
  total: integer(),
  page: integer(),
  per_page: integer(),
  items: Type.Array(item, { description: 'Newest first.' }),
});
export type HistoryListResponse = Shape<typeof HISTORY_LIST_RESPONSE>;

export const HISTORY_DETAILS = closedObject({
  ...HISTORY_ITEM,
  before: optional(anyObject()),
  after: optional(anyObject()),
  diff: Type.Array(
    closedObject({
      op: stringEnum(['add', 'remove', 'replace']),
      path: text('Starts with the name.'),
      value: optional(Type.Unknown()),
    }),
    { description: 'A JSON Patch.' }
  ),
  together: Type.Array(item, {
    description: 'Other changes of the same request, such as a promotion, by id.',
  }),
  rename: optional(
    closedObject(
      HISTORY_ITEM,
      'The rename that this change is part of. Only the whole can be reverted.'
    )
  ),
  is_latest: flag('Nothing changed since: a revert needs no `version`.'),
  current_version: nullable(text(), 'Current version of the entity; null if it does not exist.'),
});
export type HistoryDetails = Shape<typeof HISTORY_DETAILS>;

export const REVERT_OPTIONS = closedObject({
  version: optional(
    Type.Unsafe<string | null>({ anyOf: [{ type: 'null' }, { type: 'string', maxLength: 200 }] })
  ),
  confirm_lockout: optional(flag()),
});

export const REVERT_TOGETHER_BODY = closedObject({
  changes: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
    minItems: 1,
    maxItems: ENGINE_LIMITS.changeSetSize,
    description: 'Ids of changes.',
  }),
});
export const REVERT_TOGETHER_RESPONSE = closedObject({
  results: Type.Array(
    closedObject({
      id: integer(),
      name: text(),
      is_done: flag(),
      message: optional(text('Why it was not reverted; in English.')),
      code: optional(text('Permanent error code.')),
      state: optional(UNFINISHED),
    }),
    { description: 'In the order in which they were reverted: the newest first.' }
  ),
});
export type RevertTogetherResponse = Shape<typeof REVERT_TOGETHER_RESPONSE>;

const AUDIT_EVENT = Type.Object(
  { _id: text() },
  { description: 'As a cluster writes it (`audit_category`, `@timestamp`, …).' }
);
/** An audit event in the format of a cluster (`audit_category`, `@timestamp`, …). */
export type AuditEvent = Shape<typeof AUDIT_EVENT> & { readonly [field: string]: unknown };

export const AUDIT_EVENTS_RESPONSE = closedObject({
  events: Type.Array(Type.Unsafe<AuditEvent>(AUDIT_EVENT), { description: 'Newest first.' }),
  per_page: integer(),
  total: optional(
    integer('Up to 10,000; absent with `search`, and if counting would take too long.')
  ),
  total_relation: optional(stringEnum(['eq', 'gte'])),
  next_cursor: optional(text('Absent on the last page.')),
  spans: optional(
    Type.Array(
      closedObject({
        from: Type.Number({ description: 'Epoch milliseconds.' }),
        count: integer(),
        is_more: optional(flag('The number is a minimum: not all were counted.')),
      }),
      { description: 'With `spans` in the request, unless there is a `search`; in their order.' }
    )
  ),
  server_user: optional(
    text('The account with which this server reads the cluster. `server=hidden` leaves it out.')
  ),
});
export type AuditEventsResponse = Shape<typeof AUDIT_EVENTS_RESPONSE>;
