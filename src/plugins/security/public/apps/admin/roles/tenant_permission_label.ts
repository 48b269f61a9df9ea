import { i18n } from '@sd/core/public';
import { TenantPermissionType } from '../../../../common';

/** Source: specification section 3, "Role tenant permission". */
export function tenantPermissionLabel(type: TenantPermissionType): string {
  switch (type) {
    case TenantPermissionType.ReadWrite:
      return i18n.translate('security.tenantPermission.readWrite', {
        defaultMessage: 'Read and Write',
      });
    case TenantPermissionType.ReadOnly:
      return i18n.translate('security.tenantPermission.readOnly', { defaultMessage: 'Read only' });
    default:
      return i18n.translate('security.tenantPermission.none', { defaultMessage: 'None' });
  }
}
