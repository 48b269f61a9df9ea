/** Roles tab of a user: origins, adding and removing roles. */
import {
  EuiButton,
  EuiCallOut,
  EuiConfirmModal,
  EuiProgress,
  EuiSpacer,
  useGeneratedHtmlId,
} from '@elastic/eui';
import { type ReactElement, useState } from 'react';
import { errorText, t } from '@sd/core/public';
import { Actions, DeleteDialog, deleteEach, Panel, useChanged } from '@sd/ui_kit';
import type { EffectivePermissions, EffectiveRole } from '@sd/contracts';
import { EntityPicker } from '../../../components/form/entity_picker';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { useMay } from '../../../services/rights';
import { RoleMembership } from '../../../services/role_membership';
import { RoleTable } from './role_table';

/** Adds roles to a user through their mappings, sequentially; continues after a failure. */
interface AssignRolesDialogProps {
  readonly name: string;
  /** Roles that the user already has. */
  readonly assignedRoles: readonly string[];
  readonly onClose: () => void;
}

interface Failure {
  readonly role: string;
  readonly message: string;
}

function AssignRolesDialog({ name, assignedRoles, onClose }: AssignRolesDialogProps): ReactElement {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const titleId = useGeneratedHtmlId({ prefix: 'giveRoles' });
  const [roles, setRoles] = useState<readonly string[]>([]);
  const [done, setDone] = useState<number>();
  const [failures, setFailures] = useState<readonly Failure[]>([]);
  const isBusy = done !== undefined;

  const assign = async () => {
    const membership = new RoleMembership(entities);
    const failed: Failure[] = [];
    setFailures([]);
    for (const [index, role] of roles.entries()) {
      setDone(index);
      await membership
        .map([name], role)
        .catch((error: unknown) => failed.push({ role, message: errorText(error) }));
    }
    setDone(undefined);
    const given = roles.length - failed.length;
    if (given > 0) {
      changed(SECURITY_KEY);
      core.notifications.toasts.addSuccess({
        title: t(
          'security.userRoles.given',
          '{count, plural, one {1 role} other {{count, number} roles}} given to {name}.',
          { name, count: given }
        ),
      });
    }
    if (failed.length === 0) return onClose();
    // Failed roles stay in the field.
    setRoles(failed.map(({ role }) => role));
    setFailures(failed);
  };

  return (
    <EuiConfirmModal
      aria-labelledby={titleId}
      titleProps={{ id: titleId }}
      title={t('security.userRoles.giveTitle', 'Give roles to {name}', { name })}
      cancelButtonText={t('security.common.cancel', 'Cancel')}
      confirmButtonText={t('security.userRoles.give', 'Give roles')}
      confirmButtonDisabled={roles.length === 0}
      isLoading={isBusy}
      onCancel={onClose}
      onConfirm={() => void assign()}
    >
      <EntityPicker
        resource="roles"
        label={t('security.common.roles', 'Roles')}
        helpText={t(
          'security.common.theUserIsAddedTo',
          "The user is added to each role's mapping."
        )}
        chosen={roles}
        onChange={(chosen) => setRoles(chosen.filter((role) => !assignedRoles.includes(role)))}
        isClosed
      />
      {isBusy && roles.length > 1 && (
        <>
          <EuiSpacer size="m" />
          <EuiProgress size="s" max={roles.length} value={done} />
        </>
      )}
      {failures.length > 0 && (
        <div role="alert">
          <EuiSpacer size="m" />
          <EuiCallOut
            size="s"
            color="danger"
            iconType="warning"
            title={t('security.userRoles.giveFailed', "Couldn't give some roles")}
          >
            <ul>
              {failures.map(({ role, message }) => (
                <li key={role}>
                  <strong>{role}</strong>: {message}
                </li>
              ))}
            </ul>
          </EuiCallOut>
        </div>
      )}
    </EuiConfirmModal>
  );
}

interface UserRolesTabProps {
  readonly name: string;
  readonly effective: EffectivePermissions;
}

export function UserRolesTab({ name, effective }: UserRolesTabProps): ReactElement {
  const [selected, setSelected] = useState<readonly EffectiveRole[]>([]);
  const [dialog, setDialog] = useState<'assign' | 'remove'>();
  const mayChange = useMay()(['PUT ROLESMAPPING']);
  const close = () => {
    setDialog(undefined);
    setSelected([]);
  };
  return (
    <Panel
      title={t('security.userView.roles', 'Roles ({count, number})', {
        count: effective.roles.length,
      })}
      description={t(
        'security.userRoles.intro',
        "You can remove roles that are direct or mapped by name. Roles from a backend role or host are shared with others: change them in the role's mapping."
      )}
      actions={
        mayChange && (
          <Actions>
            <EuiButton
              color="danger"
              isDisabled={selected.length === 0}
              onClick={() => setDialog('remove')}
            >
              {t('security.common.removeRoles', 'Remove roles')}
            </EuiButton>
            <EuiButton fill onClick={() => setDialog('assign')}>
              {t('security.userRoles.give', 'Give roles')}
            </EuiButton>
          </Actions>
        )
      }
    >
      <RoleTable name={name} roles={effective.roles} onSelect={setSelected} />
      {dialog === 'assign' && (
        <AssignRolesDialog
          name={name}
          assignedRoles={effective.roles.map(({ role }) => role)}
          onClose={close}
        />
      )}
      {dialog === 'remove' && <RemoveRolesDialog name={name} roles={selected} onClose={close} />}
    </Panel>
  );
}

interface RemoveRolesDialogProps {
  readonly name: string;
  readonly roles: readonly EffectiveRole[];
  readonly onClose: () => void;
}

export function RemoveRolesDialog({ name, roles, onClose }: RemoveRolesDialogProps): ReactElement {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const membership = new RoleMembership(entities);
  const items = roles.map((role) => ({ ...role, id: role.role, name: role.role }));
  return (
    <DeleteDialog
      items={items}
      title={t('security.common.removeRoles', 'Remove roles')}
      confirmLabel={t('security.common.removeRoles', 'Remove roles')}
      itemsLabel={t('security.roles.entities', 'role(s)')}
      run={deleteEach(items, ({ role, origins }) => membership.remove(name, role, origins))}
      onClose={(taken) => {
        onClose();
        if (taken.length === 0) return;
        changed(SECURITY_KEY);
        core.notifications.toasts.addSuccess({
          title: t(
            'security.userRoles.taken',
            '{count, plural, one {1 role} other {{count, number} roles}} removed from {name}.',
            { name, count: taken.length }
          ),
        });
      }}
    >
      <p>
        {t(
          'security.userRoles.takeQuestion',
          '{name} immediately loses what only these roles allow.',
          { name }
        )}
      </p>
    </DeleteDialog>
  );
}
