/** Actions on saved objects. */
import { t } from '@sd/core/public';
import type { ListAction } from '@sd/ui_kit';
import type { Tenants } from '../services/use_tenants';
import type { OpenDialog } from './dialog_props';
import type { ObjectRow } from './objects_api';

export function objectActions(
  tenants: Tenants,
  open: (dialog: OpenDialog) => void
): ReadonlyArray<ListAction<ObjectRow>> {
  const copy: ListAction<ObjectRow> = {
    id: 'copy',
    label: t('management.common.copyToTenant', 'Copy to tenant'),
    iconType: 'copy',
    run: (objects) => open({ kind: 'copy', objects }),
    disabledReason: () =>
      tenants.others.length > 0
        ? undefined
        : t('management.objects.noTarget', 'You have no other tenant with write permission.'),
  };
  return [
    {
      id: 'share',
      label: t('management.objects.share', 'Share'),
      iconType: 'share',
      isForOne: true,
      run: ([object]) => object && open({ kind: 'share', object }),
    },
    {
      id: 'export',
      label: t('management.common.export', 'Export'),
      iconType: 'download',
      run: (objects) => open({ kind: 'export', objects }),
    },
    ...(tenants.current ? [copy] : []),
    {
      id: 'delete',
      label: t('management.common.delete', 'Delete'),
      iconType: 'trash',
      run: (objects) => open({ kind: 'delete', objects }),
      disabledReason: () => (tenants.canWrite ? undefined : readOnlyReason()),
    },
  ];
}

/** Why objects of the tenant cannot be changed. */
export const readOnlyReason = (): string =>
  t('management.objects.readOnly', 'You have read-only access to this tenant.');
