import { t } from '@sd/core/public';
import { TenantPermissionType } from '../../../../common';

export function tenantPermissionLabel(type: TenantPermissionType): string {
  switch (type) {
    case TenantPermissionType.ReadWrite:
      return t('security.tenantPermission.readWrite', 'Read and Write');
    case TenantPermissionType.ReadOnly:
      return t('security.common.readOnly2', 'Read only');
    default:
      return t('security.common.none', 'None');
  }
}
