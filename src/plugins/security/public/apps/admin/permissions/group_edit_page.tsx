/** Creates, edits or duplicates an action group. */
import type { ReactElement } from 'react';
import { t } from '@sd/core/public';
import {
  FormFrame,
  Panel,
  SelectField,
  TextField,
  useAppLocation,
  useEntityForm,
} from '@sd/ui_kit';
import { ACTION_GROUP_TYPES, type ActionGroup } from '@sd/contracts';
import { EntityEditPage, type EntityFormInput } from '../../../components/form/entity_edit_page';
import { toProposal } from '../../../components/form/restored';
import { entityChange } from '../../../components/impact/use_impact';
import { ImpactPanel } from '../../../components/impact/impact_panel';
import { FormActions } from '../../../components/form/save_actions';
import { NameField, nameProblem } from '../../../components/form/name_field';
import { lengthProblem, useTextLimit } from '../../../components/form/text_length';
import { useAdmin } from '../../../services/admin_context';
import { PermissionCombo } from '../roles/permission_combo';
import { type PermissionNames, usePermissionNames } from '../roles/permission_options';
import { GROUP_PAGES } from '../paths';
import type { EditAction } from '../../../services/form_mode';
import { NoSuchGroup } from '../not_found';
import { selectedPermissions } from './selected_permissions';

/**
 * Form of an action group. Source: docs/reference/security-app.md#permissions-and-action-groups.
 */
export interface GroupFormProps extends EntityFormInput<'actiongroups'> {
  readonly names: PermissionNames;
  /** Initial members of a new group. */
  readonly selected: readonly string[];
}

/** '' for a group without a type. */
type GroupType = NonNullable<ActionGroup['type']> | '';

interface GroupFields {
  readonly name: string;
  readonly description: string;
  readonly type: GroupType;
  readonly permissions: readonly string[];
}

const groupNoun = (): string => t('security.groupForm.word', 'action group');

export function GroupForm(props: GroupFormProps): ReactElement {
  const { title, name, source, names, selected, onLoadTheirs, isEdit } = props;
  const { entities } = useAdmin();
  const maxLength = useTextLimit();
  const form = useEntityForm<GroupFields, ActionGroup>({
    store: entities.store('actiongroups'),
    label: title,
    secrets: [],
    initial: groupToForm(name, source?.entity ?? { allowed_actions: selected }),
    proposal: toProposal(props.restored, groupToForm),
    source,
    isNew: !isEdit,
    nameOf: (fields) => fields.name,
    toEntity: toGroup,
    validate: (fields) => groupProblems(fields, isEdit, maxLength),
    savedText: (fields) => savedText(isEdit, fields.name),
    nextPath: (fields) => GROUP_PAGES.view(fields.name),
    onLoadTheirs,
  });
  const { control } = form;
  return (
    <FormFrame
      form={form}
      moreActions={<FormActions form={form} kind="actiongroups" />}
      label={t('security.common.actionGroup', 'Action group')}
      cancelPath={isEdit ? GROUP_PAGES.view(name) : GROUP_PAGES.list}
      submitLabel={
        isEdit
          ? t('security.common.saveChanges', 'Save changes')
          : t('security.common.create', 'Create')
      }
    >
      <Panel title={t('security.common.actionGroup', 'Action group')}>
        <NameField
          control={control}
          name="name"
          label={t('security.common.name', 'Name')}
          type={groupNoun()}
          isFixed={isEdit}
        />
        <TextField
          control={control}
          name="description"
          label={t('security.common.description', 'Description')}
          isOptional
        />
        <SelectField
          control={control}
          name="type"
          label={t('security.common.type', 'Type')}
          options={typeOptions(source?.entity.type)}
        />
        <PermissionCombo
          control={control}
          name="permissions"
          label={t('security.common.permissions', 'Permissions')}
          names={names}
          scope="all"
        />
      </Panel>
      <ImpactPanel
        control={control}
        changesOf={(fields) => (isEdit ? groupChange(name, fields, source?.entity) : undefined)}
      />
    </FormFrame>
  );
}

/** Selectable types plus the current one: built-in groups have types of their own. */
function typeOptions(current: ActionGroup['type']): Array<{ value: GroupType; text: string }> {
  const texts: Readonly<Record<string, string>> = {
    cluster: t('security.common.clusterPermissions', 'Cluster permissions'),
    index: t('security.common.indexPermissions', 'Index permissions'),
    all: t('security.groupForm.typeAll', 'Cluster and index permissions'),
  };
  const types = new Set<string>([
    ...ACTION_GROUP_TYPES,
    ...(current === undefined ? [] : [current]),
  ]);
  return [
    {
      value: '',
      text: t('security.common.notSpecified', 'Not specified'),
    },
    ...[...types].map((value) => ({ value, text: texts[value] ?? value })),
  ];
}

function groupProblems(
  { name, description, permissions }: GroupFields,
  isEdit: boolean,
  maxLength: number | undefined
) {
  const problem = isEdit ? undefined : nameProblem(name, groupNoun());
  const [longText, longName] = [[description], permissions].map((texts) =>
    lengthProblem(texts, maxLength)
  );
  return {
    ...(problem !== undefined && { name: problem }),
    ...(longText !== undefined && { description: longText }),
    ...(longName !== undefined && { permissions: longName }),
    ...(permissions.length === 0 && {
      permissions: t('security.groupForm.permissionsRequired', 'Choose at least one permission.'),
    }),
  };
}

const groupToForm = (
  name: string,
  group: Pick<ActionGroup, 'description' | 'type' | 'allowed_actions'>
): GroupFields => ({
  name,
  description: group.description ?? '',
  type: group.type ?? '',
  permissions: group.allowed_actions,
});

/** Keeps fields that the form does not show. */
function toGroup(
  { description, type, permissions }: GroupFields,
  original: ActionGroup | undefined
): object {
  const {
    reserved: _r,
    hidden: _h,
    static: _s,
    description: _d,
    type: _t,
    ...rest
  } = original ?? ({} as Partial<ActionGroup>);
  const text = description.trim();
  return {
    ...rest,
    ...(text !== '' && { description: text }),
    ...(type !== '' && { type }),
    allowed_actions: permissions,
  };
}

function groupChange(name: string, fields: GroupFields, original: ActionGroup | undefined) {
  const stored = original && toGroup(groupToForm(name, original), original);
  return entityChange('actiongroups', name, stored, toGroup(fields, original));
}

const savedText = (isEdit: boolean, name: string): string =>
  isEdit
    ? t('security.groupForm.updated', 'Action group "{name}" successfully updated', { name })
    : t('security.groupForm.created', 'Action group "{name}" successfully created', { name });

export interface GroupEditPageProps {
  readonly action: EditAction;
  /** Action group to edit or duplicate. */
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
      duplicatePath={GROUP_PAGES.duplicate(name ?? '')}
      title={pageTitle(action, name)}
      crumbs={[
        {
          text: t('security.common.permissions', 'Permissions'),
          path: GROUP_PAGES.list,
        },
      ]}
      description={t(
        'security.groupForm.intro',
        'An action group is a named set of permissions that roles and other action groups can use.'
      )}
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

const pageTitle = (action: EditAction, name = ''): string =>
  ({
    create: t('security.groupForm.createTitle', 'Create new action group'),
    edit: t('security.groupForm.editTitle', 'Edit action group {name}', { name }),
    duplicate: t('security.groupForm.duplicateTitle', 'Duplicate action group'),
  })[action];
