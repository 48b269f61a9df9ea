/** Table cells for API keys, in the lists of own keys and of all keys. */
import { EuiBadge } from '@elastic/eui';
import type { ApiKeyPermissions } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import type { ApiKey } from '../../common';

const BREAKABLE = { overflowWrap: 'anywhere' } as const;

const time = (at: string): string =>
  i18n.formatDate(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });

export const KeyName = ({ name, status, isReadOnly }: ApiKey): ReactElement => (
  <span style={BREAKABLE}>
    {name}{' '}
    {status === 'expired' && (
      <EuiBadge color="warning">
        <FormattedMessage id="security.apiKeys.expired" defaultMessage="Expired" />
      </EuiBadge>
    )}
    {isReadOnly && (
      <EuiBadge color="hollow">
        <FormattedMessage id="security.apiKeys.readOnly" defaultMessage="Read only" />
      </EuiBadge>
    )}
  </span>
);

export const KeyRoles = ({ roles, permissions }: ApiKey): ReactElement => (
  <span style={BREAKABLE}>
    {roles ? (
      roles.join(', ')
    ) : permissions ? (
      <FormattedMessage
        id="security.apiKeys.ownPermissions"
        defaultMessage="Of its own: {names}"
        values={{ names: namesIn(permissions).join(', ') }}
      />
    ) : (
      <FormattedMessage id="security.apiKeys.allRoles" defaultMessage="All of the owner" />
    )}
  </span>
);

/** Unique names in their original order. */
const namesIn = (permissions: ApiKeyPermissions): readonly string[] => [
  ...new Set([
    ...permissions.cluster_permissions,
    ...permissions.index_permissions.flatMap((entry) => [
      ...entry.index_patterns,
      ...entry.allowed_actions,
    ]),
    ...permissions.tenant_permissions.flatMap((entry) => [
      ...entry.tenant_patterns,
      ...entry.allowed_actions,
    ]),
  ]),
];

export const KeyTime = ({ at }: { readonly at: string | null }): ReactElement => (
  <span>
    {at === null ? (
      <FormattedMessage id="security.apiKeys.never" defaultMessage="Never" />
    ) : (
      time(at)
    )}
  </span>
);

/** Column headings shared by all lists of keys. */
export const keyHeadings = () => ({
  name: i18n.translate('security.apiKeys.name', { defaultMessage: 'Name' }),
  owner: i18n.translate('security.apiKeys.owner', { defaultMessage: 'Owner' }),
  roles: i18n.translate('security.apiKeys.extentHeading', { defaultMessage: 'Permissions' }),
  created: i18n.translate('security.apiKeys.created', { defaultMessage: 'Created' }),
  expires: i18n.translate('security.apiKeys.expires', { defaultMessage: 'Expires' }),
  used: i18n.translate('security.apiKeys.used', { defaultMessage: 'Last use' }),
  actions: i18n.translate('security.apiKeys.actions', { defaultMessage: 'Actions' }),
});

export const apiKeysTitle = (): string =>
  i18n.translate('security.apiKeys.title', { defaultMessage: 'API keys' });
