/** The audit configuration document: fields, defaults, categories. Source: reference 6.1 and 6.2. */
import { isJsonObject } from './entity_shape';

type Json = Readonly<Record<string, unknown>>;

const REST_CATEGORIES = [
  'BAD_HEADERS', 'FAILED_LOGIN', 'AUTHENTICATED', 'MISSING_PRIVILEGES', 'GRANTED_PRIVILEGES', 'SSL_EXCEPTION',
  'RESOURCE_ACCESS_GRANTED', 'RESOURCE_ACCESS_DENIED', 'RESOURCE_SHARING_CHANGED',
]; // prettier-ignore

const TRANSPORT_CATEGORIES = [
  ...REST_CATEGORIES,
  'INDEX_EVENT', 'OPENDISTRO_SECURITY_INDEX_ATTEMPT', 'CLUSTER_SETTINGS_CHANGED', 'INDEX_SETTINGS_CHANGED',
]; // prettier-ignore

const RESOURCE_CATEGORIES = ['RESOURCE_ACCESS_GRANTED', 'RESOURCE_ACCESS_DENIED', 'RESOURCE_SHARING_CHANGED'];
const DEFAULT_DISABLED = ['AUTHENTICATED', 'GRANTED_PRIVILEGES', ...RESOURCE_CATEGORIES];

const AUDIT_DEFAULTS: Json = {
  enable_rest: true,
  disabled_rest_categories: DEFAULT_DISABLED,
  enable_transport: true,
  disabled_transport_categories: [...DEFAULT_DISABLED, 'CLUSTER_SETTINGS_CHANGED', 'INDEX_SETTINGS_CHANGED'],
  resolve_bulk_requests: false,
  log_request_body: true,
  resolve_indices: true,
  exclude_sensitive_headers: true,
  ignore_users: ['kibanaserver'],
  ignore_requests: [],
  ignore_headers: [],
  ignore_url_params: [],
};

const COMPLIANCE_DEFAULTS: Json = {
  enabled: true,
  internal_config: false,
  external_config: false,
  read_metadata_only: true,
  read_watched_fields: {},
  read_ignore_users: ['kibanaserver'],
  write_metadata_only: true,
  write_log_diffs: false,
  write_watched_indices: [],
  write_ignore_users: ['kibanaserver'],
};

type Check = (value: unknown) => boolean;

const isFlag: Check = (value) => typeof value === 'boolean' || /^(true|false)$/i.test(String(value));
const isTexts: Check = (value) => Array.isArray(value) && value.every((element) => typeof element === 'string');
const isMap: Check = isJsonObject;
const categories =
  (known: readonly string[]): Check =>
  (value) =>
    isTexts(value) && (value as string[]).every((one) => one === 'NONE' || known.includes(one.toUpperCase()));

const AUDIT_FIELDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['enable_rest', isFlag],
  ['enable_transport', isFlag],
  ['disabled_rest_categories', categories(REST_CATEGORIES)],
  ['disabled_transport_categories', categories(TRANSPORT_CATEGORIES)],
  ['disabled_categories', categories(TRANSPORT_CATEGORIES)],
  ['resolve_bulk_requests', isFlag],
  ['log_request_body', isFlag],
  ['resolve_indices', isFlag],
  ['exclude_sensitive_headers', isFlag],
  ['ignore_users', isTexts],
  ['ignore_requests', isTexts],
  ['ignore_headers', isTexts],
  ['ignore_url_params', isTexts],
  ['body_logging_exclusions', isTexts],
  ['action_groups', isMap],
]);

const isWatchedFields: Check = (value) =>
  isJsonObject(value) && Object.values(value).every((fields) => typeof fields === 'string' || isTexts(fields));

const COMPLIANCE_FIELDS: ReadonlyMap<string, Check> = new Map<string, Check>([
  ['enabled', isFlag],
  ['internal_config', isFlag],
  ['external_config', isFlag],
  ['read_metadata_only', isFlag],
  ['read_watched_fields', isWatchedFields],
  ['read_ignore_users', isTexts],
  ['write_metadata_only', isFlag],
  ['write_log_diffs', isFlag],
  ['write_watched_indices', isTexts],
  ['write_ignore_users', isTexts],
]);

/** @returns the JSON pointer of the first field that is unknown or has a wrong value */
export function auditProblem(config: Json): string | undefined {
  return blockProblem(config, 'audit', AUDIT_FIELDS) ?? blockProblem(config, 'compliance', COMPLIANCE_FIELDS);
}

function blockProblem(config: Json, block: string, fields: ReadonlyMap<string, Check>): string | undefined {
  const value = config[block];
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) return `/${block}`;
  const wrong = Object.entries(value).find(([key, field]) => !fields.get(key)?.(field));
  return wrong && `/${block}/${wrong[0]}`;
}

/** The document as GET shows it: every field present, category lists of `NONE` empty, flags real booleans. */
export function withAuditDefaults(config: Json): Record<string, unknown> {
  return {
    enabled: toFlag(config['enabled'] ?? true),
    audit: block(AUDIT_DEFAULTS, config['audit']),
    compliance: block(COMPLIANCE_DEFAULTS, config['compliance']),
  };
}

function block(defaults: Json, sent: unknown): Record<string, unknown> {
  const entries = Object.entries({ ...defaults, ...(isJsonObject(sent) ? sent : {}) });
  return Object.fromEntries(entries.map(([key, value]) => [key, tidy(value)]));
}

function tidy(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 1 && value[0] === 'NONE') return [];
  return typeof value === 'string' ? toFlag(value) : value;
}

const toFlag = (value: unknown): boolean => value === true || String(value).toLowerCase() === 'true';
