/** Asks before users are deleted. */
import { FormattedMessage, i18n } from '@sd/core/public';
import type { ReactElement } from 'react';
import {
  type Deleted,
  ResourceDeleteDialog,
  type ResourceDeleteDialogProps,
} from '../../../components/resource_delete_dialog';

/** What deleting users is called and does, on the list and on a user's page. */
export const userDeletionTexts = () => ({
  entities: i18n.translate('security.users.entities', { defaultMessage: 'user(s)' }),
  consequences: () => (
    <FormattedMessage
      id="security.users.deletion"
      defaultMessage="Who is deleted cannot sign in any more, and open sessions end with their next request. Role mappings keep the name."
    />
  ),
  deletedText: (values: Deleted) =>
    i18n.translate('security.users.deleted', {
      defaultMessage: '{count, plural, one {User "{name}" deleted.} other {# users deleted.}}',
      values: { ...values },
    }),
});

export interface UserDeletionProps extends Pick<ResourceDeleteDialogProps, 'onClose'> {
  readonly names: readonly string[];
}

export function UserDeletion({ names, onClose }: UserDeletionProps): ReactElement {
  const { consequences, ...texts } = userDeletionTexts();
  return (
    <ResourceDeleteDialog
      resource="internalusers"
      items={names.map((name) => ({ id: name, name }))}
      {...texts}
      consequences={consequences()}
      onClose={onClose}
    />
  );
}
