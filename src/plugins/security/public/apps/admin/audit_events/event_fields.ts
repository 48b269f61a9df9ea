/** Reads audit events independently of the backend that wrote them. */
import { isEqual } from 'lodash';
import { stringifyQueryParams, t } from '@sd/core/public';
import { HISTORY_TYPES, type AuditEvent, type HistoryTypeName } from '../../../../common';
import { type Act, groupActs } from '../../../components/history/acts';
import { isDocument } from '../../../components/history/change_texts';
import { HISTORY_PAGES } from '../../../components/history/history_pages';

const CHANGE = 'COMPLIANCE_INTERNAL_CONFIG_WRITE';
/** Tolerance between the clocks of a cluster node and the server. */
const CLOCK_SKEW_MS = 5_000;

/** `undefined` if the value is not text. */
export function eventText(event: AuditEvent, field: string): string | undefined {
  const value = event[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export const eventTimeMs = (event: AuditEvent): number =>
  Date.parse(eventText(event, '@timestamp') ?? '');

/** Attempted operation: the REST request or the transport action. */
export function eventAction(event: AuditEvent): string | undefined {
  const path = eventText(event, 'audit_rest_request_path');
  const method = eventText(event, 'audit_rest_request_method');
  if (path !== undefined) return method === undefined ? path : `${method} ${path}`;
  const operation = eventText(event, 'audit_compliance_operation');
  const document = eventText(event, 'audit_trace_doc_id');
  if (operation !== undefined)
    return document === undefined ? operation : `${operation} ${document}`;
  return (
    eventText(event, 'audit_request_privilege') ?? eventText(event, 'audit_transport_request_type')
  );
}

/** What happened, in words that name the object. */
export function eventSummary(event: AuditEvent): string {
  const category = eventText(event, 'audit_category') ?? '';
  const what = eventAction(event) ?? '';
  switch (category) {
    case CHANGE:
      return changeSummary(event) ?? what;
    case 'AUTHENTICATED':
      return withAction(t('security.events.loggedIn', 'Logged in'), what);
    case 'FAILED_LOGIN':
      return withAction(t('security.events.failedLogin', 'Failed login'), what);
    case 'MISSING_PRIVILEGES':
      return t('security.events.denied', 'Denied: {what}', { what });
    case 'GRANTED_PRIVILEGES':
      return t('security.events.granted', 'Allowed: {what}', { what });
    case 'BAD_HEADERS':
      return withAction(t('security.events.forged', 'Forged headers'), what);
    case 'SESSIONS_ENDED':
      return t('security.events.sessionsEnded', 'Ended sessions: {what}', { what });
    case 'API_TOKEN_WRITE':
      return apiKeySummary(what) ?? what;
    case 'CONNECTION_CHANGED':
      return connectionSummary(event);
    case 'SECOND_FACTOR':
      return t('security.events.secondFactor', 'Two-factor authentication: {what}', { what });
    case 'EXPRESSION_DISARMED':
      return t('security.events.expressionOff', 'Expression turned off, too slow: {what}', {
        what,
      });
    default:
      return what === '' ? category : what;
  }
}

/** As the embedded engine describes it. */
const API_KEY = /^(made|revoked): API key \S{1,100} "(.{1,64})" of "(.{1,1024}?)"(?:,|$)/;

function apiKeySummary(what: string): string | undefined {
  const [, act, name, user] = API_KEY.exec(what) ?? [];
  if (name === undefined || user === undefined) return undefined;
  return act === 'made'
    ? t('security.events.apiKeyMade', 'Created API key {name} of {user}', { name, user })
    : t('security.events.apiKeyRevoked', 'Revoked API key {name} of {user}', { name, user });
}

const CONNECTION_ACTIONS: Readonly<Record<string, string>> = { POST: 'CREATE', DELETE: 'DELETE' };

function connectionSummary(event: AuditEvent): string {
  const [name = ''] = (eventText(event, 'audit_rest_request_path') ?? '').split('/').slice(-1);
  const method = eventText(event, 'audit_rest_request_method') ?? '';
  return summaryText(CONNECTION_ACTIONS[method] ?? 'UPDATE', 'connections', name);
}

const withAction = (text: string, action: string): string =>
  action === '' ? text : `${text}: ${action}`;

/** Whether the event is a change of the security configuration, whose index says nothing. */
export const isChange = (event: AuditEvent): boolean => event['audit_category'] === CHANGE;

const CHANGED_BY: Readonly<Record<string, string>> = { add: 'CREATE', remove: 'DELETE' };
/** The attribute that suspends a user. */
const ENABLED = 'enabled';

/** @returns `undefined` if the event does not say which entity was changed */
function changeSummary(event: AuditEvent): string | undefined {
  const type = changedType(event);
  if (type === undefined) return undefined;
  const [from, to] = ['audit_renamed_from', 'audit_renamed_to'].map((key) => eventText(event, key));
  if (from !== undefined && to !== undefined)
    return t(
      'security.events.renamed',
      'Renamed {type, select, roles {role} internalusers {user} actiongroups {action group} tenants {tenant} other {{type}}} {from} to {to}',
      { type, from, to }
    );
  const operations = listOperations(event);
  if (type === 'guardrails') return guardrailSummary(operations);
  if (isDocument(type)) return summaryText('UPDATE', type, '');
  const [first] = operations;
  const [name, ...inside] = first?.parts ?? [];
  if (first === undefined || name === undefined) return undefined;
  // A cluster records every change of an entity as an update of the document with all of them.
  const action = inside.length === 0 ? CHANGED_BY[first.op] : undefined;
  const special =
    action === undefined && type === 'internalusers' ? userSummary(name, operations) : undefined;
  return special ?? summaryText(action ?? 'UPDATE', type, name);
}

/** Changes of a user that have a name of their own. */
function userSummary(name: string, operations: readonly Operation[]): string | undefined {
  const isOnly = (...path: readonly string[]): boolean =>
    operations.every(({ parts }) => isEqual(parts.slice(1), path));
  if (isOnly('hash'))
    return t('security.events.passwordChanged', 'Changed the password of user {name}', { name });
  if (!isOnly('attributes', ENABLED)) return undefined;
  const isSuspended = operations.some(({ op, value }) => op !== 'remove' && value === 'false');
  return isSuspended
    ? t('security.events.suspended', 'Suspended user {name}', { name })
    : t('security.events.reactivated', 'Reactivated user {name}', { name });
}

/** All guardrails are one document, whose members have their names. */
function guardrailSummary(operations: readonly Operation[]): string {
  const names = new Set(operations.map(({ parts }) => parts[1]));
  const [first] = operations;
  const [name] = names;
  if (first === undefined || name === undefined || names.size > 1)
    return t('security.events.guardrailsChanged', 'Updated guardrails');
  const action = first.parts.length === 2 ? CHANGED_BY[first.op] : undefined;
  return summaryText(action ?? 'UPDATE', 'guardrails', name);
}

const changedType = (event: AuditEvent): HistoryTypeName | undefined =>
  HISTORY_TYPES.find((type) => type === eventText(event, 'audit_trace_doc_id'));

interface Operation {
  readonly op: string;
  /** Of the path, which starts with the name of the entity. */
  readonly parts: readonly string[];
  readonly value?: unknown;
}

/** JSON Patch. */
function listOperations(event: AuditEvent): readonly Operation[] {
  try {
    const operations: unknown = JSON.parse(
      eventText(event, 'audit_compliance_diff_content') ?? '[]'
    );
    if (!Array.isArray(operations)) return [];
    return operations
      .filter(({ op, path }) => typeof op === 'string' && typeof path === 'string')
      .map(({ op, path, value }) => ({
        op,
        parts: path.split('/').slice(1).map(unescapePointer),
        value,
      }));
  } catch {
    return [];
  }
}

const unescapePointer = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

const summaryText = (action: string, type: HistoryTypeName, name: string): string =>
  t(
    'security.events.changed',
    '{action, select, CREATE {Created} DELETE {Deleted} other {Updated}} {type, select, roles {role {name}} rolesmapping {role mapping {name}} internalusers {user {name}} actiongroups {action group {name}} tenants {tenant {name}} config {security configuration} audit {audit configuration} nodesdn {node distinguished names} guardrails {guardrail {name}} connections {connection {name}} allowlist {API allow list} other {{type}}}',
    { action, type, name }
  );

/** What one request changed is one act. Events of a cluster don't name their request. */
export const listActs = (events: readonly AuditEvent[]): readonly EventAct[] =>
  groupActs(
    events,
    (event) => (isChange(event) ? eventText(event, 'audit_request_id') : undefined),
    isRename
  );

export const isRename = (event: AuditEvent): boolean =>
  eventText(event, 'audit_renamed_from') !== undefined;

export type EventAct = Act<AuditEvent>;

/** What happened, in one sentence for all that a request changed. */
export const actSummary = ({ main, parts }: EventAct): string =>
  parts.length === 1 || isRename(main)
    ? eventSummary(main)
    : t('security.events.changedTogether', 'Changed {count, number} entries in one step', {
        count: parts.length,
      });

/** Resolved index names rather than the requested ones. */
export function eventIndices(event: AuditEvent): readonly string[] {
  for (const field of ['audit_trace_resolved_indices', 'audit_trace_indices']) {
    const value = event[field];
    if (Array.isArray(value) && value.length > 0) return value.map(String);
  }
  return [];
}

/**
 * Path of the history with the change behind an event: changes of the same type and user at that
 * time.
 * @returns `undefined` for other events
 */
export function changesPath(event: AuditEvent): string | undefined {
  const kind = changedType(event);
  const atMs = eventTimeMs(event);
  if (!isChange(event) || kind === undefined || Number.isNaN(atMs)) return undefined;
  const actor = eventText(event, 'audit_request_effective_user');
  const query = stringifyQueryParams({
    'f.type': kind,
    ...(actor !== undefined && { 'f.actor': actor }),
    'f.period': 'custom',
    'f.from': String(atMs - CLOCK_SKEW_MS),
    'f.to': String(atMs + CLOCK_SKEW_MS),
  });
  return `${HISTORY_PAGES.list}?${query}`;
}
