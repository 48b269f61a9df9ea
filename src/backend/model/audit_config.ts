/** The audit configuration document: validation and defaults. */
import type { TProperties } from '@sinclair/typebox';
import { AUDIT_FIELDS, COMPLIANCE_FIELDS } from '../../contracts/entities/audit_document';
import type { JsonSchema } from '../../contracts/schema';
import { isJsonObject } from './entity_shape';
import { isFlag } from './payload';

type Json = Readonly<Record<string, unknown>>;

const DEFAULT_DISABLED = ['AUTHENTICATED', 'GRANTED_PRIVILEGES'];

const AUDIT_DEFAULTS: Json = {
  enable_rest: true,
  disabled_rest_categories: DEFAULT_DISABLED,
  enable_transport: true,
  disabled_transport_categories: DEFAULT_DISABLED,
  resolve_bulk_requests: false,
  log_request_body: true,
  resolve_indices: true,
  exclude_sensitive_headers: true,
  ignore_users: ['kibanaserver'],
  ignore_requests: [],
  ignore_headers: [],
  ignore_url_params: [],
};

/** The only list that may contain duplicates. */
const LIST = 'write_watched_indices';

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

/**
 * As lenient as the plugin's deserializer: flags may be text, and categories may be in any case.
 */
function isValid(schema: JsonSchema, value: unknown): boolean {
  // Stored maps of watched fields may contain single texts, but requests may not.
  if (schema.anyOf) return schema.anyOf.some((one) => one.type === 'array' && isValid(one, value));
  switch (schema.type) {
    case 'boolean':
      return /^(?:[Tt]rue|[Ff]alse)$/.test(String(value));
    case 'string':
      return typeof value === 'string' && (schema.enum?.includes(value.toUpperCase()) ?? true);
    case 'array':
      return Array.isArray(value) && value.every((element) => isValid(schema.items ?? {}, element));
    default:
      return isJsonObject(value) && Object.values(value).every((one) => isValidValue(schema, one));
  }
}

const isValidValue = ({ additionalProperties: values }: JsonSchema, value: unknown): boolean =>
  typeof values !== 'object' || isValid(values, value);

/** @returns the JSON pointer of the first unknown field or wrong value */
export function auditProblem(config: Json): string | undefined {
  const { enabled } = config;
  return (
    (enabled === undefined || isFlag(enabled) ? undefined : '/enabled') ??
    blockProblem(config, 'audit', AUDIT_FIELDS) ??
    blockProblem(config, 'compliance', COMPLIANCE_FIELDS)
  );
}

function blockProblem(config: Json, block: string, fields: TProperties): string | undefined {
  const value = config[block];
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) return `/${block}`;
  const wrong = Object.entries(value).find(([key, field]) => {
    const schema = Object.hasOwn(fields, key) ? fields[key] : undefined;
    return !schema || !(field === null || isValid(schema, field));
  });
  return wrong && `/${block}/${wrong[0]}`;
}

/** Missing fields of a change get their defaults, except for these two, which become `false`. */
export function asReplaced(config: Json): Json {
  const off = { read_metadata_only: false, write_metadata_only: false };
  return { ...config, compliance: { ...off, ...dropUndefined(config['compliance']) } };
}

/** Drops null values. */
const dropUndefined = (block: unknown): Json =>
  isJsonObject(block)
    ? Object.fromEntries(Object.entries(block).filter(([, value]) => value !== null))
    : {};

/**
 * The document as in `GET`: with all fields, categories in upper case, stored lists of `NONE` as
 * empty lists, sets without duplicates, and flags as booleans.
 */
export function withAuditDefaults(config: Json): Record<string, unknown> {
  return {
    enabled: config['enabled'] === undefined || toFlag(config['enabled']),
    audit: block(AUDIT_DEFAULTS, config['audit']),
    compliance: block(COMPLIANCE_DEFAULTS, config['compliance']),
  };
}

function block(defaults: Json, sent: unknown): Record<string, unknown> {
  const entries = Object.entries({ ...defaults, ...dropUndefined(sent) });
  return Object.fromEntries(entries.map(([key, value]) => [key, tidy(key, value)]));
}

function tidy(key: string, value: unknown): unknown {
  if (Array.isArray(value)) {
    if (!key.endsWith('_categories')) return key === LIST ? value : [...new Set(value)];
    const names = new Set(value.map((name) => String(name).toUpperCase()));
    return names.size === 1 && names.has('NONE') ? [] : [...names];
  }
  return typeof value === 'string' || typeof value === 'number' ? toFlag(value) : value;
}

const toFlag = (value: unknown): boolean =>
  typeof value === 'number' ? value !== 0 : /^true$/i.test(String(value));
