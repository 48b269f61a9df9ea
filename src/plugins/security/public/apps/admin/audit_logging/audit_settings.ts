/**
 * Definitions of all audit logging settings: path, control and labels. Groups and paths:
 * specification section 3; titles and meaning: docs/reference/security-app.md#audit-logging.
 */
import { AUDIT_KINDS, type AuditBlock, type AuditKind, type AuditPath } from '@sd/contracts';
import { i18n } from '@sd/core/public';

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
  i18n.translate('security.audit.overhead', {
    defaultMessage: 'Changing this can add significant overhead.',
  });
const ignoredUsersTitle = (): string =>
  i18n.translate('security.audit.ignoredUsers', { defaultMessage: 'Ignored users' });

export const generalGroups = (): readonly SettingGroup[] => [
  {
    title: i18n.translate('security.audit.group.layer', { defaultMessage: 'Layer' }),
    settings: [
      setting(
        'audit.enable_rest',
        i18n.translate('security.audit.rest', { defaultMessage: 'REST layer' }),
        i18n.translate('security.audit.restText', {
          defaultMessage: 'Log events that happen on the REST layer.',
        })
      ),
      setting(
        'audit.disabled_rest_categories',
        i18n.translate('security.audit.restCategories', {
          defaultMessage: 'REST disabled categories',
        }),
        i18n.translate('security.audit.restCategoriesText', {
          defaultMessage: 'Categories that are not logged on the REST layer. {overhead}',
          values: { overhead: overhead() },
        })
      ),
      setting(
        'audit.enable_transport',
        i18n.translate('security.audit.transport', { defaultMessage: 'Transport layer' }),
        i18n.translate('security.audit.transportText', {
          defaultMessage: 'Log events that happen on the transport layer.',
        })
      ),
      setting(
        'audit.disabled_transport_categories',
        i18n.translate('security.audit.transportCategories', {
          defaultMessage: 'Transport disabled categories',
        }),
        i18n.translate('security.audit.transportCategoriesText', {
          defaultMessage: 'Categories that are not logged on the transport layer. {overhead}',
          values: { overhead: overhead() },
        })
      ),
    ],
  },
  {
    title: i18n.translate('security.audit.group.attribute', {
      defaultMessage: 'Attribute',
    }),
    settings: [
      setting(
        'audit.resolve_bulk_requests',
        i18n.translate('security.audit.bulk', { defaultMessage: 'Bulk requests' }),
        i18n.translate('security.audit.bulkText', {
          defaultMessage: 'Log each document of a bulk request by itself. {overhead}',
          values: { overhead: overhead() },
        })
      ),
      setting(
        'audit.log_request_body',
        i18n.translate('security.audit.body', { defaultMessage: 'Request body' }),
        i18n.translate('security.audit.bodyText', {
          defaultMessage: 'Include the body of the request in the event.',
        })
      ),
      setting(
        'audit.resolve_indices',
        i18n.translate('security.audit.indices', { defaultMessage: 'Resolve indices' }),
        i18n.translate('security.audit.indicesText', {
          defaultMessage: 'Log the names of the indices that a request means.',
        })
      ),
      setting(
        'audit.exclude_sensitive_headers',
        i18n.translate('security.audit.headers', { defaultMessage: 'Sensitive headers' }),
        i18n.translate('security.audit.headersText', {
          defaultMessage: 'Leave out sensitive headers, the authorization header for example.',
        })
      ),
    ],
  },
  {
    title: i18n.translate('security.audit.group.ignore', { defaultMessage: 'Ignore' }),
    settings: [
      setting(
        'audit.ignore_users',
        ignoredUsersTitle(),
        i18n.translate('security.audit.ignoredUsersText', {
          defaultMessage: 'Users whose requests are not logged. {overhead}',
          values: { overhead: overhead() },
        })
      ),
      setting(
        'audit.ignore_requests',
        i18n.translate('security.audit.ignoredRequests', { defaultMessage: 'Ignored requests' }),
        i18n.translate('security.audit.ignoredRequestsText', {
          defaultMessage: 'Patterns of requests that are not logged.',
        })
      ),
    ],
  },
];

/** Separate switch; while it is off, the settings below it are hidden. */
export const complianceMode = (): SettingGroup => ({
  title: i18n.translate('security.audit.group.mode', { defaultMessage: 'Compliance mode' }),
  settings: [
    setting(
      'compliance.enabled',
      i18n.translate('security.audit.compliance', { defaultMessage: 'Compliance logging' }),
      i18n.translate('security.audit.complianceText', {
        defaultMessage: 'Log who read and who changed which documents.',
      })
    ),
  ],
});

export const complianceGroups = (): readonly SettingGroup[] => [
  {
    title: i18n.translate('security.audit.group.config', { defaultMessage: 'Compliance config' }),
    settings: [
      setting(
        'compliance.internal_config',
        i18n.translate('security.audit.internal', { defaultMessage: 'Internal config logging' }),
        i18n.translate('security.audit.internalText', {
          defaultMessage: 'Log events on the internal security index.',
        })
      ),
      setting(
        'compliance.external_config',
        i18n.translate('security.audit.external', { defaultMessage: 'External config logging' }),
        i18n.translate('security.audit.externalText', {
          defaultMessage: 'Log the external configuration when a node starts.',
        })
      ),
    ],
  },
  {
    title: i18n.translate('security.audit.group.read', { defaultMessage: 'Read' }),
    settings: [
      setting(
        'compliance.read_metadata_only',
        i18n.translate('security.audit.readMetadata', { defaultMessage: 'Read metadata' }),
        i18n.translate('security.audit.readMetadataText', {
          defaultMessage: 'Log that documents were read, without any of their fields.',
        })
      ),
      setting(
        'compliance.read_ignore_users',
        ignoredUsersTitle(),
        i18n.translate('security.audit.readIgnoredText', {
          defaultMessage: 'Users whose reading is not logged.',
        })
      ),
      setting(
        'compliance.read_watched_fields',
        i18n.translate('security.audit.watchedFields', { defaultMessage: 'Watched fields' }),
        i18n.translate('security.audit.watchedFieldsText', {
          defaultMessage:
            'Index patterns and patterns of the fields whose reading is logged: one event per document. {overhead}',
          values: { overhead: overhead() },
        })
      ),
    ],
  },
  {
    title: i18n.translate('security.audit.group.write', { defaultMessage: 'Write' }),
    settings: [
      setting(
        'compliance.write_metadata_only',
        i18n.translate('security.audit.writeMetadata', { defaultMessage: 'Write metadata' }),
        i18n.translate('security.audit.writeMetadataText', {
          defaultMessage: 'Log that documents were changed, without any of their fields.',
        })
      ),
      setting(
        'compliance.write_log_diffs',
        i18n.translate('security.audit.diffs', { defaultMessage: 'Log diffs' }),
        i18n.translate('security.audit.diffsText', {
          defaultMessage: 'Log what an update changed.',
        })
      ),
      setting(
        'compliance.write_ignore_users',
        ignoredUsersTitle(),
        i18n.translate('security.audit.writeIgnoredText', {
          defaultMessage: 'Users whose changes are not logged.',
        })
      ),
      setting(
        'compliance.write_watched_indices',
        i18n.translate('security.audit.watchedIndices', { defaultMessage: 'Watch indices' }),
        i18n.translate('security.audit.watchedIndicesText', {
          defaultMessage:
            'Patterns of the indices in which changes are logged: one event per document. {overhead}',
          values: { overhead: overhead() },
        })
      ),
    ],
  },
];
