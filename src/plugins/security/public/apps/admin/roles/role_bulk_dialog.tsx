/** Maps a user to several roles, or removes the user from their mappings. */
import { t } from '@sd/core/public';
import type { ReactElement } from 'react';
import { BulkDialog, type BulkDialogProps } from '../../../components/bulk/bulk_dialog';
import { useAdmin } from '../../../services/admin_context';
import { mappingUser } from './role_actions';

export type RoleBulkKind = 'map' | 'unmap';

export interface RoleBulkDialogProps extends Pick<BulkDialogProps, 'onClose'> {
  readonly kind: RoleBulkKind;
  readonly roles: readonly string[];
}

export function RoleBulkDialog({ kind, roles, onClose }: RoleBulkDialogProps): ReactElement {
  const { entities } = useAdmin();
  const isToMap = kind === 'map';
  const values = { count: roles.length };
  return (
    <BulkDialog
      names={roles}
      itemsLabel={t('security.roles.entities', 'role(s)')}
      title={
        isToMap
          ? t(
              'security.bulk.mapTitle',
              'Map user to {count, plural, one {1 role} other {{count, number} roles}}',
              values
            )
          : t(
              'security.bulk.unmapTitle',
              'Remove user from {count, plural, one {1 role} other {{count, number} roles}}',
              values
            )
      }
      confirm={
        isToMap ? t('security.common.mapUser', 'Map user') : t('security.bulk.unmap', 'Remove user')
      }
      question={
        isToMap
          ? t('security.common.theUserIsAddedTo', "The user is added to each role's mapping.")
          : t('security.bulk.unmapQuestion', "The user is removed from each role's mapping.")
      }
      isHarmless={isToMap}
      entityInput={{
        resource: 'internalusers',
        label: t('security.common.user', 'User'),
        // External users have no entry here.
        isClosed: false,
      }}
      act={(user) => mappingUser(entities, roles, user, isToMap)}
      doneText={(count, user) =>
        isToMap
          ? t(
              'security.bulk.mapped',
              '{user} is now mapped to {count, plural, one {1 role} other {{count, number} roles}}.',
              { user, count }
            )
          : t(
              'security.bulk.unmapped',
              '{user} was removed from {count, plural, one {1 role} other {{count, number} roles}}.',
              { user, count }
            )
      }
      onClose={onClose}
    />
  );
}
