/** Form of an internal user. */
import { type ReactElement, useState } from 'react';
import { EuiSpacer } from '@elastic/eui';
import { parseQueryParams, t } from '@sd/core/public';
import {
  type FieldProps,
  type FieldValues,
  FormFrame,
  Panel,
  TextCombo,
  TextField,
  useEntityForm,
  useField,
  useServerQuery,
} from '@sd/ui_kit';
import type { InternalUser } from '@sd/contracts';
import type { Versioned } from '../../../services/entity_client';
import { resourceKey } from '../../../services/query_keys';
import { useAdmin } from '../../../services/admin_context';
import { useFeature } from '../../../services/features';
import { MUST_CHANGE_PASSWORD } from '../../../../common';
import { FormActions } from '../../../components/form/save_actions';
import type { EntityFormInput } from '../../../components/form/entity_edit_page';
import { toProposal } from '../../../components/form/restored';
import { EntityCombo } from '../../../components/form/entity_combo';
import { NameField, nameProblem } from '../../../components/form/name_field';
import { useTextLimit } from '../../../components/form/text_length';
import { entityChange } from '../../../components/impact/use_impact';
import { ImpactPanel } from '../../../components/impact/impact_panel';
import { SameNameNote } from '../../../components/form/same_name_note';
import { usePasswordRule } from '../../../components/password_rule';
import { PasswordFields } from '../../../components/form/password_fields';
import { userStore, visibleAttributes } from '../../../services/user_suspension';
import { USER_PAGES } from '../paths';
import { AttributeFields } from './attribute_fields';
import { GeneratedPassword } from './generated_password';
import { MustChangeField } from './must_change_field';
import {
  emptyUserForm,
  formToUser,
  type UserForm as UserFormState,
  userFormProblems,
  userToForm,
  userNoun,
} from './user_form_state';

/** Picker of backend roles that suggests existing ones. */
function BackendRoleCombo<S extends FieldValues>(
  props: FieldProps<S, readonly string[]>
): ReactElement {
  const { entities } = useAdmin();
  // Requests only the facet values. If that fails, names can still be typed.
  const { data } = useServerQuery(
    resourceKey('internalusers', 'backend_roles'),
    (signal) =>
      entities.search('internalusers', { page: 1, per_page: 1, facets: 'backend_roles' }, signal),
    { isOff: !useFeature('find') }
  );
  return (
    <TextCombo
      {...props}
      label={t('security.common.backendRoles', 'Backend roles')}
      placeholder={t('security.common.typeInBackendRole', 'Type in backend role')}
      options={(data?.facets['backend_roles'] ?? []).map((label) => ({ label }))}
    />
  );
}

export function UserForm(props: EntityFormInput<'internalusers'>): ReactElement {
  const { isEdit, title, name, onLoadTheirs } = props;
  const source = isEdit ? props.source : props.source && withoutSuspension(props.source);
  const { client, entities, kit } = useAdmin();
  const rule = usePasswordRule(client);
  const canRequireNewPassword = useFeature('secondFactors');
  const [preselected] = useState(() => rolesFrom(kit.services.history.location.search));
  const maxLength = useTextLimit();
  const form = useEntityForm<UserFormState, InternalUser>({
    store: userStore(entities),
    label: title,
    secrets: ['password', 'repeatedPassword'],
    initial: source ? userToForm(name, source.entity) : { ...emptyUserForm(), roles: preselected },
    proposal: toProposal(props.restored, userToForm),
    source,
    isNew: !isEdit,
    nameOf: (values) => values.name,
    toEntity: (values, original) => ({
      ...formToUser(values, original),
      ...(values.mustChangePassword && { [MUST_CHANGE_PASSWORD]: true }),
    }),
    validate: (values) => userFormProblems(values, isEdit, maxLength),
    savedText: (values) => savedText(isEdit, values.name),
    savedPath: (values) => USER_PAGES.view(values.name),
    // A new user would be on any page of the list.
    nextPath: (values) => (isEdit ? USER_PAGES.list : USER_PAGES.named(values.name)),
    onLoadTheirs,
  });
  const { control } = form;
  const mustChange = useField<UserFormState, boolean>({ control, name: 'mustChangePassword' });

  return (
    <FormFrame
      form={form}
      // A new user needs a password, which goes nowhere but to the engine.
      moreActions={isEdit && <FormActions form={form} kind="internalusers" />}
      label={t('security.common.user', 'User')}
      cancelPath={USER_PAGES.list}
      submitLabel={
        isEdit
          ? t('security.common.saveChanges', 'Save changes')
          : t('security.common.create', 'Create')
      }
    >
      <Panel title={t('security.userForm.credentials', 'Credentials')}>
        <NameField
          control={control}
          name="name"
          label={t('security.common.username', 'Username')}
          type={userNoun()}
          isFixed={isEdit}
        />
        {!isEdit && <SameNameNote control={control} name="name" taken="tenants" />}
        <PasswordFields
          control={control}
          name="password"
          repeatedName="repeatedPassword"
          rule={rule}
          isOptional={isEdit}
        />
        <GeneratedPassword
          control={control}
          name="password"
          repeatedName="repeatedPassword"
          pattern={rule.pattern}
          onGenerate={canRequireNewPassword ? () => mustChange.onChange(true) : undefined}
        />
        {canRequireNewPassword && <MustChangeField control={control} isEdit={isEdit} />}
        <TextField
          control={control}
          name="description"
          label={t('security.common.description', 'Description')}
          isOptional
        />
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        isOptional
        title={t('security.common.roles', 'Roles')}
        description={t(
          'security.userForm.rolesIntro',
          'Roles assigned to this user directly. Roles mapped to the username or to backend roles apply too.'
        )}
      >
        <EntityCombo
          control={control}
          name="roles"
          resource="roles"
          label={t('security.userForm.roles', 'Direct roles')}
          placeholder={t('security.common.searchRoles', 'Search roles')}
          isClosed
        />
      </Panel>
      <EuiSpacer size="m" />
      <Panel
        isOptional
        title={t('security.common.backendRoles', 'Backend roles')}
        description={t(
          'security.userForm.backendRolesIntro',
          'Backend roles group users, like directory groups. Map roles to them.'
        )}
      >
        <BackendRoleCombo control={control} name="backendRoles" />
      </Panel>
      <EuiSpacer size="m" />
      <AttributeFields control={control} />
      <ImpactPanel
        control={control}
        changesOf={(values) => userChange(isEdit, name, values, source?.entity)}
      />
    </FormFrame>
  );
}

/** A copy of a suspended user is active. */
const withoutSuspension = (source: Versioned<'internalusers'>): Versioned<'internalusers'> => ({
  ...source,
  entity: { ...source.entity, attributes: { ...visibleAttributes(source.entity) } },
});

/** Roles that the previous page preselected. */
const rolesFrom = (search: string): readonly string[] => parseQueryParams(search).getAll('role');

/** The password does not affect permissions, so it is left out of the impact request. */
function userChange(
  isEdit: boolean,
  name: string,
  values: UserFormState,
  original: InternalUser | undefined
) {
  if (!isEdit && nameProblem(values.name, userNoun()) !== undefined) return undefined;
  const stored = isEdit && original ? formToUser(userToForm(name, original), original) : undefined;
  const typed = formToUser({ ...values, password: '' }, original);
  return entityChange('internalusers', values.name, stored, typed);
}

const savedText = (isEdit: boolean, name: string): string =>
  isEdit
    ? t('security.userForm.updated', 'User "{name}" successfully updated', { name })
    : t('security.userForm.created', 'User "{name}" successfully created', { name });
