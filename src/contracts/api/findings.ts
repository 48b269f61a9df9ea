/**
 * Findings: what is risky, unused, broken or weak in the security configuration.
 *
 * - `GET /api/v1/findings`: `FINDINGS`
 * - `GET /api/v1/findings/counts`: `FINDING_COUNTS`
 * - `PUT /api/v1/findings/{id}/acceptance` with `ACCEPTANCE_BODY`, and `DELETE`
 * - `POST /api/v1/findings/acceptances` with `ACCEPTANCES_BODY`
 *
 * Reading needs permission to read roles, role mappings, action groups and users. An id contains
 * `/` and `:`, so it is percent-encoded in a path.
 *
 * `text`, `reason` and `fix` are English. Each has a message with the id of its translation and
 * the values of its placeholders. A page shows the translation in its language, and the English
 * text if there is none. A value with `names` is a list, which the page joins and completes with
 * the number of the others.
 */
import { Type } from '@sinclair/typebox';
import { RESOURCE_TYPES } from '../entities';
import { FINDINGS_LIMITS } from '../limits/findings';
import {
  anyObject,
  closedObject,
  flag,
  integer,
  mapOf,
  optional,
  stringEnum,
  text,
  texts,
  type Shape,
} from '../schema';
import { NOT_CONSIDERED } from './not_considered';

/** From worst to least. */
export const SEVERITIES = Object.freeze(['critical', 'high', 'medium', 'low'] as const);
export type Severity = (typeof SEVERITIES)[number];

export const FINDING_GROUPS = Object.freeze(['too_much', 'broken', 'weak', 'unused'] as const);
export type FindingGroup = (typeof FINDING_GROUPS)[number];

export const FINDING_RULES = Object.freeze([
  'anonymous-reach',
  'audit-off',
  'broken-promise',
  'certificate-ends',
  'demonstration-user',
  'empty-tenant',
  'hidden-administrator',
  'idle-api-key',
  'idle-user',
  'invalid-document-filter',
  'invalid-pattern',
  'lifted-restriction',
  'many-administrators',
  'missing-action-group',
  'missing-attribute',
  'missing-role',
  'missing-second-factor',
  'missing-tenant',
  'missing-user',
  'old-password-hash',
  'open-mapping',
  'pattern-without-index',
  'plain-http',
  'redundant-role',
  'setting-without-effect',
  'silent-denials',
  'sole-administrator',
  'tenant-named-like-user',
  'unassigned-role',
  'unknown-field',
  'unmapped-backend-role',
  'unnamed-tenant',
  'unreachable-domain',
  'unreadable-tenant',
  'unused-action-group',
  'unused-role',
  'weak-password-rules',
  'write-everywhere',
] as const);

/** What only a running server can read, besides the configuration. */
export const LIVE_SOURCES = Object.freeze([
  'api_keys',
  /** Certificates that the server uses. */
  'certificates',
  'factors',
  /** Fields that document filters can name. */
  'fields',
  'indices',
  /** Last logins, for the whole time that the rules look at. */
  'logins',
  /** Saved objects of tenants. */
  'objects',
  /** Recorded uses of permissions, for the whole time that the rules look at. */
  'requests',
  'server',
] as const);

/** What a rule reads. `hashes`: of passwords, which most places do not show. */
export const FINDING_SOURCES = Object.freeze([
  ...RESOURCE_TYPES,
  ...(['config', 'audit', 'guardrails', 'hashes'] as const),
  ...LIVE_SOURCES,
]);
export type FindingSource = (typeof FINDING_SOURCES)[number];

const VALUE = Type.Union([
  Type.String(),
  Type.Integer(),
  closedObject({
    names: texts(undefined, { maxItems: FINDINGS_LIMITS.namesListed }),
    more: integer('How many others there are.'),
  }),
]);
export type SentenceValue = Shape<typeof VALUE>;

export const SENTENCE_MESSAGE = closedObject({
  id: text('Id of the translation.'),
  values: mapOf(VALUE, 'By the placeholders of the text.'),
});
export type SentenceMessage = Shape<typeof SENTENCE_MESSAGE>;

const TIME = Type.Number({ description: 'Epoch milliseconds.' });

const ACCEPTANCE = closedObject({
  by: text('User name.'),
  at: TIME,
  until: Type.Number({ description: 'Epoch milliseconds; from then on the finding counts again.' }),
  reason: text(),
});
export type Acceptance = Shape<typeof ACCEPTANCE>;

