/**
 * Events of sign-in and access in the form in which the cluster writes them. Source:
 * docs/reference/engine.md#audit-events.
 */
import { AUDIT_LIMITS } from '../../../contracts/limits';
import type { RequestTrace } from '../../api/request_trace';
import {
  addTrace,
  cut,
  eventBase,
  timestamp,
  type AuditDocument,
} from '../../changes/audit/change_event';
import { SECRET_PLACEHOLDER } from '../../changes/audit/redaction';
import type { AccessCategory, AuditPolicy } from '../../changes/audit/audit_policy';

/**
 * What is known of a request when it happens; the document is built later, off the request's path.
 */
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
  readonly trace?: RequestTrace;
  /** The event stands for so many requests, of which the first that is counted here came then. */
  readonly repeated?: { readonly count: number; readonly sinceMs: number };
}

/** Written out plainly, as below: this runs for every request when all categories are on. */
export function accessDocument(
  nodeId: string,
  event: AccessEvent,
  policy: AuditPolicy
): AuditDocument {
  const document = eventBase(nodeId, event.atMs, event.category);
  const { remoteAddress, userName, privilege, method, path, headers, body } = event;
  if (remoteAddress !== undefined) document['audit_request_remote_address'] = remoteAddress;
  if (userName !== undefined) document['audit_request_effective_user'] = userName;
  document['audit_request_effective_user_is_admin'] = event.isAdmin ?? false;
  addTrace(document, event.trace);
  if (privilege !== undefined) document['audit_request_privilege'] = privilege;
  if (method !== undefined) document['audit_rest_request_method'] = method;
  if (path !== undefined) {
    document['audit_rest_request_path'] = path;
    document['audit_rest_request_params'] = paramsOf(event, policy);
  }
  if (headers) document['audit_rest_request_headers'] = headersOf(headers, policy);
  if (body !== undefined) document['audit_request_body'] = body;
  if (event.repeated) {
    document['audit_repeated_count'] = event.repeated.count;
    document['audit_repeated_since'] = timestamp(event.repeated.sinceMs);
  }
  return document;
}

/** Paths whose bodies hold passwords. */
const CREDENTIAL_PATH = /\/(internalusers|user|account|authtoken)(\/|$)/;
/** Credentials that somebody tries, whatever they are called. */
const DRY_RUN_PATH = /\/securityconfig\/trial(\/|$)/;
/** Anywhere: a longer expression, for keys alone, would look for their quotes again and again. */
const SECRET_IN_TEXT =
  /password|hash|signing_key|encryption_key|exchange_key|private_key|pemkey|secret/i;

/**
 * The body as it may be logged: cut to length, and replaced as a whole when it may hold a secret.
 * @param source - parsed JSON, or the text as sent
 */
export function loggableBody(path: string, source: unknown): string | undefined {
  if (source === undefined || source === '') return undefined;
  if (DRY_RUN_PATH.test(path)) return SECRET_PLACEHOLDER;
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  // Escapes could spell a key differently, so among credentials a body with any is not trusted.
  if (CREDENTIAL_PATH.test(path) && text.includes('\\')) return SECRET_PLACEHOLDER;
  return SECRET_IN_TEXT.test(text) ? SECRET_PLACEHOLDER : cut(text);
}

function paramsOf({ params }: AccessEvent, policy: AuditPolicy): Record<string, unknown> {
  const kept: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  let room: number = AUDIT_LIMITS.fields;
  for (const name in params) {
    const value = params[name];
    if (value === undefined || policy.ignoredParameters.has(name)) continue;
    if (room-- <= 0) break;
    kept[cut(name, AUDIT_LIMITS.userNameLength)] =
      typeof value === 'string'
        ? cut(value, AUDIT_LIMITS.textLength)
        : value.slice(0, AUDIT_LIMITS.fields).map((one) => cut(one, AUDIT_LIMITS.textLength));
  }
  return kept;
}

/**
 * Headers that prove who somebody is. The cluster knows no cookies; here they carry the session.
 */
const SENSITIVE_HEADERS = new Set(['authorization', 'cookie']);

function headersOf(
  headers: NonNullable<AccessEvent['headers']>,
  policy: AuditPolicy
): Record<string, readonly string[]> {
  const kept = Object.create(null) as Record<string, readonly string[]>;
  let room: number = AUDIT_LIMITS.fields;
  for (const name in headers) {
    const value = headers[name];
    const lower = name.toLowerCase();
    if (value === undefined || policy.ignoredHeaders.has(lower)) continue;
    if (policy.excludesSensitiveHeaders && SENSITIVE_HEADERS.has(lower)) continue;
    if (room-- <= 0) break;
    kept[cut(name, AUDIT_LIMITS.userNameLength)] = [
      String(value).slice(0, AUDIT_LIMITS.textLength),
    ];
  }
  return kept;
}
