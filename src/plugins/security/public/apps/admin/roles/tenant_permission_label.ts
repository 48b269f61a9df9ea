import { t } from '@sd/core/public';
import { TenantPermissionType } from '../../../../common';

export function tenantPermissionLabel(type: TenantPermissionType): string {
  switch (type) {
    case TenantPermissionType.ReadWrite:
      return t('security.tenantPermission.readWrite', 'Read and Write');
    case TenantPermissionType.ReadOnly:
      return t('security.tenantPermission.readOnly', 'Read only');
    default:
      return t('security.tenantPermission.none', 'None');
  }
}
