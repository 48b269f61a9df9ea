/** Creates, changes or copies an action group. Source: reference security-plugin 1.8. */
import { EuiSkeletonText } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { LoadError, useAppLocation, useRead } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import { EntityEditPage, type EntityFormInput } from '../../../components/form/entity_edit_page';
import { useAdmin } from '../../../services/admin_context';
import { resourceKey } from '../../../services/query_keys';
import type { EditAction } from '../../../services/edit_action';
import { GROUP_PAGES } from '../routing/paths';
import { GroupForm } from './group_form';
import { missingGroup } from './missing_group';
import { selectedPermissions } from './selected_permissions';

export interface GroupEditPageProps {
  readonly action: EditAction;
  /** The action group to edit or duplicate. */
  readonly name?: string;
}

export const GroupEditPage = ({ action, name }: GroupEditPageProps): ReactElement => (
  <EntityEditPage
    resource="actiongroups"
    action={action}
    name={name}
    title={titleOf(action)}
    list={{
      text: i18n.translate('security.groups.crumb', { defaultMessage: 'Permissions' }),
      path: GROUP_PAGES.list,
    }}
    description={
      <FormattedMessage
        id="security.groupForm.intro"
        defaultMessage="An action group is a collection of permissions under a name. Roles and other action groups name it in place of them."
      />
    }
    missing={missingGroup(name ?? '')}
  >
    {(input) => <NamedForm {...input} isEdit={action === 'edit'} />}
  </EntityEditPage>
);

/** The form with the names that one can pick from. */
function NamedForm(
  props: EntityFormInput<'actiongroups'> & { readonly isEdit: boolean }
): ReactElement {
  const { client } = useAdmin();
  const { search } = useAppLocation();
  const { data, error, isLoading, reload } = useRead(
    resourceKey('actiongroups', 'names'),
    async (signal) => {
      const [catalogue, groups] = await Promise.all([
        client.permissionCatalogue(signal),
        client.list('actiongroups', signal),
      ]);
      return { ...catalogue, groups: Object.keys(groups.data).sort() };
    }
  );
  if (error !== undefined) return <LoadError error={error} onRetry={reload} />;
  if (data === undefined || isLoading) return <EuiSkeletonText lines={4} />;
  return <GroupForm {...props} names={data} selected={selectedPermissions(search)} />;
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
