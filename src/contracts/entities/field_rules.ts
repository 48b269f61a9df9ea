/**
 * Validation rules of fields as plain data. Schemas are built from them, and forms use them without
 * loading the schema library in the browser.
 */

/** Types of custom action groups, case-insensitive. */
export const ACTION_GROUP_TYPES = ['cluster', 'index'] as const;

/** Kind of a value: a flag, texts, categories of one layer, or field patterns by index pattern. */
export type AuditKind = 'flag' | 'texts' | 'rest_categories' | 'transport_categories' | 'fields';

/** Fields of the audit configuration that screens show. */
export const AUDIT_KINDS = {
  audit: {
    enable_rest: 'flag',
    disabled_rest_categories: 'rest_categories',
    enable_transport: 'flag',
    disabled_transport_categories: 'transport_categories',
    resolve_bulk_requests: 'flag',
    log_request_body: 'flag',
    resolve_indices: 'flag',
    exclude_sensitive_headers: 'flag',
    ignore_users: 'texts',
    ignore_requests: 'texts',
  },
  compliance: {
    enabled: 'flag',
    internal_config: 'flag',
    external_config: 'flag',
    read_metadata_only: 'flag',
    read_watched_fields: 'fields',
    read_ignore_users: 'texts',
    write_metadata_only: 'flag',
    write_log_diffs: 'flag',
    write_watched_indices: 'texts',
    write_ignore_users: 'texts',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, AuditKind>>>>;
export type AuditBlock = keyof typeof AUDIT_KINDS;
/** `audit.enable_rest` and so on, as in specification section 3. */
export type AuditPath = {
  [B in AuditBlock]: `${B}.${keyof (typeof AUDIT_KINDS)[B] & string}`;
}[AuditBlock];

/** Whether a value has the kind. Categories may be any texts, because a backend can have others. */
export function isOfKind(kind: AuditKind, value: unknown): boolean {
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean';
    case 'fields':
      return (
        typeof value === 'object' &&
        value !== null &&
        !Array.isArray(value) &&
        Object.values(value).every((patterns) => typeof patterns === 'string' || isTexts(patterns))
      );
    default:
      return isTexts(value);
  }
}

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');
