/** Audit events in the form in which the cluster writes them. Source: reference 6.3. */
import { hostname } from 'node:os';
import { diffOf } from '../history/change_diff';
import type { RecordedChange } from '../history/history_store';
import { redacted, SECRET_PLACEHOLDER } from '../history/redaction';
import type { AccessCategory, AuditPolicy } from './audit_policy';

export type AuditDocument = Readonly<Record<string, unknown>>;

/** What is known of a request when it happens; the document is built later, off the request's path. */
export interface AccessEvent {
  readonly atMs: number;
  readonly category: AccessCategory;
  readonly userName?: string;
  readonly isAdmin?: boolean;
  readonly remoteAddress?: string;
  /** Why access was refused. */
  readonly privilege?: string;
  readonly method?: string;
  readonly path?: string;
  readonly params?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** JSON text, already free of secrets and cut to length. */
  readonly body?: string;
}

const HOST = hostname();
/** Bodies are evidence, not an archive. UTF-16 units. */
export const MAX_BODY_LENGTH = 8_192;
const MAX_HEADER_LENGTH = 1_024;
const CONFIG_INDEX = '.opendistro_security';
const CLUSTER = 'security-dashboards';

function base(nodeId: string, atMs: number, category: string): Record<string, unknown> {
  return {
    audit_format_version: 4,
    audit_category: category,
    '@timestamp': `${new Date(atMs).toISOString().slice(0, -1)}+00:00`,
    audit_cluster_name: CLUSTER,
    audit_node_name: CLUSTER,
    audit_node_id: nodeId,
    audit_node_host_name: HOST,
    audit_node_host_address: '127.0.0.1',
    audit_request_origin: 'REST',
    audit_request_layer: 'REST',
  };
}

/** Written out plainly, as below: this runs for every request when all categories are on. */
export function accessDocument(
  nodeId: string,
  event: AccessEvent,
  policy: AuditPolicy
): AuditDocument {
  const document = base(nodeId, event.atMs, event.category);
  const { remoteAddress, userName, privilege, method, path, headers, body } = event;
  if (remoteAddress !== undefined) document['audit_request_remote_address'] = remoteAddress;
  if (userName !== undefined) document['audit_request_effective_user'] = userName;
  document['audit_request_effective_user_is_admin'] = event.isAdmin ?? false;
  if (privilege !== undefined) document['audit_request_privilege'] = privilege;
  if (method !== undefined) document['audit_rest_request_method'] = method;
  if (path !== undefined) {
    document['audit_rest_request_path'] = path;
    document['audit_rest_request_params'] = paramsOf(event, policy);
  }
  if (headers) document['audit_rest_request_headers'] = headersOf(headers, policy);
  if (body !== undefined) document['audit_request_body'] = body;
  return document;
}

/**
 * A change of the configuration. The diff is always there, also where the cluster would leave it out
 * (`compliance.write_log_diffs` off, the default): a log of changes that does not say what changed helps nobody.
 */
export function changeDocument(
  nodeId: string,
  change: RecordedChange,
  policy: AuditPolicy
): AuditDocument {
  const { origin, atMs, type, name, action, revision, after } = change;
  const diff = diffOf(change);
  const isLocal = origin.via === 'files' || origin.via === 'recovery';
  const layer = isLocal ? 'LOCAL' : 'REST';
  const document = base(nodeId, atMs, 'COMPLIANCE_INTERNAL_CONFIG_WRITE');
  document['audit_request_origin'] = layer;
  document['audit_request_layer'] = layer;
  if (origin.remoteAddress !== undefined)
    document['audit_request_remote_address'] = origin.remoteAddress;
  document['audit_request_effective_user'] = origin.userName;
  document['audit_trace_indices'] = [CONFIG_INDEX];
  document['audit_trace_resolved_indices'] = [CONFIG_INDEX];
  document['audit_trace_doc_id'] = type;
  document['audit_compliance_operation'] = action.toUpperCase();
  document['audit_compliance_doc_version'] = revision;
  document['audit_compliance_diff_is_noop'] = diff.length === 0;
  document['audit_compliance_diff_content'] = JSON.stringify(diff);
  if (!policy.writesMetadataOnly && after !== undefined)
    document['audit_request_body'] = JSON.stringify(redacted({ [name]: after }));
  return document;
}

/** Paths whose bodies hold passwords. */
const CREDENTIAL_PATH = /\/(internalusers|user|account|authtoken)(\/|$)/;
const SECRET_IN_TEXT =
  /"[^"]*(password|hash|signing_key|encryption_key|exchange_key|private_key|secret)[^"]*"/i;

/**
 * The body as it may be logged: cut to length, and replaced as a whole when it may hold a secret.
 * @param source - parsed JSON, or the text as sent
 */
export function loggableBody(path: string, source: unknown): string | undefined {
  if (source === undefined || source === '') return undefined;
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  if (CREDENTIAL_PATH.test(path) && !isHarmless(text)) return SECRET_PLACEHOLDER;
  if (SECRET_IN_TEXT.test(text)) return SECRET_PLACEHOLDER;
  return text.length > MAX_BODY_LENGTH ? `${text.slice(0, MAX_BODY_LENGTH)}…` : text;
}

/** Escapes could spell a key differently, so a body with any is not trusted. */
const isHarmless = (text: string): boolean => !SECRET_IN_TEXT.test(text) && !text.includes('\\');

function paramsOf({ params }: AccessEvent, policy: AuditPolicy): Record<string, unknown> {
  const kept: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const name in params) {
    if (params[name] !== undefined && !policy.ignoredParameters.has(name))
      kept[name] = params[name];
  }
  return kept;
}

/** Headers that prove who somebody is. The cluster knows no cookies; here they carry the session. */
const SENSITIVE_HEADERS = new Set(['authorization', 'cookie']);

function headersOf(
  headers: NonNullable<AccessEvent['headers']>,
  policy: AuditPolicy
): Record<string, readonly string[]> {
  const kept = Object.create(null) as Record<string, readonly string[]>;
  for (const name in headers) {
    const value = headers[name];
    const lower = name.toLowerCase();
    if (value === undefined || policy.ignoredHeaders.has(lower)) continue;
    if (policy.excludesSensitiveHeaders && SENSITIVE_HEADERS.has(lower)) continue;
    kept[name] = [String(value).slice(0, MAX_HEADER_LENGTH)];
  }
  return kept;
}
