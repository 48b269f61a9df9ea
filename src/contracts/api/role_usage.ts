/**
 * What holders of a role used, and a smaller role that would do (`security usage --json`,
 * `POST /api/v1/access/usage`). What a user used, and by which role. What an API key was used for.
 * Recorded requests against
 * unsaved changes (`POST /api/v1/access/replay`).
 */
import { Type } from '@sinclair/typebox';
import { ACTIVITY_LIMITS } from '../limits/activity';
import { EXPLAIN_LIMITS } from '../limits/explain';
import { API_KEY_ID } from './api_keys';
import { PROPOSED_CHANGES } from './explain_request';
import {
  anyObject,
  closedObject,
  flag,
  integer,
  optional,
  stringEnum,
  text,
  texts,
  type Shape,
} from '../schema';

/**
 * `exact`: the recorded actions and indices. `grouped`: action groups and patterns around them.
 * `generous`: what the role lists now, without unused permissions.
 */
export const PROPOSAL_SETTINGS = Object.freeze(['exact', 'grouped', 'generous'] as const);
export type ProposalSetting = (typeof PROPOSAL_SETTINGS)[number];

const TIME = Type.Number({ description: 'Epoch milliseconds.' });
const PERIOD = closedObject({ from: TIME, to: TIME });
/** One permission of one user on one index. */
const RECORDED_USE = closedObject({
  user: text(undefined, { maxLength: ACTIVITY_LIMITS.userLength }),
  action: text('The permission that was checked: `indices:data/read/search`.', {
    maxLength: EXPLAIN_LIMITS.nameLength,
  }),
  index: optional(
    text('Absent for cluster actions, and for bulk requests as a whole.', {
      maxLength: EXPLAIN_LIMITS.indexNameLength,
    })
  ),
  count: integer(),
  last: TIME,
});
export type RecordedUse = Shape<typeof RECORDED_USE>;

const { permissionsSent: maxItems } = ACTIVITY_LIMITS;
export const RECORDED = closedObject({
  events: integer('Requests with a granted permission.'),
  period: optional(PERIOD),
  is_partial: flag('Whether some were left out.'),
  used: Type.Array(RECORDED_USE, { maxItems }),
  denied: Type.Array(RECORDED_USE, { maxItems }),
});
export type Recorded = Shape<typeof RECORDED>;

const SOURCE = {
  days: optional(
    Type.Integer({
      minimum: 1,
      maximum: ACTIVITY_LIMITS.days,
      description: 'Of audit events in the cluster, up to now. Default: 14.',
    })
  ),
  recorded: optional(RECORDED),
};
const ROLE_USAGE_BODY = closedObject({
  role: text(),
  setting: optional(stringEnum(PROPOSAL_SETTINGS)),
  ...SOURCE,
});
export type RoleUsageBody = Shape<typeof ROLE_USAGE_BODY>;
const USER_USAGE_BODY = closedObject({ user: RECORDED_USE.properties.user, ...SOURCE });
export type UserUsageBody = Shape<typeof USER_USAGE_BODY>;
const KEY_USAGE_BODY = closedObject({ api_key: API_KEY_ID, days: SOURCE.days });
export type KeyUsageBody = Shape<typeof KEY_USAGE_BODY>;
export const USAGE_BODY = Type.Union([ROLE_USAGE_BODY, USER_USAGE_BODY, KEY_USAGE_BODY]);
export const REPLAY_BODY = closedObject({ changes: PROPOSED_CHANGES, ...SOURCE });

const USE = closedObject({
  name: text('An action, or an index.'),
  count: integer('Uses: one for each index of a request.'),
  last: TIME,
  user_count: integer(),
  users: texts(`At most ${ACTIVITY_LIMITS.namesShown}, in alphabetical order.`),
  indices: texts(`At most ${ACTIVITY_LIMITS.namesShown}; requests without indices have none.`),
});
export type PermissionUse = Shape<typeof USE>;

const COVERAGE = {
  events: integer('Recorded requests with a granted permission, of everybody.'),
  period: optional(PERIOD),
  is_partial: flag('Whether not all events were read.'),
  days: optional(
    Type.Array(closedObject({ from: TIME, events: integer() }), {
      description: 'Events by day (UTC), the oldest first; absent for events of a file.',
    })
  ),
  progress: optional(
    closedObject(
      { done: integer(), total: integer() },
      'Days of the first pass. While it is there, ask again.'
    )
  ),
  is_recorded: optional(
    flag('Whether the audit settings record granted requests; absent if they cannot be read.')
  ),
};

const DENIED_EXAMPLES = Type.Array(RECORDED_USE, {
  description: `At most ${ACTIVITY_LIMITS.deniedShown}, the most frequent ones first.`,
});

