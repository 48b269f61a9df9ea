/** Maps a user to several roles, or removes the user from their mappings. */
import { FormattedMessage, i18n } from '@sd/core/public';
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
      itemsLabel={i18n.translate('security.roles.entities', { defaultMessage: 'role(s)' })}
      title={
        isToMap
          ? i18n.translate('security.bulk.mapTitle', {
              defaultMessage: 'Map a user to {count, plural, one {one role} other {# roles}}',
              values,
            })
          : i18n.translate('security.bulk.unmapTitle', {
              defaultMessage: 'Unmap a user from {count, plural, one {one role} other {# roles}}',
              values,
            })
      }
      confirm={
        isToMap
          ? i18n.translate('security.bulk.map', { defaultMessage: 'Map user' })
          : i18n.translate('security.bulk.unmap', { defaultMessage: 'Unmap user' })
      }
      question={
        isToMap ? (
          <FormattedMessage
            id="security.bulk.mapQuestion"
            defaultMessage="The name is added to the mapping of each role."
          />
        ) : (
          <FormattedMessage
            id="security.bulk.unmapQuestion"
            defaultMessage="The name goes from the mapping of each role."
          />
        )
      }
      isHarmless={isToMap}
      entityInput={{
        resource: 'internalusers',
        label: i18n.translate('security.bulk.user', { defaultMessage: 'User' }),
        // External users have no entry here.
        isClosed: false,
      }}
      act={(user) => mappingUser(entities, roles, user, isToMap)}
      doneText={(count, user) =>
        isToMap
          ? i18n.translate('security.bulk.mapped', {
              defaultMessage:
                '{user} is mapped to {count, plural, one {one role} other {# roles}}.',
              values: { user, count },
            })
          : i18n.translate('security.bulk.unmapped', {
              defaultMessage:
                '{user} was unmapped from {count, plural, one {one role} other {# roles}}.',
              values: { user, count },
            })
      }
      onClose={onClose}
    />
  );
}
