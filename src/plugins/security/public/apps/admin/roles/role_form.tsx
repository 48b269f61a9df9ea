/** Creates or changes a role. Source: reference security-plugin 1.6.2; conflicts: `common/api.ts`. */
import { EuiFieldText, EuiFormRow, EuiSpacer } from '@elastic/eui';
import { FormattedMessage, i18n } from '@sd/core/public';
import { type ReactElement, useMemo, useRef } from 'react';
import { ConflictDialog } from '../../../components/form/conflict_dialog';
import { FormFrame } from '../../../components/form/form_frame';
import { NameField } from '../../../components/form/name_field';
import { OptionalMark } from '../../../components/form/optional_mark';
import { TextCombo } from '../../../components/form/text_combo';
import { useEntityForm } from '../../../components/form/use_entity_form';
import { Panel } from '../../../components/panel';
import { TOAST_LIFETIME_MS } from '../../../components/texts';
import type { SaveCondition, Versioned } from '../../../services/security_client';
import { useAdmin } from '../admin_context';
import { type EditAction, ROLE_PAGES } from '../routing/paths';
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
  readonly names: PermissionNames;
  readonly initial: RoleFormState;
  /** The role the form was filled from. */
  readonly source?: Versioned<'roles'>;
  readonly onLoadTheirs: (theirs: Versioned<'roles'>) => void;
}

export function RoleForm({
  action,
  names,
  initial,
  source,
  onLoadTheirs,
}: RoleFormProps): ReactElement {
  const { client, core, history } = useAdmin();
  const isEdit = action === 'edit';
  const condition = useRef<SaveCondition>(isEdit ? { etag: source?.etag } : { create: true });
  const state = useEntityForm<RoleFormState>({
    initial,
    validate: (form) => roleFormProblems(form, isEdit),
    save: (form) =>
      client.save('roles', form.name, formToRole(form, source?.entity), condition.current),
    onSaved: ({ name }) => {
      core.notifications.toasts.addSuccess({
        title: savedText(isEdit, name),
        toastLifeTimeMs: TOAST_LIFETIME_MS,
      });
      history.push(ROLE_PAGES.view(name));
    },
    fieldOfRefusal: (message) => (/entity name/i.test(message) ? 'name' : undefined),
  });
  const { form, change } = state;
  // Hundreds of names: made once, not with each key that is pressed.
  const options = useMemo(
    () => ({
      cluster: permissionOptions(names, 'cluster'),
      index: permissionOptions(names, 'index'),
    }),
    [names]
  );

  return (
    <>
      <FormFrame
        state={state}
        label={i18n.translate('security.roleForm.label', { defaultMessage: 'Role' })}
        cancelPath={isEdit ? ROLE_PAGES.view(form.name) : ROLE_PAGES.list}
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
            label={i18n.translate('security.roleForm.name', { defaultMessage: 'Name' })}
            type={roleWord()}
            state={state}
            isFixed={isEdit}
          />
          <EuiFormRow
            fullWidth
            label={i18n.translate('security.roleForm.description', {
              defaultMessage: 'Description',
            })}
            labelAppend={<OptionalMark />}
          >
            <EuiFieldText
              fullWidth
              value={form.description}
              onChange={(event) => change({ description: event.target.value })}
              data-test-subj="role-description"
            />
          </EuiFormRow>
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
            id="clusterPermissions"
            label={i18n.translate('security.roleForm.clusterLabel', {
              defaultMessage: 'Cluster permissions',
            })}
            placeholder={permissionPlaceholder()}
            helpText={freeTextHelp()}
            options={options.cluster}
            problemOfNew={(value) => unknownPermissionProblem(value, names)}
            values={form.clusterPermissions}
            onChange={(clusterPermissions) => change({ clusterPermissions })}
          />
        </Panel>
        <EuiSpacer size="m" />
        <IndexPermissionFields
          names={names}
          options={options.index}
          rows={form.indexPermissions}
          onChange={(indexPermissions) => change({ indexPermissions })}
          state={state}
        />
        <EuiSpacer size="m" />
        <TenantPermissionFields
          rows={form.tenantPermissions}
          onChange={(tenantPermissions) => change({ tenantPermissions })}
        />
      </FormFrame>
      {state.isConflict && source && (
        <ConflictDialog
          resource="roles"
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
    ? i18n.translate('security.roleForm.updated', {
        defaultMessage: 'Role "{name}" successfully updated',
        values: { name },
      })
    : i18n.translate('security.roleForm.created', {
        defaultMessage: 'Role "{name}" successfully created',
        values: { name },
      });
