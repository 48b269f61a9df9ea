/** Creates or changes an internal user. Source: reference security-plugin 1.7; roles at the user: demand.md 5. */
import { EuiCallOut, EuiFieldText, EuiFormRow, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, useRef } from 'react';
import { ConflictDialog } from '../../../components/form/conflict_dialog';
import { EntityCombo } from '../../../components/form/entity_combo';
import { FormFrame } from '../../../components/form/form_frame';
import { NameField } from '../../../components/form/name_field';
import { OptionalMark } from '../../../components/form/optional_mark';
import { PasswordFields } from '../../../components/form/password_fields';
import { useEntityForm } from '../../../components/form/use_entity_form';
import { Panel } from '../../../components/panel';
import { TOAST_LIFETIME_MS } from '../../../components/texts';
import type { SaveCondition, Versioned } from '../../../services/security_client';
import { useAdmin } from '../admin_context';
import { type EditAction, USER_PAGES } from '../routing/paths';
import { AttributeFields } from './attribute_fields';
import { BackendRoleCombo } from './backend_role_combo';
import {
  formToUser,
  type UserForm as UserFormState,
  userFormProblems,
  userWord,
} from './user_form_state';

export interface UserFormProps {
  readonly action: EditAction;
  readonly initial: UserFormState;
  /** The user the form was filled from. */
  readonly source?: Versioned<'internalusers'>;
  readonly onLoadTheirs: (theirs: Versioned<'internalusers'>) => void;
}

export function UserForm({ action, initial, source, onLoadTheirs }: UserFormProps): ReactElement {
  const { client, core, history } = useAdmin();
  const isEdit = action === 'edit';
  const condition = useRef<SaveCondition>(isEdit ? { etag: source?.etag } : { create: true });
  const state = useEntityForm<UserFormState>({
    initial,
    validate: (form) => userFormProblems(form, isEdit),
    save: (form) =>
      client.save('internalusers', form.name, formToUser(form, source?.entity), condition.current),
    onSaved: ({ name }) => {
      core.notifications.toasts.addSuccess({
        title: savedText(isEdit, name),
        toastLifeTimeMs: TOAST_LIFETIME_MS,
      });
      history.push(USER_PAGES.list);
    },
    fieldOfRefusal: (message) => {
      if (/password/i.test(message)) return 'password';
      return /entity name/i.test(message) ? 'name' : undefined;
    },
  });
  const { form, change, problemOf, touch } = state;

  return (
    <>
      {isEdit && source?.entity.reserved && (
        <>
          <EuiCallOut
            iconType="lock"
            title={
              <FormattedMessage
                id="security.userForm.reserved"
                defaultMessage="This user is reserved and cannot be changed. Duplicate it to make one of your own."
              />
            }
          />
          <EuiSpacer size="m" />
        </>
      )}
      <FormFrame
        state={state}
        label={i18n.translate('security.userForm.label', { defaultMessage: 'Internal user' })}
        cancelPath={USER_PAGES.list}
        submitLabel={
          isEdit ? (
            <FormattedMessage id="security.userForm.save" defaultMessage="Save changes" />
          ) : (
            <FormattedMessage id="security.userForm.create" defaultMessage="Create" />
          )
        }
      >
        <Panel
          title={
            <FormattedMessage id="security.userForm.credentials" defaultMessage="Credentials" />
          }
        >
          <NameField
            label={i18n.translate('security.userForm.name', { defaultMessage: 'Username' })}
            type={userWord()}
            state={state}
            isFixed={isEdit}
          />
          <PasswordFields
            password={form.password}
            repeated={form.repeatedPassword}
            onChange={change}
            onBlur={touch}
            passwordProblem={problemOf('password')}
            repeatedProblem={problemOf('repeatedPassword')}
            isOptional={isEdit}
          />
          <EuiFormRow
            fullWidth
            label={i18n.translate('security.userForm.description', {
              defaultMessage: 'Description',
            })}
            labelAppend={<OptionalMark />}
          >
            <EuiFieldText
              fullWidth
              value={form.description}
              onChange={(event) => change({ description: event.target.value })}
            />
          </EuiFormRow>
        </Panel>
        <EuiSpacer size="m" />
        <Panel
          isOptional
          title={<FormattedMessage id="security.userForm.rolesPanel" defaultMessage="Roles" />}
          description={
            <FormattedMessage
              id="security.userForm.rolesIntro"
              defaultMessage="Roles given to this user directly. Roles mapped to the name or to backend roles come on top."
            />
          }
        >
          <EntityCombo
            id="roles"
            resource="roles"
            label={i18n.translate('security.userForm.roles', { defaultMessage: 'Direct roles' })}
            placeholder={i18n.translate('security.userForm.rolesPlaceholder', {
              defaultMessage: 'Search roles',
            })}
            values={form.roles}
            onChange={(roles) => change({ roles })}
            isClosed
          />
        </Panel>
        <EuiSpacer size="m" />
        <Panel
          isOptional
          title={
            <FormattedMessage
              id="security.userForm.backendRolesPanel"
              defaultMessage="Backend roles"
            />
          }
          description={
            <FormattedMessage
              id="security.userForm.backendRolesIntro"
              defaultMessage="Backend roles group users, like groups of a directory. Roles are mapped to them."
            />
          }
        >
          <BackendRoleCombo
            values={form.backendRoles}
            onChange={(backendRoles) => change({ backendRoles })}
          />
        </Panel>
        <EuiSpacer size="m" />
        <AttributeFields
          rows={form.attributes}
          onChange={(attributes) => change({ attributes })}
          state={state}
        />
      </FormFrame>
      {state.isConflict && source && (
        <ConflictDialog
          resource="internalusers"
          name={form.name}
          original={source.entity}
          onLoadTheirs={onLoadTheirs}
          onKeepEditing={(theirs) => {
            condition.current = theirs ? { etag: theirs.etag } : { create: true };
            state.closeConflict();
          }}
        />
      )}
    </>
  );
}

const savedText = (isEdit: boolean, name: string): string =>
  isEdit
    ? i18n.translate('security.userForm.updated', {
        defaultMessage: 'User "{name}" successfully updated',
        values: { name },
      })
    : i18n.translate('security.userForm.created', {
        defaultMessage: 'User "{name}" successfully created',
        values: { name },
      });
