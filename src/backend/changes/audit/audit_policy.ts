/**
 * Which events the audit configuration wants. Source: docs/reference/engine.md#audit-configuration
 * and #audit-categories.
 */
import { PatternSet } from '../../access/patterns/pattern';
import { isJsonObject } from '../../model/entity_shape';
import { withAuditDefaults } from '../../model/audit_config';
import type { ChangeOrigin } from '../../api/engine';

export type AccessCategory =
  | 'AUTHENTICATED'
  | 'FAILED_LOGIN'
  | 'GRANTED_PRIVILEGES'
  | 'MISSING_PRIVILEGES'
  | 'BAD_HEADERS'
  | 'SECOND_FACTOR'
  | 'API_TOKEN_WRITE'
  | 'EXPRESSION_DISARMED'
  | 'SESSIONS_ENDED';

type Json = Readonly<Record<string, unknown>>;

/**
 * One configuration, compiled. Everything the embedded engine hears of arrives over the REST layer.
 */
export class AuditPolicy {
  readonly logsBody: boolean;
  readonly excludesSensitiveHeaders: boolean;
  readonly ignoredHeaders: ReadonlySet<string>;
  readonly ignoredParameters: ReadonlySet<string>;
  /**
   * `compliance.write_metadata_only`: the whole new content stays out of events of configuration
   * changes.
   */
  readonly writesMetadataOnly: boolean;
  private readonly isEnabled: boolean;
  private readonly isRestEnabled: boolean;
  private readonly disabled: ReadonlySet<string>;
  private readonly ignoredUsers: PatternSet;
  private readonly ignoredRequests: PatternSet;
  private readonly logsConfiguration: boolean;
  private readonly ignoredWriters: PatternSet;

  /**
   * @param document - the stored audit document; none means that audit is not configured, hence off
   */
  constructor(document: Json | undefined) {
    const config = withAuditDefaults(document ?? { enabled: false });
    const audit = part(config, 'audit');
    const compliance = part(config, 'compliance');
    this.isEnabled = config['enabled'] === true;
    this.isRestEnabled = audit['enable_rest'] === true;
    this.disabled = new Set([
      ...texts(audit['disabled_rest_categories']).map(upper),
      ...texts(audit['disabled_categories']).map(upper),
    ]);
    this.logsBody = audit['log_request_body'] === true;
    this.excludesSensitiveHeaders = audit['exclude_sensitive_headers'] === true;
    this.ignoredHeaders = new Set(texts(audit['ignore_headers']).map((name) => name.toLowerCase()));
    this.ignoredParameters = new Set(texts(audit['ignore_url_params']));
    this.ignoredUsers = new PatternSet(texts(audit['ignore_users']));
    this.ignoredRequests = new PatternSet(texts(audit['ignore_requests']));
    this.logsConfiguration =
      compliance['enabled'] === true && compliance['internal_config'] === true;
    this.ignoredWriters = new PatternSet(texts(compliance['write_ignore_users']));
    this.writesMetadataOnly = compliance['write_metadata_only'] === true;
  }

  /** Cheap, so that it can be asked on every request before anything is built. */
  wants(category: AccessCategory): boolean {
    return this.isEnabled && this.isRestEnabled && !this.disabled.has(category);
  }

  isIgnored(userName: string | undefined, path: string | undefined): boolean {
    return (
      (userName !== undefined && this.ignoredUsers.matches(userName)) ||
      (path !== undefined && this.ignoredRequests.matches(path))
    );
  }

  /**
   * COMPLIANCE_INTERNAL_CONFIG_WRITE; what the server writes into a new folder is nobody's change.
   */
  wantsChange({ userName, via }: ChangeOrigin): boolean {
    return (
      this.isEnabled &&
      this.logsConfiguration &&
      via !== 'start' &&
      !this.ignoredWriters.matches(userName)
    );
  }
}

function part(source: Json, key: string): Json {
  const value = source[key];
  return isJsonObject(value) ? value : {};
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((element) => typeof element === 'string') : [];

const upper = (text: string): string => text.toUpperCase();
