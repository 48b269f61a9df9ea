/**
 * Creates, changes or copies an action group. Source:
 * docs/reference/security-app.md#permissions-and-action-groups.
 */
import { FormattedMessage, i18n } from '@sd/core/public';
import { useAppLocation } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { EntityEditPage } from '../../../components/form/entity_edit_page';
import type { EditAction } from '../../../services/form_mode';
import { usePermissionNames } from '../roles/permission_options';
import { GROUP_PAGES } from '../paths';
import { GroupForm } from './group_form';
import { NoSuchGroup } from './no_such_group';
import { selectedPermissions } from './selected_permissions';

export interface GroupEditPageProps {
  readonly action: EditAction;
  /** The action group to edit or duplicate. */
  readonly name?: string;
}

export function GroupEditPage({ action, name }: GroupEditPageProps): ReactElement {
  const names = usePermissionNames();
  const { search } = useAppLocation();
  return (
    <EntityEditPage
      resource="actiongroups"
      action={action}
      name={name}
      title={titleOf(action)}
      crumbs={[
        {
          text: i18n.translate('security.groups.crumb', { defaultMessage: 'Permissions' }),
          path: GROUP_PAGES.list,
        },
      ]}
      description={
        <FormattedMessage
          id="security.groupForm.intro"
          defaultMessage="An action group is a collection of permissions under a name. Roles and other action groups name it in place of them."
        />
      }
      missing={<NoSuchGroup name={name ?? ''} />}
      needs={names}
    >
      {(input) =>
        names.data && (
          <GroupForm {...input} names={names.data} selected={selectedPermissions(search)} />
        )
      }
    </EntityEditPage>
  );
}

function titleOf(action: EditAction): string {
  switch (action) {
    case 'create':
      return i18n.translate('security.groupForm.createTitle', {
        defaultMessage: 'Create new action group',
      });
    case 'edit':
      return i18n.translate('security.groupForm.editTitle', {
        defaultMessage: 'Edit action group',
      });
    case 'duplicate':
      return i18n.translate('security.groupForm.duplicateTitle', {
        defaultMessage: 'Duplicate action group',
      });
  }
}
