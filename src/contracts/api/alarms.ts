/**
 * Alarms: messages of the server about findings, logins and administrators.
 *
 * - `GET /api/v1/alarms`: `ALARMS`
 * - `POST /api/v1/alarms/{name}/test`: `ALARM_TEST`
 *
 * Secrets, and the paths of webhooks, which often contain one, are never part of a response.
 */
import { Type } from '@sinclair/typebox';
import { ALARM_LIMITS } from '../limits/alarms';
import { CONNECTION_LIMITS } from '../limits/cluster';
import { closedObject, flag, integer, optional, stringEnum, text, type Shape } from '../schema';
import { SEVERITIES } from './findings';

export const ALARM_KINDS = Object.freeze(['webhook', 'syslog', 'email'] as const);
export type AlarmKind = (typeof ALARM_KINDS)[number];

/**
 * What an alarm is about. `drift`: the configuration differs from where it should come from.
 * `change_request`: one waits for approval, was approved or was rejected.
 */
export const ALARM_EVENTS = Object.freeze([
  'finding',
  'prevented_lockout',
  'failed_logins',
  'administrators',
  'drift',
  'change_request',
] as const);
export type AlarmEventKind = (typeof ALARM_EVENTS)[number];

const TIME = Type.Number({ description: 'Epoch milliseconds.' });

const DESTINATION = closedObject({
  name: text(),
  kind: stringEnum(ALARM_KINDS),
  target: text('Where messages go: an origin, host and port, or e-mail addresses.'),
  waiting: integer('Messages that wait for a delivery.'),
  delivered: integer('Messages since the start of this server.'),
  lost: integer('Messages since the start that were given up, or dropped while too many waited.'),
  last_delivery: optional(TIME),
  last_error: optional(
    closedObject({ at: TIME, reason: text('Without secrets.') }, 'Absent after a later delivery.')
  ),
});
export type AlarmDestination = Shape<typeof DESTINATION>;

/** Why new findings of a connected cluster are not seen. */
export const WATCH_PROBLEMS = Object.freeze([
  'not_allowed',
  'not_connected',
  'no_credentials',
  'rejected',
  'rights',
  'unreachable',
] as const);
export type WatchProblem = (typeof WATCH_PROBLEMS)[number];

const WATCHED_CLUSTER = closedObject({
  id: text(),
  name: text(),
  not_watched: optional(
    stringEnum(
      WATCH_PROBLEMS,
      'Why new findings are not seen. `not_allowed`: `alarms.clusters` does not name the cluster; `not_connected`: no connection has this id; `no_credentials`: the connection stores none; `rejected`: the cluster rejects the stored ones; `rights`: their user may not read the security configuration; `unreachable`: the last check failed.'
    )
  ),
  checked_at: optional(TIME),
  open: optional(integer('Findings at the last check, without accepted ones.')),
  added: integer('Open findings that appeared since the first check of this server.'),
  gone: integer('Open findings that went away since the first check of this server.'),
});
export type WatchedCluster = Shape<typeof WATCHED_CLUSTER>;

export const ALARMS = closedObject({
  destinations: Type.Array(DESTINATION, { maxItems: ALARM_LIMITS.destinations }),
  events: Type.Array(stringEnum(ALARM_EVENTS)),
  min_severity: stringEnum(SEVERITIES, 'Of findings.'),
  not_watched: optional(
    stringEnum(
      ['off', 'account', 'rights'],
      'Why new findings are not seen. `off`: the server has no findings, with `opensearch_security.findings.enabled: false`; `account`: this server has no user name and password on the cluster; `rights`: its user may not read the security configuration.'
    )
  ),
  clusters: Type.Array(WATCHED_CLUSTER, {
    maxItems: CONNECTION_LIMITS.connections + ALARM_LIMITS.clusters,
    description: 'Connected clusters. None where findings make no alarm.',
  }),
  is_quiet: flag('Whether these are quiet hours.'),
  held: integer('Events that wait for the end of the quiet hours.'),
  digest_at: optional(text('Local time of the daily digest, such as 07:30.')),
  time_zone: text(),
});
export type AlarmsBody = Shape<typeof ALARMS>;

export const ALARM_TEST = closedObject({
  delivered: flag('Whether the destination accepted the message.'),
  reason: optional(text('Why it was not delivered, without secrets.')),
});
export type AlarmTest = Shape<typeof ALARM_TEST>;
