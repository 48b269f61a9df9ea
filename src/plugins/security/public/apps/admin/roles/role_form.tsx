/** Creates or changes a role. Source: reference security-plugin 1.6.2; conflicts: `common/api.ts`. */
import { EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { FormFrame, Panel, TextCombo, TextField } from '@sd/ui_kit';
import { type ReactElement, useMemo } from 'react';
import { NameField } from '../../../components/form/name_field';
import { useResourceForm } from '../../../components/form/use_resource_form';
import type { Versioned } from '../../../services/security_client';
import type { EditAction } from '../../../services/edit_action';
import { ROLE_PAGES } from '../routing/paths';
import { IndexPermissionFields } from './index_permission_fields';
import {
  freeTextHelp,
  type PermissionNames,
  permissionOptions,
  permissionPlaceholder,
  unknownPermissionProblem,
} from './permission_options';
import { roleFormProblems, roleWord } from './role_form_problems';
import { formToRole, type RoleForm as RoleFormState } from './role_form_state';
import { TenantPermissionFields } from './tenant_permission_fields';

export interface RoleFormProps {
  readonly action: EditAction;
  /** Heading of the page. */
  readonly title: string;
  readonly names: PermissionNames;
  readonly initial: RoleFormState;
  /** The role the form was filled from. */
  readonly source?: Versioned<'roles'>;
  readonly onLoadTheirs: (theirs: Versioned<'roles'>) => void;
}

export function RoleForm(props: RoleFormProps): ReactElement {
  const { action, title, names, initial, source, onLoadTheirs } = props;
  const isEdit = action === 'edit';
  const form = useResourceForm<RoleFormState, 'roles'>({
    resource: 'roles',
    label: title,
    initial,
    source,
    isNew: !isEdit,
    nameOf: ({ name }) => name,
    toEntity: formToRole,
    validate: (values) => roleFormProblems(values, isEdit),
    fieldOfMessage: (message) => (/entity name/i.test(message) ? 'name' : undefined),
    savedText: (name) => savedText(isEdit, name),
    nextPath: ROLE_PAGES.view,
    onLoadTheirs,
  });
  const { control } = form;
  // Hundreds of names: made once, not with each key that is pressed.
  const options = useMemo(
    () => ({
      cluster: permissionOptions(names, 'cluster'),
      index: permissionOptions(names, 'index'),
    }),
    [names]
  );

  return (
    <FormFrame
      form={form}
      label={i18n.translate('security.roleForm.label', { defaultMessage: 'Role' })}
      cancelPath={isEdit ? ROLE_PAGES.view(initial.name) : ROLE_PAGES.list}
      submitLabel={
        isEdit ? (
          <FormattedMessage id="security.roleForm.update" defaultMessage="Update" />
        ) : (
          <FormattedMessage id="security.roleForm.create" defaultMessage="Create" />
        )
      }
    >
      <Panel title={<FormattedMessage id="security.roleForm.namePanel" defaultMessage="Name" />}>
        <NameField
          control={control}
          name="name"
          label={i18n.translate('security.roleForm.name', { defaultMessage: 'Name' })}
          type={roleWord()}
          isFixed={isEdit}
        />
        <TextField
          control={control}
          name="description"
          label={i18n.translate('security.roleForm.description', {
            defaultMessage: 'Description',
          })}
          isOptional
          data-test-subj="role-description"
        />
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        title={
          <FormattedMessage id="security.roleForm.cluster" defaultMessage="Cluster permissions" />
        }
        description={
          <FormattedMessage
            id="security.roleForm.clusterIntro"
            defaultMessage="How users of this role may work with the cluster as a whole. Nothing is granted unless you name it."
          />
        }
      >
        <TextCombo
          control={control}
          name="clusterPermissions"
          label={i18n.translate('security.roleForm.clusterLabel', {
            defaultMessage: 'Cluster permissions',
          })}
          placeholder={permissionPlaceholder()}
          helpText={freeTextHelp()}
          options={options.cluster}
          problemOfNew={(value) => unknownPermissionProblem(value, names)}
        />
      </Panel>
      <EuiSpacer size="m" />
      <IndexPermissionFields control={control} names={names} options={options.index} />
      <EuiSpacer size="m" />
      <TenantPermissionFields control={control} />
    </FormFrame>
  );
}

const savedText = (isEdit: boolean, name: string): string =>
  isEdit
    ? i18n.translate('security.roleForm.updated', {
        defaultMessage: 'Role "{name}" successfully updated',
        values: { name },
      })
    : i18n.translate('security.roleForm.created', {
        defaultMessage: 'Role "{name}" successfully created',
        values: { name },
      });
