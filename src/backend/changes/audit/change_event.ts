/** Configuration changes as audit events, in the format of a cluster. */
import { hostname } from 'node:os';
import { AUDIT_LIMITS } from '../../../contracts/limits';
import type { NewChange } from '../../api/engine';
import type { RequestTrace } from '../../api/request_trace';
import type { AuditPolicy } from './audit_policy';
import { getDiff } from './change_diff';
import type { DiffOperation } from './json_diff';
import { redact } from '../../../contracts/entities';

export type AuditDocument = Readonly<Record<string, unknown>>;

const HOST = hostname();
const CONFIG_INDEX = '.opendistro_security';
const CLUSTER = 'security-dashboards';

export const timestamp = (atMs: number): string =>
  `${new Date(atMs).toISOString().slice(0, -1)}+00:00`;

/** Fields of every event. */
export function eventBase(nodeId: string, atMs: number, category: string): Record<string, unknown> {
  return {
    audit_format_version: 4,
    audit_category: category,
    '@timestamp': timestamp(atMs),
    audit_cluster_name: CLUSTER,
    audit_node_name: CLUSTER,
    audit_node_id: nodeId,
    audit_node_host_name: HOST,
    audit_node_host_address: '127.0.0.1',
    audit_request_origin: 'REST',
    audit_request_layer: 'REST',
  };
}

/** Our own fields; a cluster only knows the client's id of a request. */
export function addTrace(document: Record<string, unknown>, trace: RequestTrace | undefined): void {
  if (!trace) return;
  document['audit_request_id'] = trace.id;
  if (trace.opaqueId !== undefined) document['audit_request_opaque_id'] = trace.opaqueId;
}

/**
 * A configuration change. Always includes the diff, even where a cluster would omit it
 * (`compliance.write_log_diffs` off, the default), because the event would otherwise not show what
 * changed.
 */
export function changeDocument(
  nodeId: string,
  change: NewChange & { readonly atMs: number },
  policy: AuditPolicy
): AuditDocument {
  const { origin, atMs, type, name, action, revision, after } = change;
  const diff = getDiff(change);
  const isLocal = origin.via === 'files' || origin.via === 'recovery';
  const layer = isLocal ? 'LOCAL' : 'REST';
  const document = eventBase(nodeId, atMs, 'COMPLIANCE_INTERNAL_CONFIG_WRITE');
  document['audit_request_origin'] = layer;
  document['audit_request_layer'] = layer;
  if (origin.remoteAddress !== undefined)
    document['audit_request_remote_address'] = origin.remoteAddress;
  document['audit_request_effective_user'] = origin.userName;
  addTrace(document, origin.request);
  document['audit_trace_indices'] = [CONFIG_INDEX];
  document['audit_trace_resolved_indices'] = [CONFIG_INDEX];
  document['audit_trace_doc_id'] = type;
  document['audit_compliance_operation'] = action.toUpperCase();
  if (revision !== undefined) document['audit_compliance_doc_version'] = revision;
  // Our own fields: a rename changes nothing else, so that its diff has no name.
  if (origin.renamedFrom !== undefined) {
    document['audit_renamed_from'] = origin.renamedFrom;
    document['audit_renamed_to'] = name;
  }
  document['audit_compliance_diff_is_noop'] = diff.length === 0;
  const content = diffText(diff);
  document['audit_compliance_diff_content'] = content.text;
  if (content.left > 0) document['audit_compliance_diff_left_out'] = content.left;
  if (!policy.writesMetadataOnly && after !== undefined)
    document['audit_request_body'] = cut(JSON.stringify(redact({ [name]: after })));
  return document;
}

/** JSON of the leading operations that fit into an event. */
function diffText(diff: readonly DiffOperation[]): { text: string; left: number } {
  const included: string[] = [];
  let length = 2;
  for (const operation of diff) {
    const text = JSON.stringify(operation);
    length += text.length + 1;
    if (length > AUDIT_LIMITS.diffLength) break;
    included.push(text);
  }
  return { text: `[${included.join(',')}]`, left: diff.length - included.length };
}

export const cut = (text: string, length: number = AUDIT_LIMITS.bodyLength): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
