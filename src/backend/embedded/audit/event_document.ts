/** Builds login and access events in the format of the cluster. */
import { AUDIT_LIMITS } from '../../../contracts/limits';
import type { RequestTrace } from '../../api/request_trace';
import {
  addTrace,
  cut,
  eventBase,
  timestamp,
  type AuditDocument,
} from '../../changes/audit/change_event';
import { SECRET_PLACEHOLDER } from '../../../contracts/entities';
import type { AccessCategory, AuditPolicy } from '../../changes/audit/audit_policy';

/** Facts recorded while a request is handled. The document is built later, outside the request. */
export interface AccessEvent {
  readonly atMs: number;
  readonly category: AccessCategory;
  readonly userName?: string;
  readonly isAdmin?: boolean;
  readonly remoteAddress?: string;
  /** The permission that was missing, or another reason for the denial. */
  readonly privilege?: string;
  /** Id of the API key that the request came with. */
  readonly apiKey?: string;
  readonly method?: string;
  readonly path?: string;
  readonly params?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** JSON text without secrets, truncated. */
  readonly body?: string;
  readonly trace?: RequestTrace;
  /** Set on an aggregated event: the number of requests and the time of the first one counted. */
  readonly repeated?: { readonly count: number; readonly sinceMs: number };
}

/**
 * Spelled out property by property for speed: this runs for every request when all categories are
 * enabled.
 */
export function accessDocument(
  nodeId: string,
  event: AccessEvent,
  policy: AuditPolicy
): AuditDocument {
  const document = eventBase(nodeId, event.atMs, event.category);
  const { remoteAddress, userName, privilege, apiKey, method, path, headers, body } = event;
  if (remoteAddress !== undefined) document['audit_request_remote_address'] = remoteAddress;
  if (userName !== undefined) document['audit_request_effective_user'] = userName;
  document['audit_request_effective_user_is_admin'] = event.isAdmin ?? false;
  addTrace(document, event.trace);
  if (privilege !== undefined) document['audit_request_privilege'] = privilege;
  if (apiKey !== undefined) document['audit_api_key'] = apiKey;
  if (method !== undefined) document['audit_rest_request_method'] = method;
  if (path !== undefined) {
    document['audit_rest_request_path'] = path;
    document['audit_rest_request_params'] = getParams(event, policy);
  }
  if (headers) document['audit_rest_request_headers'] = toHeaders(headers, policy);
  if (body !== undefined) document['audit_request_body'] = body;
  if (event.repeated) {
    document['audit_repeated_count'] = event.repeated.count;
    document['audit_repeated_since'] = timestamp(event.repeated.sinceMs);
  }
  return document;
}

/** Paths whose bodies contain passwords. */
const CREDENTIAL_PATH = /\/(internalusers|user|account|authtoken)(\/|$)/;
/** Dry runs, whose bodies contain credentials in any field. */
const DRY_RUN_PATH = /\/securityconfig\/trial(\/|$)/;
/**
 * Matches anywhere in the text: an expression limited to keys would rescan for their quotes again
 * and again.
 */
const SECRET_IN_TEXT =
  /password|hash|signing_key|encryption_key|exchange_key|private_key|pemkey|secret/i;

/**
 * The body as it may be logged: truncated, or replaced as a whole if it may contain a secret.
 * @param source - parsed JSON, or the text as sent
 */
export function loggableBody(path: string, source: unknown): string | undefined {
  if (source === undefined || source === '') return undefined;
  if (DRY_RUN_PATH.test(path)) return SECRET_PLACEHOLDER;
  const text = typeof source === 'string' ? source : JSON.stringify(source);
  // Escape sequences could disguise a key, so a body with any of them is replaced on these paths.
  if (CREDENTIAL_PATH.test(path) && text.includes('\\')) return SECRET_PLACEHOLDER;
  return SECRET_IN_TEXT.test(text) ? SECRET_PLACEHOLDER : cut(text);
}

function getParams({ params }: AccessEvent, policy: AuditPolicy): Record<string, unknown> {
  const logged: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  let remaining: number = AUDIT_LIMITS.fields;
  for (const name in params) {
    const value = params[name];
    if (value === undefined || policy.ignoredParameters.has(name)) continue;
    if (remaining-- <= 0) break;
    logged[cut(name, AUDIT_LIMITS.userNameLength)] =
      typeof value === 'string'
        ? cut(value, AUDIT_LIMITS.textLength)
        : value.slice(0, AUDIT_LIMITS.fields).map((one) => cut(one, AUDIT_LIMITS.textLength));
  }
  return logged;
}

/** Headers that hold credentials. The cluster does not use cookies; here they carry the session. */
const SENSITIVE_HEADERS = new Set(['authorization', 'cookie']);

function toHeaders(
  headers: NonNullable<AccessEvent['headers']>,
  policy: AuditPolicy
): Record<string, readonly string[]> {
  const logged = Object.create(null) as Record<string, readonly string[]>;
  let remaining: number = AUDIT_LIMITS.fields;
  for (const name in headers) {
    const value = headers[name];
    const lower = name.toLowerCase();
    if (value === undefined || policy.ignoredHeaders.has(lower)) continue;
    if (policy.excludesSensitiveHeaders && SENSITIVE_HEADERS.has(lower)) continue;
    if (remaining-- <= 0) break;
    logged[cut(name, AUDIT_LIMITS.userNameLength)] = [
      String(value).slice(0, AUDIT_LIMITS.textLength),
    ];
  }
  return logged;
}
