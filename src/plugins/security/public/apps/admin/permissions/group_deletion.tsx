/** Asks before action groups are deleted, and says who loses what they permit. */
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import type { OwnDeletionProps } from '../../../components/entity_list_page';
import { useAccessLoss } from '../../../components/impact/use_access_loss';
import { ResourceDeleteDialog } from '../../../components/resource_delete_dialog';
import type { PermissionItem } from './permission_source';

export function GroupDeletion({ items, onClose }: OwnDeletionProps<PermissionItem>): ReactElement {
  const losers = useAccessLoss({
    actiongroups: Object.fromEntries(items.map(({ name }) => [name, null])),
  });
  return (
    <ResourceDeleteDialog
      resource="actiongroups"
      items={items.map(({ name }) => ({ id: name, name }))}
      entities={i18n.translate('security.groups.entities', {
        defaultMessage: 'action group(s)',
      })}
      consequences={
        <FormattedMessage
          id="security.groups.deletion"
          defaultMessage="Roles and action groups that name a deleted group keep the name, which grants nothing from then on."
        />
      }
      {...(losers && { accessLoss: losers })}
      deletedText={(values) =>
        i18n.translate('security.groups.deleted', {
          defaultMessage:
            '{count, plural, one {Action group "{name}" deleted.} other {# action groups deleted.}}',
          values: { ...values },
        })
      }
      onClose={onClose}
    />
  );
}