export const FINDING_OBJECT = closedObject({
  type: stringEnum([
    ...RESOURCE_TYPES,
    ...(['config', 'audit', 'guardrails', 'api_keys'] as const),
  ]),
  name: text('For a document, the part of it.'),
  changed_outside: optional(
    flag('It is not what its last recorded change made of it: it was changed without this product.')
  ),
});
export type FindingObject = Shape<typeof FINDING_OBJECT>;

/** A user whose access a guardrail rules out or demands. */
export const AFFECTED_USERS = closedObject({
  total: integer(),
  users: Type.Array(
    closedObject({
      name: text(),
      is_group: optional(flag('A backend role or host, which stands for the users that have it.')),
      way: texts('From the user to the permission; empty where access is missing.'),
    }),
    { maxItems: FINDINGS_LIMITS.usersListed }
  ),
});
export type AffectedUsers = Shape<typeof AFFECTED_USERS>;

export const FINDING = closedObject({
  id: text('The rule, then `type/name` of the objects. It stays as long as these do.'),
  rule: text(),
  group: stringEnum(FINDING_GROUPS),
  severity: stringEnum(SEVERITIES),
  reason: text('Why the severity is what it is.'),
  text: text('One sentence.'),
  objects: Type.Array(FINDING_OBJECT, { description: 'The first one is the one to change.' }),
  affected: optional(AFFECTED_USERS),
  fix: text('How to fix it, as an instruction.'),
  messages: closedObject({
    reason: SENTENCE_MESSAGE,
    text: SENTENCE_MESSAGE,
    fix: SENTENCE_MESSAGE,
  }),
  change: optional(
    anyObject(
      'The entries as they would be saved to fix it, by type and name; `null` deletes one. The body of `POST /api/v1/access/impact` takes it as `changes`.'
    )
  ),
  choices: optional(
    Type.Array(
      closedObject({
        text: text('One sentence, as an instruction.'),
        message: SENTENCE_MESSAGE,
        change: anyObject('As the `change` of a finding.'),
      }),
      {
        maxItems: FINDINGS_LIMITS.choices,
        description:
          'Where a fix needs a decision: prepared ways to choose from, in place of `change`.',
      }
    )
  ),
  since: optional(
    Type.Number({ description: 'When a check first found it, in epoch milliseconds.' })
  ),
  accepted: optional(ACCEPTANCE),
});
export type FindingBody = Shape<typeof FINDING>;

const COUNTS = closedObject({
  critical: integer(),
  high: integer(),
  medium: integer(),
  low: integer(),
  accepted: integer('Accepted findings; the other numbers do not contain them.'),
});
export type FindingCounts = Shape<typeof COUNTS>;

export const FINDING_COUNTS = closedObject({ checked_at: TIME, counts: COUNTS });
export type FindingCountsBody = Shape<typeof FINDING_COUNTS>;

export const FINDINGS = closedObject({
  checked_at: TIME,
  findings: Type.Array(FINDING, {
    maxItems: FINDINGS_LIMITS.perResponse,
    description: 'From worst to least, then by id.',
  }),
  total: integer('All findings, also those beyond the limit of a response.'),
  counts: COUNTS,
  skipped: Type.Array(
    closedObject({ rule: text(), unreadable: Type.Array(stringEnum(FINDING_SOURCES)) }),
    { description: 'Rules that could not read what they need.' }
  ),
  not_considered: NOT_CONSIDERED,
});
export type FindingsBody = Shape<typeof FINDINGS>;

const ACCEPTANCE_FIELDS = {
  reason: Type.String({ minLength: 1, maxLength: FINDINGS_LIMITS.reasonLength }),
  until: Type.Number({
    description: `Epoch milliseconds, in the future and at most ${FINDINGS_LIMITS.acceptanceDays} days ahead.`,
  }),
};

export const ACCEPTANCE_BODY = closedObject(ACCEPTANCE_FIELDS);

/** Acceptance of several findings. */
export const ACCEPTANCES_BODY = closedObject({
  ids: Type.Array(Type.String({ minLength: 1, maxLength: FINDINGS_LIMITS.idLength }), {
    minItems: 1,
    maxItems: FINDINGS_LIMITS.recorded,
  }),
  ...ACCEPTANCE_FIELDS,
});
export type AcceptanceBody = Shape<typeof ACCEPTANCE_BODY>;
