/** Parts of pages of entities that this plugin adds itself, as other plugins do. */
import { t } from '@sd/core/public';
import type { EntityPart } from '../../types';

const usageTitle = (): string => t('security.common.usage', 'Usage');

export const OWN_PARTS: readonly EntityPart[] = [
  {
    id: 'security.userUsage',
    entity: 'user',
    path: 'usage',
    title: usageTitle,
    order: 30,
    isAvailable: ({ hasFeature }) => hasFeature('effectivePermissions'),
    load: async () => (await import('./users/user_usage_tab')).UserUsageTab,
  },
  {
    id: 'security.roleUsage',
    entity: 'role',
    path: 'usage',
    title: usageTitle,
    order: 30,
    isAvailable: ({ hasFeature }) => hasFeature('explain'),
    load: async () => (await import('./roles/usage/role_usage_tab')).RoleUsageTab,
  },
  {
    id: 'security.keyUsage',
    entity: 'apiKey',
    title: usageTitle,
    iconType: 'visBarVertical',
    order: 10,
    load: async () => (await import('./api_keys/api_key_usage')).ApiKeyUsage,
  },
];
