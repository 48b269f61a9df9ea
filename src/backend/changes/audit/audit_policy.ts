/** Decides which events the audit configuration includes. */
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
  | 'SESSIONS_ENDED'
  | 'CONNECTION_CHANGED';

type Json = Readonly<Record<string, unknown>>;

/** One compiled configuration. All events of the embedded engine come from the REST layer. */
export class AuditPolicy {
  readonly logsBody: boolean;
  readonly excludesSensitiveHeaders: boolean;
  readonly ignoredHeaders: ReadonlySet<string>;
  readonly ignoredParameters: ReadonlySet<string>;
  /** `compliance.write_metadata_only`: events of configuration changes omit the new content. */
  readonly writesMetadataOnly: boolean;
  private readonly isEnabled: boolean;
  private readonly isRestEnabled: boolean;
  private readonly disabled: ReadonlySet<string>;
  private readonly ignoredUsers: PatternSet;
  private readonly ignoredRequests: PatternSet;
  private readonly logsConfiguration: boolean;
  private readonly ignoredWriters: PatternSet;

  /**
   * @param document - the stored audit document; without one, auditing is not configured and off
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

  /** Cheap, so that it can be called for every request before an event is built. */
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
   * COMPLIANCE_INTERNAL_CONFIG_WRITE. Initial entries of a new data folder are not audited as
   * changes.
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
