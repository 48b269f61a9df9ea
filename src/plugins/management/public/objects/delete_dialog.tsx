/** Confirms and deletes objects, then reports those that could not be deleted. */
import type { ReactElement } from 'react';
import { FormattedMessage, t } from '@sd/core/public';
import { deleteEach, DeleteDialog, objectTypeLabel } from '@sd/ui_kit';
import type { ObjectRow } from './objects_api';
import type { DialogProps } from './dialog_props';

export interface ObjectsDeleteDialogProps extends DialogProps {
  readonly objects: readonly ObjectRow[];
}

export function ObjectsDeleteDialog({
  api,
  toasts,
  tenants,
  objects,
  onClose,
}: ObjectsDeleteDialogProps): ReactElement {
  const items = objects.map((object) => ({
    object,
    id: object.key,
    name: `${object.title} (${objectTypeLabel(object.type)})`,
  }));
  const finish = (deleted: readonly string[]) => {
    if (deleted.length > 0)
      toasts.addSuccess(
        t(
          'management.delete.done',
          '{count, plural, one {# object deleted} other {# objects deleted}}',
          { count: deleted.length }
        )
      );
    onClose(deleted.length > 0);
  };
  return (
    <DeleteDialog
      items={items}
      itemsLabel={t('management.delete.items', 'Objects to delete')}
      title={t(
        'management.delete.title',
        '{count, plural, one {Delete # object?} other {Delete # objects?}}',
        { count: objects.length }
      )}
      confirmLabel={t('management.common.delete', 'Delete')}
      run={deleteEach(items, ({ object }) => api.delete(object))}
      onClose={finish}
    >
      <p>
        {tenants.current ? (
          <FormattedMessage
            id="management.delete.textTenant"
            defaultMessage="They are deleted from the tenant {tenant} for everyone. This cannot be undone."
            values={{ tenant: <strong>{tenants.current.label}</strong> }}
          />
        ) : (
          t('management.delete.text', 'They are deleted for everyone. This cannot be undone.')
        )}
      </p>
    </DeleteDialog>
  );
}
