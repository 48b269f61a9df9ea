/** Creates, edits or duplicates a role. */
import { EuiSpacer } from '@elastic/eui';
import { t } from '@sd/core/public';
import { FormFrame, Panel, TextField, useEntityForm } from '@sd/ui_kit';
import type { ReactElement } from 'react';
import type { Role } from '@sd/contracts';
import { EntityEditPage, type EntityFormInput } from '../../../components/form/entity_edit_page';
import { toProposal } from '../../../components/form/restored';
import { entityChange } from '../../../components/impact/use_impact';
import { ImpactPanel } from '../../../components/impact/impact_panel';
import { FormActions } from '../../../components/form/save_actions';
import { NameField } from '../../../components/form/name_field';
import { useTextLimit } from '../../../components/form/text_length';
import { useAdmin } from '../../../services/admin_context';
import { useReturnPath } from '../../../services/prefilled_changes';
import type { EditAction } from '../../../services/form_mode';
import { ROLE_PAGES } from '../paths';
import { IndexPermissionFields } from './index_permission_fields';
import { NoSuchRole } from '../not_found';
import { PermissionCombo } from './permission_combo';
import { type PermissionNames, usePermissionNames } from './permission_options';
import {
  emptyRoleForm,
  formToRole,
  type RoleForm as RoleFormState,
  roleFormProblems,
  roleToForm,
  roleNoun,
} from './role_form_state';
import { TenantPermissionFields } from './tenant_permission_fields';

export interface RoleEditPageProps {
  readonly action: EditAction;
  /** Role to edit or duplicate. */
  readonly name?: string;
}

export function RoleEditPage({ action, name }: RoleEditPageProps): ReactElement {
  const names = usePermissionNames();
  const list = {
    text: t('security.common.roles', 'Roles'),
    path: ROLE_PAGES.list,
  };
  const isEdited = action === 'edit' && name !== undefined;
  return (
    <EntityEditPage
      resource="roles"
      action={action}
      name={name}
      duplicatePath={ROLE_PAGES.duplicate(name ?? '')}
      title={pageTitle(action, name)}
      crumbs={isEdited ? [list, { text: name, path: ROLE_PAGES.view(name) }] : [list]}
      description={t(
        'security.roleEdit.intro',
        'Choose what users with this role can do. After creating it, map users to it.'
      )}
      missing={<NoSuchRole name={name ?? ''} />}
      needs={names}
    >
      {(input) =>
        names.data && (
          <RoleForm
            {...input}
            names={names.data}
            {...(action === 'duplicate' && { original: name })}
          />
        )
      }
    </EntityEditPage>
  );
}

const pageTitle = (action: EditAction, name = ''): string =>
  ({
    create: t('security.roleEdit.create', 'Create Role'),
    edit: t('security.roleEdit.edit', 'Edit role {name}', { name }),
    duplicate: t('security.roleEdit.duplicate', 'Duplicate Role'),
  })[action];

interface RoleFormProps extends EntityFormInput<'roles'> {
  readonly names: PermissionNames;
  /** Role that is duplicated. */
  readonly original?: string;
}

function RoleForm(props: RoleFormProps): ReactElement {
  const { isEdit, title, name, names, original, source, onLoadTheirs } = props;
  const { entities } = useAdmin();
  const returnPath = useReturnPath();
  const maxLength = useTextLimit();
  const form = useEntityForm<RoleFormState, Role>({
    store: entities.store('roles'),
    label: title,
    secrets: [],
    initial: source ? roleToForm(name, source.entity) : emptyRoleForm(),
    proposal: toProposal(props.restored, roleToForm),
    source,
    isNew: !isEdit,
    nameOf: (values) => values.name,
    toEntity: formToRole,
    validate: (values) => roleFormProblems(values, isEdit, maxLength),
    savedText: (values) => savedText(isEdit, values.name),
    nextPath: (values) =>
      returnPath ??
      (original === undefined
        ? ROLE_PAGES.view(values.name)
        : ROLE_PAGES.copy(values.name, original)),
    onLoadTheirs,
  });
  const { control } = form;

  return (
    <FormFrame
      form={form}
      moreActions={<FormActions form={form} kind="roles" />}
      label={t('security.common.role', 'Role')}
      cancelPath={isEdit ? ROLE_PAGES.view(name) : ROLE_PAGES.list}
      submitLabel={
        isEdit
          ? t('security.common.saveChanges', 'Save changes')
          : t('security.common.create', 'Create')
      }
    >
      <Panel title={t('security.common.name', 'Name')}>
        <NameField
          control={control}
          name="name"
          label={t('security.common.name', 'Name')}
          type={roleNoun()}
          isFixed={isEdit}
        />
        <TextField
          control={control}
          name="description"
          label={t('security.common.description', 'Description')}
          isOptional
          data-test-subj="role-description"
        />
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        title={t('security.common.clusterPermissions', 'Cluster permissions')}
        description={t(
          'security.roleForm.clusterIntro',
          'Choose what users with this role can do with the cluster as a whole. Only what you list is allowed.'
        )}
      >
        <PermissionCombo
          control={control}
          name="clusterPermissions"
          label={t('security.common.clusterPermissions', 'Cluster permissions')}
          names={names}
          scope="cluster"
        />
      </Panel>
      <EuiSpacer size="m" />
      <IndexPermissionFields control={control} names={names} />
      <EuiSpacer size="m" />
      <TenantPermissionFields control={control} />
      <ImpactPanel
        control={control}
        isBelow
        changesOf={(values) => (isEdit ? roleChange(name, values, source?.entity) : undefined)}
      />
    </FormFrame>
  );
}

function roleChange(name: string, values: RoleFormState, original: Role | undefined) {
  const stored = original && formToRole(roleToForm(name, original), original);
  return entityChange('roles', name, stored, formToRole(values, original));
}

const savedText = (isEdit: boolean, name: string): string =>
  isEdit
    ? t('security.roleForm.updated', 'Role "{name}" successfully updated', { name })
    : t('security.roleForm.created', 'Role "{name}" successfully created', { name });
