/**
 * The audit configuration. Source: docs/reference/engine.md#audit-configuration.
 */
import { Type } from '@sinclair/typebox';
import { AUDIT_CATEGORIES } from './audit_categories';
import { anyObject, closed, flag, mapOf, text, texts, word } from '../schema';

const listOf = (values: readonly string[]) => Type.Array(word(values));

export const AUDIT_FIELDS = {
  enable_rest: flag(),
  enable_transport: flag(),
  disabled_rest_categories: listOf(AUDIT_CATEGORIES.rest),
  disabled_transport_categories: listOf(AUDIT_CATEGORIES.transport),
  disabled_categories: listOf(AUDIT_CATEGORIES.transport),
  resolve_bulk_requests: flag(),
  log_request_body: flag(),
  resolve_indices: flag(),
  exclude_sensitive_headers: flag(),
  ignore_users: texts(),
  ignore_requests: texts(),
  ignore_headers: texts(),
  ignore_url_params: texts(),
  body_logging_exclusions: texts(),
  action_groups: anyObject(),
};

export const COMPLIANCE_FIELDS = {
  enabled: flag(),
  internal_config: flag(),
  external_config: flag(),
  read_metadata_only: flag(),
  read_watched_fields: mapOf(
    Type.Unsafe<string | string[]>({ anyOf: [text(), texts()] }),
    'Index pattern to patterns of its watched fields.'
  ),
  read_ignore_users: texts(),
  write_metadata_only: flag(),
  write_log_diffs: flag(),
  write_watched_indices: texts(),
  write_ignore_users: texts(),
};

/** The body of the audit configuration. */
export const AUDIT_BODY_FIELDS = {
  enabled: flag(),
  audit: Type.Partial(closed(AUDIT_FIELDS)),
  compliance: Type.Partial(closed(COMPLIANCE_FIELDS)),
};
