/** Which roles a user has, by which way, and giving and taking them. */
import { EuiButton, EuiFlexGroup, EuiFlexItem } from '@elastic/eui';
import type { EffectivePermissions, EffectiveRole } from '@sd/contracts';
import { FormattedMessage, i18n } from '@sd/core/public';
import { deleteEach, DeleteDialog, Panel, useChanged } from '@sd/ui_kit';
import { type ReactElement, useState } from 'react';
import { useAdmin } from '../../../services/admin_context';
import { SECURITY_KEY } from '../../../services/query_keys';
import { RoleMembership } from '../../../services/role_membership';
import { AssignRolesDialog } from './assign_roles_dialog';
import { RoleTable } from './role_table';

export interface UserRolesTabProps {
  readonly name: string;
  readonly effective: EffectivePermissions;
}

export function UserRolesTab({ name, effective }: UserRolesTabProps): ReactElement {
  const [selected, setSelected] = useState<readonly EffectiveRole[]>([]);
  const [asked, setAsked] = useState<'give' | 'take'>();
  const close = () => {
    setAsked(undefined);
    setSelected([]);
  };
  return (
    <Panel
      title={
        <FormattedMessage
          id="security.userView.roles"
          defaultMessage="Roles ({count})"
          values={{ count: effective.roles.length }}
        />
      }
      description={
        <FormattedMessage
          id="security.userRoles.intro"
          defaultMessage="Roles given by name or directly can be taken away here. What comes by a backend role or a host is shared with others: change it in the mapping of the role."
        />
      }
      actions={
        <EuiFlexGroup gutterSize="s" responsive={false} wrap>
          <EuiFlexItem grow={false}>
            <EuiButton
              color="danger"
              isDisabled={selected.length === 0}
              onClick={() => setAsked('take')}
            >
              <FormattedMessage id="security.userRoles.take" defaultMessage="Take roles away" />
            </EuiButton>
          </EuiFlexItem>
          <EuiFlexItem grow={false}>
            <EuiButton fill onClick={() => setAsked('give')}>
              <FormattedMessage id="security.userRoles.give" defaultMessage="Give roles" />
            </EuiButton>
          </EuiFlexItem>
        </EuiFlexGroup>
      }
    >
      <RoleTable name={name} roles={effective.roles} onSelect={setSelected} />
      {asked === 'give' && (
        <AssignRolesDialog
          name={name}
          held={effective.roles.map(({ role }) => role)}
          onClose={close}
        />
      )}
      {asked === 'take' && <TakeRolesDialog name={name} roles={selected} onClose={close} />}
    </Panel>
  );
}

interface TakeRolesDialogProps {
  readonly name: string;
  readonly roles: readonly EffectiveRole[];
  readonly onClose: () => void;
}

function TakeRolesDialog({ name, roles, onClose }: TakeRolesDialogProps): ReactElement {
  const { core, entities } = useAdmin();
  const changed = useChanged();
  const membership = new RoleMembership(entities);
  const items = roles.map((role) => ({ ...role, id: role.role, name: role.role }));
  return (
    <DeleteDialog
      items={items}
      title={i18n.translate('security.userRoles.takeTitle', { defaultMessage: 'Take roles away' })}
      itemsLabel={i18n.translate('security.roles.entities', { defaultMessage: 'role(s)' })}
      run={deleteEach(items, ({ role, origins }) => membership.take(name, role, origins))}
      onClose={(taken) => {
        onClose();
        if (taken.length === 0) return;
        changed(SECURITY_KEY);
        core.notifications.toasts.addSuccess({
          title: i18n.translate('security.userRoles.taken', {
            defaultMessage:
              '{count, plural, one {{name} has lost one role.} other {{name} has lost # roles.}}',
            values: { name, count: taken.length },
          }),
        });
      }}
    >
      <p>
        <FormattedMessage
          id="security.userRoles.takeQuestion"
          defaultMessage="{name} loses what only these roles permit, at once."
          values={{ name }}
        />
      </p>
    </DeleteDialog>
  );
}
