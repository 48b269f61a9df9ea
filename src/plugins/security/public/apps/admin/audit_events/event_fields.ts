/**
 * Reads audit events independently of the backend that wrote them. Source:
 * docs/reference/engine.md.
 */
import { stringifyQueryParams } from '@sd/core/public';
import { HISTORY_TYPES, type AuditEvent } from '../../../../common';
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
  const kind = HISTORY_TYPES.find((type) => type === eventText(event, 'audit_trace_doc_id'));
  const atMs = eventTimeMs(event);
  if (event['audit_category'] !== CHANGE || kind === undefined || Number.isNaN(atMs))
    return undefined;
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
