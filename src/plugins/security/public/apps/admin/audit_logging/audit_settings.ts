/**
 * Definitions of all audit logging settings: path, control and labels. Groups and paths:
 * specification section 3; titles and meaning: docs/reference/security-app.md#audit-logging.
 */
import { AUDIT_KINDS, type AuditBlock, type AuditKind, type AuditPath } from '@sd/contracts';
import { t } from '@sd/core/public';

export interface AuditSetting {
  readonly block: AuditBlock;
  readonly key: string;
  readonly kind: AuditKind;
  readonly title: string;
  readonly description: string;
}

export interface SettingGroup {
  readonly title: string;
  readonly settings: readonly AuditSetting[];
}

/** Path shown beside the field: `audit:enable_rest`. */
export const settingLabel = ({ block, key }: AuditSetting): string => `${block}:${key}`;

const setting = (path: AuditPath, title: string, description: string): AuditSetting => {
  const [block, key] = path.split('.') as [AuditBlock, string];
  const kinds: Readonly<Record<string, AuditKind>> = AUDIT_KINDS[block];
  return { block, key, kind: kinds[key] as AuditKind, title, description };
};

const overhead = (): string =>
  t('security.audit.overhead', 'Changing this can add significant overhead.');
const ignoredUsersTitle = (): string => t('security.audit.ignoredUsers', 'Ignored users');

export const generalGroups = (): readonly SettingGroup[] => [
  {
    title: t('security.audit.group.layer', 'Layer'),
    settings: [
      setting(
        'audit.enable_rest',
        t('security.audit.rest', 'REST layer'),
        t('security.audit.restText', 'Log events that happen on the REST layer.')
      ),
      setting(
        'audit.disabled_rest_categories',
        t('security.audit.restCategories', 'REST disabled categories'),
        t(
          'security.audit.restCategoriesText',
          'Categories that are not logged on the REST layer. {overhead}',
          { overhead: overhead() }
        )
      ),
      setting(
        'audit.enable_transport',
        t('security.audit.transport', 'Transport layer'),
        t('security.audit.transportText', 'Log events that happen on the transport layer.')
      ),
      setting(
        'audit.disabled_transport_categories',
        t('security.audit.transportCategories', 'Transport disabled categories'),
        t(
          'security.audit.transportCategoriesText',
          'Categories that are not logged on the transport layer. {overhead}',
          { overhead: overhead() }
        )
      ),
    ],
  },
  {
    title: t('security.audit.group.attribute', 'Attribute'),
    settings: [
      setting(
        'audit.resolve_bulk_requests',
        t('security.audit.bulk', 'Bulk requests'),
        t('security.audit.bulkText', 'Log each document of a bulk request separately. {overhead}', {
          overhead: overhead(),
        })
      ),
      setting(
        'audit.log_request_body',
        t('security.audit.body', 'Request body'),
        t('security.audit.bodyText', 'Include the request body in the event.')
      ),
      setting(
        'audit.resolve_indices',
        t('security.audit.indices', 'Resolve indices'),
        t('security.audit.indicesText', 'Log the actual index names that a request resolves to.')
      ),
      setting(
        'audit.exclude_sensitive_headers',
        t('security.audit.headers', 'Sensitive headers'),
        t('security.audit.headersText', 'Leave out sensitive headers, such as Authorization.')
      ),
    ],
  },
  {
    title: t('security.audit.group.ignore', 'Ignore'),
    settings: [
      setting(
        'audit.ignore_users',
        ignoredUsersTitle(),
        t('security.audit.ignoredUsersText', 'Users whose requests are not logged. {overhead}', {
          overhead: overhead(),
        })
      ),
      setting(
        'audit.ignore_requests',
        t('security.audit.ignoredRequests', 'Ignored requests'),
        t('security.audit.ignoredRequestsText', 'Patterns of requests that are not logged.')
      ),
    ],
  },
];

/** Separate switch; while it is off, the settings below it are hidden. */
export const complianceMode = (): SettingGroup => ({
  title: t('security.audit.group.mode', 'Compliance mode'),
  settings: [
    setting(
      'compliance.enabled',
      t('security.audit.compliance', 'Compliance logging'),
      t('security.audit.complianceText', 'Log who read and changed which documents.')
    ),
  ],
});

export const complianceGroups = (): readonly SettingGroup[] => [
  {
    title: t('security.audit.group.config', 'Compliance config'),
    settings: [
      setting(
        'compliance.internal_config',
        t('security.audit.internal', 'Internal config logging'),
        t('security.audit.internalText', 'Log changes to the internal security index.')
      ),
      setting(
        'compliance.external_config',
        t('security.audit.external', 'External config logging'),
        t('security.audit.externalText', 'Log the configuration files when a node starts.')
      ),
    ],
  },
  {
    title: t('security.audit.group.read', 'Read'),
    settings: [
      setting(
        'compliance.read_metadata_only',
        t('security.audit.readMetadata', 'Read metadata'),
        t('security.audit.readMetadataText', 'Log that a document was read, without its fields.')
      ),
      setting(
        'compliance.read_ignore_users',
        ignoredUsersTitle(),
        t('security.audit.readIgnoredText', 'Users whose reads are not logged.')
      ),
      setting(
        'compliance.read_watched_fields',
        t('security.audit.watchedFields', 'Watched fields'),
        t(
          'security.audit.watchedFieldsText',
          'Index patterns, each with field patterns. Reading these fields is logged, one event per document. {overhead}',
          { overhead: overhead() }
        )
      ),
    ],
  },
  {
    title: t('security.audit.group.write', 'Write'),
    settings: [
      setting(
        'compliance.write_metadata_only',
        t('security.audit.writeMetadata', 'Write metadata'),
        t(
          'security.audit.writeMetadataText',
          'Log that a document was changed, without its fields.'
        )
      ),
      setting(
        'compliance.write_log_diffs',
        t('security.audit.diffs', 'Log diffs'),
        t('security.audit.diffsText', 'Log what each update changed.')
      ),
      setting(
        'compliance.write_ignore_users',
        ignoredUsersTitle(),
        t('security.audit.writeIgnoredText', 'Users whose changes are not logged.')
      ),
      setting(
        'compliance.write_watched_indices',
        t('security.audit.watchedIndices', 'Watch indices'),
        t(
          'security.audit.watchedIndicesText',
          'Index patterns in which changes are logged, one event per document. {overhead}',
          { overhead: overhead() }
        )
      ),
    ],
  },
];