const ROLE_USAGE = closedObject({
  ...COVERAGE,
  cluster_actions: Type.Array(USE),
  entries: Type.Array(
    closedObject({
      index_patterns: texts(),
      actions: Type.Array(USE),
      indices: Type.Array(USE),
      unplaced: texts('Actions of events that name no index, such as bulk requests.'),
    }),
    { description: 'One for each entry of `index_permissions`.' }
  ),
  grants: closedObject({
    now: integer('Known permissions that the role grants, counted once per entry.'),
    used: integer('Known permissions that holders used.'),
    then: integer('Known permissions that the proposal grants.'),
  }),
  proposal: optional(anyObject('The smaller role, without defaults; absent if nothing was used.')),
  replay: closedObject({
    uses: integer('Recorded uses of the role by its holders.'),
    denied: integer('Uses that the proposal would deny.'),
    examples: DENIED_EXAMPLES,
  }),
  denied: optional(
    closedObject(
      {
        since: TIME,
        uses: integer(),
        examples: Type.Array(RECORDED_USE),
        give_back: optional(
          anyObject('The role with what these requests need of the earlier one.')
        ),
      },
      `Requests that the role granted before it was changed in the last ${ACTIVITY_LIMITS.deniedDays} days, and that were denied since.`
    )
  ),
});
export type RoleUsageReport = Shape<typeof ROLE_USAGE>;

/** What a role grants whose use no event tells. */
export const UNRECORDED = Object.freeze(['tenants', 'administration'] as const);

/** What the record covers. */
export type RecordCoverage = Pick<RoleUsageReport, keyof typeof COVERAGE>;

const USER_USAGE = closedObject({
  ...COVERAGE,
  is_internal: flag(
    'Whether this is an internal user. Events do not say which backend roles others had.'
  ),
  used: Type.Array(
    closedObject({
      name: text('An action.'),
      count: integer('Uses: one for each index of a request.'),
      last: TIME,
      indices: texts(`At most ${ACTIVITY_LIMITS.namesShown}, in alphabetical order.`),
      index_count: integer(),
      roles: texts('Roles that the user has now and that grant it, on some of the indices.'),
    })
  ),
  roles: Type.Array(
    closedObject({
      name: text(),
      count: integer('Uses that the role grants.'),
      last: optional(TIME),
      grants: closedObject({
        now: integer('Known permissions that the role grants, counted once per entry.'),
        used: integer('Known permissions that the user used.'),
      }),
      unused: Type.Array(texts(), {
        description: 'Index patterns of the entries of which nothing was used.',
      }),
      is_uncertain: flag(
        'Whether only requests that name no index, such as bulk requests, can have needed it.'
      ),
      unrecorded: Type.Array(stringEnum(UNRECORDED), {
        description: 'What the role grants whose use is not recorded.',
      }),
    })
  ),
  denied: closedObject({ uses: integer(), examples: DENIED_EXAMPLES }),
});
export type UserUsageReport = Shape<typeof USER_USAGE>;

const KEY_REQUESTS = closedObject({
  method: text('Empty where denied requests were counted together.'),
  endpoint: text('First segment of the path below `/api/`: `roles`. Empty as well.'),
  count: integer(),
  last: TIME,
});
const KEY_USAGE = closedObject({
  events: integer('Recorded requests with the key to the management API that were allowed.'),
  period: optional(
    closedObject(
      { from: TIME, to: TIME },
      'The first and the last of them: nothing is known before.'
    )
  ),
  is_partial: flag('Whether not all events were read; the oldest are left out.'),
  is_recorded: flag('Whether allowed requests of its owner are recorded now.'),
  records_denied: flag('Whether denied requests of its owner are recorded now.'),
  used: Type.Array(KEY_REQUESTS, { description: 'Allowed requests, the most frequent first.' }),
  denied: Type.Array(KEY_REQUESTS),
  changes: integer('Allowed requests that can change something.'),
  permissions: Type.Array(
    closedObject({
      name: text('`restapi:admin/roles`.'),
      count: integer('Allowed requests that needed it.'),
      last: optional(TIME),
    }),
    { description: 'Endpoint permissions that the key gives now; none if it is expired.' }
  ),
});
export type KeyUsageReport = Shape<typeof KEY_USAGE>;
export const USAGE = Type.Union([ROLE_USAGE, USER_USAGE, KEY_USAGE]);

export const CHANGE_REPLAY = closedObject({
  ...COVERAGE,
  uses: integer('Recorded uses that the configuration grants now.'),
  denied: integer('Uses that it would deny after the changes.'),
  denied_users: integer('Users whom it would deny something.'),
  examples: DENIED_EXAMPLES,
});
export type ChangeReplay = Shape<typeof CHANGE_REPLAY>;
