/**
 * What fields may hold, as plain data: schemas are built of it and forms judge by it, without the
 * library of the schemas in a browser.
 */

/** What a group of one's own may say it is for, in any case of letters. */
export const ACTION_GROUP_TYPES = ['cluster', 'index'] as const;

/** How a value looks: a switch, texts, categories of one layer, or index patterns to patterns. */
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
/** `audit.enable_rest` and so on: as specification section 3 writes them. */
export type AuditPath = {
  [B in AuditBlock]: `${B}.${keyof (typeof AUDIT_KINDS)[B] & string}`;
}[AuditBlock];

/** Whether a value is of the kind; categories only by being texts, since a backend adds to them. */
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
