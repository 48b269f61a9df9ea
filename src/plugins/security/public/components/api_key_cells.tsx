/** Table cells for API keys, in the lists of own keys and of all keys. */
import { EuiBadge } from '@elastic/eui';
import type { ApiKeyPermissions } from '@sd/contracts';
import { i18n, t } from '@sd/core/public';
import type { ReactElement } from 'react';
import type { ApiKey } from '../../common';

const BREAKABLE = { overflowWrap: 'anywhere' } as const;

const time = (at: string): string =>
  i18n.formatDate(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });

export const KeyName = ({ name, status, isReadOnly }: ApiKey): ReactElement => (
  <span style={BREAKABLE}>
    {name}{' '}
    {status === 'expired' && (
      <EuiBadge color="warning">{t('security.common.expired', 'Expired')}</EuiBadge>
    )}
    {isReadOnly && <EuiBadge color="hollow">{t('security.common.readOnly', 'Read-only')}</EuiBadge>}
  </span>
);

export const KeyRoles = ({ roles, permissions }: ApiKey): ReactElement => (
  <span style={BREAKABLE}>
    {roles
      ? roles.join(', ')
      : permissions
        ? t('security.apiKeys.ownPermissions', 'Custom: {names}', {
            names: namesIn(permissions).join(', '),
          })
        : t('security.common.sameAsOwner', 'Same as owner')}
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
  <span>{at === null ? t('security.common.never', 'Never') : time(at)}</span>
);

/** Column headings shared by all lists of keys. */
export const keyHeadings = () => ({
  name: t('security.common.name', 'Name'),
  owner: t('security.apiKeys.owner', 'Owner'),
  roles: t('security.common.permissions', 'Permissions'),
  created: t('security.apiKeys.created', 'Created'),
  expires: t('security.apiKeys.expires', 'Expires'),
  used: t('security.apiKeys.used', 'Last used'),
  actions: t('security.common.actions', 'Actions'),
});

export const apiKeysTitle = (): string => t('security.apiKeys.title', 'API keys');
